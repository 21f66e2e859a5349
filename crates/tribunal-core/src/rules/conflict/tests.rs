//! Conflicts that were left, and signs that only look like them.

use crate::domain::Severity;
use crate::rules::tests::{Change, in_file, none_hits, of_rule, places};

const RULE: &str = "conflict-marker";
const LEFT: &str = "a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> topic\ne\n";

#[test]
fn a_conflict_is_one_report_at_its_first_line() {
    let reports = of_rule(RULE, &[Change::new_file("src/a.rs", LEFT)]);
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].locations[0].line, reports[0].quote.as_deref()), (Some(2), Some("<<<<<<< HEAD")));
    assert_eq!(in_file(RULE, "src/a.rs", &LEFT.repeat(2)), [(2, Severity::High), (11, Severity::High)]);
}

#[test]
fn every_marker_counts_alone_but_the_middle() {
    for line in
        ["<<<<<<< HEAD", "<<<<<<<", ">>>>>>> abc123 (message)", "||||||| merged common ancestors", ">>>>>>>"]
    {
        assert_eq!(in_file(RULE, "a.txt", line), [(1, Severity::High)], "{line}");
    }
    none_hits(RULE, &[("a.txt", "======="), ("a.rst", "Heading\n=======\ntext"), ("a.md", "Title\n=======")]);
}

#[test]
fn what_is_no_marker() {
    none_hits(
        RULE,
        &[
            ("a.sh", " <<<<<<< HEAD"),
            ("a.sh", "<<<<<<<< eight"),
            ("a.sh", "<<<<<< six"),
            ("a.cc", "std::cout <<<<<<< x"),
            ("a.txt", ">>>>>>>>>> quoted mail"),
            ("a.txt", "<<<<<<<HEAD"),
            ("a.txt", "||||||||"),
        ],
    );
}

#[test]
fn windows_line_ends() {
    assert_eq!(in_file(RULE, "a.cs", &LEFT.replace('\n', "\r\n")), [(2, Severity::High)]);
}

#[test]
fn a_text_about_markers_has_them_before_and_after() {
    let fenced = format!("# Conflicts\n\n```\n{LEFT}```\n");
    none_hits(RULE, &[("docs/merge.md", &fenced), ("docs/merge.md", &fenced.replace("```", "~~~"))]);
    let moved = "-<<<<<<< HEAD\n->>>>>>> topic\n+<<<<<<< main\n+>>>>>>> topic\n";
    assert_eq!(places(RULE, &[Change::edited("docs/merge.html", moved)]), []);
    let old = "<<<<<<< HEAD\nx\n";
    let same =
        Change::edited("docs/a.html", "-<<<<<<< HEAD\n x\n+<<<<<<< HEAD\n").with(old, "x\n<<<<<<< HEAD\n");
    assert_eq!(places(RULE, &[same]), []);
    let more = Change::edited("docs/a.html", " <<<<<<< HEAD\n x\n+<<<<<<< HEAD\n")
        .with(old, "<<<<<<< HEAD\nx\n<<<<<<< HEAD\n");
    assert_eq!(places(RULE, &[more]), [(3, Severity::High)]);
}

#[test]
fn a_fence_that_is_known_only_from_the_whole_file() {
    let new = format!("```\n{LEFT}```\n");
    let hunk = "+<<<<<<< HEAD\n b\n";
    let change = || Change::edited_at("docs/a.md", 3, hunk);
    let old = new.replace("<<<<<<< HEAD\n", "");
    assert_eq!(places(RULE, &[change().with(&old, &new)]), []);
    assert_eq!(places(RULE, &[change()]), [(3, Severity::High)]);
}

#[test]
fn resolving_a_conflict_is_no_hit() {
    let hunk: String = LEFT.lines().map(|line| format!("-{line}\n")).collect();
    assert_eq!(places(RULE, &[Change::edited("a.rs", &format!("{hunk}+b\n"))]), []);
}

//! A patch lands where it is meant to. That git takes it is shown by `tests/diffs_of_git.rs` of the host.

use crate::diff::Diff;
use crate::rules::tests::{Change, of_rule};

const RULE: &str = "debugging-left";

fn patch(change: Change) -> Option<String> {
    of_rule(RULE, &[change])[0].fix_patch.clone()
}

/// Applies a patch of one hunk to a text, strictly.
fn applied(text: &str, patch: &str) -> String {
    let whole = patch.replacen("\n--- ", "\nindex 1111111..2222222 100644\n--- ", 1);
    let diff = Diff::read(whole.as_bytes()).unwrap();
    let hunk = &diff.files()[0].hunks[0];
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (start, end) = (hunk.old.start as usize - 1, hunk.old.end as usize - 1);
    let old: String = hunk
        .lines
        .iter()
        .filter(|l| l.old_number().is_some())
        .map(|l| format!("{}\n", std::str::from_utf8(l.text).unwrap()))
        .collect();
    let new: String = hunk
        .lines
        .iter()
        .filter(|l| l.new_number().is_some())
        .map(|l| format!("{}\n", std::str::from_utf8(l.text).unwrap()))
        .collect();
    assert_eq!(lines[start..end].concat(), old);
    format!("{}{new}{}", lines[..start].concat(), lines[end..].concat())
}

#[test]
fn from_the_whole_file_at_every_line() {
    for at in 1..8 {
        let mut lines: Vec<String> = (0..8).map(|n| format!("f({n});")).collect();
        lines[at] = "debugger;".to_owned();
        let new: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let old = new.replace("debugger;\n", "");
        let hunk = format!(" {}\n+debugger;\n", lines[at - 1]);
        let change = Change::edited_at("src/a.js", at as u32, &hunk).with(&old, &new);
        let patch = patch(change).unwrap_or_else(|| panic!("none at {at}"));
        assert_eq!(applied(&new, &patch), old);
    }
}

#[test]
fn none_from_content_that_is_not_what_the_diff_shows() {
    let change = || Change::edited_at("src/a.js", 1, " f();\n+debugger;\n g();\n");
    assert!(patch(change()).is_some());
    assert_eq!(patch(change().with("f();\ng();\n", "f();\nother();\ng();\n")), None);
    assert_eq!(patch(change().with("f();\ng();\n", "")), None);
}

#[test]
fn none_where_lines_end_otherwise() {
    assert_eq!(patch(Change::new_file("src/a.js", "f();\r\ndebugger;\r\ng();\r\n")), None);
    let bare =
        Change::edited("src/a.js", " f();\n+debugger;\n g();\n").with("f();\ng();", "f();\ndebugger;\ng();");
    assert_eq!(patch(bare), None);
}

#[test]
fn none_for_paths_git_would_quote() {
    assert_eq!(patch(Change::new_file("src/na\u{ef}ve.js", "f();\ndebugger;\ng();\n")), None);
    assert!(patch(Change::new_file("src/a b.js", "f();\ndebugger;\ng();\n")).is_some());
}

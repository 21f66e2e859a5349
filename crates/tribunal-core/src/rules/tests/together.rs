//! The door: order, bounds, silence, honesty.

use std::collections::BTreeMap;

use super::{Change, of_rule, reviewed, reviewed_with};
use crate::diff::Diff;
use crate::domain::{Claim, Location, Severity};
use crate::rules::{PER_FILE_MAX, PER_RULE_MAX, RULES, RulesInput, Silence, review, vote};

#[test]
fn nothing_found_is_a_claim_and_an_honest_summary() {
    let review = reviewed(&[Change::new_file("src/a.rs", "fn f() {}\n"), Change::binary("a.png", Some(10))]);
    assert_eq!(
        (review.claim, review.reports.len(), vote(&review)),
        (Some(Claim::Approve), 0, Claim::Approve)
    );
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(
        review.summary,
        format!(
            "Built-in rules over 2 changed files with 1 changed lines, 1 of the files binary and seen only by name and \
             size. Rules: {}. They see nothing else: whether the change is right they cannot say.",
            ids.join(", ")
        )
    );
    assert!(review.files_read.is_empty(), "a pattern that was not found is no file that was read");
}

#[test]
fn something_found_is_no_claim_but_a_vote() {
    let low = reviewed(&[Change::new_file("src/a.rs", "dbg!(x);\n")]);
    assert_eq!((low.claim, vote(&low)), (None, Claim::Concerns));
    let token = format!("AK{}Q3EGRZ7WYX5KPLMN", "IA");
    let worst = reviewed(&[Change::new_file("src/a.rs", &format!("dbg!(\"{token}\");\n"))]);
    assert_eq!((worst.claim, vote(&worst)), (None, Claim::Blocker));
}

#[test]
fn reports_come_in_the_order_of_the_change() {
    let text = "<<<<<<< HEAD\ndbg!(x);\nlet a\u{200b} = dbg!(1);\n";
    let changes = || [Change::new_file("b.rs", text), Change::new_file("a.rs", "dbg!(y);\n")];
    let review = reviewed(&changes());
    let places: Vec<(&str, Option<u32>, Severity)> = review
        .reports
        .iter()
        .map(|report| (report.locations[0].path.as_str(), report.locations[0].line, report.severity))
        .collect();
    assert_eq!(
        places,
        [
            ("b.rs", Some(1), Severity::High),
            ("b.rs", Some(2), Severity::Low),
            ("b.rs", Some(3), Severity::Medium),
            ("b.rs", Some(3), Severity::Low),
            ("a.rs", Some(1), Severity::Low),
        ]
    );
    assert_eq!(reviewed(&changes()), review);
}

#[test]
fn a_report_is_complete() {
    let report = &of_rule("debugging-left", &[Change::new_file("src/a.rs", "\n    dbg!(x);\n")])[0];
    assert_eq!(report.locations, [Location { path: "src/a.rs".into(), line: Some(2), end: None }]);
    assert_eq!(report.quote.as_deref(), Some("    dbg!(x);"));
    assert_eq!((report.title.as_str(), report.category.as_str()), ("Debugging is left in: dbg!", "quality"));
    assert!(!report.problem.is_empty() && !report.fix.is_empty());
    assert!(report.why.ends_with("(Rule debugging-left.)"));
}

#[test]
fn what_is_too_much_is_counted() {
    let text = "dbg!(x);\n".repeat(1000);
    let reports = of_rule("debugging-left", &[Change::new_file("src/a.rs", &text)]);
    assert_eq!(reports.len(), PER_FILE_MAX + 1);
    let last = reports.last().unwrap();
    assert_eq!(last.problem, "990 more places in this file, from here on.");
    assert_eq!(last.locations[0].line, Some(11));
    let files: Vec<Change> = (0..300).map(|n| Change::new_file(&format!("{n}/CLAUDE.md"), "x\n")).collect();
    let reports = of_rule("agent-config", &files);
    assert_eq!(reports.len(), PER_RULE_MAX + 1);
    let last = reports.last().unwrap();
    assert_eq!(last.problem, "200 more places in this file and in those after it.");
    assert_eq!((last.severity, last.locations[0].path.as_str()), (Severity::High, "100/CLAUDE.md"));
}

#[test]
fn the_rest_is_as_bad_as_its_worst() {
    let text = format!("{}it.only('x');\n", "it.skip('x');\n".repeat(20));
    let reports = of_rule("test-switched-off", &[Change::new_file("a.test.js", &text)]);
    assert_eq!(reports.last().unwrap().severity, Severity::High);
    let file = |n: usize| {
        Change::new_file(&format!("{n}.test.js"), if n < 110 { "it.skip('x');\n" } else { "it.only('x');\n" })
    };
    let reports = of_rule("test-switched-off", &(0..=110).map(file).collect::<Vec<_>>());
    assert_eq!((reports.len(), reports.last().unwrap().severity), (PER_RULE_MAX + 1, Severity::High));
}

#[test]
fn silence_comes_from_the_base_and_is_told() {
    let silence =
        |rule: &str, under: Option<&str>| Silence { rule: rule.into(), under: under.map(str::to_owned) };
    let changes =
        || [Change::new_file("gen/a.rs", "dbg!(x);\ndbg!(y);\n"), Change::new_file("src/a.rs", "dbg!(x);\n")];
    let review = reviewed_with(&changes(), &[silence("debugging-left", Some("gen"))]);
    assert_eq!(review.reports.len(), 1);
    let told = "Not reported because the base's configuration silences debugging-left under gen: 2 places.";
    assert!(review.summary.ends_with(told), "{}", review.summary);
    let all = reviewed_with(&changes(), &[silence("debugging-left", None)]);
    assert_eq!((all.reports.len(), all.claim), (0, Some(Claim::Approve)));
    let other =
        reviewed_with(&changes(), &[silence("debugging-left", Some("sr")), silence("no-such-rule", None)]);
    assert_eq!(other.reports.len(), 3);
    assert_eq!(other.complaints[0].what, "there is no rule `no-such-rule` to silence");
}

#[test]
fn a_comment_in_the_change_silences_nothing() {
    for comment in
        ["// tribunal: ignore", "// noqa", "// eslint-disable-next-line", "// tribunal-ignore debugging-left"]
    {
        let text = format!("{comment}\ndbg!(x); {comment}\n");
        assert_eq!(of_rule("debugging-left", &[Change::new_file("src/a.rs", &text)]).len(), 1);
    }
}

#[test]
fn hostile_files_end_soon_and_cost_in_proportion() {
    for line in [
        "dbg!(x);",
        "\u{202e}",
        "<<<<<<< a",
        "password = \"Tr0ub4dor&3x\"",
        "",
        "it.only('x');",
        "{{{{((((\"\"''",
    ] {
        for path in ["a.test.js", "src/a.rs", ".github/workflows/a.yml", "CLAUDE.md", "tests/a.py"] {
            reviewed(&[Change::new_file(path, &format!("{line}\n").repeat(5_000))]);
            reviewed(&[Change::new_file(path, &line.repeat(5_000))]);
        }
    }
}

#[test]
fn an_odd_name_hides_nothing() {
    for name in ["src/new\\nline.rs", "src/quo\\\"te.rs", "src/\\377.rs"] {
        let diff = format!(
            "diff --git \"a/{name}\" \"b/{name}\"\nnew file mode 100644\nindex 0000000..2222222\n\
             --- /dev/null\n+++ \"b/{name}\"\n@@ -0,0 +1 @@\n+dbg!(x);\n"
        );
        let diff = Diff::read(diff.as_bytes()).expect("git writes such names so");
        let review = review(&RulesInput { diff: &diff, contents: &BTreeMap::new(), silenced: &[] });
        let place = &review.reports.first().expect("what is in the file is found").locations[0];
        assert!(!place.path.contains(char::is_control), "{place:?}");
    }
}

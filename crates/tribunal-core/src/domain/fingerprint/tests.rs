//! Prints of reports, against the spec and against look-alikes.

use super::*;
use crate::domain::{Location, Severity};

fn report(title: &str, path: &str, line: u32, quote: &str) -> Report {
    let mut report = Report::new(Severity::High, title);
    report.locations = vec![Location { path: path.to_owned(), line: Some(line), end: None }];
    report.quote = Some(quote.to_owned());
    report
}

#[test]
fn v15_content_ids_are_those_of_the_spec() {
    assert_eq!(content_id("security", "src/auth.ts", Some(42), "Hard-coded token"), "SEC-b0bf205b");
    assert_eq!(content_id("Security", "src/auth.ts", None, " Hard-coded token "), "SEC-7972ecb9");
}

#[test]
fn prefixes_follow_the_category() {
    let prefix = |c: &str| content_id(c, "a", None, "t").split('-').next().map(str::to_owned);
    assert_eq!(prefix("observability").as_deref(), Some("OBSE"));
    assert_eq!(prefix("ux").as_deref(), Some("UX"));
    assert_eq!(prefix("").as_deref(), Some("GEN"));
    assert_eq!(prefix("42").as_deref(), Some("GEN"));
}

#[test]
fn a_moved_line_keeps_the_place_and_loses_the_exact_print() {
    let (a, b) = (
        Prints::of(&report("No check", "src/a.rs", 10, "let x = y.unwrap();")),
        Prints::of(&report("No check", "src/a.rs", 90, "let x = y.unwrap();")),
    );
    assert_ne!(a.exact, b.exact);
    assert_eq!(a.place, b.place);
    assert_eq!(a.content_id_unlined, b.content_id_unlined);
}

#[test]
fn a_renamed_file_and_new_indentation_keep_the_text_print() {
    let (a, b) = (
        Prints::of(&report("No check", "src/a.rs", 10, "let x = y.unwrap();")),
        Prints::of(&report("no  check!", "lib/b.rs", 10, "\t\tlet x =\n y.unwrap();")),
    );
    assert_ne!(a.place, b.place);
    assert_eq!(a.text, b.text);
    assert!(a.text.is_some());
}

#[test]
fn a_bare_brace_identifies_nothing_by_itself() {
    assert_eq!(Prints::of(&report("No check", "src/a.rs", 10, "  }")).text, None);
}

#[test]
fn parts_do_not_run_into_each_other() {
    assert_ne!(Fingerprint::over(&["ab", "c"]), Fingerprint::over(&["a", "bc"]));
}

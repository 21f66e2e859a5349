//! Sizes, and what has none.

use crate::domain::Severity;
use crate::rules::Silence;
use crate::rules::tests::{Change, in_file, of_rule, places, reviewed_with};

const RULE: &str = "large-binary";
const MIB: u64 = 1024 * 1024;

#[test]
fn over_the_limit() {
    assert_eq!(places(RULE, &[Change::binary("a.zip", Some(MIB + 1))]), [(0, Severity::Medium)]);
    assert_eq!(places(RULE, &[Change::binary("a.zip", Some(u64::MAX))]), [(0, Severity::Medium)]);
}

#[test]
fn at_or_below_the_limit() {
    assert_eq!(places(RULE, &[Change::binary("a.png", Some(MIB))]), []);
    assert_eq!(places(RULE, &[Change::binary("a.png", Some(0))]), []);
}

#[test]
fn text_of_any_size() {
    let text = "x\n".repeat(10);
    let big = "x\n".repeat(1024 * 1024);
    assert_eq!(places(RULE, &[Change::new_file("a.txt", &text).with("", &big)]), []);
    assert_eq!(in_file(RULE, "a.bin", "text all the same"), []);
}

#[test]
fn the_size_of_given_content_counts() {
    let big = "x".repeat(1024 * 1024 + 1);
    assert_eq!(places(RULE, &[Change::binary("a.bin", None).with("", &big)]), [(0, Severity::Medium)]);
}

#[test]
fn the_report_names_file_and_size() {
    let reports = of_rule(RULE, &[Change::binary("dist/app.exe", Some(5_000_000))]);
    assert_eq!(reports[0].locations[0].path, "dist/app.exe");
    assert_eq!(reports[0].problem, "dist/app.exe has 5000000 bytes, and git cannot show or merge it.");
    assert_eq!(reports[0].quote, None);
}

#[test]
fn it_can_be_silenced_for_a_place() {
    let silence = [Silence { rule: RULE.into(), under: Some("assets/".into()) }];
    let review = reviewed_with(
        &[Change::binary("assets/a.bin", Some(2 * MIB)), Change::binary("assets2/a.bin", Some(2 * MIB))],
        &silence,
    );
    assert_eq!(review.reports.len(), 1);
    assert_eq!(review.reports[0].locations[0].path, "assets2/a.bin");
}

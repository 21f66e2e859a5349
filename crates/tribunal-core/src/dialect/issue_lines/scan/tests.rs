//! Brackets, numbers and lines without their dress.

use super::*;

#[test]
fn a_line_loses_its_dress_and_nothing_else() {
    for (line, want) in [
        ("  - **[ISSUE-1]** x", "[ISSUE-1]** x"),
        ("> 1. x", "x"),
        ("- [x] [ISSUE-1]", "[ISSUE-1]"),
        ("**x**", "x"),
        ("2024 was", "2024 was"),
        ("(ISSUE-1) x", "(ISSUE-1) x"),
        ("---", ""),
    ] {
        assert_eq!(headless(line), want);
    }
}

#[test]
fn brackets_are_short_and_flat() {
    assert_eq!(bracket("[ **MAJOR** ] x"), Some(("MAJOR", " x")));
    assert_eq!(bracket("[a [b]"), None);
    assert_eq!(bracket(&format!("[{}]", "x".repeat(65))), None);
    assert_eq!(bracket("[open"), None);
}

#[test]
fn numbers_need_a_digit_outside_brackets() {
    assert_eq!(bare_id("ISSUE-3 x").map(|n| n.id()), Some("ISSUE-3".to_owned()));
    assert_eq!(bare_id("issues"), None);
    assert_eq!(bare_id("issue tracker"), None);
    assert_eq!(bracketed_id("[ISSUES]"), None);
    assert_eq!(bracketed_id("[ISSUE-]"), None);
    assert_eq!(bracketed_id("[ISSUE-4b]").map(|n| n.id()), Some("ISSUE-4b".to_owned()));
    assert_eq!(id_text("000"), "ISSUE-0");
}

//! What a terminal must never be sent.

use super::{hidden, in_json, visible};

#[test]
fn controls_and_turning_marks_are_shown_not_sent() {
    assert_eq!(visible("a\u{1b}[31mb"), "a\\u{1b}[31mb");
    assert_eq!(visible("x\u{202e}y\u{200b}"), "x\\u{202e}y\\u{200b}");
    assert_eq!(visible("line\n\ttab é →"), "line\n\ttab é →");
}

#[test]
fn json_can_escape_all_that_is_hidden() {
    assert!(('\0'..=char::MAX).filter(|c| hidden(*c)).all(|c| u32::from(c) <= 0xffff));
    assert_eq!(in_json("x\u{202e}\u{9b}y"), "x\\u202e\\u009by");
}

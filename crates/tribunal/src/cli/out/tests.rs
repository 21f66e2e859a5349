//! What a terminal must never be sent.

use super::visible;

#[test]
fn controls_and_turning_marks_are_shown_not_sent() {
    assert_eq!(visible("a\u{1b}[31mb"), "a\\u{1b}[31mb");
    assert_eq!(visible("x\u{202e}y\u{200b}"), "x\\u{202e}y\\u{200b}");
    assert_eq!(visible("line\n\ttab é →"), "line\n\ttab é →");
}

//! Breaks, invisible characters and counts.

use super::*;

#[test]
fn every_kind_of_break_ends_a_line() {
    let text = "a\nb\r\nc\rd\u{2028}e\u{85}f\u{b}g\u{c}h\u{2029}i";
    let got: Vec<_> = lines(text).collect();
    let want: Vec<_> = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].into_iter().enumerate().collect();
    assert_eq!(got, want.into_iter().map(|(n, l)| (n + 1, l)).collect::<Vec<_>>());
}

#[test]
fn cleaning_removes_only_what_cannot_be_seen() {
    assert_eq!(clean("\u{feff}a\u{1b}[1;31mb\u{1b}[0m\0c\u{200b}\td"), "abc\td");
    assert_eq!(clean("\u{1b}[[ISSUE-1]"), "[[ISSUE-1]");
    assert_eq!(clean("\u{1b}]0;x [ISSUE-1]"), "]0;x [ISSUE-1]");
    assert_eq!(one_line(" a\r\n\u{2028} b\u{a0}c "), "a b c");
}

#[test]
fn counts_are_read_and_never_wrap() {
    assert_eq!(count(" 3 (all new)"), Some(3));
    assert_eq!(count("**none**"), Some(0));
    assert_eq!(count("99999999999999999999"), Some(u32::MAX));
    assert_eq!(count("several"), None);
    let pairs = count_pairs("1 unresolved, 2 new issues").unwrap();
    assert_eq!(pairs.total, Some(3));
    let pairs = count_pairs("2 critical, 1 new minor issue").unwrap();
    assert_eq!((pairs.critical, pairs.low, pairs.total), (Some(2), Some(1), None));
    assert_eq!(count_pairs("all good"), None);
}

#[test]
fn nothing_is_said_in_few_words_only() {
    for none in ["None", "none.", "N/A", "_None_", "No critical issues found.", "No issues", "Nothing"] {
        assert!(says_none(none), "{none}");
    }
    for some in ["None of the inputs are checked", "No", "No input validation", "", "N", "Nothing works"] {
        assert_eq!(says_none(some), some == "No", "{some}");
    }
}

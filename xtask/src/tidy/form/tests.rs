//! The rules of form bite.

use super::super::tree::tests::said;
use super::*;

#[test]
fn a_file_that_does_not_say_what_it_is_for_is_a_breach() {
    let files = [("a.rs", "//! A.\n"), ("b.rs", "use a;\n//! B.\n"), ("c.md", "C\n"), ("d.rs", "")];
    let expected = ["b.rs", "d.rs"].map(|p| format!("{p}: opens without `//!`; say what the file is for"));
    assert_eq!(said(opens_with_its_purpose, &files), expected);
}

#[test]
fn a_file_longer_than_its_kind_may_be_is_a_breach() {
    let lines = |count: usize| "x\n".repeat(count);
    let files = [
        ("a.rs", &*lines(600)),
        ("b.rs", &*lines(601)),
        ("c/tests.rs", &*lines(1200)),
        ("d/tests.rs", &*lines(1201)),
        ("e.md", &*lines(2000)),
    ];
    let expected = [
        "b.rs: 601 lines, at most 600; split it by subject",
        "d/tests.rs: 1201 lines, at most 1200; split it by subject",
    ];
    assert_eq!(said(short_enough, &files), expected);
}

#[test]
fn stray_white_space_and_tabs_are_breaches() {
    let files = [
        ("a.rs", "a\nb \n\tc\nd\t"),
        ("b.toml", "a = 1\r\n"),
        ("c.md", "\ta\nb  \n"),
        ("crates/x/golden/d.md", "kept as it was  \n"),
        ("e.rs", "let tab = \"\\t\";\n\n"),
    ];
    let expected = [
        "a.rs:2: white space at the end of the line",
        "a.rs:3: a tab; write spaces, or `\\t` in a literal",
        "a.rs:4: white space at the end of the line",
        "a.rs:4: a tab; write spaces, or `\\t` in a literal",
        "b.toml:1: white space at the end of the line",
        "c.md:2: white space at the end of the line",
    ];
    assert_eq!(said(no_stray_space, &files), expected);
}

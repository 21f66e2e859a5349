//! Which part of a line is the place.

use super::*;

#[test]
fn parts_are_graded() {
    for (part, want) in [
        ("a.rs:1", Some(Grade::Sure)),
        ("`src/a.rs:1-9`", Some(Grade::Sure)),
        ("(group)/page.tsx:3", Some(Grade::Sure)),
        ("File: a.rs:1", Some(Grade::Sure)),
        ("Makefile:3", Some(Grade::Sure)),
        ("my dir/a.rs:1", Some(Grade::Loose)),
        ("src/a.rs", Some(Grade::Bare)),
        (".env", Some(Grade::Bare)),
        ("N/A", Some(Grade::Blank)),
        ("(no location)", Some(Grade::Declared)),
        ("10:30", None),
        ("http://localhost:80", None),
        ("\"a.rs:1\"", None),
        ("Use prepared statement", None),
        ("Fix it.", None),
        ("", None),
    ] {
        assert_eq!(grade(part), want, "{part:?}");
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let place = |path: &str, line| Location { path: path.to_owned(), line, end: None };
    assert_eq!(written(&[place("a.rs", Some(1)), place("b.rs", Some(2))]).0, "a.rs:1, b.rs:2");
    assert_eq!(written(&[place("a.rs", Some(1)), place("b.rs", None)]).0, "a.rs:1");
    for path in ["a - b.rs", "", "a\nb.rs", "[ISSUE-1].rs", " a.rs", "no"] {
        let lost = place(path, None);
        assert_eq!(written(std::slice::from_ref(&lost)), (NO_PLACE.to_owned(), Grade::Declared, vec![&lost]));
    }
    assert_eq!(written(&[]).0, NO_PLACE);
}

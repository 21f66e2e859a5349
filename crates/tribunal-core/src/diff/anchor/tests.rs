//! Which lines are inside, and which is nearest.

use crate::diff::{Anchor, Diff};

const PLAIN: &[u8] = include_bytes!("../tests/plain.diff");

#[test]
fn places_inside_and_outside() {
    let diff = Diff::read(PLAIN).unwrap();
    let outside = |line| Anchor::Outside { nearest: Some(line) };
    for (path, line, anchor) in [
        ("edit.txt", 1, Anchor::Context),
        ("edit.txt", 2, Anchor::Added),
        ("edit.txt", 5, Anchor::Context),
        ("edit.txt", 6, outside(5)),
        ("edit.txt", 7, outside(8)),
        ("edit.txt", 8, Anchor::Context),
        ("edit.txt", 11, Anchor::Added),
        ("edit.txt", 13, outside(12)),
        ("edit.txt", u32::MAX, outside(12)),
        ("edit.txt", 0, outside(1)),
        ("renedit2.txt", 1, outside(13)),
        ("moved.txt", 1, Anchor::Outside { nearest: None }),
        ("b.bin", 1, Anchor::Outside { nearest: None }),
        ("gone.txt", 1, Anchor::NoSuchFile),
        ("renedit.txt", 16, Anchor::NoSuchFile),
        ("nowhere", 1, Anchor::NoSuchFile),
        ("../edit.txt", 1, Anchor::NoSuchFile),
        ("", 1, Anchor::NoSuchFile),
    ] {
        assert_eq!(diff.anchor(path, line), anchor, "{path}:{line}");
    }
}

#[test]
fn of_two_equally_near_the_upper() {
    let text = b"diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@@ -5 +5 @@\n-a\n+b\n";
    let diff = Diff::read(text).unwrap();
    assert_eq!(diff.anchor("x", 3), Anchor::Outside { nearest: Some(1) });
    assert_eq!(diff.anchor("x", 4), Anchor::Outside { nearest: Some(5) });
}

#[test]
fn the_text_at_a_line() {
    let diff = Diff::read(PLAIN).unwrap();
    assert_eq!(diff.text_at("edit.txt", 2), Some(&b"TWO"[..]));
    assert_eq!(diff.text_at("crlf.txt", 2), Some(&b"Y\r"[..]));
    assert_eq!(diff.text_at("edit.txt", 6), None);
    assert_eq!(diff.file("edit.txt").unwrap().old_line(2).map(|line| line.text), Some(&b"two"[..]));
    assert_eq!(diff.file("q.sql").unwrap().new_line(2).map(|line| line.text), Some(&b"end"[..]));
    assert_eq!(diff.file("q.sql").unwrap().old_line(3).map(|line| line.text), Some(&b"-- another"[..]));
}

//! Lines that stay, change, go, and are followed through several diffs and renames.

use super::{Fate, Spot, follow};
use crate::diff::Diff;

const PLAIN: &[u8] = include_bytes!("../tests/plain.diff");

fn changed(path: &str, hunks: &str) -> String {
    format!(
        "diff --git a/{path} b/{path}\nindex 1111111..2222222 100644\n--- a/{path}\n+++ b/{path}\n{hunks}"
    )
}

#[test]
fn there_and_back() {
    let text = changed("x", "@@ -2,2 +2,1 @@\n-b\n-c\n+B\n@@ -6 +4,0 @@\n-f\n@@ -8,0 +7,2 @@\n+i\n+j\n");
    let diff = Diff::read(text.as_bytes()).unwrap();
    let file = diff.file("x").unwrap();
    let to_new: Vec<Fate> = (1..=10).map(|line| file.to_new(line)).collect();
    let one = Fate::Changed { first: 2, last: 2 };
    let at = Fate::At;
    assert_eq!(
        to_new,
        [at(1), one, one, at(3), at(4), Fate::Removed { below: 4 }, at(5), at(6), at(9), at(10)]
    );
    let to_old: Vec<Fate> = (1..=9).map(|line| file.to_old(line)).collect();
    let put = Fate::Removed { below: 8 };
    assert_eq!(
        to_old,
        [at(1), Fate::Changed { first: 2, last: 3 }, at(4), at(5), at(7), at(8), put, put, at(9)]
    );
    assert_eq!(file.to_new(0), Fate::Unknown);
    assert_eq!(file.to_new(u32::MAX), at(u32::MAX));
}

#[test]
fn through_one_diff_of_everything() {
    let diff = Diff::read(PLAIN).unwrap();
    let spot = |path: &str, fate| Spot { path: path.to_owned(), fate };
    for (path, line, then) in [
        ("pure.txt", 7, spot("moved.txt", Fate::At(7))),
        ("renedit.txt", 16, spot("renedit2.txt", Fate::Changed { first: 16, last: 16 })),
        ("renedit.txt", 20, spot("renedit2.txt", Fate::At(20))),
        ("gone.txt", 3, spot("gone.txt", Fate::Removed { below: 0 })),
        ("b.bin", 1, spot("b.bin", Fate::Unknown)),
        ("mode.sh", 1, spot("mode.sh", Fate::At(1))),
        ("q.sql", 4, spot("q.sql", Fate::At(2))),
        ("type.txt", 1, spot("type.txt", Fate::Removed { below: 0 })),
        ("untouched.txt", 9, spot("untouched.txt", Fate::At(9))),
    ] {
        assert_eq!(follow(&[&diff], path, line), then, "{path}:{line}");
    }
}

#[test]
fn through_a_rename_and_an_edit_after_it() {
    let rename = "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n";
    let edit = changed("y", "@@ -0,0 +1,2 @@\n+p\n+q\n@@ -5 +7 @@\n-e\n+E\n");
    let (rename, edit) = (Diff::read(rename.as_bytes()).unwrap(), Diff::read(edit.as_bytes()).unwrap());
    let end = |line| follow(&[&rename, &edit], "x", line);
    assert_eq!(end(4), Spot { path: "y".into(), fate: Fate::At(6) });
    assert_eq!(end(5), Spot { path: "y".into(), fate: Fate::Changed { first: 7, last: 7 } });
    assert_eq!(follow(&[], "x", 4), Spot { path: "x".into(), fate: Fate::At(4) });
}

#[test]
fn what_was_changed_and_then_taken_out_is_gone() {
    let first = changed("x", "@@ -3 +3,2 @@\n-c\n+C\n+D\n");
    let all = changed("x", "@@ -3,2 +2,0 @@\n-C\n-D\n");
    let half = changed("x", "@@ -3 +2,0 @@\n-C\n");
    let first = Diff::read(first.as_bytes()).unwrap();
    let (all, half) = (Diff::read(all.as_bytes()).unwrap(), Diff::read(half.as_bytes()).unwrap());
    assert_eq!(follow(&[&first, &all], "x", 3).fate, Fate::Removed { below: 2 });
    assert_eq!(follow(&[&first, &half], "x", 3).fate, Fate::Changed { first: 3, last: 3 });
    assert_eq!(follow(&[&first, &all], "x", 4).fate, Fate::At(3));
}

#[test]
fn what_is_gone_stays_gone() {
    let gone = changed("x", "@@ -3 +2,0 @@\n-c\n");
    let shift = changed("x", "@@ -0,0 +1,5 @@\n+1\n+2\n+3\n+4\n+5\n");
    let (gone, shift) = (Diff::read(gone.as_bytes()).unwrap(), Diff::read(shift.as_bytes()).unwrap());
    assert_eq!(follow(&[&gone, &shift], "x", 3).fate, Fate::Removed { below: 7 });
    assert_eq!(follow(&[&gone, &shift], "x", 0).fate, Fate::Unknown);
}

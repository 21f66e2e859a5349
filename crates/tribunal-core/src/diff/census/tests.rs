//! What is counted, and what counts as read.

use super::Census;
use crate::diff::Diff;

const PLAIN: &[u8] = include_bytes!("../tests/plain.diff");

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn sizes() {
    let census = Census::of(&Diff::read(PLAIN).unwrap());
    assert_eq!((census.files.len(), census.hunks(), census.lines()), (15, 12, 25));
    let renamed = census.files.iter().find(|file| file.path == "renedit2.txt").unwrap();
    assert_eq!((renamed.was.as_deref(), renamed.added, renamed.removed), (Some("renedit.txt"), 1, 1));
    let bytes: usize = census.files.iter().map(|file| file.bytes).sum();
    assert_eq!(bytes, PLAIN.len());
}

#[test]
fn what_was_read_under_any_of_its_names() {
    let census = Census::of(&Diff::read(PLAIN).unwrap());
    let covered =
        census.covered(&names(&["./edit.txt", "`renedit.txt`", " gone.txt ", "gone.txt", "other.rs"]));
    assert_eq!(covered.read, names(&["edit.txt", "gone.txt", "renedit2.txt"]));
    assert_eq!(covered.missed.len(), 12);
    assert_eq!(covered.strange, names(&["other.rs"]));
    assert_eq!((covered.lines_read, covered.lines), (11, 25));
}

#[test]
fn nothing_named_is_nothing_read() {
    let census = Census::of(&Diff::read(PLAIN).unwrap());
    let covered = census.covered(&[]);
    assert_eq!((covered.read.len(), covered.missed.len(), covered.lines_read), (0, 15, 0));
    assert!(covered.strange.is_empty());
}

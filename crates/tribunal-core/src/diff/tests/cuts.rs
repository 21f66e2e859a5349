//! A diff that was cut is refused, or is a smaller diff; it is never taken for the whole.

use super::fixtures::{BINARY, LISTED, ODD, PLAIN};
use crate::diff::Diff;

#[test]
fn no_beginning_of_a_diff_reads_as_the_whole() {
    for whole in [PLAIN, LISTED, BINARY, ODD] {
        let read = Diff::read(whole).unwrap();
        for end in 0..whole.len() {
            assert_ne!(Diff::read(&whole[..end]).as_ref(), Ok(&read), "cut at {end}");
        }
    }
}

/// Behind the listings every cut shows, also between two files or two hunks. Only that the very last line of all has
/// no newline is announced nowhere.
#[test]
fn with_listings_in_front_every_cut_is_refused() {
    let last = LISTED.len() - "\\ No newline at end of file\n".len();
    for end in (1..LISTED.len()).filter(|end| *end != last) {
        let cut = Diff::read(&LISTED[..end]);
        assert!(cut.is_err(), "cut at {end}: {:?}", String::from_utf8_lossy(&LISTED[..end]));
    }
}

#[test]
fn without_listings_only_whole_files_and_hunks_remain() {
    let whole = Diff::read(PLAIN).unwrap();
    let mut reads = 0;
    for end in 1..PLAIN.len() {
        let Ok(cut) = Diff::read(&PLAIN[..end]) else { continue };
        reads += 1;
        let (last, before) = cut.files().split_last().unwrap();
        assert_eq!(before, &whole.files()[..before.len()]);
        let full = &whole.files()[before.len()];
        assert_eq!((&last.old, &last.new, last.binary), (&full.old, &full.new, full.binary), "cut at {end}");
        for (hunk, other) in last.hunks.iter().zip(&full.hunks) {
            assert_eq!((&hunk.old, &hunk.new), (&other.old, &other.new), "cut at {end}");
        }
    }
    // One behind each of the 15 files but the last, one behind a first hunk, and two before the note of a bare end.
    assert_eq!(reads, 17);
}

#[test]
fn any_middle_missing_is_noticed_behind_listings() {
    let lines: Vec<&[u8]> = LISTED.split_inclusive(|b| *b == b'\n').collect();
    for at in 0..lines.len() {
        let without = [&lines[..at], &lines[at + 1..]].concat().concat();
        // What only says that a file ends without a newline is not announced anywhere.
        let unannounced = lines[at].starts_with(b"\\") || lines[at].starts_with(b"similarity index 96%");
        assert_eq!(Diff::read(&without).is_ok(), unannounced, "{:?}", String::from_utf8_lossy(lines[at]));
    }
}

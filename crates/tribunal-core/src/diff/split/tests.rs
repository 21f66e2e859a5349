//! Parts are small enough, and together they are the diff.

use super::{Part, Piece, split};
use crate::diff::Diff;

const PLAIN: &[u8] = include_bytes!("../tests/plain.diff");

/// Each line of each file is in exactly one piece, in order.
fn covers(diff: &Diff<'_>, parts: &[Part]) {
    let pieces: Vec<&Piece> = parts.iter().flat_map(|part| &part.pieces).collect();
    let by_file: Vec<&[&Piece]> = pieces.chunk_by(|one, other| one.file == other.file).collect();
    assert_eq!(by_file.len(), diff.files().len());
    for (at, (pieces, file)) in by_file.iter().zip(diff.files()).enumerate() {
        let end = pieces.iter().fold(0, |end, piece| {
            assert_eq!((piece.file, piece.lines.start, piece.whole), (at, end, pieces.len() == 1));
            piece.lines.end
        });
        assert_eq!(end, file.lines().count(), "file {at} is not whole");
    }
}

#[test]
fn whole_files_give_the_text_back() {
    let diff = Diff::read(PLAIN).unwrap();
    for bytes_max in [400, 500, 1000, 10_000] {
        let parts = split(&diff, bytes_max);
        assert!(parts.iter().all(|part| part.text.len() <= bytes_max && !part.over));
        assert_eq!(parts.iter().flat_map(|part| part.text.clone()).collect::<Vec<u8>>(), PLAIN);
        covers(&diff, &parts);
    }
    assert_eq!(split(&diff, 10_000).len(), 1);
    assert!(split(&Diff::read(b"").unwrap(), 10).is_empty());
}

fn long_file(lines: usize) -> String {
    let mut text = format!(
        "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n@@ -1,{lines} +1,{lines} @@ fn f() {{\n"
    );
    (0..lines).for_each(|n| text.push_str(&format!("-old line number {n}\n")));
    (0..lines).for_each(|n| text.push_str(&format!("+new line number {n}\n")));
    text.push_str("@@ -1000,2 +1000,1 @@\n-gone\n same\n");
    text
}

#[test]
fn a_long_file_is_cut_at_lines_with_true_heads() {
    let text = long_file(100);
    let diff = Diff::read(text.as_bytes()).unwrap();
    let parts = split(&diff, 1000);
    assert!(parts.iter().all(|part| part.text.len() <= 1000 && !part.over), "{}", parts.len());
    covers(&diff, &parts);
    let shown = String::from_utf8(parts[1].text.clone()).unwrap();
    let head = "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n";
    let start = format!("{head}# tribunal: piece 2 of 6 of this file\n@@ -40,38 +0,0 @@\n");
    assert!(shown.starts_with(&start), "{shown}");
    let last = String::from_utf8(parts.last().unwrap().text.clone()).unwrap();
    assert!(last.ends_with("@@ -1000,2 +1000,1 @@\n-gone\n same\n"), "{last}");
}

#[test]
fn a_line_longer_than_a_part_is_whole_and_says_so() {
    let line = "y".repeat(5000);
    let text = format!(
        "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n-b\n+{line}\n+c\n"
    );
    let diff = Diff::read(text.as_bytes()).unwrap();
    let parts = split(&diff, 1000);
    covers(&diff, &parts);
    let over: Vec<bool> = parts.iter().map(|part| part.over).collect();
    assert_eq!(over, [false, true, false]);
    assert!(parts[1].text.windows(5000).any(|part| part == line.as_bytes()));
}

#[test]
fn however_small_the_parts_the_work_stays_in_proportion() {
    let text = long_file(300);
    let diff = Diff::read(text.as_bytes()).unwrap();
    for bytes_max in [0, 1, 10, 100, 200] {
        let parts = split(&diff, bytes_max);
        covers(&diff, &parts);
        let all: usize = parts.iter().map(|part| part.text.len()).sum();
        assert!(all <= 10 * text.len(), "{all} bytes of {} at {bytes_max}", text.len());
    }
}

#[test]
fn a_binary_change_is_never_cut() {
    let diff = Diff::read(include_bytes!("../tests/binary.diff")).unwrap();
    let parts = split(&diff, 50);
    assert_eq!((parts.len(), parts[0].over, &parts[0].text[..]), (1, true, diff.files()[0].raw()));
}

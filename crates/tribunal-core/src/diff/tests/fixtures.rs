//! Diffs that git wrote, with every kind of entry.

use crate::diff::{Diff, FileDiff, FileStatus, GitPath, LineKind, Mode, Side};

pub(super) const PLAIN: &[u8] = include_bytes!("plain.diff");
pub(super) const LISTED: &[u8] = include_bytes!("listed.diff");
pub(super) const BINARY: &[u8] = include_bytes!("binary.diff");
pub(super) const ODD: &[u8] = include_bytes!("odd.diff");

/// One line per file: status, paths, modes, `binary`, hunks, added and removed lines.
fn shown(diff: &Diff<'_>) -> String {
    let side = |side: &Option<Side<'_>>| {
        side.as_ref().map_or("-".to_owned(), |side| {
            format!("{} {}", side.path.text(), side.mode.map_or("?".to_owned(), |mode| mode.to_string()))
        })
    };
    let line = |file: &FileDiff<'_>| {
        let binary = if file.binary { " binary" } else { "" };
        let (hunks, added, removed) = (file.hunks.len(), file.added().count(), file.removed().count());
        let (old, new) = (side(&file.old), side(&file.new));
        format!("{:?}{binary} | {old} | {new} | {hunks} +{added} -{removed}\n", file.status)
    };
    diff.files().iter().map(line).collect()
}

const SHOWN: &str = "\
Modified binary | b.bin 100644 | b.bin 100644 | 0 +0 -0
Modified | crlf.txt 100644 | crlf.txt 100644 | 1 +1 -1
Modified | dir with/sp ace.txt 100644 | dir with/sp ace.txt 100644 | 1 +1 -1
Modified | edit.txt 100644 | edit.txt 100644 | 2 +2 -2
Added | - | empty.new 100644 | 0 +0 -0
Deleted | gone.txt 100644 | - | 1 +0 -5
Modified | inc.c 100644 | inc.c 100644 | 1 +2 -0
ModeChanged | mode.sh 100644 | mode.sh 100755 | 0 +0 -0
Renamed | pure.txt ? | moved.txt ? | 0 +0 -0
Modified | na\u{ef}ve.txt 100644 | na\u{ef}ve.txt 100644 | 1 +1 -1
Modified | nonl.txt 100644 | nonl.txt 100644 | 1 +1 -1
Modified | q.sql 100644 | q.sql 100644 | 1 +0 -2
Renamed | renedit.txt 100644 | renedit2.txt 100644 | 1 +1 -1
TypeChanged | type.txt 100644 | - | 1 +0 -1
TypeChanged | - | type.txt 120000 | 1 +1 -0
";

#[test]
fn every_kind_of_entry_with_and_without_listings() {
    for bytes in [PLAIN, LISTED] {
        assert_eq!(shown(&Diff::read(bytes).unwrap()), SHOWN);
    }
    assert_eq!(Diff::read(PLAIN), Diff::read(LISTED));
}

#[test]
fn nothing_at_all_is_a_diff_without_files() {
    assert_eq!(Diff::read(b"").map(|diff| diff.files().len()), Ok(0));
}

#[test]
fn ids_similarity_and_modes() {
    let diff = Diff::read(PLAIN).unwrap();
    let edit = diff.file("edit.txt").unwrap();
    let blob = |side: &Option<Side<'_>>| side.as_ref().and_then(|side| side.blob).map(str::to_owned);
    assert_eq!(blob(&edit.old).as_deref(), Some("e031777e6dd8bb5a9b38f0bba64a38e5ec76b92d"));
    assert_eq!(blob(&edit.new).as_deref(), Some("73b32b45d6a5fb5c753f4f5e83397b3640142ab9"));
    assert_eq!(diff.file("renedit2.txt").unwrap().similarity, Some(96));
    assert!(diff.file("type.txt").unwrap().new.as_ref().unwrap().mode.is_some_and(Mode::is_link));
    assert!(diff.file("mode.sh").unwrap().new.as_ref().unwrap().mode.is_some_and(Mode::is_executable));
    assert!(Mode(0o160_000).is_submodule() && !Mode(0o160_000).same_kind(Mode(0o100_644)));
}

#[test]
fn lines_have_numbers_and_keep_every_byte() {
    let diff = Diff::read(PLAIN).unwrap();
    let texts = |path: &str| -> Vec<(LineKind, Vec<u8>, bool)> {
        let file = diff.file(path).or(diff.old_file(path)).unwrap();
        file.lines().map(|line| (line.kind, line.text.to_vec(), line.ends_bare)).collect()
    };
    let line = |kind, text: &[u8], bare| (kind, text.to_vec(), bare);
    let (context, added, removed) = (LineKind::Context, LineKind::Added, LineKind::Removed);
    assert_eq!(
        texts("crlf.txt"),
        [
            line(context, b"x\r", false),
            line(removed, b"y\r", false),
            line(added, b"Y\r", false),
            line(context, b"z\r", false)
        ]
    );
    assert_eq!(
        texts("nonl.txt"),
        [line(context, b"a", false), line(removed, b"b", true), line(added, b"c", true)]
    );
    assert_eq!(
        texts("inc.c"),
        [line(context, b"i", false), line(added, b"++ j;", false), line(added, b"++ k", false)]
    );
    assert_eq!(texts("q.sql")[1], line(removed, b"-- a comment", false));
    let numbers: Vec<_> = diff.file("edit.txt").unwrap().hunks[1]
        .lines
        .iter()
        .map(|l| (l.old_number(), l.new_number()))
        .collect();
    assert_eq!(
        numbers,
        [
            (Some(8), Some(8)),
            (Some(9), Some(9)),
            (Some(10), Some(10)),
            (Some(11), None),
            (None, Some(11)),
            (Some(12), Some(12))
        ]
    );
    assert_eq!(diff.file("edit.txt").unwrap().hunks[1].section, b"seven");
}

#[test]
fn a_copy_and_a_name_with_everything_in_it() {
    let diff = Diff::read(ODD).unwrap();
    let odd = "\"a\\tb\\\"c\\\\\\n\\033.txt\"";
    let shown: Vec<_> = diff.files().iter().map(|file| (file.status, file.path().text())).collect();
    assert_eq!(shown, [(FileStatus::Added, odd.into()), (FileStatus::Copied, "copy.txt".into())]);
    assert_eq!(diff.files()[0].path().bytes(), b"a\tb\"c\\\n\x1b.txt");
    assert_eq!(diff.file(odd).map(FileDiff::path).map(GitPath::bytes), Some(&b"a\tb\"c\\\n\x1b.txt"[..]));
    assert_eq!(diff.old_file("edit.txt"), None, "the source of a copy stayed as it was");
}

#[test]
fn a_binary_patch_is_skipped_whole() {
    let diff = Diff::read(BINARY).unwrap();
    assert!(diff.files()[0].binary && diff.files()[0].hunks.is_empty());
    let more =
        [BINARY, PLAIN[PLAIN.windows(10).position(|w| w == b"diff --git").unwrap()..].as_ref()].concat();
    let again = Diff::read(&more).unwrap_err();
    assert_eq!(again.to_string(), "line 10 of the diff: the path is changed twice");
}

#[test]
fn a_hundred_thousand_lines_and_long_runs_are_read_in_one_pass() {
    let mut text =
        b"diff --git a/x b/x\nnew file mode 100644\nindex 0000000..1234567\n--- /dev/null\n+++ b/x\n"
            .to_vec();
    text.extend_from_slice(b"@@ -0,0 +1,200000 @@\n");
    text.extend(std::iter::repeat_n(b"+a line of some length, as people write them\n", 200_000).flatten());
    let diff = Diff::read(&text).unwrap();
    assert_eq!(diff.files()[0].lines().count(), 200_000);
    assert_eq!(diff.file("x").unwrap().new_line(199_999).map(|l| l.new_number()), Some(Some(199_999)));
}

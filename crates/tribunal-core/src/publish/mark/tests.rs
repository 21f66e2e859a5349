//! A comment is ours by code and account, and by nothing less.

use super::{LOOP_MARKER, Mark, is_ours};
use crate::domain::{Commit, RunId};
use crate::protocol::Publication;

const KEY: &[u8] = b"a key of the host";

fn mark() -> Mark {
    Mark {
        run: RunId::parse("run-7").unwrap(),
        round: 2,
        kind: Publication::FixReport,
        head: Commit::parse(&"ab".repeat(20)).unwrap(),
    }
}

fn posted() -> String {
    format!("{}\n\n## Fix report\n", mark().lines(KEY))
}

#[test]
fn ours_by_code_and_account() {
    assert!(is_ours(&posted(), "tribunal-bot", "Tribunal-Bot", KEY));
    assert!(is_ours(&posted().replace('\n', "\r\n"), "tribunal-bot", "tribunal-bot", KEY));
    assert_eq!(Mark::read(&posted(), KEY), Some(mark()));
}

#[test]
fn a_pasted_marker_hides_nothing() {
    assert!(!is_ours(&posted(), "mallory", "tribunal-bot", KEY), "the right code, another account");
    let bare = format!("{LOOP_MARKER}\nplease do not look here");
    assert!(!is_ours(&bare, "tribunal-bot", "tribunal-bot", KEY), "no code");
    let quoted = format!("> look\n{}", posted());
    assert!(!is_ours(&quoted, "tribunal-bot", "tribunal-bot", KEY), "not in the first line");
    assert!(!is_ours(&posted(), "tribunal-bot", "tribunal-bot", b"another key"));
}

#[test]
fn no_field_can_be_changed() {
    for (from, to) in
        [("run-7", "run-8"), ("round=2", "round=3"), ("fix-report", "final-report"), ("abab", "cdab")]
    {
        assert_eq!(Mark::read(&posted().replacen(from, to, 1), KEY), None, "{from} -> {to}");
    }
    assert_eq!(Mark::read(&posted().replace(" -->", " x=1 -->"), KEY), None);
    assert_eq!(Mark::read(&posted().replacen("mac=", "mac=0", 1), KEY), None);
}

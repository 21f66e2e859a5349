//! A sixth protocol, made by a user from parts of the others, and the proof that the engine knows none by name.
//!
//! Its transcripts are in `scenarios/sixth/`, played with all others; here is only what they cannot say themselves.

use std::path::{Path, PathBuf};

use tribunal_core::domain::{Choice, Outcome};
use tribunal_core::protocol::{self, Combine, IdScheme, Ladder, ReReview};
use tribunal_testkit::files_below;
use tribunal_testkit::scenario::text_of;

const NIGHT_WATCH: &str = include_str!("protocols/night-watch.toml");

fn files(dir: &str, ending: &str) -> Vec<PathBuf> {
    let found = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(dir), ending.trim_start_matches('.'));
    assert!(!found.is_empty(), "{dir} holds files that end with {ending}");
    found
}

#[test]
fn it_mixes_what_no_shipped_protocol_mixes() {
    let ours = protocol::read("night-watch.toml", NIGHT_WATCH).unwrap().resolve(None).unwrap();
    assert!(matches!(ours.combine, Combine::Quorum { need: 2, of: 3, veto_at: Some(_) }));
    assert_eq!((ours.re_review, &ours.ids), (ReReview::Fresh, &IdScheme::Content));
    assert_eq!((ours.limits.climbs, ours.alarm), (Ladder::Author, None));
    assert!(!ours.human.contains(&Choice::AcceptRisk));
    assert!(protocol::builtin().iter().all(|(name, _)| *name != ours.name));
}

#[test]
fn its_transcripts_play_the_file_beside_them() {
    for path in files("tests/scenarios/sixth", ".txt") {
        let text = text_of(&path);
        let lines = text.lines().filter_map(|l| l.strip_prefix('|'));
        let body: String = lines.map(|l| l.strip_prefix(' ').unwrap_or(l).to_owned() + "\n").collect();
        assert_eq!(body, NIGHT_WATCH, "{}", path.display());
    }
}

/// Everything between double quotes outside of comments; enough for sources that rustfmt has seen.
fn literals(text: &str) -> String {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(|line| line.split('"').skip(1).step_by(2)).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_engine_names_no_protocol() {
    for path in files("src/engine", ".rs") {
        let text = text_of(&path);
        let literals = literals(&text).replace('_', "-");
        for (name, _) in protocol::builtin() {
            let named = literals.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == *name);
            assert!(!named, "{} names {name}; read a policy field instead", path.display());
        }
        for asked in ["protocol().name", "protocol.name", "protocol().mode", "protocol.mode"] {
            assert!(!text.contains(asked), "{} reads {asked}", path.display());
        }
    }
}

/// Spec section 2, the outcome table.
#[test]
fn every_outcome_has_its_exit_code() {
    let table = [
        (Outcome::Approved, "approved", 0),
        (Outcome::ApprovedWithNotes, "approved-with-notes", 0),
        (Outcome::Accepted, "accepted", 0),
        (Outcome::ChangesRequested, "changes-requested", 1),
        (Outcome::Inconclusive, "inconclusive", 2),
        (Outcome::NotReviewed, "not-reviewed", 2),
        (Outcome::NeedsHuman, "needs-human", 3),
        (Outcome::Aborted, "aborted", 4),
    ];
    for (outcome, word, code) in table {
        assert_eq!((outcome.word(), outcome.exit_code(), outcome.approves()), (word, code, code == 0));
    }
}

//! Places, severity words and verdict words: what is read is written so that it reads back equal.

use tribunal_core::dialect::{claim, claim_word, location, location_text, severity, severity_word};
use tribunal_core::domain::Severity;
use tribunal_core::protocol::Dialect;

/// All dialects.
pub(super) const DIALECTS: [Dialect; 5] = [
    Dialect::IssueLines,
    Dialect::ReviewResult,
    Dialect::Handoff,
    Dialect::FindingsDocument,
    Dialect::PullReview,
];

/// A place reads back equal, an unknown severity is critical, a vote survives being written.
pub(super) fn hold(input: &[u8]) {
    let Some(text) = super::text(input, &[]) else { return };
    place(&text);
    level(&text);
    DIALECTS.into_iter().for_each(|dialect| vote(dialect, &text));
}

fn place(text: &str) {
    if let Some(read) = location(text) {
        let written = location_text(&read);
        assert_eq!(location(&written), Some(read), "{text:?} was written as {written:?}");
    }
}

fn level(text: &str) {
    let read = severity(text);
    assert!(read.known || read.severity == Severity::Critical, "unknown and milder than critical: {text:?}");
    for dialect in DIALECTS {
        assert!(
            severity(severity_word(dialect, read.severity)).known,
            "{dialect:?} writes a word nobody reads"
        );
    }
}

fn vote(dialect: Dialect, text: &str) {
    if let Some(read) = claim(dialect, text) {
        assert_eq!(claim(dialect, claim_word(dialect, read)), Some(read), "{dialect:?} {text:?}");
    }
}

//! What must hold for every input of every reader, as functions of raw bytes that fail by panicking.
//!
//! The fuzz targets call these, and so does the test that plays the seeds, so a property is stated once. An input is
//! text as it is, or, where its first byte is `PIECES` (which no UTF-8 text begins with), a list of pieces from the
//! target's own vocabulary: raw bytes find odd characters, pieces find odd combinations.

mod diffs;
mod envelope;
mod files;
mod json;
mod lines;
mod words;

use std::borrow::Cow;

use tribunal_core::dialect::Sheet;
use tribunal_core::domain::{Complaint, Review, Severity};

/// One reader's property.
pub type Property = fn(&[u8]);

/// Every target by name: the name of its fuzz target and of its folder of seeds.
pub const ALL: [(&str, Property); 13] = [
    ("dialect", words::hold),
    ("diff", diffs::hold),
    ("envelope", envelope::hold),
    ("findings_document", lines::findings_document),
    ("handoff", json::handoff),
    ("issue_lines", lines::issue_lines),
    ("log", files::log),
    ("mode_file", files::mode_file),
    ("protocol_file", files::protocol_file),
    ("pull_review", json::pull_review),
    ("review_result", json::review_result),
    ("script", files::script),
    ("strict_json", json::strict),
];

/// Runs one target's property by its name.
///
/// # Panics
/// If the property does not hold, which is the point, or if there is no such target.
pub fn hold(target: &str, input: &[u8]) {
    let found = ALL.iter().find(|(name, _)| *name == target);
    found.expect("every fuzz target is on the list of invariants").1(input);
}

/// The first byte of an input that is a list of pieces.
pub const PIECES: u8 = 0xff;

/// The text an input stands for; none if it is no text.
fn text<'a>(input: &'a [u8], vocabulary: &[&str]) -> Option<Cow<'a, str>> {
    match input.split_first() {
        Some((&PIECES, rest)) if !vocabulary.is_empty() => {
            let piece = |byte: &u8| vocabulary[usize::from(*byte) % vocabulary.len()];
            Some(Cow::Owned(rest.iter().map(piece).collect()))
        }
        Some(_) | None => std::str::from_utf8(input).ok().map(Cow::Borrowed),
    }
}

/// The surroundings everything is written with.
fn sheet() -> Sheet {
    Sheet { round: 1, iteration: 1, speaker: "reviewer".to_owned(), pull: 7, ..Sheet::default() }
}

/// The worst severity reported.
fn worst(review: &Review) -> Option<Severity> {
    review.reports.iter().map(|r| r.severity).max()
}

/// Without what is about the text and not about the change.
fn quiet(review: Review) -> Review {
    Review { complaints: Vec::<Complaint>::new(), ..review }
}

//! The five formats, in and out. Tolerant of form, closed on substance.
//!
//! A reader turns a whole text into what was said, or says exactly why it cannot; it never closes a bracket, drops
//! an element or chooses between two candidates. Whether a text is whole, and whose it is, is `reply`'s business
//! (the envelope); what it means for a run is the engine's. Every writer's output reads back equal, up to what that
//! dialect cannot carry. None carries the mark that a severity was unknown: it is written as the critical it was read as.

mod civil;
mod dispatch;
pub mod findings_document;
pub mod handoff;
pub mod issue_lines;
pub(crate) mod json;
mod place;
pub mod pull_review;
pub mod review_result;
mod said;
#[cfg(test)]
pub(crate) mod samples;
mod sheet;
mod text;
mod words;

pub use civil::{civil_minute, duration_text};
pub use dispatch::{read_answers, read_review};
#[doc(hidden)]
pub use json::strict_json;
pub use place::{location, location_text};
pub use sheet::Sheet;
pub use words::{SeverityRead, claim, claim_word, severity, severity_word};

use crate::domain::Complaint;

/// Longest reply that is read at all, in bytes; longer ones are a fault of the agent.
pub const REPLY_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Most findings one reply may carry.
pub const FINDINGS_MAX: usize = 10_000;

/// Why a reply is no review and no answer: what is wrong and where, in words the agent can act on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", .0.place, .0.what)]
pub struct Unreadable(pub Complaint);

impl Unreadable {
    /// Names the place and the fault.
    pub fn at(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self(Complaint { place: place.into(), what: what.into() })
    }
}

//! What a written document says about its surroundings: who, which round, which branch. Data only.

use crate::domain::Timestamp;

/// The surroundings of a document. A dialect prints the fields it knows and ignores the rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The run's round.
    pub round: u32,
    /// Rounds since the rung or gate was entered.
    pub iteration: u32,
    /// Who speaks: the reviewer's or the author's seat.
    pub speaker: String,
    /// When; the core is given it.
    pub at: Timestamp,
    /// The branch under review.
    pub branch: String,
    /// The base branch.
    pub base: String,
    /// The story's id (003).
    pub story: String,
    /// The story's title (003).
    pub title: String,
    /// The pull request's number (004).
    pub pull: u64,
    /// Of the open findings, how many were known before (000 and 002).
    pub unresolved: u32,
    /// Of the open findings, how many this round raised (000 and 002).
    pub new: u32,
}

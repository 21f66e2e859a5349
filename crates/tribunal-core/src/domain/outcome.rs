//! How a run ended or stands, and the exit code that says so.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a run ended or stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Passed, nothing open.
    Approved,
    /// Passed; non-blocking, outvoted or flagged findings are left.
    ApprovedWithNotes,
    /// A human took the open risk.
    Accepted,
    /// Fails, and no author is to act.
    ChangesRequested,
    /// The review did not really happen, or is stale.
    Inconclusive,
    /// Dry run or empty diff.
    NotReviewed,
    /// A person has to decide.
    NeedsHuman,
    /// Ended by a human, or the pull request was closed or merged.
    Aborted,
}

impl Outcome {
    /// Whether the change may go on.
    pub fn approves(self) -> bool {
        matches!(self, Outcome::Approved | Outcome::ApprovedWithNotes | Outcome::Accepted)
    }

    /// The process exit code that stands for it.
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Approved | Outcome::ApprovedWithNotes | Outcome::Accepted => 0,
            Outcome::ChangesRequested => 1,
            Outcome::Inconclusive | Outcome::NotReviewed => 2,
            Outcome::NeedsHuman => 3,
            Outcome::Aborted => 4,
        }
    }

    /// The word printed everywhere.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Approved => "approved",
            Outcome::ApprovedWithNotes => "approved-with-notes",
            Outcome::Accepted => "accepted",
            Outcome::ChangesRequested => "changes-requested",
            Outcome::Inconclusive => "inconclusive",
            Outcome::NotReviewed => "not-reviewed",
            Outcome::NeedsHuman => "needs-human",
            Outcome::Aborted => "aborted",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

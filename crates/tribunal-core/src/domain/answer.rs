//! What an author said about findings it was asked to fix, already read from its dialect. A claim, not a fact.

use serde::{Deserialize, Serialize};

use super::Complaint;

/// The kinds of answer there are; a protocol allows some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerKind {
    /// Says it changed the code.
    Fixed,
    /// Disagrees, with a reason.
    Rejected,
    /// Valid, but later.
    Deferred,
    /// Not worth doing.
    Skipped,
    /// Tried and could not.
    Unable,
}

/// One answer, with what that kind carries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// Says it changed the code.
    Fixed {
        /// What was done.
        details: String,
        /// The group of fixes that shall become one commit, where the author names groups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<String>,
    },
    /// Disagrees.
    Rejected {
        /// Why; never empty once accepted by the engine.
        reason: String,
        /// Evidence (000), folded when compared with an earlier dispute.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        evidence: String,
        /// What the author asks for (000).
        #[serde(default, skip_serializing_if = "String::is_empty")]
        request: String,
    },
    /// Valid, but later.
    Deferred {
        /// Why later.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
        /// Where it is written down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tech_debt_id: Option<String>,
    },
    /// Not worth doing.
    Skipped {
        /// Why, if said.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// Tried and could not.
    Unable {
        /// Why not.
        reason: String,
    },
}

impl Answer {
    /// Its kind.
    pub fn kind(&self) -> AnswerKind {
        match self {
            Answer::Fixed { .. } => AnswerKind::Fixed,
            Answer::Rejected { .. } => AnswerKind::Rejected,
            Answer::Deferred { .. } => AnswerKind::Deferred,
            Answer::Skipped { .. } => AnswerKind::Skipped,
            Answer::Unable { .. } => AnswerKind::Unable,
        }
    }

    /// What the author wrote: details or reason.
    pub fn text(&self) -> &str {
        match self {
            Answer::Fixed { details, .. } => details,
            Answer::Rejected { reason, .. }
            | Answer::Deferred { reason, .. }
            | Answer::Skipped { reason }
            | Answer::Unable { reason } => reason,
        }
    }
}

impl AnswerKind {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            AnswerKind::Fixed => "fixed",
            AnswerKind::Rejected => "rejected",
            AnswerKind::Deferred => "deferred",
            AnswerKind::Skipped => "skipped",
            AnswerKind::Unable => "unable",
        }
    }
}

/// An answer and the finding it names, by dialect id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The id as written.
    pub id: String,
    /// What is said of it.
    pub answer: Answer,
}

/// Counts an author stated beside its answers; absent ones were not stated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerCounts {
    /// Stated fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<u32>,
    /// Stated rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<u32>,
    /// Stated deferred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deferred: Option<u32>,
    /// Stated total of blocking findings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_blocking: Option<u32>,
    /// Stated fixed among the blocking ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocking_fixed: Option<u32>,
    /// Stated rejected among the blocking ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocking_rejected: Option<u32>,
    /// Stated unaddressed; must be 0 to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unaddressed: Option<u32>,
}

/// Everything an author said in one reply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// One per finding, in the order of the reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
    /// Its own counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<AnswerCounts>,
    /// A request to hand over instead, with its reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
    /// Tests it says it fixed (002's QA loop); compared with the engine's own run, never believed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests_fixed: Vec<String>,
    /// Tests it says still fail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests_remaining: Vec<String>,
    /// What the reader noticed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<Complaint>,
}

//! Why things stop, climb or do not stand: closed lists of reasons, part of the log.

use serde::{Deserialize, Serialize};

use crate::domain::{AnswerKind, Choice, Outcome};

/// Why a run waits, how it stands, what is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// Why.
    pub reason: PauseReason,
    /// How the run stands meanwhile.
    pub outcome: Outcome,
    /// What a person may choose.
    pub offered: Vec<Choice>,
    /// One sentence for people.
    pub note: String,
}

/// Why a run waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PauseReason {
    /// A needed vote is missing.
    Inconclusive,
    /// The head moved during two rounds in a row.
    StaleTwice,
    /// Something blocks that no author can fix: manual intervention required.
    NothingFixable,
    /// No rung is left, reason "no progress".
    NoProgress,
    /// No rung is left, reason "max iterations reached" or "max rounds".
    MaxIterations,
    /// The author asked to hand over and no rung is left.
    AskedUp,
    /// A reviewer says blocker, or clarification did not help (001).
    Blocker,
    /// Two or more reviewers have concerns (001).
    Clarify,
    /// A reviewer failed (001).
    ReviewerFailed,
    /// Nobody gave a valid review (001).
    NoDecision,
    /// Checks failed after a fix (004).
    ChecksFailed,
    /// The author gave nothing, or left findings unanswered where that stops the run.
    FixerFailed,
    /// The budget is spent.
    Budget,
    /// Too many rejections (002).
    Alarm,
    /// A person chose to fix by hand (003, a).
    Blocked,
    /// The branch moved under the fix.
    BranchMoved,
    /// Too many threads to judge (004).
    ThreadsTruncated,
    /// Uncommitted work is in scope.
    Uncommitted,
}

/// Why a role was handed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Rounds in a row without progress.
    NoProgress,
    /// The iteration limit.
    MaxIterations,
    /// The author asked for it.
    AskedByAuthor,
}

impl Reason {
    /// The words of the log line.
    pub fn words(self) -> &'static str {
        match self {
            Reason::NoProgress => "no progress",
            Reason::MaxIterations => "max iterations reached",
            Reason::AskedByAuthor => "asked for by the author",
        }
    }
}

/// Why an answer does not stand (law 5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum AnswerProblem {
    /// No such finding on the list.
    UnknownId { id: String },
    /// The same finding twice, differently.
    SecondAnswer { id: String },
    /// No answer.
    Missing { id: String },
    /// The protocol does not allow this kind for this finding.
    KindNotAllowed { id: String, kind: AnswerKind },
    /// A rejection without a reason, or with an empty phrase for one.
    NoReason { id: String },
    /// The same dispute again.
    SameDispute { id: String },
    /// FIXED, but nothing was committed.
    NoNewCommit { id: String },
    /// Stated counts contradict the answers.
    CountsDiffer { what: String, stated: u32, counted: u32 },
}

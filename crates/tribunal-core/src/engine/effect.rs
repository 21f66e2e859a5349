//! What the world owes the run: the closed list of effects, each with a key derived from state.
//!
//! Performing one twice must be harmless or detected; `begun` says that an intent for it is on record, so whoever
//! performs it looks at the world first.

use crate::domain::{AgentName, Commit, EffectKey, FindingId, SeatName};
use crate::protocol::Publication;

/// One obligation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The same debt has the same key after a restart.
    pub key: EffectKey,
    /// Whether an intent for it is on record.
    pub begun: bool,
    /// What is owed.
    pub task: Task,
}

/// What is owed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Read the change as it stands now. Answer with `ChangeRead`.
    ReadChange,
    /// Ask a reviewer. Answer with `Replied` or `SeatFailed`.
    Ask(Ask),
    /// Read where the head is now. Answer with `HeadRead`.
    ReadHead,
    /// Run the project's tests. Answer with `TestsRan` or `TestsFailed`.
    RunTests { head: Commit },
    /// Ask the author. Answer with `AuthorAnswered` or `AuthorFailed`.
    Fix(Fix),
    /// Run the project's checks. Answer with `ChecksRan`.
    RunChecks { head: Commit },
    /// Move the branch from one commit to the other, if it still is at the first. Answer with `Landed` or
    /// `LandRefused`.
    Land { from: Commit, to: Commit },
    /// Ask a target to clarify (001). Answer with `Clarified`.
    Clarify { target: AgentName, concerns: Vec<FindingId> },
    /// Publish a report. Answer with `Published`.
    Publish { kind: Publication, round: u32 },
}

/// A question to a reviewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The seat asked.
    pub seat: SeatName,
    /// The role it fills.
    pub role: String,
    /// The agent that fills it now.
    pub agent: AgentName,
    /// Which attempt this is; a reply to another one is refused.
    pub attempt: u32,
    /// What was wrong with the last reply, to the letter; set in a repair turn.
    pub error: Option<String>,
    /// The round.
    pub round: u32,
    /// Rounds since the rung or gate was entered, this one included.
    pub iteration: u32,
    /// The commit to look at.
    pub head: Commit,
    /// How much to look at.
    pub look: super::Look,
    /// Findings to rule on; always empty for a fresh reviewer.
    pub rule_on: Vec<FindingId>,
    /// Agents whose work is reviewed (001).
    pub targets: Vec<AgentName>,
}

/// A question to the author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The role that acts.
    pub role: String,
    /// The agent that fills it.
    pub agent: AgentName,
    /// Which attempt this is.
    pub attempt: u32,
    /// Findings that must be answered.
    pub list: Vec<FindingId>,
    /// Findings that may be answered.
    pub optional: Vec<FindingId>,
    /// Tests that have not passed.
    pub tests: Vec<String>,
    /// The commit to start from.
    pub from: Commit,
    /// What was wrong with the last attempt: refused answers or red checks.
    pub problems: Vec<String>,
    /// One more round without progress hands the work to somebody else.
    pub warned: bool,
}

//! What a person may choose when a run waits for one.

use serde::{Deserialize, Serialize};

use super::{Commit, FindingId};

/// The options any protocol can offer. Each protocol names its own subset; `Abort` is always offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Ends the run.
    Abort,
    /// The current rung again from iteration 1 on the current head.
    Resume,
    /// The same, after the person changed the code.
    FixByHand,
    /// A new cycle with the same reviewers (001).
    Retry,
    /// The same, on the new state (001).
    ManualFixConfirmed,
    /// The named findings become accepted (001).
    Override,
    /// Decide without the reviewer that failed (001).
    GoOnWithout,
    /// The clarification is done by hand: review again (001).
    Clarified,
    /// The flag is taken off a running run; the concerns stay in the list (001).
    ClearFlag,
    /// a: the run is blocked until the head moved (003).
    Block,
    /// b: the open findings become accepted (003).
    AcceptRisk,
    /// c: one more round (003).
    OneMoreRound,
    /// A named author becomes a new rung above the last (002).
    StrongerAuthor,
    /// The run ends with a plan; a new run names it as predecessor (002).
    RePlan,
    /// The run ends with a reason; a new run names it as predecessor (002).
    RejectAndRestart,
    /// Stays paused, addressed to the user (002).
    AskUser,
    /// The alarm was seen; the run goes on as computed (002). Never an approval by itself.
    Acknowledge,
}

impl Choice {
    /// All of them, in the order they are offered.
    pub const ALL: [Choice; 17] = [
        Choice::Resume,
        Choice::FixByHand,
        Choice::Retry,
        Choice::ManualFixConfirmed,
        Choice::Override,
        Choice::GoOnWithout,
        Choice::Clarified,
        Choice::ClearFlag,
        Choice::Block,
        Choice::AcceptRisk,
        Choice::OneMoreRound,
        Choice::StrongerAuthor,
        Choice::RePlan,
        Choice::RejectAndRestart,
        Choice::AskUser,
        Choice::Acknowledge,
        Choice::Abort,
    ];

    /// The word used in files and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Choice::Abort => "abort",
            Choice::Resume => "resume",
            Choice::FixByHand => "fix-by-hand",
            Choice::Retry => "retry",
            Choice::ManualFixConfirmed => "manual-fix-confirmed",
            Choice::Override => "override",
            Choice::GoOnWithout => "go-on-without",
            Choice::Clarified => "clarified",
            Choice::ClearFlag => "clear-flag",
            Choice::Block => "block",
            Choice::AcceptRisk => "accept-risk",
            Choice::OneMoreRound => "one-more-round",
            Choice::StrongerAuthor => "stronger-author",
            Choice::RePlan => "re-plan",
            Choice::RejectAndRestart => "reject-and-restart",
            Choice::AskUser => "ask-user",
            Choice::Acknowledge => "acknowledge",
        }
    }
}

/// A person's decision with all that makes it accountable. When it was made stands on the event itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HumanDecision {
    /// What was chosen.
    pub choice: Choice,
    /// Who chose it.
    pub who: String,
    /// Why; required where the choice needs a reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The head at the moment of the decision.
    pub head: Commit,
    /// The findings meant (override).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingId>,
    /// The author named (stronger author).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

//! What the engine computes for a round. Built in exactly one place, `engine::judge`; everyone else reads it.

use serde::{Deserialize, Serialize};

use super::{Commit, Counts, FindingId, SeatName};

/// What the rules made of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Passes.
    Pass,
    /// One concern: logged, and on it goes, flagged (001).
    PassFlagged,
    /// Fails; an author may act.
    Fail,
    /// A vote the combination needs is missing.
    Inconclusive,
    /// Stop and escalate (001).
    Stop,
    /// Pause and clarify (001).
    Clarify,
    /// A reviewer failed and the protocol asks the user what to do (001).
    AskUser,
}

impl Decision {
    /// Whether the round lets the change go on.
    pub fn passes(self) -> bool {
        matches!(self, Decision::Pass | Decision::PassFlagged)
    }
}

/// Which rule decided, in the words of the protocol's own table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// No finding blocks.
    NothingBlocks,
    /// At least one finding blocks.
    FindingsBlock,
    /// No seat gave a valid review.
    NoValidReview,
    /// A needed seat gave no valid review.
    SeatMissing,
    /// The counts would pass, but the panel was not whole.
    PartialPanel,
    /// Enough seats passed.
    QuorumPassed,
    /// Enough seats failed.
    QuorumFailed,
    /// Neither side has enough votes.
    NoQuorum,
    /// A finding at or above `veto_at` beat the majority.
    SeverityVeto,
    /// A human's CHANGES_REQUESTED stands (004, rule 0).
    HumanVeto,
    /// P0 > 0 (004, rule 1).
    AnyCritical,
    /// P1 > 0 (004, rule 2).
    AnyHigh,
    /// P2 > 0 (004, rule 3).
    AnyMedium,
    /// Consensus approves but a thread is unresolved (004).
    ThreadsOpen,
    /// Consensus approves but the forge's states could not be read (004).
    ForgeUnread,
    /// A reviewer says blocker (001, rule 1).
    AnyBlocker,
    /// Two or more say concerns (001, rule 2).
    TwoConcerns,
    /// Exactly one says concerns (001, rule 3).
    OneConcern,
    /// All approved (001, rule 4).
    AllApproved,
    /// Every test passed (002's QA).
    TestsPassed,
    /// A test failed, is gone or was skipped (002's QA).
    TestsFailed,
    /// No test ran (002's QA).
    NoTestRan,
}

/// How one seat counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoteCast {
    /// For.
    Pass,
    /// Against, but not stopping (001).
    Concerns,
    /// Against.
    Fail,
    /// Stops everything (001).
    Blocker,
    /// No valid review.
    Missing,
    /// Left out by a human's recorded decision (001).
    LeftOut,
}

/// One seat's vote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatVote {
    /// The seat.
    pub seat: SeatName,
    /// How it counts.
    pub vote: VoteCast,
}

/// A round's verdict with everything that made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// The run's round.
    pub round: u32,
    /// The gate judged.
    pub gate: String,
    /// The base of the diff.
    pub base: Commit,
    /// The commit judged.
    pub head: Commit,
    /// What follows.
    pub decision: Decision,
    /// Which rule made it.
    pub rule: Rule,
    /// Counts by severity of all that still stands, by the protocol's way of counting.
    pub counts: Counts,
    /// How each seat counts, in seat order.
    pub votes: Vec<SeatVote>,
    /// Findings that block.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocking: Vec<FindingId>,
    /// Of the blocking ones, how many were known before this round.
    pub unresolved: u32,
    /// Of the blocking ones, how many this round raised.
    pub new: u32,
    /// Findings that are left without blocking, outvoted ones included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<FindingId>,
    /// Findings whose risk a human accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<FindingId>,
    /// People whose request for changes stands (004).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vetoed_by: Vec<String>,
    /// Unresolved review threads (004).
    pub open_threads: u32,
    /// Tests that have not passed (002's QA).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing_tests: Vec<String>,
}

//! What a protocol says: closed enums the engine reads. A `Protocol` is one protocol in one mode, fully resolved.
//!
//! The engine asks these fields and never a protocol's name. Reading them from TOML, with strict errors, is
//! `protocol::read`; the built-in files are `protocol::builtin`.

use serde::{Deserialize, Serialize};

use crate::domain::{AnswerKind, Choice, Severity};

/// A protocol in one mode, resolved and checked: any value of this type can be run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// Its name; for people and for the verdict, never for a branch.
    pub name: String,
    /// The mode chosen, where it has modes.
    pub mode: Option<String>,
    /// One sentence for `tribunal protocols`.
    pub summary: String,
    /// The words it reads and writes.
    pub dialect: Dialect,
    /// What blocks.
    pub blocks: Blocks,
    /// Who sits on the panel.
    pub panel: Panel,
    /// How several reviewers combine.
    pub combine: Combine,
    /// What a seat without a valid review means.
    pub failed_seat: FailedSeat,
    /// What a later review may look at.
    pub re_review: ReReview,
    /// Answers allowed to findings that block.
    pub answers: Vec<AnswerKind>,
    /// Answers allowed to findings that do not block.
    pub optional_answers: Vec<AnswerKind>,
    /// What follows when a finding on the fix list is not answered.
    pub unanswered: Unanswered,
    /// What follows when the checks fail twice after a fix.
    pub failed_checks: FailedChecks,
    /// When two reports count as one.
    pub dedupe: Dedupe,
    /// How findings are named in the dialect.
    pub ids: IdScheme,
    /// When to stop.
    pub limits: Limits,
    /// Whether a finding that was reported fixed and is back is taken off the fix list.
    pub stuck: bool,
    /// When to call the manager.
    pub alarm: Option<Alarm>,
    /// Whether a human's request for changes and unresolved threads stand in the way (004).
    pub forge: Option<ForgeRules>,
    /// Reviewer families, each a ladder from weak to strong.
    pub families: Vec<Family>,
    /// The author's ladder, from the first to the strongest; never empty.
    pub authors: Vec<Rung>,
    /// Gates in order; never empty.
    pub gates: Vec<Gate>,
    /// What a person may choose; `abort` is always offered.
    pub human: Vec<Choice>,
    /// Events and timer that start a cycle (001).
    pub triggers: Option<Triggers>,
    /// What is published, where anything is.
    pub publish: Vec<Publication>,
    /// What a reviewer is told to do, beyond the dialect.
    pub duties: Vec<String>,
    /// Whether a change is compared with the remote's branch of the base's name, where there is one (003).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub remote_base: bool,
}

/// The five formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// 000: `[ISSUE-1] [MAJOR] text - file:line - fix`.
    IssueLines,
    /// 001: `review_request` and `review_result`.
    ReviewResult,
    /// 002: hand-off with issues and `issue_responses`.
    Handoff,
    /// 003: findings markdown.
    FindingsDocument,
    /// 004: appendix A1 to A5.
    PullReview,
}

/// What blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blocks {
    /// A finding of this severity or worse.
    At(Severity),
    /// The reviewers' votes, not their findings.
    Vote,
}

/// How many sit on the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// Fewest reviewers.
    pub min: u32,
    /// Most reviewers.
    pub max: u32,
    /// Whether a comments analyzer sits beside them (004).
    pub comments_analyzer: bool,
}

/// How several reviewers combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Combine {
    /// All findings together; every seat must have reviewed.
    Single,
    /// Enough seats must pass.
    Quorum {
        /// Votes needed to pass.
        need: u32,
        /// Seats configured.
        of: u32,
        /// A finding at or above this beats the majority.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        veto_at: Option<Severity>,
    },
    /// 001's table over votes.
    FourRules,
    /// 004's consensus over counts.
    Priority,
}

/// What a seat without a valid review means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailedSeat {
    /// The round is inconclusive.
    Inconclusive,
    /// As many as the quorum can spare may fail.
    AsQuorumAllows,
    /// The round may lead to a fix but never passes.
    FixOnly,
    /// The user is asked (001).
    Pause,
}

/// What a later review may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ReReview {
    /// It rules on each open finding and looks for new ones.
    Verify {
        /// How much it looks at.
        scope: Scope,
        /// Which new findings count.
        new: NewFindings,
    },
    /// It knows nothing of earlier rounds; what it no longer reports is confirmed fixed.
    Fresh,
    /// Each trigger starts a review of its own; no finding is verified (001).
    PerTrigger,
}

/// How much a verifying reviewer looks at from iteration 2 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The whole change.
    Whole,
    /// The flagged places and the files the fix touched.
    Flagged,
}

/// Which new findings of a re-review count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewFindings {
    /// All of them.
    Any,
    /// Only blocking ones; others are kept as remarks.
    Blocking,
}

/// What follows when a finding on the fix list is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unanswered {
    /// It stays open and the review goes on.
    StaysOpen,
    /// No review; the round counts as one without progress.
    NoReview,
    /// The run stops for a person.
    Stop,
}

/// What follows when the checks fail twice after a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailedChecks {
    /// The fix is dropped and its answers count as not given.
    DropFix,
    /// The run stops for a person.
    Stop,
}

/// When two reports count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dedupe {
    /// Every report counts.
    None,
    /// Same file, line and title.
    LocationTitle,
    /// Same fingerprint, across rounds.
    Fingerprint,
}

/// How findings are named in the dialect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum IdScheme {
    /// `ISSUE-1`, `ISSUE-2`, ...; goes on through the whole run.
    Sequence {
        /// The word before the number.
        prefix: String,
    },
    /// `TL-AUTH-1-001`: group, round of birth, number within the round.
    GroupRound {
        /// The word before the group.
        prefix: String,
    },
    /// `SEC-b0bf205b`, computed from the finding itself (004).
    Content,
}

/// Which role climbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ladder {
    /// The reviewer's family.
    Reviewer,
    /// The author's ladder.
    Author,
    /// Nobody: straight to a person.
    Human,
}

/// When to stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Rounds per rung where neither the gate nor the rung has its own number; absent: no limit.
    pub iterations: Option<u32>,
    /// Who climbs at the iteration limit.
    pub climbs: Ladder,
    /// Rounds in a row without progress; absent: not counted.
    pub no_progress: Option<u32>,
    /// Who climbs when there is no progress.
    pub no_progress_climbs: Ladder,
    /// The most rounds a person can extend `iterations` to (003).
    pub extend_to: Option<u32>,
    /// Whether one more fix, labelled unverified, follows the last review (004).
    pub last_fix: bool,
}

/// When to call the manager about rejections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alarm {
    /// Fewest answered blocking findings before it can ring.
    pub min_answered: u32,
    /// Rings when more than this share of them is rejected.
    pub rejected_over_percent: u32,
}

/// How the forge's own states count (004).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForgeRules {
    /// A person's request for changes is a veto.
    pub human_veto: bool,
    /// Unresolved threads stand in the way.
    pub threads_block: bool,
    /// More threads than this cannot be judged.
    pub threads_max: u32,
}

/// A family of reviewers, from weak to strong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// Its rungs, ranks strictly rising.
    pub rungs: Vec<Rung>,
}

/// One rung of a ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// The role that stands on it.
    pub role: String,
    /// How strong it is; only grows up a ladder. From the tier (low 0, mid 1, high 2) or the position.
    pub rank: u8,
    /// Its own limit when reached by escalation.
    pub iterations: Option<u32>,
    /// What it looks at, told in the brief.
    pub scope: String,
}

/// One gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Its name.
    pub name: String,
    /// What is done there.
    pub kind: GateKind,
    /// The role that sits there first; for a tests gate, the QA role.
    pub role: String,
    /// Iterations of the first rung; otherwise the rung's or the protocol's own.
    pub iterations: Option<u32>,
    /// Where escalation goes from the first rung, if not to the next rung of the family.
    pub escalate_to: Option<String>,
}

/// What a gate does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GateKind {
    /// A panel reviews.
    Review,
    /// The project's tests run, again after every fix (002's QA).
    Tests,
}

/// What starts a cycle (001).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triggers {
    /// Milliseconds of silence after which a cycle starts by itself.
    pub silence_ms: u64,
    /// Clarification cycles in a row before it stops and escalates.
    pub clarify_max: u32,
    /// What reviewers are asked to look at.
    pub focus_areas: Vec<String>,
    /// Words of a summary that are shown.
    pub max_words: u32,
}

/// What is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Publication {
    /// After each verdict.
    ReviewReport,
    /// After each fix.
    FixReport,
    /// At the end.
    FinalReport,
}

impl Protocol {
    /// The severity from which a finding blocks; none where votes decide.
    pub fn floor(&self) -> Option<Severity> {
        match self.blocks {
            Blocks::At(severity) => Some(severity),
            Blocks::Vote => None,
        }
    }

    /// Whether a reviewer rules on earlier findings.
    pub fn verifies(&self) -> bool {
        matches!(self.re_review, ReReview::Verify { .. })
    }

    /// The family and position of a role, where it has one.
    pub fn rung(&self, role: &str) -> Option<(&Family, usize)> {
        self.families.iter().find_map(|f| f.rungs.iter().position(|r| r.role == role).map(|i| (f, i)))
    }
}

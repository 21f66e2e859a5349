//! The state of a run: what `apply` remembers and everything else reads.
//!
//! A phase carries exactly the data that exists in it. Only `apply` writes here.
//!
//! Phases and their arrows. `tests/arrows.rs` reads this table, walks all scenarios and compares both ways; abort is
//! why every phase that waits for something leads to `deciding`.
//!
//! ```text
//! unopened   -> starting                       opened
//! starting   -> reading | idle | ended         first gate; standing by for triggers; dry run
//! idle       -> reading | deciding             a trigger, silence, a person asks; a person decides
//! reading    -> read | paused | deciding       the change was read; the round before was stale twice
//! read       -> reviewing | testing | paused | ended    uncommitted work, budget; empty diff, pull request gone
//! read       -> reading                        the head moved: the tests ahead of the review run again
//! reviewing  -> closing | deciding             the head was read after the last seat settled
//! closing    -> weighing | reading             whole; stale
//! weighing   -> judged                         the verdict
//! testing    -> tested | deciding
//! tested     -> judged
//! judged     -> reading | fixing | clarifying | idle | paused | ended
//! fixing     -> checking | landing | answering | judged | paused | deciding    judged: the author asks to hand over
//! checking   -> landing | fixing | answering | paused | deciding    fixing: one more try; answering: fix dropped
//! landing    -> answering | unlanded | deciding
//! unlanded   -> paused                         the branch had moved
//! answering  -> settled                        answers are in the ledger
//! settled    -> reading | judged | paused      next review; none, answers are missing (002); last fix (004)
//! clarifying -> reading | deciding
//! paused     -> deciding
//! deciding   -> reading | weighing | judged | idle | paused | ended
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::event::Taken;
use super::input::{Announcement, Cost, Failure, Opening};
use super::reason::{Pause, Reason};
use super::trail::Trail;
use crate::domain::{
    AgentName, Answers, CheckResult, Commit, EffectKey, Finding, FindingId, HumanDecision, Outcome, Review,
    SeatName, SeatVote, Snapshot, TestRun, Timestamp, Verdict,
};
use crate::protocol::{Protocol, Publication, Rung};

/// A run. `Run::default()` is one that has not been opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// What it was opened with, and what grew from that; none before.
    pub ledger: Option<Box<Ledger>>,
    /// Where it is.
    pub phase: Phase,
    /// When the last event happened.
    pub clock: Timestamp,
}

/// Everything that outlives a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// What the run was opened with.
    pub opening: Opening,
    /// The hash of its protocol.
    pub protocol_hash: String,
    /// The current gate.
    pub gate: usize,
    /// One per gate.
    pub gates: Vec<GateState>,
    /// The author's ladder; a person may add to it.
    pub authors: Vec<Rung>,
    /// The author's position on it; never goes down.
    pub author: usize,
    /// The run's round; only grows.
    pub round: u32,
    /// Rounds begun on a stale head in a row.
    pub stale: u32,
    /// Rounds a person added (003).
    pub extra: u32,
    /// All findings, by id.
    pub findings: BTreeMap<FindingId, Finding>,
    /// Dialect numbers given out: in the run (000), or in `numbered_in` where they restart (002).
    pub numbered: u32,
    /// The round `numbered` belongs to.
    pub numbered_in: u32,
    /// Suggestions outside the count, with who made them.
    pub remarks: Trail<(SeatName, String)>,
    /// Check results of commits that matter now.
    pub checks: BTreeMap<Commit, Vec<CheckResult>>,
    /// Renames inside the change, old path to new.
    pub renames: Vec<(String, String)>,
    /// Files of the change as last read.
    pub files: BTreeSet<String>,
    /// Where the branch was when it was last looked at.
    pub tip: Commit,
    /// What was spent.
    pub spent: Cost,
    /// What may be spent; grows by the budget when a person resumes.
    pub allowance: Option<Cost>,
    /// The manager was called.
    pub alarmed: bool,
    /// Every verdict reached, in order.
    pub verdicts: Trail<Verdict>,
    /// Every decision made, in order, and when.
    pub decisions: Trail<(Timestamp, HumanDecision)>,
    /// Every escalation, in order.
    pub escalations: Vec<Climb>,
    /// Effects begun and not finished.
    pub begun: BTreeSet<EffectKey>,
    /// Reports due and not published, in order.
    pub outbox: Vec<(Publication, u32)>,
    /// Reports published, in order.
    pub published: Vec<(Publication, u32)>,
    /// The events' side of the protocol (001).
    pub watch: Watch,
    /// Things a reader must know, in order.
    pub warnings: Trail<String>,
}

/// Counters of one gate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GateState {
    /// Rounds since the rung or gate was entered.
    pub iteration: u32,
    /// Rounds in a row without progress.
    pub no_progress: u32,
    /// Whether it was ever entered.
    pub entered: bool,
    /// The role that reviews here.
    pub reviewer: String,
    /// Whether `reviewer` was reached by escalation.
    pub escalated: bool,
    /// Rounds counted since this reviewer came; 0 means it has not judged the change yet.
    pub reviewer_rounds: u32,
    /// Fixes asked for here, so that each has a key of its own.
    pub fixes: u32,
    /// Rounds counted here in the whole run.
    pub counted: u32,
    /// The head at which it was passed.
    pub passed_at: Option<Commit>,
    /// Tests that have not passed (QA).
    pub failing: BTreeSet<String>,
    /// Every test ever seen to pass or fail (QA).
    pub known: BTreeSet<String>,
    /// Tests failing when the gate was first run (QA).
    pub original: BTreeSet<String>,
}

/// One step up a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Climb {
    /// From which role.
    pub from: String,
    /// To which role.
    pub to: String,
    /// Why.
    pub reason: Reason,
    /// After which round.
    pub round: u32,
}

/// The events' side of a protocol (001).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Watch {
    /// When the timer was armed; none: it is not.
    pub armed: Option<Timestamp>,
    /// Triggers that wait for the next cycle.
    pub queue: Vec<Trigger>,
    /// What started the current or last cycle.
    pub started_by: Vec<Trigger>,
    /// Agents with events since the last cycle, with their latest summary.
    pub fresh: BTreeMap<AgentName, String>,
    /// The latest summary of each agent.
    pub summaries: BTreeMap<AgentName, String>,
    /// Targets of the current or last cycle.
    pub targets: Vec<AgentName>,
    /// Clarification cycles in a row.
    pub clarified: u32,
    /// Answers to clarification requests, for the next review.
    pub clarifications: Vec<(AgentName, String)>,
    /// Concerns that flag the run.
    pub flagged: Vec<FindingId>,
    /// How the last cycle ended.
    pub outcome: Option<Outcome>,
}

/// What started a cycle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Trigger {
    /// An agent announced it.
    Announced { agent: AgentName, kind: Announcement },
    /// A person asked.
    UserManual { who: String },
    /// No event from any agent for too long.
    TimeoutFallback,
}

/// Where a run is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Phase {
    /// Not opened.
    #[default]
    Unopened,
    /// Opened, nothing begun.
    Starting,
    /// Standing by for triggers (001).
    Idle,
    /// The change is to be read.
    Reading,
    /// The change was read; a round can begin.
    Read(Box<Snapshot>),
    /// A panel reviews.
    Reviewing(Box<Round>),
    /// All seats are settled and the head was read.
    Closing(Box<Round>, Commit),
    /// Reports and rulings are in the ledger.
    Weighing(Box<Round>),
    /// Tests run.
    Testing(Box<Snapshot>),
    /// Tests ran, or could not be run.
    Tested(Box<Snapshot>, Result<TestRun, Failure>),
    /// There is a verdict and something must follow.
    Judged(Box<Judged>),
    /// The author is at work.
    Fixing(Box<Fixing>),
    /// The author's work is being checked.
    Checking(Box<Checking>),
    /// The author's work is to be landed.
    Landing(Box<Checking>),
    /// The branch had moved.
    Unlanded(Box<Checking>, String),
    /// The author's answers are to be entered.
    Answering(Box<Checking>),
    /// The author's turn is over.
    Settled(Box<FixEnd>),
    /// Targets clarify (001).
    Clarifying(Box<Clarifying>),
    /// Waits for a person.
    Paused(Box<Paused>),
    /// A person decided.
    Deciding(Box<HumanDecision>, Option<Box<Paused>>),
    /// Over.
    Ended(Outcome, String),
}

/// One round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Its number in the run.
    pub number: u32,
    /// Its iteration.
    pub iteration: u32,
    /// What is looked at.
    pub snapshot: Snapshot,
    /// How much of it.
    pub look: Look,
    /// Findings to rule on.
    pub rule_on: Vec<FindingId>,
    /// The panel, in seat order.
    pub seats: Vec<Seat>,
    /// How each seat counts; empty until the round is gathered.
    pub votes: Vec<SeatVote>,
}

/// How much a reviewer looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// The whole change.
    Whole,
    /// The flagged places and the files the fix touched.
    Scoped,
}

/// A seat as it is planned for a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatPlan {
    /// Its name.
    pub seat: SeatName,
    /// The role it fills.
    pub role: String,
    /// The agent asked first.
    pub agent: AgentName,
    /// Agents whose work it reviews (001).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<AgentName>,
}

/// A seat in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// As planned; the agent changes on fail-over.
    pub plan: SeatPlan,
    /// How far it is.
    pub state: SeatState,
    /// What a reader must know of it; joins the run's warnings in seat order when the round closes.
    pub notes: Vec<String>,
}

/// How far a seat is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatState {
    /// Asked; the error is what was wrong with the reply before.
    Asked { attempt: u32, error: Option<String> },
    /// Replied, not looked at yet.
    Said { attempt: u32, review: Box<Review> },
    /// Failed, not looked at yet.
    Erred { attempt: u32, failure: Failure },
    /// Gave a valid review.
    Heard { review: Box<Review> },
    /// Gave none.
    Lost { why: String },
    /// Left out by a person's decision (001).
    LeftOut { why: String },
}

/// A verdict and the round it belongs to, if a panel made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The round; none after tests, and none after a round that was skipped.
    pub round: Option<Round>,
    /// Whether this round was counted for the limits.
    pub counted: bool,
    /// Set when the author asked to hand over: step 5 applies at once.
    pub asked_up: bool,
}

/// What the author is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixRequest {
    /// After which round.
    pub round: u32,
    /// At which gate.
    pub gate: u32,
    /// Which fix this is at this gate, so that every fix has a key of its own.
    pub serial: u32,
    /// The role that acts.
    pub role: String,
    /// Findings that must be answered.
    pub list: Vec<FindingId>,
    /// Findings that may be answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<FindingId>,
    /// Tests that have not passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// The commit to start from.
    pub from: Commit,
    /// No review follows (004).
    #[serde(default)]
    pub last: bool,
    /// One more round without progress hands the work to somebody else.
    #[serde(default)]
    pub warned: bool,
}

/// The author at work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixing {
    /// What it was asked.
    pub request: FixRequest,
    /// The verdict that made it necessary.
    pub judged: Judged,
    /// Which attempt.
    pub attempt: u32,
    /// It was asked again for its answers.
    pub asked_again: bool,
    /// It was asked again because checks failed.
    pub checks_failed: bool,
    /// It failed once.
    pub failed: bool,
    /// What was wrong so far.
    pub problems: Vec<String>,
    /// Valid answers of the attempt before.
    pub kept: Vec<Taken>,
    /// What just arrived.
    pub heard: Option<AuthorHeard>,
}

/// What an author's attempt came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorHeard {
    /// Answers, and the commit of its work.
    Answers(Box<Answers>, Commit),
    /// Nothing.
    Failure(Failure),
}

/// The author's work on its way to the branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checking {
    /// The author's turn.
    pub fixing: Fixing,
    /// The commit of its work.
    pub head: Commit,
    /// Answers that stand.
    pub answers: Vec<Taken>,
    /// Findings without an answer.
    pub unanswered: Vec<FindingId>,
}

/// The author's turn is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixEnd {
    /// What was asked.
    pub request: FixRequest,
    /// The verdict that made it necessary.
    pub judged: Judged,
    /// Where the branch is now.
    pub head: Commit,
    /// Findings without an answer.
    pub unanswered: Vec<FindingId>,
}

/// Targets clarify (001).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clarifying {
    /// Everyone asked.
    pub targets: Vec<AgentName>,
    /// Who has not answered.
    pub waiting: BTreeSet<AgentName>,
    /// What it is about.
    pub concerns: Vec<FindingId>,
    /// The options a person has meanwhile.
    pub paused: Paused,
}

/// Waits for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paused {
    /// Why, and what is offered.
    pub pause: Pause,
    /// What the run was doing, where it can go on from there.
    pub held: Option<Box<Judged>>,
    /// The commit the pause is about.
    pub head: Commit,
}

impl Run {
    /// The ledger of an open run.
    ///
    /// # Panics
    /// If the run was never opened; every caller is behind a phase that only exists after opening.
    pub fn book(&self) -> &Ledger {
        self.ledger.as_deref().expect("a phase after Unopened has a ledger")
    }

    /// How the run ended or stands, where it does.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.phase {
            Phase::Ended(outcome, _) => Some(*outcome),
            Phase::Paused(paused) => Some(paused.pause.outcome),
            Phase::Clarifying(clarifying) => Some(clarifying.paused.pause.outcome),
            Phase::Idle => self.book().watch.outcome,
            Phase::Unopened
            | Phase::Starting
            | Phase::Reading
            | Phase::Read(_)
            | Phase::Reviewing(_)
            | Phase::Closing(..)
            | Phase::Weighing(_)
            | Phase::Testing(_)
            | Phase::Tested(..)
            | Phase::Judged(_)
            | Phase::Fixing(_)
            | Phase::Checking(_)
            | Phase::Landing(_)
            | Phase::Unlanded(..)
            | Phase::Answering(_)
            | Phase::Settled(_)
            | Phase::Deciding(..) => None,
        }
    }
}

impl Phase {
    /// Its name, for people and for the arrow table.
    pub fn name(&self) -> &'static str {
        match self {
            Phase::Unopened => "unopened",
            Phase::Starting => "starting",
            Phase::Idle => "idle",
            Phase::Reading => "reading",
            Phase::Read(_) => "read",
            Phase::Reviewing(_) => "reviewing",
            Phase::Closing(..) => "closing",
            Phase::Weighing(_) => "weighing",
            Phase::Testing(_) => "testing",
            Phase::Tested(..) => "tested",
            Phase::Judged(_) => "judged",
            Phase::Fixing(_) => "fixing",
            Phase::Checking(_) => "checking",
            Phase::Landing(_) => "landing",
            Phase::Unlanded(..) => "unlanded",
            Phase::Answering(_) => "answering",
            Phase::Settled(_) => "settled",
            Phase::Clarifying(_) => "clarifying",
            Phase::Paused(_) => "paused",
            Phase::Deciding(..) => "deciding",
            Phase::Ended(..) => "ended",
        }
    }
}

impl Ledger {
    /// The policy.
    pub fn protocol(&self) -> &Protocol {
        &self.opening.protocol
    }

    /// The current gate's counters.
    pub fn at_gate(&self) -> &GateState {
        &self.gates[self.gate]
    }

    /// Whether a finding blocks now.
    pub fn blocks(&self, finding: &Finding) -> bool {
        self.protocol().floor().is_some_and(|floor| finding.severity >= floor) && finding.status.stands()
    }

    /// All findings that block, in the order of their ids.
    pub fn blocking(&self) -> impl Iterator<Item = &Finding> {
        self.findings.values().filter(|f| self.blocks(f))
    }
}

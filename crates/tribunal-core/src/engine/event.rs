//! What became true: the closed list of events. The log is a list of these.
//!
//! An event is either a *fact* (something arrived and was recorded) or a *consequence* (it follows from the facts
//! before it by the rules in `settle`). Replay computes every consequence again and refuses a log that says
//! otherwise, so no verdict can be written into a log by hand.

use serde::{Deserialize, Serialize};

use super::input::{Announcement, Cost, Failure, Opening};
use super::reason::{AnswerProblem, Pause, Reason};
use super::run::{FixRequest, Look, SeatPlan, Trigger};
use crate::domain::{
    AgentName, Answer, Answers, CheckResult, Commit, EffectKey, FindingId, Flag, HumanDecision, Outcome,
    Report, Review, SeatName, SeatVote, Severity, Snapshot, Status, TestRun, Timestamp, Verdict,
};
use crate::protocol::{Ladder, Publication};

/// An event and when it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// When; never earlier than the event before.
    pub at: Timestamp,
    /// What.
    pub event: Event,
}

/// Something became true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    // Facts.
    /// A run began.
    Opened(Box<Opening>),
    /// The change was read.
    ChangeRecorded { snapshot: Snapshot },
    /// A reviewer replied.
    ReplyRecorded { seat: SeatName, attempt: u32, review: Box<Review>, cost: Cost },
    /// A reviewer failed.
    SeatFailureRecorded { seat: SeatName, attempt: u32, failure: Failure, cost: Cost },
    /// The head was read after the last reply.
    HeadRecorded { head: Commit },
    /// Tests ran.
    TestsRecorded { head: Commit, run: TestRun },
    /// Tests could not be run.
    TestsFailureRecorded { failure: Failure },
    /// The author answered.
    AnswersRecorded { attempt: u32, answers: Box<Answers>, head: Commit, cost: Cost },
    /// The author failed.
    AuthorFailureRecorded { attempt: u32, failure: Failure, cost: Cost },
    /// Checks ran.
    ChecksRecorded { head: Commit, results: Vec<CheckResult> },
    /// The branch was moved.
    LandingRecorded { head: Commit },
    /// The branch could not be moved.
    LandingRefused { head: Commit, why: String },
    /// An effect is about to be performed.
    EffectBegun { key: EffectKey },
    /// A report was published.
    PublicationRecorded { key: EffectKey, reference: String },
    /// A person decided.
    DecisionRecorded { decision: HumanDecision },
    /// An agent announced something.
    AnnouncementRecorded { agent: AgentName, kind: Announcement, summary: String },
    /// A person asked for a review.
    ReviewAskRecorded { who: String },
    /// A target clarified.
    ClarificationRecorded { target: AgentName, text: String },
    /// Nothing happened for too long.
    SilenceRecorded,

    // Consequences.
    /// The run reached a gate.
    GateEntered { gate: u32, role: String },
    /// A cycle was started by these triggers (001).
    CycleStarted { triggers: Vec<Trigger> },
    /// A review of this head by this panel began.
    RoundBegun { round: u32, iteration: u32, look: Look, rule_on: Vec<FindingId>, seats: Vec<SeatPlan> },
    /// The project's tests are to run.
    TestsBegun { iteration: u32 },
    /// A seat gave a valid review.
    SeatHeard { seat: SeatName, notes: Vec<String> },
    /// A seat is asked again.
    SeatAskedAgain { seat: SeatName, attempt: u32, agent: AgentName, error: String },
    /// A seat gave no valid review.
    SeatLost { seat: SeatName, why: String },
    /// The head moved while the round ran.
    RoundStale { round: u32, head: Commit },
    /// A new finding.
    FindingRaised {
        finding: FindingId,
        alias: String,
        severity: Severity,
        status: Status,
        seat: SeatName,
        report: Report,
        flags: Vec<Flag>,
    },
    /// A known finding was reported again.
    FindingSighted { finding: FindingId, severity: Severity, seat: SeatName, report: Report },
    /// A finding stands differently now.
    FindingMoved { finding: FindingId, to: Status, because: Because },
    /// A finding carries something every reader must see.
    FindingFlagged { finding: FindingId, flag: Flag },
    /// All reports and rulings of the round are in the ledger.
    RoundGathered { round: u32, votes: Vec<SeatVote> },
    /// The verdict of a round.
    VerdictReached { verdict: Verdict },
    /// The round counts for the limits.
    RoundCounted { iteration: u32, no_progress: u32, progress: Vec<FindingId> },
    /// Too many rejections: the manager is called, once.
    AlarmRaised { answered: u32, rejected: u32 },
    /// A gate was passed at this head.
    GatePassed { gate: u32, head: Commit },
    /// A role was handed up.
    Escalated { ladder: Ladder, from: String, to: String, reason: Reason },
    /// The author is asked.
    FixRequested { request: FixRequest },
    /// Answers were refused and are asked for once more.
    AnswersRefused { attempt: u32, problems: Vec<AnswerProblem> },
    /// The author is asked once more after it failed.
    AuthorAskedAgain { attempt: u32, error: String },
    /// The author asks to hand over.
    EscalationAsked { reason: String },
    /// These answers stand; their work is to be checked and landed.
    FixTaken { head: Commit, answers: Vec<Taken>, unanswered: Vec<FindingId>, problems: Vec<AnswerProblem> },
    /// Checks that were green are red; the author gets one more try.
    FixFailedChecks { attempt: u32, checks: Vec<String> },
    /// The fix is dropped; its answers count as not given.
    FixDropped { checks: Vec<String>, unanswered: Vec<FindingId> },
    /// The checks let the fix through.
    FixChecked { head: Commit },
    /// An answer stands.
    FindingAnswered { finding: FindingId, answer: Answer },
    /// No answer was given.
    FindingUnanswered { finding: FindingId },
    /// The author's turn is over at this head.
    FixSettled { head: Commit },
    /// No review takes place because answers are missing; it counts as a round without progress (002).
    RoundSkipped { round: u32 },
    /// Targets are asked to clarify (001).
    ClarificationAsked { targets: Vec<AgentName>, concerns: Vec<FindingId> },
    /// The run is flagged (001).
    RunFlagged { concerns: Vec<FindingId> },
    /// The flag is gone (001).
    FlagCleared,
    /// A person allowed more rounds (003).
    LimitRaised { to: u32 },
    /// A person put a stronger author above the last (002).
    AuthorAdded { role: String },
    /// A person resumed: the current rung starts again from iteration 1.
    CountersReset,
    /// A person decided to go on without the reviewers that failed (001).
    LostSeatsLeftOut { why: String },
    /// The verdict a pause held back is followed now.
    VerdictTakenUp,
    /// The next review is due.
    RunContinued,
    /// The run stands by for triggers (001).
    RunStoodBy { outcome: Option<Outcome> },
    /// A report is due.
    PublicationDue { kind: Publication, round: u32 },
    /// The run waits for a person.
    RunPaused { pause: Pause },
    /// The run is over.
    RunEnded { outcome: Outcome, why: String },
}

/// An answer that stands and the finding it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// The finding.
    pub finding: FindingId,
    /// The answer.
    pub answer: Answer,
}

/// Why a finding moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Because {
    /// A reviewer ruled RESOLVED and the head had moved.
    RuledResolved,
    /// A reviewer ruled STILL PRESENT.
    RuledStillPresent,
    /// A reviewer ruled REGRESSED.
    RuledRegressed,
    /// The rejection was accepted.
    RejectionAccepted,
    /// The rejection was overruled.
    RejectionOverruled,
    /// No ruling was made on it.
    NoRuling,
    /// A fresh review of a moved head no longer reports it.
    NoLongerReported,
    /// It was reported again.
    ReportedAgain,
    /// It was reported fixed before and is back (004).
    CameBack,
    /// Rulings contradict each other.
    Contradicted,
    /// The majority did not share it.
    MajorityPassed,
    /// A human accepted the risk.
    RiskAccepted,
    /// A human changed the code by hand.
    FixedByHand,
    /// The forge says its thread is resolved, or the thread is gone (004).
    ThreadResolved,
}

impl Event {
    /// Whether this was recorded because something arrived; all others follow from the state.
    pub fn is_fact(&self) -> bool {
        use Event as E;
        match self {
            E::Opened(_)
            | E::ChangeRecorded { .. }
            | E::ReplyRecorded { .. }
            | E::SeatFailureRecorded { .. }
            | E::HeadRecorded { .. }
            | E::TestsRecorded { .. }
            | E::TestsFailureRecorded { .. }
            | E::AnswersRecorded { .. }
            | E::AuthorFailureRecorded { .. }
            | E::ChecksRecorded { .. }
            | E::LandingRecorded { .. }
            | E::LandingRefused { .. }
            | E::EffectBegun { .. }
            | E::PublicationRecorded { .. }
            | E::DecisionRecorded { .. }
            | E::AnnouncementRecorded { .. }
            | E::ReviewAskRecorded { .. }
            | E::ClarificationRecorded { .. }
            | E::SilenceRecorded => true,
            E::GateEntered { .. }
            | E::CycleStarted { .. }
            | E::RoundBegun { .. }
            | E::TestsBegun { .. }
            | E::SeatHeard { .. }
            | E::SeatAskedAgain { .. }
            | E::SeatLost { .. }
            | E::RoundStale { .. }
            | E::FindingRaised { .. }
            | E::FindingSighted { .. }
            | E::FindingMoved { .. }
            | E::FindingFlagged { .. }
            | E::RoundGathered { .. }
            | E::VerdictReached { .. }
            | E::RoundCounted { .. }
            | E::AlarmRaised { .. }
            | E::GatePassed { .. }
            | E::Escalated { .. }
            | E::FixRequested { .. }
            | E::AnswersRefused { .. }
            | E::AuthorAskedAgain { .. }
            | E::EscalationAsked { .. }
            | E::FixTaken { .. }
            | E::FixFailedChecks { .. }
            | E::FixDropped { .. }
            | E::FixChecked { .. }
            | E::FindingAnswered { .. }
            | E::FindingUnanswered { .. }
            | E::FixSettled { .. }
            | E::RoundSkipped { .. }
            | E::ClarificationAsked { .. }
            | E::RunFlagged { .. }
            | E::FlagCleared
            | E::LimitRaised { .. }
            | E::AuthorAdded { .. }
            | E::CountersReset
            | E::LostSeatsLeftOut { .. }
            | E::VerdictTakenUp
            | E::RunContinued
            | E::RunStoodBy { .. }
            | E::PublicationDue { .. }
            | E::RunPaused { .. }
            | E::RunEnded { .. } => false,
        }
    }
}

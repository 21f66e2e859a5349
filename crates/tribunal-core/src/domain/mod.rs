//! The nouns: what a change, a finding, an answer, a ruling and a verdict are. No rule lives here.

mod answer;
mod change;
mod check;
mod finding;
mod fingerprint;
mod human;
mod ids;
mod outcome;
mod review;
mod severity;
mod verdict;

pub use answer::{Answer, AnswerCounts, AnswerKind, Answered, Answers};
pub use change::{Association, ForgeReview, PullState, PullView, ReviewState, Snapshot, Thread};
pub use check::{CheckResult, CheckStatus, TestResult, TestRun, TestSource, TestStatus};
pub use finding::{Claimant, Finding, Flag, Sighting, Status, Withdrawal};
pub use fingerprint::{Fingerprint, Prints, content_id, folded, title_key};
pub use human::{Choice, HumanDecision};
pub use ids::{AgentName, Commit, EffectKey, FindingId, IdError, RunId, SeatName, Timestamp};
pub use outcome::Outcome;
pub use review::{Claim, ClaimedCounts, Complaint, Location, Report, Review, Ruling, RulingSaid};
pub use severity::{Counts, Severity};
pub use verdict::{Decision, Rule, SeatVote, Verdict, VoteCast};

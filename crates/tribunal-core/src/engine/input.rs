//! What can arrive: the closed list of inputs. Each says what happened out there; none says what it means.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::{
    AgentName, Answers, CheckResult, Commit, EffectKey, Fingerprint, HumanDecision, Review, RunId, SeatName,
    Snapshot, TestRun,
};
use crate::protocol::Protocol;

/// Something arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A run is to begin.
    Open(Box<Opening>),
    /// The change, as it stands at the start of a round.
    ChangeRead(Snapshot),
    /// A reviewer's reply, read from its dialect.
    Replied { seat: SeatName, attempt: u32, review: Box<Review>, cost: Cost },
    /// A reviewer gave nothing that can be read.
    SeatFailed { seat: SeatName, attempt: u32, failure: Failure, cost: Cost },
    /// The head as it stands after the last reply of a round.
    HeadRead { head: Commit },
    /// The project's tests ran on this commit.
    TestsRan { head: Commit, run: TestRun },
    /// The project's tests could not be run.
    TestsFailed { failure: Failure },
    /// The author answered; `head` is what its work was committed as, or the old head if it changed nothing.
    AuthorAnswered { attempt: u32, answers: Box<Answers>, head: Commit, cost: Cost },
    /// The author gave nothing that can be read.
    AuthorFailed { attempt: u32, failure: Failure, cost: Cost },
    /// Project checks ran on this commit.
    ChecksRan { head: Commit, results: Vec<CheckResult> },
    /// The branch under review now points at the fix.
    Landed { head: Commit },
    /// The branch had moved, to `head`; the fix was kept aside.
    LandRefused { head: Commit, why: String },
    /// A costly or visible effect is about to be performed.
    Began { key: EffectKey },
    /// Something was published.
    Published { key: EffectKey, reference: String },
    /// A person decided.
    Decided(HumanDecision),
    /// A working agent announced something (001).
    Announced { agent: AgentName, kind: Announcement, summary: String },
    /// A person asked for a review (001).
    ReviewAsked { who: String },
    /// A target answered a request to clarify (001).
    Clarified { target: AgentName, text: String },
    /// Time passed.
    Tick,
}

/// What a run is opened with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The run's name.
    pub run: RunId,
    /// The policy, resolved.
    pub protocol: Protocol,
    /// The base of the change when the run was opened.
    pub base: Commit,
    /// The head of the change when the run was opened.
    pub head: Commit,
    /// The branch under review.
    pub branch: String,
    /// The group in ids such as `TL-AUTH-1-001`; letters and digits, in capitals.
    pub group: String,
    /// Names of the seats, for a panel whose size is open; none: numbered after the role.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviewers: Vec<SeatName>,
    /// Who can fill a seat or role, first choice first. A role that is not named has one agent of its own name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub staff: BTreeMap<String, Vec<Staff>>,
    /// Agents that work side by side and may be reviewed (001).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<AgentName>,
    /// One verdict, or standing by for triggers.
    pub drive: Drive,
    /// Whether an author may act.
    pub author: AuthorRole,
    /// Say what would be done and do nothing.
    #[serde(default)]
    pub dry_run: bool,
    /// Whether project checks are configured.
    #[serde(default)]
    pub checks: bool,
    /// Most that may be spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Cost>,
    /// Fewer rounds than the protocol allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_rounds: Option<u32>,
    /// What an earlier run hands on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inherits: Option<Inheritance>,
    /// What whoever performs needs to know to go on with the run after a restart, in its own words. The engine keeps it
    /// and never reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub order: String,
}

/// One agent that can fill a role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Staff {
    /// Its name in the configuration.
    pub agent: AgentName,
    /// Whether its approval must name a changed file it read. Linters, people and the built-in rules are exempt.
    pub coverage: Coverage,
}

/// Whether an approving reply must show what it read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// At least one changed file must be named as read.
    Shown,
    /// Nothing need be named.
    Exempt,
}

/// How long a run lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drive {
    /// Until there is a verdict.
    Once,
    /// Until a person ends it; triggers start cycles (001).
    Standing,
}

/// Whether an author may act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthorRole {
    /// An author answers and fixes.
    Acts,
    /// Review only.
    Absent,
}

/// What an earlier run hands on (004).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inheritance {
    /// The earlier run.
    pub predecessor: RunId,
    /// Prints of findings that were stuck there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stuck: Vec<Fingerprint>,
    /// Prints of findings that were rejected with a reason there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected: Vec<Fingerprint>,
}

/// What an agent can announce (001). Only some of these start a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    /// A major task is complete.
    Milestone,
    /// Stuck or confused. Starts a cycle; it is not a vote.
    Blocker,
    /// Asks for a review.
    RequestReview,
    /// Anything else; it only shows that the agent is alive.
    Progress,
}

/// Why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Failure {
    /// Nothing was said.
    Empty,
    /// The process ended with an error.
    Crashed { detail: String },
    /// It took too long.
    TimedOut,
    /// The model's service refused for now.
    RateLimited,
    /// The output was cut.
    Truncated,
    /// The agent would not do it.
    Refused { detail: String },
    /// It said something, but not in the agreed form; the exact error, for the repair turn.
    Unreadable { error: String },
    /// The agent is not there at all.
    Missing,
}

/// Money in millionths of a dollar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cost(pub u64);

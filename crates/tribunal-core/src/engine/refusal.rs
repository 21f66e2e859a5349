//! Correct answers to wrong requests. A refusal leaves the state as it was.

use crate::domain::{AgentName, Choice, Commit, FindingId, Outcome, SeatName};

/// Why an input was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The run has not been opened.
    #[error("the run is not open yet; open it first")]
    NotOpen,
    /// The run was opened before.
    #[error("the run is open already; a new change needs a new run")]
    AlreadyOpen,
    /// The run is over.
    #[error("the run ended as {0}; start a new run")]
    Ended(Outcome),
    /// The run waits for a person.
    #[error("the run is paused and waits for a person; see `tribunal show`")]
    Paused,
    /// Nobody asked for this.
    #[error("nobody asked for {what} now; the run is {phase}")]
    NotAsked { what: &'static str, phase: &'static str },
    /// The seat is not on the panel of this round, or has answered.
    #[error("seat {0} is not being asked in this round")]
    SeatNotAsked(SeatName),
    /// A reply to an earlier attempt.
    #[error("attempt {got} is over; attempt {now} is being asked")]
    OldAttempt { got: u32, now: u32 },
    /// The commit is not the one that was asked about.
    #[error("asked about {asked}, told about {told}")]
    OtherCommit { asked: Commit, told: Commit },
    /// Not a target of the clarification.
    #[error("{0} is not asked to clarify anything")]
    NotATarget(AgentName),
    /// The protocol does not offer this choice now.
    #[error("{} is not offered now; choose one of: {}", .choice.word(), words(.offered))]
    NotOffered { choice: Choice, offered: Vec<Choice> },
    /// The choice needs a reason.
    #[error("{} needs a reason: {why}", .choice.word())]
    ReasonNeeded { choice: Choice, why: &'static str },
    /// The choice needs a person's name.
    #[error("a decision needs the name of who made it")]
    NobodyDecided,
    /// The choice needs a moved head.
    #[error("{} needs a new commit: the head is still {head}", .choice.word())]
    HeadNotMoved { choice: Choice, head: Commit },
    /// The choice needs findings.
    #[error("{} needs the findings it is about", .choice.word())]
    FindingsNeeded { choice: Choice },
    /// The findings named are not all that stand in the way.
    #[error("{} must name all that stands in the way; also: {}", .choice.word(), .missing.join(", "))]
    NotAllNamed { choice: Choice, missing: Vec<String> },
    /// No such finding, or not one that can be accepted.
    #[error("{0} is not an open finding of this run")]
    NotAnOpenFinding(FindingId),
    /// The choice needs an author's name.
    #[error("stronger-author needs the name of an author that is not on the ladder yet")]
    AuthorNeeded,
    /// This protocol has no triggers.
    #[error("this protocol starts no cycle by events")]
    NoTriggers,
    /// Nothing with that key is owed.
    #[error("nothing with the key {0} is owed")]
    NothingOwed(crate::domain::EffectKey),
    /// The panel cannot be seated.
    #[error("the panel needs {min} to {max} different reviewers, {got} were named")]
    BadPanel { min: u32, max: u32, got: usize },
    /// An option of the opening makes no sense.
    #[error("{0}")]
    BadOpening(String),
    /// More than the engine takes.
    #[error("{what}: {got} is more than the {max} that are taken")]
    TooMuch { what: &'static str, got: usize, max: usize },
}

fn words(choices: &[Choice]) -> String {
    choices.iter().map(|c| c.word()).collect::<Vec<_>>().join(", ")
}

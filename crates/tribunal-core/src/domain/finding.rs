//! A finding as the engine keeps it: one id for the life of the run, every report of it kept as a sighting.

use serde::{Deserialize, Serialize};

use super::{Answer, Commit, FindingId, Prints, Report, SeatName, Severity};

/// Where a finding stands. The first four block if its severity does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Found, and nothing said about it that counts.
    Open,
    /// Somebody says it is fixed.
    ClaimedFixed,
    /// The author rejects it; no ruling yet.
    Disputed,
    /// Was reported fixed and is back; off the fix list (004).
    Stuck,
    /// A fix was confirmed.
    Resolved,
    /// The author's rejection was accepted.
    Withdrawn,
    /// The majority did not share it.
    Outvoted,
    /// A human took the risk.
    Accepted,
    /// Later (non-blocking only).
    Deferred,
    /// Not worth doing (non-blocking only).
    Skipped,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 10] = [
        Status::Open,
        Status::ClaimedFixed,
        Status::Disputed,
        Status::Stuck,
        Status::Resolved,
        Status::Withdrawn,
        Status::Outvoted,
        Status::Accepted,
        Status::Deferred,
        Status::Skipped,
    ];

    /// Whether a finding in this state blocks, given a severity that does.
    pub fn stands(self) -> bool {
        matches!(self, Status::Open | Status::ClaimedFixed | Status::Disputed | Status::Stuck)
    }

    /// The word for people.
    pub fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::ClaimedFixed => "claimed fixed",
            Status::Disputed => "disputed",
            Status::Stuck => "stuck",
            Status::Resolved => "resolved",
            Status::Withdrawn => "withdrawn",
            Status::Outvoted => "outvoted",
            Status::Accepted => "accepted",
            Status::Deferred => "deferred",
            Status::Skipped => "skipped",
        }
    }
}

/// Who claims that a finding is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claimant {
    /// The author role.
    Author,
    /// A person who changed the code by hand.
    Human,
}

/// Something a reader of any report must see beside a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// The severity word was unknown and became critical.
    UnknownSeverity,
    /// No place was given.
    NoLocation,
    /// The place does not exist in the tree.
    BadLocation,
    /// Its number was in use for something else; it got the next free one.
    Renumbered,
    /// Reported outside what a re-review may look at; counts all the same.
    OutOfScope,
    /// Raised in a re-review that may only raise blocking ones; kept as a remark.
    KeptAsRemark,
    /// Was closed and came back.
    Regressed,
    /// Reviewers' rulings contradict each other.
    ContradictingRulings,
    /// Ruled resolved although the head had not moved.
    ResolvedWithoutChange,
    /// A dispute was accepted that nobody had raised.
    NothingDisputed,
    /// Ruled resolved although the author had not answered, or had said unable.
    ResolvedUnanswered,
    /// An accepted rejection was flagged again with its lines unchanged; closed automatically.
    ReflaggedAfterRejection,
    /// A critical one that the majority outvoted.
    OutvotedCritical,
    /// A human had rejected or left it stuck in the run before.
    Inherited,
}

/// One report of a finding by one seat in one round. Grouping never destroys these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    /// The round.
    pub round: u32,
    /// Who reported it.
    pub seat: SeatName,
    /// What was said, unchanged.
    pub report: Report,
}

/// What an accepted rejection was about, so that a later re-flag can be compared with it (law 6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawal {
    /// The quoted text, folded; none where nothing was quoted.
    pub quote: Option<String>,
    /// The commit it was accepted at.
    pub head: Commit,
    /// The severity it was accepted at.
    pub severity: Severity,
    /// The ladder of the reviewer who accepted.
    pub family: String,
    /// How strong that reviewer is.
    pub rank: u8,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// One id for the life of the run.
    pub id: FindingId,
    /// Its id in the protocol's dialect.
    pub alias: String,
    /// The round in which it was born.
    pub born: u32,
    /// The highest severity it was ever given.
    pub severity: Severity,
    /// Where it stands.
    pub status: Status,
    /// Every report of it, in order.
    pub sightings: Vec<Sighting>,
    /// What to show beside it.
    pub flags: Vec<Flag>,
    /// The last answer the author gave that stood.
    pub answer: Option<Answer>,
    /// Every rejection ever given, folded, so that the same dispute is not heard twice.
    pub disputes: Vec<String>,
    /// Who claims it is fixed, while `status` is `ClaimedFixed`.
    pub claimant: Option<Claimant>,
    /// The author was asked and did not answer, or answered unable; a ruling cannot resolve it then.
    pub unanswered: bool,
    /// The author reported it fixed at least once in the run.
    pub reported_fixed: bool,
    /// Its confirmed fix has been counted as progress.
    pub fix_counted: bool,
    /// Its accepted rejection has been counted as progress.
    pub rejection_counted: bool,
    /// Every head at which somebody looked and found it there, in order.
    pub found_at: Vec<Commit>,
    /// How its rejection was accepted, while it is withdrawn (law 6).
    pub withdrawal: Option<Withdrawal>,
}

impl Finding {
    /// What was said about it last.
    pub fn report(&self) -> &Report {
        &self.sightings.last().expect("a finding is born with a sighting").report
    }

    /// The prints of every report of it. Computed when asked for: folding a log needs none of them.
    pub fn prints(&self) -> impl Iterator<Item = Prints> {
        self.sightings.iter().map(|s| Prints::of(&s.report))
    }

    /// Everyone who ever reported it, in order, once each.
    pub fn reporters(&self) -> Vec<&SeatName> {
        let mut seats: Vec<&SeatName> = Vec::new();
        for sighting in &self.sightings {
            if !seats.contains(&&sighting.seat) {
                seats.push(&sighting.seat);
            }
        }
        seats
    }

    /// Whether it was reported in this round.
    pub fn sighted_in(&self, round: u32) -> bool {
        self.sightings.iter().rev().take_while(|s| s.round >= round).any(|s| s.round == round)
    }
}

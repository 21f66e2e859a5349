//! What must hold of every run, said once and independently of the engine, for generated runs, for the small model
//! and for the simulator.
//!
//! A `Watcher` sees every event with the run as it is after it; `settled` looks at the run between inputs;
//! `recompute` folds a log and draws every consequence again. Nothing here drives a run.

mod bound;
mod green;
mod order;
mod replay;

use std::collections::{BTreeMap, BTreeSet};

use tribunal_core::domain::{Choice, Commit, EffectKey, FindingId, SeatName, Severity};
use tribunal_core::engine::{Event, Recorded, Run, apply};

pub use bound::{reviews_max, tests_max};
pub use replay::{fold, recompute};

/// A law that does not hold, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Which law.
    pub law: Law,
    /// What was seen.
    pub what: String,
}

/// The laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Approved only if nothing blocks, everyone needed was heard, on the commit that was read and confirmed.
    NoFalseGreen,
    /// Accepted only after a person took the risk.
    AcceptedByAPerson,
    /// Every run ends or waits for a person within the protocol's limits.
    WithinLimits,
    /// Something is owed unless the run is over, waits for a person or stands by.
    NoDeadEnd,
    /// Escalation goes strictly up.
    StrictlyUp,
    /// Rounds, ids and severities only grow; nothing disappears.
    OnlyGrows,
    /// What was outvoted or accepted is shown.
    AlwaysShown,
    /// Every debt has a key of its own, and the same key when asked again.
    KeysAreStable,
    /// Folding a log gives the run, and every consequence in it follows from the facts before it.
    Recomputes,
}

/// What is remembered of a finding.
#[derive(Debug, Clone)]
struct Seen {
    alias: String,
    severity: Severity,
    sighted: u64,
    closed: u64,
}

/// Watches one run from its first event.
#[derive(Debug, Clone, Default)]
pub struct Watcher {
    /// What was broken so far.
    pub broken: Vec<Broken>,
    at: u64,
    findings: BTreeMap<FindingId, Seen>,
    round: u32,
    author: usize,
    reviewers: BTreeMap<usize, String>,
    read: Option<Commit>,
    confirmed: Option<Commit>,
    replied: BTreeSet<SeatName>,
    reviews: u32,
    begun: u32,
    tests: u32,
    all_reviews: u32,
    decided: BTreeSet<Choice>,
    published: BTreeSet<EffectKey>,
    asks: i32,
    deferred: bool,
}

impl Watcher {
    /// Looks at an event and the run after it.
    pub fn see(&mut self, run: &Run, recorded: &Recorded) {
        self.at += 1;
        self.remember_facts(&recorded.event);
        self.remember_findings(&recorded.event);
        order::see(self, run, &recorded.event);
        bound::see(self, run, &recorded.event);
        green::see(self, run, &recorded.event);
    }

    /// Looks at a whole log, from the first event of its run.
    pub fn see_all(&mut self, log: &[Recorded]) {
        let mut run = Run::default();
        for recorded in log {
            apply(&mut run, recorded);
            self.see(&run, recorded);
        }
    }

    /// Looks at a run that waits for its next input.
    pub fn settled(&mut self, run: &Run) {
        order::settled(self, run);
        bound::settled(self, run);
        green::settled(self, run);
    }

    fn report(&mut self, law: Law, what: impl Into<String>) {
        self.broken.push(Broken { law, what: what.into() });
    }

    fn expect(&mut self, law: Law, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.report(law, what());
        }
    }

    fn remember_facts(&mut self, event: &Event) {
        if let Event::ChangeRecorded { snapshot } = event {
            self.read = Some(snapshot.head.clone());
            self.confirmed = None;
        } else if let Event::HeadRecorded { head } = event {
            self.confirmed = Some(head.clone());
        } else if let Event::RoundBegun { .. } = event {
            self.replied.clear();
        } else if let Event::ReplyRecorded { seat, .. } = event {
            self.replied.insert(seat.clone());
        } else if let Event::DecisionRecorded { decision } = event {
            self.decided.insert(decision.choice);
            self.deferred = decision.choice == Choice::AskUser;
        } else if let Event::PublicationRecorded { key, .. } = event {
            self.published.insert(key.clone());
        }
    }

    fn remember_findings(&mut self, event: &Event) {
        let at = self.at;
        if let Event::FindingRaised { finding, alias, severity, .. } = event {
            let highest = self.findings.keys().last().copied();
            self.expect(Law::OnlyGrows, highest.is_none_or(|id| id < *finding), || {
                format!("{finding} was raised after {highest:?}")
            });
            let seen = Seen { alias: alias.clone(), severity: *severity, sighted: at, closed: 0 };
            self.findings.insert(*finding, seen);
        } else if let Event::FindingSighted { finding, .. } = event {
            self.findings.entry(*finding).and_modify(|seen| seen.sighted = at);
        } else if let Event::FindingMoved { finding, to, .. } = event {
            if !to.stands() {
                self.findings.entry(*finding).and_modify(|seen| seen.closed = at);
            }
        } else if let Event::FindingFlagged { finding, flag } = event {
            // Law 6: a re-flag of an accepted rejection is closed automatically.
            if *flag == tribunal_core::domain::Flag::ReflaggedAfterRejection {
                self.findings.entry(*finding).and_modify(|seen| seen.closed = at);
            }
        }
    }
}

//! Which arrows the scenarios take, from phase to phase and from status to status.
//!
//! A second run follows a world's log, one event at a time, and both sides of each event are compared. What the
//! arrows are compared with (a doc comment, a page) is the test's business.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use tribunal_core::domain::{FindingId, Status};
use tribunal_core::engine::{Event, Recorded, Run, apply};
use tribunal_core::protocol::load_builtin;

use crate::scenario::{Scenario, text_of};
use crate::world::World;

/// From where to where.
pub type Arrow = (String, String);

/// Arrows, each with the first scenario that took it.
pub type Arrows = BTreeMap<Arrow, String>;

/// Every arrow that was taken.
#[derive(Debug, Default)]
pub struct Taken {
    /// Between phases, under any protocol.
    pub phases: Arrows,
    /// Between the states of a finding, under any protocol.
    pub findings: Arrows,
    /// Between phases, under each built-in protocol; a protocol somebody changed is not one of them.
    pub phases_of: BTreeMap<String, Arrows>,
}

impl Taken {
    /// Plays scenario files and follows every run in them.
    pub fn by(scenarios: &[PathBuf]) -> Self {
        let mut taken = Self::default();
        for path in scenarios {
            let name = path.display().to_string();
            let mut follower = Follower::default();
            Scenario::play_watched(&text_of(path), |world| follower.catch_up(world, &name, &mut taken));
        }
        taken
    }
}

/// What one list has and the other has not, both ways; empty when they agree.
pub fn compare(listed: &BTreeSet<Arrow>, taken: &Arrows) -> String {
    let unlisted = taken.iter().filter(|(arrow, _)| !listed.contains(*arrow));
    let unlisted = unlisted.map(|((from, to), name)| format!("taken, not listed: {from} -> {to} ({name})"));
    let untaken = listed.iter().filter(|arrow| !taken.contains_key(*arrow));
    let untaken = untaken.map(|(from, to)| format!("listed, never taken: {from} -> {to}"));
    unlisted.chain(untaken).collect::<Vec<_>>().join("\n")
}

/// A run that follows a world's log, event by event.
#[derive(Default)]
struct Follower {
    run: Run,
    seen: usize,
    builtin: Option<String>,
}

impl Follower {
    fn catch_up(&mut self, world: &World, name: &str, taken: &mut Taken) {
        // A script may hand over to a new run; its log begins anew.
        if world.log.len() < self.seen {
            *self = Self::default();
        }
        for recorded in &world.log[self.seen..] {
            self.follow(recorded, name, taken);
        }
        self.seen = world.log.len();
    }

    fn follow(&mut self, recorded: &Recorded, name: &str, taken: &mut Taken) {
        let (phase, before) = (self.run.phase.name(), statuses(&self.run));
        apply(&mut self.run, recorded);
        if let Event::Opened(_) = recorded.event {
            self.builtin = builtin(&self.run);
        }
        if phase != self.run.phase.name() {
            take(&mut taken.phases, phase, self.run.phase.name(), name);
            if let Some(protocol) = &self.builtin {
                let arrows = taken.phases_of.entry(protocol.clone()).or_default();
                take(arrows, phase, self.run.phase.name(), name);
            }
        }
        for (id, status) in statuses(&self.run) {
            match before.get(&id) {
                None => take(&mut taken.findings, "(born)", status.word(), name),
                Some(before) if *before != status || moves(&recorded.event, id) => {
                    take(&mut taken.findings, before.word(), status.word(), name);
                }
                Some(_) => {}
            }
        }
    }
}

/// The name of the run's protocol if it is one that ships, word for word.
fn builtin(run: &Run) -> Option<String> {
    let protocol = run.book().protocol();
    let ships = load_builtin(&protocol.name, protocol.mode.as_deref()).is_ok_and(|p| p == *protocol);
    ships.then(|| protocol.name.clone())
}

fn statuses(run: &Run) -> BTreeMap<FindingId, Status> {
    let findings = run.ledger.iter().flat_map(|book| book.findings.values());
    findings.map(|f| (f.id, f.status)).collect()
}

/// Whether the event is about where this finding stands, even if it stands there already.
fn moves(event: &Event, id: FindingId) -> bool {
    if let Event::FindingMoved { finding, .. } | Event::FindingAnswered { finding, .. } = event {
        return *finding == id;
    }
    false
}

fn take(arrows: &mut Arrows, from: &str, to: &str, name: &str) {
    arrows.entry((from.to_owned(), to.to_owned())).or_insert_with(|| name.to_owned());
}

//! The arrow tables of the engine are true: every arrow a scenario takes is listed, every listed one is taken.
//!
//! The tables stand in the doc comments of `engine/run.rs` (phases) and `engine/apply/findings.rs` (findings) and are
//! read from there, so the document is the test's data. Scenarios are played through the testkit's `World`; the log
//! that grows is applied to a second run, one event at a time, and both sides of each event are compared.

use std::collections::{BTreeMap, BTreeSet};
mod common;

use tribunal_core::domain::{FindingId, Status};
use tribunal_core::engine::{Event, Recorded, Run, apply};
use tribunal_testkit::scenario::text_of;
use tribunal_testkit::{Scenario, World};

const PHASES: &str = include_str!("../src/engine/run.rs");
const FINDINGS: &str = include_str!("../src/engine/apply/findings.rs");

type Arrow = (String, String);

/// Arrows taken, each with the first scenario that took it.
#[derive(Default)]
struct Taken {
    phases: BTreeMap<Arrow, String>,
    findings: BTreeMap<Arrow, String>,
}

/// A run that follows a world's log, event by event.
#[derive(Default)]
struct Follower {
    run: Run,
    seen: usize,
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
        let (phase, statuses) = (self.run.phase.name(), statuses(&self.run));
        apply(&mut self.run, recorded);
        if phase != self.run.phase.name() {
            take(&mut taken.phases, phase, self.run.phase.name(), name);
        }
        for (id, status) in self::statuses(&self.run) {
            match statuses.get(&id) {
                None => take(&mut taken.findings, "(born)", status.word(), name),
                Some(before) if *before != status || moves(&recorded.event, id) => {
                    take(&mut taken.findings, before.word(), status.word(), name);
                }
                Some(_) => {}
            }
        }
    }
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

fn take(arrows: &mut BTreeMap<Arrow, String>, from: &str, to: &str, name: &str) {
    arrows.entry((from.to_owned(), to.to_owned())).or_insert_with(|| name.to_owned());
}

/// Reads `from -> to | to   remark` from the first text block of a file's doc comment.
fn table(source: &str) -> BTreeSet<Arrow> {
    let lines = source.lines().filter_map(|line| line.strip_prefix("//!"));
    let block = lines.skip_while(|line| line.trim() != "```text").skip(1);
    let mut arrows = BTreeSet::new();
    for line in block.take_while(|line| line.trim() != "```") {
        let (from, rest) = line.split_once("->").expect("a line of the table is `from -> to | to`");
        let to = rest.trim().split("  ").next().expect("split gives at least one part");
        arrows.extend(to.split('|').map(|to| (from.trim().to_owned(), to.trim().to_owned())));
    }
    arrows
}

fn walk() -> Taken {
    let mut taken = Taken::default();
    for path in common::scenario_files() {
        let name = path.display().to_string();
        let mut follower = Follower::default();
        Scenario::play_watched(&text_of(&path), |world| follower.catch_up(world, &name, &mut taken));
    }
    taken
}

fn compare(listed: &BTreeSet<Arrow>, taken: &BTreeMap<Arrow, String>) -> String {
    let unlisted = taken.iter().filter(|(arrow, _)| !listed.contains(*arrow));
    let unlisted = unlisted.map(|((from, to), name)| format!("taken, not listed: {from} -> {to} ({name})"));
    let untaken = listed.iter().filter(|arrow| !taken.contains_key(*arrow));
    let untaken = untaken.map(|(from, to)| format!("listed, never taken: {from} -> {to}"));
    unlisted.chain(untaken).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_arrow_tables_are_true() {
    let taken = walk();
    let phases = compare(&table(PHASES), &taken.phases);
    let findings = compare(&table(FINDINGS), &taken.findings);
    assert!(phases.is_empty(), "phases:\n{phases}\nfindings:\n{findings}");
    assert!(findings.is_empty(), "findings:\n{findings}");
}

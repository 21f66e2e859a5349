//! Limits: how many reviews a protocol allows between two decisions of people, and that none waits for nothing.

use tribunal_core::domain::{Choice, Decision, Rule};
use tribunal_core::engine::{Event, Phase, Run, owed};
use tribunal_core::protocol::{Family, Gate, GateKind, Ladder, Protocol};

use super::{Law, Watcher};

/// Most reviews between two decisions of people; for cycles started by events, per cycle.
pub fn reviews_max(protocol: &Protocol, authors: usize) -> u32 {
    if let Some(triggers) = &protocol.triggers {
        return 1 + triggers.clarify_max;
    }
    let gates = protocol.gates.iter().filter(|gate| gate.kind == GateKind::Review);
    let authors = u32::try_from(authors).unwrap_or(u32::MAX);
    match protocol.limits.climbs {
        Ladder::Reviewer => gates.map(|gate| climb(protocol, gate)).sum(),
        Ladder::Author => gates.map(|gate| first(protocol, gate) * authors).sum(),
        Ladder::Human => gates.map(|gate| protocol.limits.extend_to.unwrap_or(first(protocol, gate))).sum(),
    }
}

/// Most runs of the tests between two decisions: one at the start and one after every fix.
pub fn tests_max(protocol: &Protocol, authors: usize) -> u32 {
    let gates = protocol.gates.iter().filter(|gate| gate.kind == GateKind::Tests);
    let authors_count = u32::try_from(authors).unwrap_or(u32::MAX);
    let failing: u32 = gates.map(|gate| first(protocol, gate) * authors_count).sum();
    if failing == 0 { 0 } else { 1 + failing + reviews_max(protocol, authors) }
}

fn first(protocol: &Protocol, gate: &Gate) -> u32 {
    let own = protocol.rung(&gate.role).and_then(|(family, at)| family.rungs[at].iterations);
    gate.iterations.or(own).or(protocol.limits.iterations).unwrap_or(u32::MAX / 64)
}

/// All rungs from a gate's first reviewer up.
fn climb(protocol: &Protocol, gate: &Gate) -> u32 {
    let Some((family, at)) = protocol.rung(&gate.role) else { return first(protocol, gate) };
    let next = gate.escalate_to.as_ref().and_then(|to| rung_named(family, to)).unwrap_or(at + 1);
    let own =
        |rung: &tribunal_core::protocol::Rung| rung.iterations.or(protocol.limits.iterations).unwrap_or(0);
    first(protocol, gate) + family.rungs.iter().skip(next).map(own).sum::<u32>()
}

fn rung_named(family: &Family, role: &str) -> Option<usize> {
    family.rungs.iter().position(|rung| rung.role == role)
}

pub(super) fn see(watcher: &mut Watcher, run: &Run, event: &Event) {
    if matches!(event, Event::DecisionRecorded { .. } | Event::CycleStarted { .. }) {
        watcher.reviews = 0;
        watcher.tests = 0;
        watcher.begun = 0;
    } else if let Event::VerdictReached { verdict } = event {
        let real = !matches!(verdict.decision, Decision::Inconclusive | Decision::AskUser);
        let tests = matches!(verdict.rule, Rule::TestsPassed | Rule::TestsFailed);
        watcher.tests += u32::from(real && tests);
        watcher.reviews += u32::from(real && !tests);
        watcher.all_reviews += u32::from(real && !tests);
    } else if matches!(event, Event::RoundSkipped { .. }) {
        watcher.reviews += 1;
    } else if matches!(event, Event::RoundBegun { .. }) {
        watcher.begun += 1;
    } else {
        return;
    }
    judge(watcher, run);
}

fn judge(watcher: &mut Watcher, run: &Run) {
    let book = run.book();
    let protocol = book.protocol();
    let max = reviews_max(protocol, book.authors.len());
    let (reviews, tests, begun, all) = (watcher.reviews, watcher.tests, watcher.begun, watcher.all_reviews);
    watcher.expect(Law::WithinLimits, reviews <= max, || {
        format!("{reviews} reviews without a decision, {max} are allowed")
    });
    // A stale round is repeated once, so at most every other round is stale.
    watcher.expect(Law::WithinLimits, begun <= 2 * max + 1, || {
        format!("{begun} rounds begun without a decision, for at most {max} reviews")
    });
    let tests_most = tests_max(protocol, book.authors.len());
    watcher.expect(Law::WithinLimits, tests <= tests_most, || {
        format!("{tests} test runs without a decision, {tests_most} are allowed")
    });
    if let Some(cap) = protocol.limits.extend_to {
        watcher.expect(Law::WithinLimits, all <= cap, || format!("{all} reviews, the hard cap is {cap}"));
    }
}

pub(super) fn settled(watcher: &mut Watcher, run: &Run) {
    let waits = match &run.phase {
        Phase::Paused(paused) => paused.pause.offered.contains(&Choice::Abort),
        Phase::Ended(..) | Phase::Idle | Phase::Unopened => true,
        Phase::Reading
        | Phase::Reviewing(_)
        | Phase::Testing(_)
        | Phase::Fixing(_)
        | Phase::Checking(_)
        | Phase::Landing(_)
        | Phase::Clarifying(_) => !owed(run).is_empty(),
        // In all others a consequence is overdue.
        Phase::Starting
        | Phase::Read(_)
        | Phase::Closing(..)
        | Phase::Weighing(_)
        | Phase::Tested(..)
        | Phase::Judged(_)
        | Phase::Unlanded(..)
        | Phase::Answering(_)
        | Phase::Settled(_)
        | Phase::Deciding(..) => false,
    };
    watcher.expect(Law::NoDeadEnd, waits, || format!("the run is {} and nothing is owed", run.phase.name()));
}

//! Cycles started by events (001): who is reviewed, when one begins, what follows a cycle's verdict.

use super::event::Event;
use super::pause::pause;
use super::reason::PauseReason;
use super::run::{Clarifying, Judged, Ledger, Run, Trigger};
use crate::domain::{AgentName, Decision, FindingId, Outcome, VoteCast};

/// The first thing a run with one verdict does: its first gate, after a cycle's trigger where cycles exist.
pub(super) fn first(run: &Run) -> Vec<Event> {
    let book = run.book();
    let mut events = Vec::new();
    if book.protocol().triggers.is_some() {
        let who = "on demand".to_owned();
        events.push(Event::CycleStarted { triggers: vec![Trigger::UserManual { who }] });
    }
    events.push(enter(book, 0));
    events
}

/// The event that enters a gate with its first reviewer, or returns to one with the reviewer it had.
pub(super) fn enter(book: &Ledger, gate: usize) -> Event {
    let state = &book.gates[gate];
    let first = &book.protocol().gates[gate].role;
    let role = if state.entered { state.reviewer.clone() } else { first.clone() };
    Event::GateEntered { gate: u32::try_from(gate).unwrap_or(u32::MAX), role }
}

/// Starts one cycle for all triggers that wait; more that arrive meanwhile wait for the next.
pub(super) fn start_if_due(run: &Run) -> Vec<Event> {
    let book = run.book();
    if book.watch.queue.is_empty() {
        return Vec::new();
    }
    vec![Event::CycleStarted { triggers: book.watch.queue.clone() }, enter(book, 0)]
}

/// Agents with events since the last cycle; after silence, or when there are none, all.
pub(super) fn targets(book: &Ledger, triggers: &[Trigger]) -> Vec<AgentName> {
    let silence = triggers.contains(&Trigger::TimeoutFallback);
    let fresh: Vec<AgentName> = book.watch.fresh.keys().cloned().collect();
    if !silence && !fresh.is_empty() {
        return fresh;
    }
    let mut all: std::collections::BTreeSet<AgentName> = book.opening.agents.iter().cloned().collect();
    all.extend(book.watch.summaries.keys().cloned());
    all.into_iter().collect()
}

/// Goes back to the same reviewers once every target has answered.
pub(super) fn resume_if_clarified(clarifying: &Clarifying) -> Vec<Event> {
    if clarifying.waiting.is_empty() { vec![Event::RunContinued] } else { Vec::new() }
}

/// Two or more have concerns: ask the targets, unless that was tried often enough or this is a run on demand.
pub(super) fn clarify(run: &Run, judged: &Judged) -> Vec<Event> {
    let book = run.book();
    let max = book.protocol().triggers.as_ref().map_or(0, |t| t.clarify_max);
    if book.watch.clarified >= max {
        return vec![pause(run, PauseReason::Blocker, "clarification did not help; stop and escalate")];
    }
    let targets = concerned_targets(book, judged);
    let concerns = concerns(book, judged);
    let note = "two or more reviewers have concerns";
    let mut events = vec![Event::RunPaused { pause: clarify_pause(run, note) }];
    if book.opening.drive == super::Drive::Standing && !targets.is_empty() {
        events = vec![Event::ClarificationAsked { targets, concerns }];
    }
    events
}

/// How the run stands while targets clarify.
pub(super) fn clarify_pause(run: &Run, note: &str) -> super::Pause {
    let reason = PauseReason::Clarify;
    let offered = super::pause::offered(run.book(), reason);
    super::Pause { reason, outcome: super::pause::outcome(reason), offered, note: note.to_owned() }
}

/// Every target that a reviewer with concerns looked at.
fn concerned_targets(book: &Ledger, judged: &Judged) -> Vec<AgentName> {
    let Some(round) = &judged.round else { return book.watch.targets.clone() };
    let concerned = |seat: &&super::run::Seat| {
        judged.verdict.votes.iter().any(|v| v.seat == seat.plan.seat && v.vote == VoteCast::Concerns)
    };
    let targets: std::collections::BTreeSet<AgentName> =
        round.seats.iter().filter(concerned).flat_map(|seat| seat.plan.targets.clone()).collect();
    targets.into_iter().collect()
}

/// Findings that reviewers with concerns reported in this round.
pub(super) fn concerns(book: &Ledger, judged: &Judged) -> Vec<FindingId> {
    let verdict = &judged.verdict;
    let concerned: Vec<_> =
        verdict.votes.iter().filter(|v| v.vote == VoteCast::Concerns).map(|v| &v.seat).collect();
    let raised = |f: &&crate::domain::Finding| {
        f.sightings.iter().any(|s| s.round == verdict.round && concerned.contains(&&s.seat))
    };
    book.findings.values().filter(raised).map(|f| f.id).collect()
}

/// What a passing cycle does to the flag, and how the run stands by.
pub(super) fn passed(run: &Run, judged: &Judged, outcome: Outcome) -> Vec<Event> {
    let book = run.book();
    let mut events = Vec::new();
    match judged.verdict.decision {
        Decision::PassFlagged => events.push(Event::RunFlagged { concerns: concerns(book, judged) }),
        Decision::Pass if !book.watch.flagged.is_empty() => events.push(Event::FlagCleared),
        Decision::Pass
        | Decision::Fail
        | Decision::Inconclusive
        | Decision::Stop
        | Decision::Clarify
        | Decision::AskUser => {}
    }
    events.push(end_or_stand_by(book, outcome, "all gates passed"));
    events
}

/// A run on demand ends; a standing one stands by.
pub(super) fn end_or_stand_by(book: &Ledger, outcome: Outcome, why: &str) -> Event {
    match book.opening.drive {
        super::Drive::Standing => Event::RunStoodBy { outcome: Some(outcome) },
        super::Drive::Once => Event::RunEnded { outcome, why: why.to_owned() },
    }
}

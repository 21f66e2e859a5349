//! How a round begins: what must hold first, who sits on the panel, how much they look at.

use super::event::Event;
use super::pause::pause;
use super::reason::PauseReason;
use super::run::{Ledger, Look, Run, SeatPlan};
use super::{after, cycle};
use crate::domain::{AgentName, FindingId, Outcome, PullState, SeatName, Snapshot};
use crate::protocol::{Combine, GateKind, ReReview, Scope};

/// The role of the seat that reads review threads (004).
pub const ANALYZER: &str = "comments-analyzer";

/// Begins a round on what was just read, or says why there is none.
pub(super) fn begin(run: &Run, snapshot: &Snapshot) -> Vec<Event> {
    let book = run.book();
    if let Some(stop) = stops(run, snapshot) {
        let over = matches!(stop, Event::RunEnded { .. });
        let told = after::last_word(book).filter(|_| over);
        return [Some(stop), told].into_iter().flatten().collect();
    }
    if let Some(gate) = untested(book, snapshot) {
        return vec![cycle::enter(book, gate)];
    }
    let gate = &book.protocol().gates[book.gate];
    let iteration = book.at_gate().iteration + 1;
    match gate.kind {
        GateKind::Tests => vec![Event::TestsBegun { iteration }],
        GateKind::Review => vec![Event::RoundBegun {
            round: book.round + 1,
            iteration,
            look: look(book, iteration),
            rule_on: rule_on(book),
            seats: seats(book),
        }],
    }
}

/// The earlier gate of tests that has not passed at this head: whoever moved it, tests run ahead of the review.
fn untested(book: &Ledger, snapshot: &Snapshot) -> Option<usize> {
    let tests = |gate: &usize| book.protocol().gates[*gate].kind == GateKind::Tests;
    let stale = |gate: &usize| book.gates[*gate].passed_at.as_ref() != Some(&snapshot.head);
    (0..book.gate).filter(tests).find(stale)
}

fn stops(run: &Run, snapshot: &Snapshot) -> Option<Event> {
    let book = run.book();
    let state = snapshot.pull.as_ref().map(|pull| pull.state);
    let ended = |outcome, why: &str| Some(Event::RunEnded { outcome, why: why.to_owned() });
    match state {
        Some(PullState::Closed) => return ended(Outcome::Aborted, "the pull request was closed"),
        Some(PullState::Merged) => return ended(Outcome::Aborted, "the pull request was merged"),
        Some(PullState::Open) | None => {}
    }
    if snapshot.files.is_empty() {
        return ended(Outcome::NotReviewed, "the diff is empty");
    }
    if let Some(path) = snapshot.uncommitted.first() {
        let note = format!("uncommitted work in scope, such as {path}; commit or stash it, then resume");
        return Some(pause(run, PauseReason::Uncommitted, note));
    }
    over_budget(book)
        .then(|| pause(run, PauseReason::Budget, "the budget is spent; resume to allow as much again"))
}

/// Whether nothing more may be spent.
pub(super) fn over_budget(book: &Ledger) -> bool {
    book.allowance.is_some_and(|allowance| book.spent >= allowance)
}

/// A reviewer new on its rung, or back after a person stepped in, looks at the whole change.
fn look(book: &Ledger, iteration: u32) -> Look {
    match book.protocol().re_review {
        ReReview::Verify { scope: Scope::Flagged, .. } if iteration > 1 => Look::Scoped,
        ReReview::Verify { .. } | ReReview::Fresh | ReReview::PerTrigger => Look::Whole,
    }
}

/// A verifying reviewer rules on everything that stands; remarks are not sent around.
fn rule_on(book: &Ledger) -> Vec<FindingId> {
    if !book.protocol().verifies() {
        return Vec::new();
    }
    let stands =
        |f: &&crate::domain::Finding| f.status.stands() && f.severity > crate::domain::Severity::Remark;
    book.findings.values().filter(stands).map(|f| f.id).collect()
}

fn seats(book: &Ledger) -> Vec<SeatPlan> {
    let role = &book.at_gate().reviewer;
    let mut plans: Vec<SeatPlan> =
        seat_names(book, role).into_iter().filter_map(|seat| plan(book, seat, role)).collect();
    if book.protocol().panel.comments_analyzer {
        plans.extend(plan(book, name(ANALYZER), ANALYZER));
    }
    plans
}

/// None where a reviewer has nobody's work to look at (001): it is not asked.
fn plan(book: &Ledger, seat: SeatName, role: &str) -> Option<SeatPlan> {
    let targets: Vec<AgentName> =
        book.watch.targets.iter().filter(|t| t.as_str() != seat.as_str()).cloned().collect();
    let nobody = targets.is_empty() && !book.watch.targets.is_empty();
    let agent = agent_for(book, seat.as_str(), role, 0);
    (!nobody).then(|| SeatPlan { seat, role: role.to_owned(), agent, targets })
}

fn seat_names(book: &Ledger, role: &str) -> Vec<SeatName> {
    let named = &book.opening.reviewers;
    if !named.is_empty() && book.protocol().panel.max > 1 {
        return named.clone();
    }
    let count = match book.protocol().combine {
        Combine::Quorum { of, .. } => of,
        Combine::Single | Combine::FourRules | Combine::Priority => book.protocol().panel.min,
    };
    if count == 1 {
        return vec![name(role)];
    }
    (1..=count).map(|n| name(&format!("{role}-{n}"))).collect()
}

fn name(text: &str) -> SeatName {
    SeatName::parse(text).expect("roles are names; the protocol's reader checks them")
}

/// How many agents can fill a seat, tried one after the other.
pub(super) fn agents_for(book: &Ledger, seat: &str, role: &str) -> usize {
    staff(book, seat, role).map_or(1, |staff| staff.len().max(1))
}

/// The agent that fills a seat at its `nth` try; a role nobody was named for has one agent of its own name.
pub(super) fn agent_for(book: &Ledger, seat: &str, role: &str, nth: usize) -> AgentName {
    let named = staff(book, seat, role).and_then(|staff| staff.get(nth)).map(|s| s.agent.clone());
    named.unwrap_or_else(|| {
        AgentName::parse(role).expect("roles are names; the protocol's reader checks them")
    })
}

/// Those named for the seat itself, else those named for its role.
pub(super) fn staff<'a>(book: &'a Ledger, seat: &str, role: &str) -> Option<&'a Vec<super::Staff>> {
    book.opening.staff.get(seat).or_else(|| book.opening.staff.get(role))
}

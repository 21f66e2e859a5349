//! No false green: what must be true where a run approves, computed from the facts and not from what the engine says.

use std::collections::BTreeSet;

use tribunal_core::domain::{Choice, Finding, Outcome, SeatVote, Status, Verdict, VoteCast, folded};
use tribunal_core::engine::{Event, Ledger, Run};
use tribunal_core::protocol::{Blocks, Combine, GateKind};
use tribunal_core::tell::explain;

use super::{Law, Watcher};

pub(super) fn see(watcher: &mut Watcher, run: &Run, event: &Event) {
    if let Event::VerdictReached { verdict } = event {
        shown(watcher, run, verdict);
        passes(watcher, run, verdict);
    } else if let Event::RunEnded { outcome, .. } | Event::RunStoodBy { outcome: Some(outcome) } = event {
        ends(watcher, run, *outcome);
    }
}

/// A pause never approves; what was outvoted or accepted is told.
pub(super) fn settled(watcher: &mut Watcher, run: &Run) {
    if let tribunal_core::engine::Phase::Paused(paused) = &run.phase {
        let outcome = paused.pause.outcome;
        watcher.expect(Law::NoFalseGreen, !outcome.approves(), || format!("a pause stands as {outcome}"));
    }
    let hidden = |f: &&Finding| matches!(f.status, Status::Outvoted | Status::Accepted);
    if run.outcome().is_some() && run.book().findings.values().any(|f| hidden(&f)) {
        told(watcher, run);
    }
}

fn told(watcher: &mut Watcher, run: &Run) {
    let text = explain(run).map(|told| told.to_text()).unwrap_or_default();
    for finding in run.book().findings.values() {
        let word = match finding.status {
            Status::Outvoted => "outvoted",
            Status::Accepted => "RISK ACCEPTED",
            Status::Open
            | Status::ClaimedFixed
            | Status::Disputed
            | Status::Stuck
            | Status::Resolved
            | Status::Withdrawn
            | Status::Deferred
            | Status::Skipped => continue,
        };
        let start = format!("  {} [", finding.id);
        let line = text.lines().find(|line| line.starts_with(&start));
        watcher.expect(Law::AlwaysShown, line.is_some_and(|line| line.contains(word)), || {
            format!("{} is {word} and the explanation does not say so", finding.id)
        });
    }
}

/// Every verdict names what was outvoted or accepted so far.
fn shown(watcher: &mut Watcher, run: &Run, verdict: &Verdict) {
    for finding in run.book().findings.values() {
        let listed = match finding.status {
            Status::Outvoted => verdict.notes.contains(&finding.id),
            Status::Accepted => verdict.accepted.contains(&finding.id),
            Status::Open
            | Status::ClaimedFixed
            | Status::Disputed
            | Status::Stuck
            | Status::Resolved
            | Status::Withdrawn
            | Status::Deferred
            | Status::Skipped => true,
        };
        watcher.expect(Law::AlwaysShown, listed, || format!("the verdict does not name {}", finding.id));
    }
}

/// A verdict that passes was reached on the commit that was read and confirmed, by everyone who was needed.
fn passes(watcher: &mut Watcher, run: &Run, verdict: &Verdict) {
    if !verdict.decision.passes() {
        return;
    }
    let book = run.book();
    let read = watcher.read.as_ref() == Some(&verdict.head);
    watcher.expect(Law::NoFalseGreen, read, || {
        format!("the verdict names {}, which was not read", verdict.head)
    });
    let review = book.protocol().gates[book.gate].kind == GateKind::Review;
    if !review {
        return;
    }
    let confirmed = watcher.confirmed.as_ref() == Some(&verdict.head);
    watcher.expect(Law::NoFalseGreen, confirmed, || format!("{} was not confirmed", verdict.head));
    let pass: BTreeSet<_> = voted(&verdict.votes, VoteCast::Pass).into_iter().cloned().collect();
    let silent: Vec<_> = pass.difference(&watcher.replied).cloned().collect();
    watcher.expect(Law::NoFalseGreen, silent.is_empty(), || format!("{silent:?} pass without a reply"));
    watcher.expect(Law::NoFalseGreen, needed(watcher, book, &verdict.votes), || {
        format!("passes with {:?}", verdict.votes)
    });
    nothing_blocks(watcher, book);
    forge(watcher, run, verdict);
}

fn voted(votes: &[SeatVote], cast: VoteCast) -> Vec<&tribunal_core::domain::SeatName> {
    votes.iter().filter(|v| v.vote == cast).map(|v| &v.seat).collect()
}

/// Whether everyone the combination needs was heard, and says so.
fn needed(watcher: &Watcher, book: &Ledger, votes: &[SeatVote]) -> bool {
    let count = |cast| voted(votes, cast).len();
    let left_out = count(VoteCast::LeftOut);
    let (pass, missing) = (count(VoteCast::Pass), count(VoteCast::Missing));
    let excused = left_out == 0 || watcher.decided.contains(&Choice::GoOnWithout);
    match book.protocol().combine {
        Combine::Quorum { need, .. } => pass >= need as usize,
        // Findings decide here; a vote is judged on the findings before the round and may only be stricter.
        Combine::Single | Combine::Priority => missing == 0 && left_out == 0 && !votes.is_empty(),
        Combine::FourRules => {
            let concerns = count(VoteCast::Concerns);
            missing == 0 && count(VoteCast::Blocker) == 0 && concerns <= 1 && pass + concerns > 0 && excused
        }
    }
}

/// Where findings block, none does; and nothing reported since it was last closed counts as closed.
fn nothing_blocks(watcher: &mut Watcher, book: &Ledger) {
    let Blocks::At(floor) = book.protocol().blocks else { return };
    for finding in book.findings.values().filter(|f| f.severity >= floor) {
        let stands = match finding.status {
            Status::Open | Status::ClaimedFixed | Status::Disputed | Status::Stuck => true,
            Status::Deferred | Status::Skipped => true,
            Status::Resolved | Status::Withdrawn | Status::Outvoted | Status::Accepted => false,
        };
        watcher.expect(Law::NoFalseGreen, !stands, || {
            format!("passes while {} is {}", finding.id, finding.status.word())
        });
        let back = watcher.findings.get(&finding.id).is_some_and(|seen| seen.sighted > seen.closed);
        // A thread's state comes from the forge, never from an agent's word.
        let closed = matches!(finding.status, Status::Resolved | Status::Withdrawn | Status::Outvoted)
            && !finding.alias.starts_with("THREAD-");
        let other_lines = finding.status == Status::Withdrawn && shows_other_lines(book, finding);
        watcher.expect(Law::NoFalseGreen, !(other_lines || back && closed), || {
            format!("passes while {} is {} but was reported since", finding.id, finding.status.word())
        });
    }
}

/// Whether a report of this round quotes other lines than those whose rejection was accepted (law 6).
fn shows_other_lines(book: &Ledger, finding: &Finding) -> bool {
    let quote = finding.withdrawal.as_ref().and_then(|w| w.quote.clone());
    let now = finding.sightings.iter().filter(|s| s.round == book.round);
    now.into_iter().any(|s| quote.is_none() || s.report.quote.as_deref().map(folded) != quote)
}

fn forge(watcher: &mut Watcher, run: &Run, verdict: &Verdict) {
    let Some(rules) = run.book().protocol().forge else { return };
    let vetoed = rules.human_veto && !verdict.vetoed_by.is_empty();
    let threads = rules.threads_block && verdict.open_threads > 0;
    watcher
        .expect(Law::NoFalseGreen, !vetoed && !threads, || "passes over a veto or an open thread".to_owned());
}

fn ends(watcher: &mut Watcher, run: &Run, outcome: Outcome) {
    let book = run.book();
    if outcome == Outcome::Accepted {
        let risk = [Choice::AcceptRisk, Choice::Override].iter().any(|c| watcher.decided.contains(c));
        watcher.expect(Law::AcceptedByAPerson, risk, || "accepted, but no person took the risk".to_owned());
    }
    if !matches!(outcome, Outcome::Approved | Outcome::ApprovedWithNotes) {
        return;
    }
    nothing_blocks(watcher, book);
    let passed = book.verdicts.last().is_some_and(|v| v.decision.passes());
    watcher.expect(Law::NoFalseGreen, passed, || "approved without a verdict that passes".to_owned());
    let gates = book.gates.iter().all(|gate| gate.passed_at.is_some());
    watcher.expect(Law::NoFalseGreen, gates, || "approved although a gate was not passed".to_owned());
    let accepted = book.findings.values().any(|f| f.status == Status::Accepted);
    watcher.expect(Law::AcceptedByAPerson, !accepted, || "approved over an accepted risk".to_owned());
    let left = |f: &&Finding| {
        f.severity > tribunal_core::domain::Severity::Remark
            && (f.status.stands()
                || matches!(f.status, Status::Outvoted | Status::Deferred | Status::Skipped))
    };
    let clean = outcome != Outcome::Approved || !book.findings.values().any(|f| left(&f));
    watcher
        .expect(Law::NoFalseGreen, clean, || "approved without notes although something is left".to_owned());
}

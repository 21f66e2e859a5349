//! Counting: severities, limits, progress, the fix list. Pure functions of the ledger.

use std::collections::BTreeSet;

use super::gather::is_thread;
use super::run::{Judged, Ledger, Round};
use crate::domain::{
    AnswerKind, Counts, Finding, FindingId, Severity, Status, TestRun, TestStatus, Verdict, VoteCast,
};
use crate::protocol::{Dedupe, GateKind, Ladder, Rung};

/// Counts all that still stands, by the protocol's way of counting: every report of this round where nothing is
/// deduplicated, and each finding that stands unreported once.
pub(super) fn counts(book: &Ledger, round: &Round) -> Counts {
    let left = |f: &&Finding| is_left(f) && !is_tentative(book, round, f);
    book.findings
        .values()
        .filter(left)
        .flat_map(|f| vec![f.severity; weight(book, f, round.number)])
        .collect()
}

fn is_left(f: &Finding) -> bool {
    f.status.stands() || matches!(f.status, Status::Deferred | Status::Skipped)
}

fn weight(book: &Ledger, f: &Finding, round: u32) -> usize {
    match book.protocol().dedupe {
        Dedupe::None => f.sightings.iter().filter(|s| s.round == round).count().max(1),
        Dedupe::LocationTitle | Dedupe::Fingerprint => 1,
    }
}

/// A claimed fix that the valid seats of a partial panel do not report: neither confirmed nor counted against. The
/// round cannot pass anyway.
pub(super) fn is_tentative(book: &Ledger, round: &Round, f: &Finding) -> bool {
    let partial = round.votes.iter().any(|v| v.vote == VoteCast::Missing);
    partial && !book.protocol().verifies() && f.status == Status::ClaimedFixed && !f.sighted_in(round.number)
}

/// What blocks in this round.
pub(super) fn blocking(book: &Ledger, round: &Round) -> Vec<FindingId> {
    book.blocking().filter(|f| !is_tentative(book, round, f)).map(|f| f.id).collect()
}

/// What is left without blocking and must be shown: lesser findings, deferred and skipped ones, outvoted ones.
/// Where votes decide, everything that stands.
pub(super) fn notes(book: &Ledger) -> Vec<FindingId> {
    let note = |f: &&Finding| {
        f.status == Status::Outvoted || (is_left(f) && !book.blocks(f) && f.severity > Severity::Remark)
    };
    book.findings.values().filter(note).map(|f| f.id).collect()
}

/// Findings whose risk a human accepted.
pub(super) fn accepted(book: &Ledger) -> Vec<FindingId> {
    book.findings.values().filter(|f| f.status == Status::Accepted).map(|f| f.id).collect()
}

/// What the author must answer: everything blocking that is open. Stuck and disputed ones are for people.
pub fn fix_list(book: &Ledger) -> Vec<FindingId> {
    let mut list: Vec<&Finding> =
        book.blocking().filter(|f| f.status == Status::Open && !is_thread(f)).collect();
    list.sort_by_key(|f| (std::cmp::Reverse(f.severity), f.id));
    list.into_iter().map(|f| f.id).collect()
}

/// What the author may answer: open findings that do not block, and review threads.
pub fn optional_list(book: &Ledger) -> Vec<FindingId> {
    let optional = |f: &&Finding| {
        f.status == Status::Open && f.severity > Severity::Remark && (is_thread(f) || !book.blocks(f))
    };
    book.findings.values().filter(optional).map(|f| f.id).collect()
}

/// Whether the author passed over every suggestion of the first round: none fixed, none deferred. Asked of protocols
/// that watch for authors who take nothing up, once the author had its turn.
pub fn suggestions_skipped(book: &Ledger) -> bool {
    let floor = book.protocol().floor().unwrap_or(Severity::Low);
    let suggestion = |f: &&Finding| f.born == 1 && f.severity > Severity::Remark && f.severity < floor;
    let taken_up = |f: &Finding| {
        let deferred = f.answer.as_ref().is_some_and(|a| a.kind() == AnswerKind::Deferred);
        f.reported_fixed || deferred
    };
    let mut suggestions = book.findings.values().filter(suggestion).peekable();
    let watched = book.protocol().alarm.is_some() && book.round > 1;
    watched && suggestions.peek().is_some() && !suggestions.any(taken_up)
}

/// The iteration limit that holds now: the gate's for its first rung, the rung's own after an escalation, else the
/// protocol's; plus the rounds a person added.
pub(super) fn iteration_limit(book: &Ledger) -> Option<u32> {
    let protocol = book.protocol();
    let gate = &protocol.gates[book.gate];
    let state = book.at_gate();
    let rung = protocol.rung(&state.reviewer).and_then(|(family, at)| family.rungs[at].iterations);
    let own = if state.escalated { rung } else { gate.iterations.or(rung) };
    own.or(protocol.limits.iterations).map(|limit| limit + book.extra)
}

/// Whether the iteration limit is reached; `--max-rounds` can only lower it.
pub(super) fn at_iteration_limit(book: &Ledger) -> bool {
    let reached = iteration_limit(book).is_some_and(|limit| book.at_gate().iteration >= limit);
    reached || at_round_limit(book)
}

/// Whether `--max-rounds` is reached; no rung helps then.
pub(super) fn at_round_limit(book: &Ledger) -> bool {
    max_rounds(book).is_some_and(|max| counted_rounds(book) >= max)
}

/// Rounds that really happened: stale and inconclusive ones use nothing up.
fn counted_rounds(book: &Ledger) -> u32 {
    let reviews =
        book.gates.iter().zip(&book.protocol().gates).filter(|(_, gate)| gate.kind == GateKind::Review);
    reviews.map(|(state, _)| state.counted).sum()
}

/// `--max-rounds`, plus the rounds a person added.
fn max_rounds(book: &Ledger) -> Option<u32> {
    book.opening.max_rounds.map(|max| max.saturating_add(book.extra))
}

/// The lower of the two limits, for people.
pub(super) fn limit_in_force(book: &Ledger) -> Option<u32> {
    iteration_limit(book).into_iter().chain(max_rounds(book)).min()
}

/// Whether there has been no progress for too long.
pub(super) fn at_progress_limit(book: &Ledger) -> bool {
    book.protocol().limits.no_progress.is_some_and(|limit| book.at_gate().no_progress >= limit)
}

/// The rung above, on the ladder a limit names; none: a person is next.
pub(super) fn rung_above(book: &Ledger, ladder: Ladder) -> Option<&Rung> {
    match ladder {
        Ladder::Human => None,
        Ladder::Author => book.authors.get(book.author + 1),
        Ladder::Reviewer => reviewer_above(book),
    }
}

fn reviewer_above(book: &Ledger) -> Option<&Rung> {
    let state = book.at_gate();
    let (family, at) = book.protocol().rung(&state.reviewer)?;
    let gate = &book.protocol().gates[book.gate];
    let skip = gate.escalate_to.as_ref().filter(|_| !state.escalated);
    // A ladder goes up, the reader sees to that; so only what stands above is looked at.
    let above = &family.rungs[at + 1..];
    let named = skip.and_then(|role| above.iter().find(|r| r.role == *role));
    named.or_else(|| above.first())
}

/// Findings whose confirmed fix or accepted rejection counts as progress in this round, each once in a run.
pub(super) fn progress(book: &Ledger) -> Vec<FindingId> {
    let Some(floor) = book.protocol().floor() else { return Vec::new() };
    let counts = |f: &&Finding| {
        let fixed = f.status == Status::Resolved && !f.fix_counted && f.reported_fixed;
        let rejected = f.status == Status::Withdrawn && !f.rejection_counted;
        f.severity >= floor && (fixed || rejected)
    };
    book.findings.values().filter(counts).map(|f| f.id).collect()
}

/// How many rounds in a row are without progress after this one. The first of a run, or of the tests, is neither.
pub(super) fn no_progress(book: &Ledger, judged: &Judged) -> u32 {
    let state = book.at_gate();
    // Tests that passed before and pass again leave nothing to make progress on; that is neither.
    let passed = judged.round.is_none() && judged.verdict.decision.passes() && state.failing.is_empty();
    if book.protocol().limits.no_progress.is_none() || is_first(book) || passed {
        return state.no_progress;
    }
    if made_progress(book, &judged.verdict) { 0 } else { state.no_progress + 1 }
}

fn is_first(book: &Ledger) -> bool {
    match book.protocol().gates[book.gate].kind {
        GateKind::Review => !book
            .gates
            .iter()
            .zip(&book.protocol().gates)
            .any(|(state, gate)| gate.kind == GateKind::Review && state.counted > 0),
        GateKind::Tests => book.at_gate().counted == 0,
    }
}

fn made_progress(book: &Ledger, verdict: &Verdict) -> bool {
    match book.protocol().gates[book.gate].kind {
        GateKind::Review => !progress(book).is_empty(),
        GateKind::Tests => book.at_gate().failing.iter().any(|test| !verdict.failing_tests.contains(test)),
    }
}

/// Tests that have not passed: failed now, or seen before and now gone or skipped.
pub(super) fn failing_tests(known: &BTreeSet<String>, tests: &TestRun) -> Vec<String> {
    let named = |status: TestStatus| tests.results.iter().filter(move |t| t.status == status);
    let not_passed: BTreeSet<&str> =
        named(TestStatus::Failed).chain(named(TestStatus::Skipped)).map(|t| t.name.as_str()).collect();
    let passed: BTreeSet<&str> = named(TestStatus::Passed).map(|t| t.name.as_str()).collect();
    let failed = named(TestStatus::Failed).map(|t| t.name.clone());
    let gone = |name: &&String| !passed.contains(name.as_str()) || not_passed.contains(name.as_str());
    let missing = known.iter().filter(gone).cloned();
    failed.chain(missing).collect::<BTreeSet<String>>().into_iter().collect()
}

/// Blocking findings answered in this run, and how many of them were rejected (002's alarm).
pub(super) fn answered_and_rejected(book: &Ledger) -> (u32, u32) {
    let Some(floor) = book.protocol().floor() else { return (0, 0) };
    let kinds: Vec<AnswerKind> = book
        .findings
        .values()
        .filter(|f| f.severity >= floor)
        .filter_map(|f| f.answer.as_ref().map(crate::domain::Answer::kind))
        .collect();
    let rejected = kinds.iter().filter(|kind| **kind == AnswerKind::Rejected).count();
    (saturating(kinds.len()), saturating(rejected))
}

/// Whether the manager must be called now; once in a run.
pub(super) fn alarm_due(book: &Ledger) -> Option<(u32, u32)> {
    let alarm = book.protocol().alarm.filter(|_| !book.alarmed)?;
    let (answered, rejected) = answered_and_rejected(book);
    let over = u64::from(rejected) * 100 > u64::from(answered) * u64::from(alarm.rejected_over_percent);
    (answered >= alarm.min_answered && over).then_some((answered, rejected))
}

fn saturating(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

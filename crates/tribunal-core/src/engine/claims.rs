//! Whether a reply is a review at all (laws 1 and 2), and how its seat would count.
//!
//! A claim milder than its findings is noted and ignored; one that is stricter while the findings alone would pass
//! makes the reply bad, because something was lost on the way. Nothing here enters a finding in the ledger.

use super::event::Event;
use super::identity::Index;
use super::input::{Coverage, Failure};
use super::run::{Ledger, Round, Run, Seat, SeatState};
use super::{gather, round};
use crate::domain::{
    Claim, ClaimedCounts, Counts, Decision, Finding, Prints, Review, Ruling, Severity, Status, VoteCast,
};
use crate::protocol::Combine;

/// Attempts a seat has with its first agent: the question and one repair turn.
const TRIES_PER_AGENT: u32 = 2;

/// Judges every reply and failure that has arrived, in seat order.
pub(super) fn weigh_replies(run: &Run, round: &Round) -> Vec<Event> {
    let book = run.book();
    round.seats.iter().filter_map(|seat| weigh_seat(book, round, seat)).collect()
}

fn weigh_seat(book: &Ledger, round: &Round, seat: &Seat) -> Option<Event> {
    match &seat.state {
        SeatState::Said { attempt, review } => Some(match fault(book, round, seat, review) {
            None => heard(book, round, seat, review),
            Some(error) => again_or_lost(book, seat, *attempt, error),
        }),
        SeatState::Erred { attempt, failure } => {
            Some(again_or_lost(book, seat, *attempt, failure_words(failure)))
        }
        SeatState::Asked { .. }
        | SeatState::Heard { .. }
        | SeatState::Lost { .. }
        | SeatState::LeftOut { .. } => None,
    }
}

/// One repair turn with the exact error, then one try with the next agent of the role, then the seat is lost.
fn again_or_lost(book: &Ledger, seat: &Seat, attempt: u32, error: String) -> Event {
    let (name, role) = (seat.plan.seat.as_str(), seat.plan.role.as_str());
    let others = round::agents_for(book, name, role) > 1;
    let next = |nth: usize| Event::SeatAskedAgain {
        seat: seat.plan.seat.clone(),
        attempt: attempt + 1,
        agent: round::agent_for(book, name, role, nth),
        error: error.clone(),
    };
    if attempt < TRIES_PER_AGENT {
        next(0)
    } else if attempt == TRIES_PER_AGENT && others {
        next(1)
    } else {
        Event::SeatLost { seat: seat.plan.seat.clone(), why: error }
    }
}

fn heard(book: &Ledger, round: &Round, seat: &Seat, review: &Review) -> Event {
    let vote = vote(book, round, review);
    let mut notes: Vec<String> =
        review.complaints.iter().map(|c| format!("{}: {}", c.place, c.what)).collect();
    if review.claim.is_some_and(Claim::approves) && vote != VoteCast::Pass {
        notes.push("its own verdict is milder than its findings; computed anew".to_owned());
    }
    notes.extend(milder_counts(review));
    notes.extend(unknown_rulings(book, review));
    Event::SeatHeard { seat: seat.plan.seat.clone(), notes }
}

/// Medium is written as low in some dialects, so these two are compared together.
fn milder_counts(review: &Review) -> Option<String> {
    let counts = review.counts.as_ref()?;
    let listed: Counts = review.reports.iter().map(|r| r.severity).collect();
    let lesser = counts.low.map(|low| low + counts.medium.unwrap_or(0));
    let milder = [
        (counts.critical, listed.critical),
        (counts.high, listed.high),
        (lesser, listed.low + listed.medium),
        (counts.total, listed.total()),
    ];
    let milder = milder.iter().any(|(stated, listed)| stated.is_some_and(|stated| stated < *listed));
    milder.then(|| "its own counts are lower than its findings; counted anew".to_owned())
}

fn unknown_rulings(book: &Ledger, review: &Review) -> Vec<String> {
    let index = Index::of(book);
    let unknown = review.rulings.iter().filter(|r| index.by_alias(&r.id).is_none());
    unknown.map(|r| format!("rules on {}, which is no finding of this run; ignored", r.id)).collect()
}

/// What makes a reply no review, in words the reviewer can act on.
fn fault(book: &Ledger, round: &Round, seat: &Seat, review: &Review) -> Option<String> {
    let votes = matches!(book.protocol().combine, Combine::FourRules);
    if votes && review.claim.is_none() {
        return Some("the review has no verdict; say approved, concerns or blocker".to_owned());
    }
    let vote = vote(book, round, review);
    if vote != VoteCast::Pass {
        return None;
    }
    stricter_claim(book, round, review).or_else(|| uncovered(book, round, seat, review))
}

/// A verdict or a count that says more than the reports do, although the reports alone would pass.
fn stricter_claim(book: &Ledger, round: &Round, review: &Review) -> Option<String> {
    let index = Index::of(book);
    let strict = review.claim.is_some_and(|claim| !claim.approves());
    if strict && !raises_closed(book, &index, round, review) {
        return Some("the verdict asks for changes but no finding says which; list every finding".to_owned());
    }
    let counts = review.counts.as_ref()?;
    let listed: Counts =
        review.reports.iter().map(|r| r.severity).chain(left_standing(book, &index, review)).collect();
    let floor = book.protocol().floor().unwrap_or(Severity::Low);
    let more = [
        over("critical", counts.critical, listed.critical),
        over("high", counts.high, listed.high),
        over("medium", counts.medium, listed.medium),
        over("low", counts.low, listed.low + listed.medium),
        over("blocking", counts.blocking, listed.at_least(floor)),
        over("total", total(counts), listed.total()),
    ];
    more.into_iter().flatten().next()
}

/// Whether it names a finding that law 6 or a person closed for good: then it did say what it wants changed.
fn raises_closed(book: &Ledger, index: &Index, round: &Round, review: &Review) -> bool {
    let reported = review.reports.iter().filter_map(|r| index.find(book, r, &Prints::of(r), round.number));
    let ruled = review.rulings.iter().filter(|r| !gather::closes(r.ruling));
    let mut named = reported.chain(ruled.filter_map(|r| index.by_alias(&r.id)));
    named.any(|id| matches!(book.findings[&id].status, Status::Withdrawn | Status::Accepted))
}

/// Earlier findings a reviewer may have counted without listing them: those it was shown and does not close. One
/// that is shown none can only count its own.
fn left_standing(book: &Ledger, index: &Index, review: &Review) -> Vec<Severity> {
    let closed = |f: &Finding| {
        let mut words = review.rulings.iter().filter(|r| index.by_alias(&r.id) == Some(f.id));
        words.any(|r| gather::closes(r.ruling))
    };
    let counted = |f: &Finding| f.status.stands() || matches!(f.status, Status::Deferred | Status::Skipped);
    let shown = book.findings.values().filter(|f| book.protocol().verifies() && counted(f));
    shown.filter(|f| !closed(f)).map(|f| f.severity).collect()
}

fn total(counts: &ClaimedCounts) -> Option<u32> {
    counts.total
}

fn over(what: &str, stated: Option<u32>, listed: u32) -> Option<String> {
    let stated = stated.filter(|stated| *stated > listed)?;
    Some(format!("the summary says {stated} {what} but {listed} are listed; list every finding"))
}

/// An approval must name at least one changed file that was read, unless the agent is exempt.
fn uncovered(book: &Ledger, round: &Round, seat: &Seat, review: &Review) -> Option<String> {
    let staff = round::staff(book, seat.plan.seat.as_str(), &seat.plan.role);
    let found = staff.and_then(|staff| staff.iter().find(|s| s.agent == seat.plan.agent));
    let exempt = found.is_some_and(|s| s.coverage == Coverage::Exempt);
    let read = |file: &String| round.snapshot.files.contains(file);
    if exempt || seat.plan.role == round::ANALYZER || review.files_read.iter().any(read) {
        return None;
    }
    Some("the review approves but names none of the changed files as read; read them and say so".to_owned())
}

/// How a valid review counts, judged against the findings as they stood before this round.
pub(super) fn vote(book: &Ledger, round: &Round, review: &Review) -> VoteCast {
    if matches!(book.protocol().combine, Combine::FourRules) {
        return spoken(review);
    }
    let index = Index::of(book);
    let blocks = |report: &&crate::domain::Report| blocks(book, &index, round, report);
    let raises = review.reports.iter().any(|r| blocks(&r)) || reopens(book, &index, review);
    if raises || !settles_all(book, &index, round, review) { VoteCast::Fail } else { VoteCast::Pass }
}

/// 001: the reviewer's word, raised to concerns by a critical issue.
fn spoken(review: &Review) -> VoteCast {
    let critical = review.reports.iter().any(|r| r.severity == Severity::Critical);
    match review.claim {
        Some(Claim::Blocker | Claim::MajorWork) => VoteCast::Blocker,
        Some(Claim::Concerns | Claim::RequestChanges) | None => VoteCast::Concerns,
        Some(Claim::Approve | Claim::ApproveWithNotes) if critical => VoteCast::Concerns,
        Some(Claim::Approve | Claim::ApproveWithNotes) => VoteCast::Pass,
    }
}

fn blocks(book: &Ledger, index: &Index, round: &Round, report: &crate::domain::Report) -> bool {
    let Some(floor) = book.protocol().floor() else { return false };
    let prints = Prints::of(report);
    let known = index.find(book, report, &prints, round.number).and_then(|id| book.findings.get(&id));
    match known {
        Some(finding) if finding.status == Status::Accepted => false,
        Some(finding) if gather::stays_withdrawn(book, finding, Some(report)) => false,
        Some(finding) => finding.severity.max(report.severity) >= floor,
        None => report.severity >= floor,
    }
}

/// Whether a ruling says of a finding that was closed that it is there.
fn reopens(book: &Ledger, index: &Index, review: &Review) -> bool {
    let against = review.rulings.iter().filter(|r| !gather::closes(r.ruling));
    let mut named = against.filter_map(|r| book.findings.get(&index.by_alias(&r.id)?));
    let floor = book.protocol().floor();
    named.any(|f| {
        let final_word = f.status == Status::Accepted || gather::stays_withdrawn(book, f, None);
        !final_word && floor.is_some_and(|floor| f.severity >= floor)
    })
}

/// Whether the review rules, in a way that counts, on everything blocking that it was asked about.
fn settles_all(book: &Ledger, index: &Index, round: &Round, review: &Review) -> bool {
    let asked = round.rule_on.iter().filter_map(|id| book.findings.get(id));
    let asked = asked.filter(|f| book.blocks(f) && !unjudged(book, f));
    asked.into_iter().all(|finding| {
        let mut words =
            review.rulings.iter().filter(|r| index.by_alias(&r.id) == Some(finding.id)).map(|r| r.ruling);
        let first = words.next();
        first.is_some_and(|w| counts(finding, round, w)) && words.all(|w| counts(finding, round, w))
    })
}

/// Whether a finding was only ever raised in rounds that did not really happen. Such a round is repeated, and in the
/// repetition a seat passes with no issue of its own; nobody could rule RESOLVED on code that did not change.
fn unjudged(book: &Ledger, finding: &Finding) -> bool {
    let mut since = book.verdicts.iter().filter(|v| v.round >= finding.born).peekable();
    since.peek().is_some() && since.all(|v| v.decision == Decision::Inconclusive)
}

/// Whether a ruling closes a finding: RESOLVED after the head moved and the author answered; an accepted dispute
/// that was raised.
pub(super) fn counts(finding: &Finding, round: &Round, ruling: Ruling) -> bool {
    match ruling {
        Ruling::Resolved => finding.open_at != round.snapshot.head && !finding.unanswered,
        Ruling::DisputeAccepted => finding.status == Status::Disputed,
        Ruling::StillPresent | Ruling::Regressed | Ruling::DisputeRejected => false,
    }
}

/// A failure in words for people and for whoever is asked again.
pub(super) fn failure_words(failure: &Failure) -> String {
    match failure {
        Failure::Empty => "the reply was empty".to_owned(),
        Failure::Crashed { detail } => format!("the agent crashed: {detail}"),
        Failure::TimedOut => "the agent took too long".to_owned(),
        Failure::RateLimited => "the agent's service is rate limited".to_owned(),
        Failure::Truncated => "the reply was cut".to_owned(),
        Failure::Refused { detail } => format!("the agent refused: {detail}"),
        Failure::Unreadable { error } => error.clone(),
        Failure::Missing => "the agent is not there".to_owned(),
    }
}

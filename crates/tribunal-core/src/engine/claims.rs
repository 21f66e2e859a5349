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
    Claim, ClaimedCounts, Counts, Finding, Prints, Review, Ruling, Severity, Status, VoteCast,
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
    notes.extend(unknown_rulings(book, review));
    Event::SeatHeard { seat: seat.plan.seat.clone(), notes }
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
    let stricter = if votes { None } else { stricter_claim(book, review) };
    stricter.or_else(|| uncovered(book, round, seat, review))
}

/// A verdict or a count that says more than the reports do, although the reports alone would pass.
fn stricter_claim(book: &Ledger, review: &Review) -> Option<String> {
    if review.claim.is_some_and(|claim| !claim.approves()) {
        return Some("the verdict asks for changes but no finding says which; list every finding".to_owned());
    }
    let counts = review.counts.as_ref()?;
    let listed: Counts = review.reports.iter().map(|r| r.severity).chain(standing(book)).collect();
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

fn standing(book: &Ledger) -> impl Iterator<Item = Severity> {
    book.findings.values().filter(|f| f.status.stands()).map(|f| f.severity)
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
    if review.reports.iter().any(|r| blocks(&r)) || !settles_all(book, &index, round, review) {
        VoteCast::Fail
    } else {
        VoteCast::Pass
    }
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

/// Whether the review rules, in a way that counts, on everything blocking that it was asked about.
fn settles_all(book: &Ledger, index: &Index, round: &Round, review: &Review) -> bool {
    let asked = round.rule_on.iter().filter_map(|id| book.findings.get(id)).filter(|f| book.blocks(f));
    asked.into_iter().all(|finding| {
        let about = review.rulings.iter().filter(|r| index.by_alias(&r.id) == Some(finding.id));
        let words: Vec<Ruling> = about.map(|r| r.ruling).collect();
        // As `gather` closes it, or a seat could vote against what its own words have closed.
        let word = words.iter().copied().find(|w| *w == Ruling::DisputeAccepted).or(words.first().copied());
        words.iter().all(|w| gather::closes(*w)) && word.is_some_and(|w| counts(finding, round, w))
    })
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

fn failure_words(failure: &Failure) -> String {
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

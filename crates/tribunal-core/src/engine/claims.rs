//! Whether a reply is a review at all (laws 1 and 2), and how its seat would count.
//!
//! A claim milder than its findings is noted and ignored; one that is stricter while the findings alone would pass
//! makes the reply bad, because something was lost on the way. Nothing here enters a finding in the ledger.

use std::collections::{BTreeMap, BTreeSet};

use super::event::Event;
use super::identity::Index;
use super::input::{Coverage, Failure};
use super::run::{Ledger, Round, Run, Seat, SeatState};
use super::{gather, round};
use crate::domain::{
    Claim, Counts, Decision, Finding, FindingId, Review, Ruling, Severity, Status, VoteCast,
};
use crate::protocol::Combine;

/// Attempts a seat has with its first agent: the question and one repair turn.
const TRIES_PER_AGENT: u32 = 2;

/// Judges every reply and failure that has arrived, in seat order.
pub(super) fn weigh_replies(run: &Run, round: &Round) -> Vec<Event> {
    let scale = Scale::of(run.book(), round);
    round.seats.iter().filter_map(|seat| scale.weigh_seat(seat)).collect()
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

/// What replies of a round are weighed against: the findings as they stood before it.
pub(super) struct Scale<'a> {
    book: &'a Ledger,
    round: &'a Round,
    index: Index,
}

/// A review with what it is about: the known finding of each report, and its rulings by finding.
struct Weighed<'a> {
    review: &'a Review,
    known: Vec<Option<FindingId>>,
    rulings: BTreeMap<FindingId, Vec<Ruling>>,
}

impl<'a> Scale<'a> {
    /// A scale for this round.
    pub(super) fn of(book: &'a Ledger, round: &'a Round) -> Self {
        Self { book, round, index: Index::of(book) }
    }

    /// How a valid review counts.
    pub(super) fn vote(&self, review: &Review) -> VoteCast {
        self.vote_of(&self.weigh(review))
    }

    fn weigh<'r>(&self, review: &'r Review) -> Weighed<'r> {
        let known = self.index.find_all(self.book, self.round.number, &[review.reports.as_slice()]);
        let mut rulings: BTreeMap<FindingId, Vec<Ruling>> = BTreeMap::new();
        for said in &review.rulings {
            let named = self.index.by_alias(&said.id);
            named.into_iter().for_each(|id| rulings.entry(id).or_default().push(said.ruling));
        }
        Weighed { review, known: known.into_iter().next().unwrap_or_default(), rulings }
    }

    fn weigh_seat(&self, seat: &Seat) -> Option<Event> {
        match &seat.state {
            SeatState::Said { attempt, review } => {
                let weighed = self.weigh(review);
                Some(match self.fault(seat, &weighed) {
                    None => self.heard(seat, &weighed),
                    Some(error) => again_or_lost(self.book, seat, *attempt, error),
                })
            }
            SeatState::Erred { attempt, failure } => {
                Some(again_or_lost(self.book, seat, *attempt, failure_words(failure)))
            }
            SeatState::Asked { .. }
            | SeatState::Heard { .. }
            | SeatState::Lost { .. }
            | SeatState::LeftOut { .. } => None,
        }
    }

    fn heard(&self, seat: &Seat, said: &Weighed<'_>) -> Event {
        let review = said.review;
        let mut notes: Vec<String> =
            review.complaints.iter().map(|c| format!("{}: {}", c.place, c.what)).collect();
        if review.claim.is_some_and(Claim::approves) && self.vote_of(said) != VoteCast::Pass {
            notes.push("its own verdict is milder than its findings; computed anew".to_owned());
        }
        notes.extend(milder_counts(review));
        let unknown = review.rulings.iter().filter(|r| self.index.by_alias(&r.id).is_none());
        notes.extend(unknown.map(|r| format!("rules on {}, which is no finding of this run; ignored", r.id)));
        Event::SeatHeard { seat: seat.plan.seat.clone(), notes }
    }

    /// What makes a reply no review, in words the reviewer can act on.
    fn fault(&self, seat: &Seat, said: &Weighed<'_>) -> Option<String> {
        let votes = matches!(self.book.protocol().combine, Combine::FourRules);
        if votes && said.review.claim.is_none() {
            return Some("the review has no verdict; say approved, concerns or blocker".to_owned());
        }
        if self.vote_of(said) != VoteCast::Pass {
            return None;
        }
        self.stricter_claim(said).or_else(|| self.uncovered(seat, said.review))
    }

    /// A verdict or a count that says more than the reports do, although the reports alone would pass.
    fn stricter_claim(&self, said: &Weighed<'_>) -> Option<String> {
        let strict = said.review.claim.is_some_and(|claim| !claim.approves());
        if strict && !self.raises_closed(said) {
            return Some(
                "the verdict asks for changes but no finding says which; list every finding".to_owned(),
            );
        }
        let counts = said.review.counts.as_ref()?;
        let listed: Counts =
            said.review.reports.iter().map(|r| r.severity).chain(self.left_standing(said)).collect();
        let floor = self.book.protocol().floor().unwrap_or(Severity::Low);
        let more = [
            over("critical", counts.critical, listed.critical),
            over("high", counts.high, listed.high),
            over("medium", counts.medium, listed.medium),
            over("low", counts.low, listed.low + listed.medium),
            over("blocking", counts.blocking, listed.at_least(floor)),
            over("total", counts.total, listed.total()),
        ];
        more.into_iter().flatten().next()
    }

    /// Whether it names a finding that law 6 closed for good: then it did say what it wants changed.
    fn raises_closed(&self, said: &Weighed<'_>) -> bool {
        let ruled = said.rulings.iter().filter(|(_, words)| words.iter().any(|w| !gather::closes(*w)));
        let mut named = said.known.iter().flatten().chain(ruled.map(|(id, _)| id));
        named.any(|id| self.book.findings[id].status == Status::Withdrawn)
    }

    /// Earlier findings a reviewer may have counted without listing them: those it was shown and does not close. One
    /// that is shown none can only count its own.
    fn left_standing(&self, said: &Weighed<'_>) -> Vec<Severity> {
        let closed = |f: &Finding| {
            said.rulings.get(&f.id).is_some_and(|words| words.iter().any(|w| gather::closes(*w)))
        };
        let counted =
            |f: &Finding| f.status.stands() || matches!(f.status, Status::Deferred | Status::Skipped);
        let verifies = self.book.protocol().verifies();
        let shown = self.book.findings.values().filter(|f| verifies && counted(f) && !closed(f));
        shown.map(|f| f.severity).collect()
    }

    /// An approval must name at least one changed file that was read, unless the agent is exempt.
    fn uncovered(&self, seat: &Seat, review: &Review) -> Option<String> {
        let staff = round::staff(self.book, seat.plan.seat.as_str(), &seat.plan.role);
        let found = staff.and_then(|staff| staff.iter().find(|s| s.agent == seat.plan.agent));
        let exempt = found.is_some_and(|s| s.coverage == Coverage::Exempt);
        let changed: BTreeSet<&str> = self.round.snapshot.files.iter().map(String::as_str).collect();
        let read = |file: &String| changed.contains(file.strip_prefix("./").unwrap_or(file));
        if exempt || seat.plan.role == round::ANALYZER || review.files_read.iter().any(read) {
            return None;
        }
        Some(
            "the review approves but names none of the changed files as read; read them and say so"
                .to_owned(),
        )
    }

    fn vote_of(&self, said: &Weighed<'_>) -> VoteCast {
        if matches!(self.book.protocol().combine, Combine::FourRules) {
            return spoken(said.review);
        }
        let raises = self.raises(said) || self.reopens(said);
        if raises || !self.settles_all(said) { VoteCast::Fail } else { VoteCast::Pass }
    }

    /// Whether a report blocks: a new one by its severity, a known one by the worst it was ever given.
    fn raises(&self, said: &Weighed<'_>) -> bool {
        let Some(floor) = self.book.protocol().floor() else { return false };
        let mut reports = said.review.reports.iter().zip(&said.known);
        reports.any(|(report, known)| match known.and_then(|id| self.book.findings.get(&id)) {
            None => report.severity >= floor,
            Some(f) if gather::stays_withdrawn(self.book, self.round, f, &[report]) => false,
            Some(f) => f.severity.max(report.severity) >= floor,
        })
    }

    /// Whether a ruling says of a finding that was closed that it is there.
    fn reopens(&self, said: &Weighed<'_>) -> bool {
        let against = said.rulings.iter().filter(|(_, words)| words.iter().any(|w| !gather::closes(*w)));
        let floor = self.book.protocol().floor();
        against.map(|(id, _)| &self.book.findings[id]).any(|f| {
            let final_word = gather::stays_withdrawn(self.book, self.round, f, &[]);
            !final_word && floor.is_some_and(|floor| f.severity >= floor)
        })
    }

    /// Whether the review rules, in a way that counts, on everything blocking that it was asked about.
    fn settles_all(&self, said: &Weighed<'_>) -> bool {
        let asked = self.round.rule_on.iter().filter_map(|id| self.book.findings.get(id));
        let mut asked = asked.filter(|f| self.book.blocks(f) && !unjudged(self.book, f));
        asked.all(|f| {
            let words = said.rulings.get(&f.id).map(Vec::as_slice).unwrap_or_default();
            // As `gather` closes it, or a seat could vote against what its own words have closed.
            let accepts = words.iter().find(|w| **w == Ruling::DisputeAccepted);
            let word = accepts.or(words.first());
            words.iter().all(|w| gather::closes(*w)) && word.is_some_and(|w| counts(f, self.round, *w))
        })
    }
}

/// Medium is written as low in some dialects, so these two are compared together.
fn milder_counts(review: &Review) -> Option<String> {
    let counts = review.counts.as_ref()?;
    let listed: Counts = review.reports.iter().map(|r| r.severity).collect();
    let lesser = counts.low.map(|low| low.saturating_add(counts.medium.unwrap_or(0)));
    let milder = [
        (counts.critical, listed.critical),
        (counts.high, listed.high),
        (lesser, listed.low + listed.medium),
        (counts.total, listed.total()),
    ];
    let milder = milder.iter().any(|(stated, listed)| stated.is_some_and(|stated| stated < *listed));
    milder.then(|| "its own counts are lower than its findings; counted anew".to_owned())
}

fn over(what: &str, stated: Option<u32>, listed: u32) -> Option<String> {
    let stated = stated.filter(|stated| *stated > listed)?;
    Some(format!("the summary says {stated} {what} but {listed} are listed; list every finding"))
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

/// Whether a finding was only ever raised in rounds that did not really happen. Such a round is repeated, and in the
/// repetition a seat passes with no issue of its own; nobody could rule RESOLVED on code that did not change.
fn unjudged(book: &Ledger, finding: &Finding) -> bool {
    let mut since = book.verdicts.iter().filter(|v| v.round >= finding.born).peekable();
    since.peek().is_some() && since.all(|v| v.decision == Decision::Inconclusive)
}

/// Whether a ruling closes a finding: RESOLVED on a head where it was never found and after the author answered; an
/// accepted dispute that was raised.
pub(super) fn counts(finding: &Finding, round: &Round, ruling: Ruling) -> bool {
    match ruling {
        Ruling::Resolved => !finding.found_at.contains(&round.snapshot.head) && !finding.unanswered,
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

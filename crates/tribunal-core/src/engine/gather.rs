//! What the replies of a whole round do to the findings.
//!
//! Runs once, when every seat is settled, in seat order, so the order in which reviewers answer never matters.
//! First all reports are entered, then each earlier finding is moved by the rulings on it, or by silence.

use std::collections::BTreeMap;

use super::event::{Because, Event, Recorded};
use super::identity::{Index, next_alias};
use super::pause::pause;
use super::round::ANALYZER;
use super::run::{Ledger, Look, PauseReason, Round, Run, Seat, SeatState};
use super::{claims, judge};
use crate::domain::{
    Commit, Finding, FindingId, Flag, Prints, PullView, Report, Ruling, SeatVote, Severity, Status, VoteCast,
    folded,
};
use crate::protocol::{IdScheme, NewFindings, ReReview};

/// Closes a round: stale if the head moved meanwhile, otherwise everything said goes into the ledger.
pub(super) fn close(run: &Run, round: &Round, head: &Commit) -> Vec<Event> {
    if *head != round.snapshot.head {
        return stale(run, round, head);
    }
    let mut draft = Draft { run: run.clone(), events: Vec::new(), index: Index::of(run.book()) };
    for seat in &round.seats {
        draft.enter_reports(round, seat);
    }
    let votes: Vec<SeatVote> = round.seats.iter().map(|seat| vote(run.book(), round, seat)).collect();
    // A round that will be repeated closes nothing, and a dispute without a ruling must still be a dispute then.
    // What was closed and is reported again is open all the same: a missing seat must not silence the others.
    let void = judge::is_void(run.book().protocol(), &votes);
    draft.move_earlier(run.book(), round, |finding| !void || !finding.status.stands());
    draft.push(Event::RoundGathered { round: round.number, votes });
    draft.events
}

fn stale(run: &Run, round: &Round, head: &Commit) -> Vec<Event> {
    let mut events = vec![Event::RoundStale { round: round.number, head: head.clone() }];
    if run.book().stale > 0 {
        let note = "the head moved during two rounds in a row; resume when it is quiet";
        events.push(pause(run, PauseReason::StaleTwice, note));
    }
    events
}

fn vote(book: &Ledger, round: &Round, seat: &Seat) -> SeatVote {
    let vote = match &seat.state {
        SeatState::Heard { review } => claims::vote(book, round, review),
        SeatState::LeftOut { .. } => VoteCast::LeftOut,
        SeatState::Lost { .. }
        | SeatState::Asked { .. }
        | SeatState::Said { .. }
        | SeatState::Erred { .. } => VoteCast::Missing,
    };
    SeatVote { seat: seat.plan.seat.clone(), vote }
}

/// What every heard seat said about each earlier finding, in seat order; an empty list of a seat is silence.
type Words = BTreeMap<FindingId, Vec<Vec<Ruling>>>;

fn words(book: &Ledger, round: &Round) -> Words {
    let index = Index::of(book);
    let reviews: Vec<_> = round.seats.iter().filter_map(heard).collect();
    let mut words: Words = book.findings.keys().map(|id| (*id, vec![Vec::new(); reviews.len()])).collect();
    for (seat, review) in reviews.iter().enumerate() {
        for said in &review.rulings {
            let of_seat = index.by_alias(&said.id).and_then(|id| words.get_mut(&id));
            of_seat.into_iter().for_each(|seats| seats[seat].push(said.ruling));
        }
    }
    words
}

fn heard(seat: &Seat) -> Option<&crate::domain::Review> {
    if let SeatState::Heard { review } = &seat.state { Some(review) } else { None }
}

/// The ledger as it grows while a round is entered, and the events that made it grow.
struct Draft {
    run: Run,
    events: Vec<Event>,
    index: Index,
}

impl Draft {
    fn push(&mut self, event: Event) {
        let recorded = Recorded { at: self.run.clock, event };
        super::apply(&mut self.run, &recorded);
        self.events.push(recorded.event);
    }

    fn enter_reports(&mut self, round: &Round, seat: &Seat) {
        let Some(review) = heard(seat) else { return };
        for report in &review.reports {
            self.enter_report(round, seat, report);
        }
    }

    fn enter_report(&mut self, round: &Round, seat: &Seat, report: &Report) {
        let prints = Prints::of(report);
        let thread = thread_alias(self.run.book(), round, seat, report);
        let known = match &thread {
            Some(alias) => self.index.by_alias(alias),
            None => self.index.find(self.run.book(), report, &prints, round.number),
        };
        match known {
            Some(finding) => self.push(Event::FindingSighted {
                finding,
                severity: report.severity,
                seat: seat.plan.seat.clone(),
                report: report.clone(),
            }),
            None => self.raise(round, seat, report, &prints, thread),
        }
    }

    fn raise(
        &mut self,
        round: &Round,
        seat: &Seat,
        report: &Report,
        prints: &Prints,
        thread: Option<String>,
    ) {
        let book = self.run.book();
        let finding = FindingId(book.findings.keys().last().map_or(1, |id| id.0 + 1));
        let alias = thread.unwrap_or_else(|| next_alias(book, prints, round.number));
        let remark = only_a_remark(book, report);
        let severity = if remark { Severity::Remark } else { report.severity };
        let (status, inherited) = inherited(book, prints);
        let mut flags = flags(book, round, report);
        flags.extend(remark.then_some(Flag::KeptAsRemark));
        flags.extend(inherited.then_some(Flag::Inherited));
        flags.extend(self.number_in_use(report).then_some(Flag::Renumbered));
        self.index.add_new(finding, prints);
        self.index.name(finding, &alias);
        let (seat, report) = (seat.plan.seat.clone(), report.clone());
        self.push(Event::FindingRaised { finding, alias, severity, status, seat, report, flags });
    }

    /// Whether the reviewer wrote a number that names another finding of an earlier round.
    fn number_in_use(&self, report: &Report) -> bool {
        let book = self.run.book();
        let content = matches!(book.protocol().ids, IdScheme::Content);
        let said = report.said_id.as_deref().and_then(|said| self.index.by_alias(said));
        !content && said.and_then(|id| book.findings.get(&id)).is_some_and(|f| f.born < book.round)
    }

    fn move_earlier(&mut self, before: &Ledger, round: &Round, movable: impl Fn(&Finding) -> bool) {
        let words = words(before, round);
        for (id, _) in before.findings.iter().filter(|(_, finding)| movable(finding)) {
            self.move_finding(round, *id, words.get(id).map(Vec::as_slice).unwrap_or_default());
        }
    }

    /// Moves one earlier finding by what was said about it.
    fn move_finding(&mut self, round: &Round, id: FindingId, words: &[Vec<Ruling>]) {
        let finding = self.run.book().findings[&id].clone();
        // Statuses before this round count: reports of it only added sightings.
        let sighted = finding.sighted_in(round.number);
        let moves = match self.run.book().protocol().re_review {
            ReReview::Verify { .. } => verified(self.run.book(), round, &finding, sighted, words),
            ReReview::Fresh => fresh(self.run.book(), round, &finding, sighted, words),
            ReReview::PerTrigger => Vec::new(),
        };
        moves.into_iter().for_each(|event| self.push(event));
    }
}

/// A thread's finding carries the thread's id, and only the seat that reads threads can name one. One that the forge
/// does not know is no thread: its finding would close itself in the next round.
fn thread_alias(book: &Ledger, round: &Round, seat: &Seat, report: &Report) -> Option<String> {
    let analyzer = book.protocol().panel.comments_analyzer && seat.plan.role == ANALYZER;
    let pull = round.snapshot.pull.as_ref();
    let known = |said: &str| {
        let id = said.strip_prefix("THREAD-")?;
        pull.is_none_or(|p| p.threads_truncated || p.threads.iter().any(|t| t.first_comment == id))
            .then_some(())
    };
    report.said_id.clone().filter(|said| analyzer && known(said).is_some())
}

/// 002: a re-review may only raise what blocks; the rest is kept, not counted.
fn only_a_remark(book: &Ledger, report: &Report) -> bool {
    let again = book.at_gate().reviewer_rounds > 0;
    let floor = book.protocol().floor().unwrap_or(Severity::Low);
    match book.protocol().re_review {
        ReReview::Verify { new: NewFindings::Blocking, .. } => again && report.severity < floor,
        ReReview::Verify { new: NewFindings::Any, .. } | ReReview::Fresh | ReReview::PerTrigger => false,
    }
}

/// What an earlier run knew of it: stuck stays stuck, rejected stays disputed (004).
fn inherited(book: &Ledger, prints: &Prints) -> (Status, bool) {
    let Some(inherits) = &book.opening.inherits else { return (Status::Open, false) };
    if inherits.stuck.contains(&prints.place) {
        (Status::Stuck, true)
    } else if inherits.rejected.contains(&prints.place) {
        (Status::Disputed, true)
    } else {
        (Status::Open, false)
    }
}

fn flags(book: &Ledger, round: &Round, report: &Report) -> Vec<Flag> {
    let mut flags = Vec::new();
    match report.locations.first() {
        None => flags.push(Flag::NoLocation),
        Some(place) if place.path.starts_with('/') || place.path.split('/').any(|part| part == "..") => {
            flags.push(Flag::BadLocation);
        }
        Some(place) if place.line.is_none() => flags.push(Flag::NoLocation),
        Some(_) => {}
    }
    if round.look == Look::Scoped && !in_scope(book, round, report) {
        flags.push(Flag::OutOfScope);
    }
    flags
}

fn in_scope(book: &Ledger, round: &Round, report: &Report) -> bool {
    let Some(place) = report.locations.first() else { return true };
    let flagged = |f: &Finding| f.report().locations.iter().any(|l| l.path == place.path);
    round.snapshot.touched.contains(&place.path) || book.findings.values().any(flagged)
}

fn to(finding: &Finding, status: Status, because: Because) -> Vec<Event> {
    vec![Event::FindingMoved { finding: finding.id, to: status, because }]
}

fn flag(finding: &Finding, flag: Flag) -> Event {
    Event::FindingFlagged { finding: finding.id, flag }
}

/// Under `verify`: rulings move a finding; silence leaves it open.
fn verified(book: &Ledger, round: &Round, f: &Finding, sighted: bool, words: &[Vec<Ruling>]) -> Vec<Event> {
    let said: Vec<Ruling> = words.iter().flatten().copied().collect();
    let against = said.iter().any(|w| !closes(*w)) || sighted;
    let for_it = said.iter().any(|w| closes(*w));
    let silent = words.iter().any(Vec::is_empty);
    if against && for_it && (f.status.stands() || sighted) {
        return contradicted(f);
    }
    if against {
        return found_open(book, round, f, &said);
    }
    if !f.status.stands() || f.severity == Severity::Remark {
        return Vec::new();
    }
    if !for_it || silent || words.is_empty() {
        return unruled(f);
    }
    closed(round, f, &said)
}

/// Whether a ruling says that a finding is no more.
pub(super) fn closes(ruling: Ruling) -> bool {
    match ruling {
        Ruling::Resolved | Ruling::DisputeAccepted => true,
        Ruling::StillPresent | Ruling::Regressed | Ruling::DisputeRejected => false,
    }
}

fn contradicted(f: &Finding) -> Vec<Event> {
    let mut events = to(f, Status::Open, Because::Contradicted);
    events.push(flag(f, Flag::ContradictingRulings));
    events
}

fn unruled(f: &Finding) -> Vec<Event> {
    match f.status {
        Status::ClaimedFixed | Status::Disputed => to(f, Status::Open, Because::NoRuling),
        Status::Open
        | Status::Stuck
        | Status::Resolved
        | Status::Withdrawn
        | Status::Outvoted
        | Status::Accepted
        | Status::Deferred
        | Status::Skipped => Vec::new(),
    }
}

/// Somebody says it is there.
fn found_open(book: &Ledger, round: &Round, f: &Finding, said: &[Ruling]) -> Vec<Event> {
    let mut reports = f.sightings.iter().filter(|s| s.round == round.number).map(|s| &s.report).peekable();
    // One report that shows other lines is enough, whatever the others repeat.
    let stays = match reports.peek() {
        None => stays_withdrawn(book, f, None),
        Some(_) => reports.all(|report| stays_withdrawn(book, f, Some(report))),
    };
    if stays {
        return vec![flag(f, Flag::ReflaggedAfterRejection)];
    }
    let blocks = book.protocol().floor().is_some_and(|floor| f.severity >= floor);
    match f.status {
        Status::Accepted => return Vec::new(),
        Status::Deferred | Status::Skipped if !blocks => return Vec::new(),
        Status::Open
        | Status::ClaimedFixed
        | Status::Disputed
        | Status::Stuck
        | Status::Resolved
        | Status::Withdrawn
        | Status::Outvoted
        | Status::Deferred
        | Status::Skipped => {}
    }
    let regressed = said.contains(&Ruling::Regressed) || f.status == Status::Resolved;
    let because = if said.contains(&Ruling::Regressed) {
        Because::RuledRegressed
    } else if said.contains(&Ruling::StillPresent) {
        Because::RuledStillPresent
    } else if said.contains(&Ruling::DisputeRejected) {
        Because::RejectionOverruled
    } else {
        Because::ReportedAgain
    };
    let mut events = to(f, Status::Open, because);
    events.extend(regressed.then(|| flag(f, Flag::Regressed)));
    events
}

/// Law 6: an accepted rejection is final for reviewers of the same or a lower rung while its lines are unchanged.
/// Where the lines are not known, or the report says worse than before, it is not final.
pub(super) fn stays_withdrawn(book: &Ledger, f: &Finding, report: Option<&Report>) -> bool {
    let Some((quote, rank)) = &f.withdrawn_at else { return false };
    if f.status != Status::Withdrawn || reviewer_rank(book) > *rank {
        return false;
    }
    match (report, quote) {
        // A bare ruling quotes nothing; only a report that shows other lines, or worse, opens the matter again.
        (None, _) => true,
        (Some(report), Some(quote)) => report.quote.as_deref().map(folded).as_ref() == Some(quote),
        (Some(_), None) => false,
    }
}

/// How strong the reviewer at the current gate is.
pub(super) fn reviewer_rank(book: &Ledger) -> u8 {
    let role = &book.at_gate().reviewer;
    book.protocol().rung(role).map_or(0, |(family, rung)| family.rungs[rung].rank)
}

/// Everybody says it is gone, or that the rejection is right.
fn closed(round: &Round, f: &Finding, said: &[Ruling]) -> Vec<Event> {
    if said.contains(&Ruling::DisputeAccepted) {
        if f.status == Status::Disputed {
            return to(f, Status::Withdrawn, Because::RejectionAccepted);
        }
        let mut events = unruled(f);
        events.push(flag(f, Flag::NothingDisputed));
        return events;
    }
    if claims::counts(f, round, Ruling::Resolved) {
        return to(f, Status::Resolved, Because::RuledResolved);
    }
    let why = if f.unanswered { Flag::ResolvedUnanswered } else { Flag::ResolvedWithoutChange };
    let mut events = unruled(f);
    events.push(flag(f, why));
    events
}

/// Under `fresh`: what a whole panel no longer reports of a moved head is confirmed, if somebody claimed it.
fn fresh(book: &Ledger, round: &Round, f: &Finding, sighted: bool, words: &[Vec<Ruling>]) -> Vec<Event> {
    let against = words.iter().flatten().any(|w| !closes(*w));
    if is_thread(f) {
        return thread_moved(round, f, sighted);
    }
    if sighted || against {
        return came_back(book, f);
    }
    let whole = round.seats.iter().all(|seat| heard(seat).is_some());
    if f.status == Status::ClaimedFixed && whole && f.open_at != round.snapshot.head {
        return to(f, Status::Resolved, Because::NoLongerReported);
    }
    Vec::new()
}

fn came_back(book: &Ledger, f: &Finding) -> Vec<Event> {
    let blocks = book.protocol().floor().is_some_and(|floor| f.severity >= floor);
    let regressed = || flag(f, Flag::Regressed);
    match f.status {
        Status::Open | Status::Stuck | Status::Disputed | Status::Accepted => Vec::new(),
        Status::Deferred | Status::Skipped if !blocks => Vec::new(),
        Status::ClaimedFixed | Status::Resolved if book.protocol().stuck && f.reported_fixed => {
            to(f, Status::Stuck, Because::CameBack)
        }
        Status::Resolved => {
            to(f, Status::Open, Because::ReportedAgain).into_iter().chain([regressed()]).collect()
        }
        Status::ClaimedFixed | Status::Withdrawn | Status::Outvoted | Status::Deferred | Status::Skipped => {
            to(f, Status::Open, Because::ReportedAgain)
        }
    }
}

/// Whether a finding stands for a review thread (004).
pub(super) fn is_thread(f: &Finding) -> bool {
    f.alias.starts_with("THREAD-")
}

/// A thread's state comes from the forge, never from an agent's word.
fn thread_moved(round: &Round, f: &Finding, sighted: bool) -> Vec<Event> {
    let open = round.snapshot.pull.as_ref().is_none_or(|pull| thread_open(pull, &f.alias));
    match (open, f.status.stands()) {
        (false, true) => to(f, Status::Resolved, Because::ThreadResolved),
        (true, false) if sighted && f.status == Status::Resolved => {
            to(f, Status::Open, Because::ReportedAgain)
        }
        (true | false, _) => Vec::new(),
    }
}

fn thread_open(pull: &PullView, alias: &str) -> bool {
    let thread = pull.threads.iter().find(|t| alias.strip_prefix("THREAD-") == Some(&t.first_comment));
    thread.map_or(pull.threads_truncated, |t| !t.resolved)
}

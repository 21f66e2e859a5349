//! What the replies of a whole round do to the findings.
//!
//! Runs once, when every seat is settled, in seat order, so the order in which reviewers answer never matters.
//! First all reports are entered, then each earlier finding is moved by the rulings on it, or by silence.

use std::collections::BTreeMap;

use super::claims::{self, Scale};
use super::event::{Because, Event, Recorded};
use super::identity::{Index, next_alias};
use super::inherit::carried;
use super::judge;
use super::pause::pause;
use super::reason::PauseReason;
use super::round::ANALYZER;
use super::run::{Ledger, Look, Round, Run, Seat, SeatState};
use crate::domain::{
    AnswerKind, Claim, Commit, Finding, FindingId, Flag, Prints, PullView, Report, Review, Ruling, SeatVote,
    Severity, Status, VoteCast, folded,
};
use crate::protocol::{Combine, IdScheme, NewFindings, ReReview};

/// Closes a round: stale if the head moved meanwhile, otherwise everything said goes into the ledger.
pub(super) fn close(run: &Run, round: &Round, head: &Commit) -> Vec<Event> {
    if *head != round.snapshot.head {
        return stale(run, round, head);
    }
    let scale = Scale::of(run.book(), round);
    let votes: Vec<SeatVote> = round.seats.iter().map(|seat| vote(&scale, seat)).collect();
    let mut draft = Draft { run: run.clone(), events: Vec::new(), born: BTreeMap::new() };
    draft.enter_reports(round);
    // A round that will be repeated closes nothing: a dispute without a ruling must still be a dispute then. What
    // somebody found in it is there all the same.
    let void = judge::is_void(run.book().protocol(), &votes);
    draft.move_earlier(run.book(), round, void);
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

fn vote(scale: &Scale<'_>, seat: &Seat) -> SeatVote {
    let vote = match &seat.state {
        SeatState::Heard { review } => scale.vote(review),
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

fn heard(seat: &Seat) -> Option<&Review> {
    if let SeatState::Heard { review } = &seat.state { Some(review) } else { None }
}

/// The ledger as it grows while a round is entered, and the events that made it grow.
struct Draft {
    run: Run,
    events: Vec<Event>,
    /// Findings born in this round, by what makes a second report of them the same.
    born: BTreeMap<String, FindingId>,
}

impl Draft {
    fn push(&mut self, event: Event) {
        let recorded = Recorded { at: self.run.clock, event };
        super::apply(&mut self.run, &recorded);
        self.events.push(recorded.event);
    }

    /// Enters every report of the round, in seat order, then in the order of the reply.
    fn enter_reports(&mut self, round: &Round) {
        let index = Index::of(self.run.book());
        let heard: Vec<(&Seat, &Review)> =
            round.seats.iter().filter_map(|seat| Some((seat, heard(seat)?))).collect();
        let lists: Vec<&[Report]> = heard.iter().map(|(_, review)| review.reports.as_slice()).collect();
        let found = index.find_all(self.run.book(), round.number, &lists);
        for ((seat, review), known) in heard.into_iter().zip(found) {
            for (report, known) in review.reports.iter().zip(known) {
                self.enter_report(round, &index, seat, report, known);
            }
            if let Some(report) = unlisted_concern(self.run.book(), review) {
                let key = birth_key(self.run.book(), &report, None);
                self.raise(round, &index, seat, &report, None, key);
            }
        }
    }

    fn enter_report(
        &mut self,
        round: &Round,
        index: &Index,
        seat: &Seat,
        report: &Report,
        known: Option<FindingId>,
    ) {
        let thread = thread_alias(self.run.book(), round, seat, report);
        let known = match &thread {
            Some(alias) => index.by_alias(alias),
            None => known,
        };
        let key = birth_key(self.run.book(), report, thread.as_deref());
        match known.or_else(|| self.born.get(&key).copied()) {
            Some(finding) => {
                let (seat, report) = (seat.plan.seat.clone(), report.clone());
                self.push(Event::FindingSighted { finding, severity: report.severity, seat, report });
            }
            None => self.raise(round, index, seat, report, thread, key),
        }
    }

    fn raise(
        &mut self,
        round: &Round,
        index: &Index,
        seat: &Seat,
        report: &Report,
        thread: Option<String>,
        key: String,
    ) {
        let book = self.run.book();
        let finding = FindingId(book.findings.keys().last().map_or(1, |id| id.0 + 1));
        let alias = thread.unwrap_or_else(|| next_alias(book, report, round.number));
        let remark = only_a_remark(book, report);
        let severity = if remark { Severity::Remark } else { report.severity };
        let (status, inherited) = inherited(book, report);
        let mut flags = flags(book, round, report);
        flags.extend(remark.then_some(Flag::KeptAsRemark));
        flags.extend(inherited.then_some(Flag::Inherited));
        flags.extend(number_in_use(book, index, report).then_some(Flag::Renumbered));
        self.born.insert(key, finding);
        let (seat, report) = (seat.plan.seat.clone(), report.clone());
        self.push(Event::FindingRaised { finding, alias, severity, status, seat, report, flags });
    }

    fn move_earlier(&mut self, before: &Ledger, round: &Round, void: bool) {
        let words = words(before, round);
        for id in before.findings.keys() {
            let moves = self.moves(round, *id, words.get(id).map(Vec::as_slice).unwrap_or_default());
            let closed = !before.findings[id].status.stands();
            let kept = moves.into_iter().filter(|event| !void || (closed && worsens(event)));
            kept.for_each(|event| self.push(event));
        }
    }

    /// What was said about one earlier finding does to it.
    fn moves(&self, round: &Round, id: FindingId, words: &[Vec<Ruling>]) -> Vec<Event> {
        let book = self.run.book();
        let finding = &book.findings[&id];
        // Statuses before this round count: reports of it only added sightings.
        let sighted = finding.sighted_in(round.number);
        match book.protocol().re_review {
            ReReview::Verify { .. } => verified(book, round, finding, sighted, words),
            ReReview::Fresh => fresh(book, round, finding, sighted, words),
            ReReview::PerTrigger => Vec::new(),
        }
    }
}

/// Within a round only the same place and title make two reports one finding. Only the print that counts is made: a round
/// may have tens of thousands of reports.
fn birth_key(book: &Ledger, report: &Report, thread: Option<&str>) -> String {
    match (thread, &book.protocol().ids) {
        (Some(alias), _) => alias.to_owned(),
        (None, IdScheme::Content) => Prints::content_id_of(report),
        (None, IdScheme::Sequence { .. } | IdScheme::GroupRound { .. }) => Prints::exact_of(report).0,
    }
}

/// Whether an event opens a finding or warns of one.
fn worsens(event: &Event) -> bool {
    if let Event::FindingMoved { to, .. } = event { to.stands() } else { true }
}

/// Whether the reviewer wrote a number that names another finding of an earlier round.
fn number_in_use(book: &Ledger, index: &Index, report: &Report) -> bool {
    let content = matches!(book.protocol().ids, IdScheme::Content);
    !content && report.said_id.as_deref().is_some_and(|said| index.by_alias(said).is_some())
}

/// 001: a concern joins the issues list even where the reviewer put it into words only. Its severity is not said,
/// so it is the one next to critical, which would raise a vote.
fn unlisted_concern(book: &Ledger, review: &Review) -> Option<Report> {
    let votes = matches!(book.protocol().combine, Combine::FourRules);
    let word = match review.claim {
        Some(Claim::Concerns | Claim::RequestChanges) => "concerns",
        Some(Claim::Blocker | Claim::MajorWork) => "blocker",
        Some(Claim::Approve | Claim::ApproveWithNotes) | None => return None,
    };
    let said = folded(&review.summary);
    let title = if said.is_empty() { format!("{word} without an issue") } else { said };
    (votes && review.reports.is_empty()).then(|| Report::new(Severity::High, &title))
}

/// A thread's finding carries the thread's id. Only the seat that reads threads can name one, and only one that the
/// forge lists: any other is a finding like all others.
fn thread_alias(book: &Ledger, round: &Round, seat: &Seat, report: &Report) -> Option<String> {
    let analyzer = book.protocol().panel.comments_analyzer && seat.plan.role == ANALYZER;
    let threads = round.snapshot.pull.as_ref().map(|pull| pull.threads.as_slice()).unwrap_or_default();
    let listed =
        |said: &String| threads.iter().any(|t| said.strip_prefix("THREAD-") == Some(&t.first_comment));
    report.said_id.clone().filter(|said| analyzer && listed(said))
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
fn inherited(book: &Ledger, report: &Report) -> (Status, bool) {
    let Some(inherits) = &book.opening.inherits else { return (Status::Open, false) };
    let print = carried(book, &Prints::of(report));
    if inherits.stuck.contains(&print) {
        (Status::Stuck, true)
    } else if inherits.rejected.contains(&print) {
        (Status::Disputed, true)
    } else {
        (Status::Open, false)
    }
}

fn flags(book: &Ledger, round: &Round, report: &Report) -> Vec<Flag> {
    let mut flags: Vec<Flag> = report.unknown_severity.then_some(Flag::UnknownSeverity).into_iter().collect();
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
    let reports: Vec<&Report> =
        f.sightings.iter().filter(|s| s.round == round.number).map(|s| &s.report).collect();
    if stays_withdrawn(book, round, f, &reports) {
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

/// Law 6: an accepted rejection is final for reviewers of the same or a lower rung of its ladder while its lines are
/// unchanged. Final it is not where the lines are not known, where any report shows other lines or says worse, or
/// where somebody merely says so of a head that has moved since.
pub(super) fn stays_withdrawn(book: &Ledger, round: &Round, f: &Finding, reports: &[&Report]) -> bool {
    let Some(withdrawal) = &f.withdrawal else { return false };
    let (family, rank) = reviewer_rung(book);
    if f.status != Status::Withdrawn || family != withdrawal.family || rank > withdrawal.rank {
        return false;
    }
    let same = |report: &&&Report| {
        let quote = report.quote.as_deref().map(folded);
        quote.is_some() && quote == withdrawal.quote && report.severity <= withdrawal.severity
    };
    match reports {
        [] => round.snapshot.head == withdrawal.head,
        reports => reports.iter().filter(same).count() == reports.len(),
    }
}

/// The ladder of the reviewer at the current gate, and how strong that reviewer is. One without a family is a ladder
/// of its own.
pub(super) fn reviewer_rung(book: &Ledger) -> (String, u8) {
    let role = &book.at_gate().reviewer;
    let rung = book.protocol().rung(role).map(|(family, at)| (family.name.clone(), family.rungs[at].rank));
    rung.unwrap_or_else(|| (role.clone(), 0))
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
    // Where a quorum decides, the seats that were heard are the review; a round they cannot decide moves nothing.
    let quorate = matches!(book.protocol().combine, Combine::Quorum { .. });
    let whole = quorate || round.seats.iter().all(|seat| heard(seat).is_some());
    if f.status == Status::ClaimedFixed && whole && !f.found_at.contains(&round.snapshot.head) {
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
        // Nobody rules on a rejection here, so what was rejected once stays with people.
        Status::ClaimedFixed | Status::Resolved if was_rejected(f) => {
            to(f, Status::Disputed, Because::ReportedAgain)
        }
        Status::Resolved => {
            to(f, Status::Open, Because::ReportedAgain).into_iter().chain([regressed()]).collect()
        }
        Status::ClaimedFixed | Status::Withdrawn | Status::Outvoted | Status::Deferred | Status::Skipped => {
            to(f, Status::Open, Because::ReportedAgain)
        }
    }
}

fn was_rejected(f: &Finding) -> bool {
    f.answer.as_ref().is_some_and(|a| a.kind() == AnswerKind::Rejected)
}

/// Whether a finding stands for a review thread (004).
pub(super) fn is_thread(f: &Finding) -> bool {
    f.alias.starts_with("THREAD-")
}

/// A thread's state comes from the forge, never from an agent's word.
fn thread_moved(round: &Round, f: &Finding, sighted: bool) -> Vec<Event> {
    let open = round.snapshot.pull.as_ref().is_none_or(|pull| thread_open(pull, &f.alias));
    let put_off = matches!(f.status, Status::Deferred | Status::Skipped);
    match (open, f.status.stands()) {
        (false, stands) if !sighted && (stands || put_off) => {
            to(f, Status::Resolved, Because::ThreadResolved)
        }
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

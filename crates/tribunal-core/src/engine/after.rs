//! What follows a verdict: the order of spec section 2a, first match wins.

use super::event::Event;
use super::pause::pause;
use super::reason::{PauseReason, Reason};
use super::run::{FixRequest, Judged, Ledger, Run};
use super::{count, cycle, judge, round};
use crate::domain::{Decision, Outcome, Rule};
use crate::protocol::{GateKind, Ladder, Publication};

/// Draws the consequences of a verdict.
pub(super) fn follow(run: &Run, judged: &Judged) -> Vec<Event> {
    if !judged.counted {
        return count_round(run, judged);
    }
    match judged.verdict.decision {
        Decision::Inconclusive => vec![inconclusive(run, judged)],
        Decision::Pass | Decision::PassFlagged => passed(run, judged),
        Decision::Fail => failed(run, judged),
        Decision::Stop => {
            vec![pause(run, PauseReason::Blocker, "a reviewer says blocker: stop and escalate")]
        }
        Decision::Clarify => cycle::clarify(run, judged),
        Decision::AskUser => vec![ask_user(run, judged)],
    }
}

/// A round that did not really happen counts for neither limit; its report is due all the same.
fn count_round(run: &Run, judged: &Judged) -> Vec<Event> {
    let book = run.book();
    let real = !matches!(judged.verdict.decision, Decision::Inconclusive | Decision::AskUser);
    let state = book.at_gate();
    let (iteration, no_progress, progress) = if real {
        (state.iteration + 1, count::no_progress(book, judged), count::progress(book))
    } else {
        (state.iteration, state.no_progress, Vec::new())
    };
    let mut events = vec![Event::RoundCounted { iteration, no_progress, progress }];
    let reviewed = judged.round.is_some();
    events.extend(due(book, Publication::ReviewReport, judged.verdict.round).filter(|_| reviewed));
    events
}

/// The event that makes a report due, where the protocol publishes it.
pub(super) fn due(book: &Ledger, kind: Publication, round: u32) -> Option<Event> {
    book.protocol().publish.contains(&kind).then_some(Event::PublicationDue { kind, round })
}

/// One final comment, if something was posted, or is about to be, before the run stopped.
pub(super) fn last_word(book: &Ledger) -> Option<Event> {
    let spoke = !book.published.is_empty() || !book.outbox.is_empty();
    due(book, Publication::FinalReport, book.round).filter(|_| spoke)
}

fn inconclusive(run: &Run, judged: &Judged) -> Event {
    let note = match judged.verdict.rule {
        Rule::NoTestRan => "no test ran; the gate cannot be judged",
        Rule::PartialPanel => "the valid reviews would pass, but the panel was not whole",
        Rule::NoQuorum => "neither side has enough votes",
        Rule::NoValidReview => "no reviewer gave a valid review",
        Rule::ForgeUnread => "the states of the pull request could not be read",
        Rule::NothingBlocks
        | Rule::FindingsBlock
        | Rule::SeatMissing
        | Rule::QuorumPassed
        | Rule::QuorumFailed
        | Rule::SeverityVeto
        | Rule::HumanVeto
        | Rule::AnyCritical
        | Rule::AnyHigh
        | Rule::AnyMedium
        | Rule::ThreadsOpen
        | Rule::AnyBlocker
        | Rule::TwoConcerns
        | Rule::OneConcern
        | Rule::AllApproved
        | Rule::TestsPassed
        | Rule::TestsFailed => "a needed reviewer gave no valid review",
    };
    pause(run, PauseReason::Inconclusive, format!("{note}; resume repeats the round"))
}

fn ask_user(run: &Run, judged: &Judged) -> Event {
    if judged.verdict.rule == Rule::NoValidReview {
        pause(run, PauseReason::NoDecision, "no valid review at all: no decision")
    } else {
        pause(run, PauseReason::ReviewerFailed, "a reviewer failed: retry, go on without it, or abort")
    }
}

/// The next gate, or the end.
fn passed(run: &Run, judged: &Judged) -> Vec<Event> {
    let book = run.book();
    let next = (book.gate + 1..book.gates.len()).find(|gate| book.gates[*gate].passed_at.is_none());
    if next.is_none()
        && let Some(alarm) = alarm(run)
    {
        return alarm;
    }
    let gate = u32::try_from(book.gate).unwrap_or(u32::MAX);
    let mut events = vec![Event::GatePassed { gate, head: judged.verdict.head.clone() }];
    match next {
        Some(next) => events.push(cycle::enter(book, next)),
        None => events.extend(end(run, judged)),
    }
    events
}

fn end(run: &Run, judged: &Judged) -> Vec<Event> {
    let book = run.book();
    let flagged = judged.verdict.decision == Decision::PassFlagged || !judged.verdict.notes.is_empty();
    let outcome = if !judged.verdict.accepted.is_empty() {
        Outcome::Accepted
    } else if flagged {
        Outcome::ApprovedWithNotes
    } else {
        Outcome::Approved
    };
    let mut events = cycle::passed(run, judged, outcome);
    events.extend(due(book, Publication::FinalReport, judged.verdict.round));
    events
}

/// Steps 3 to 6.
fn failed(run: &Run, judged: &Judged) -> Vec<Event> {
    let book = run.book();
    if book.opening.author == super::AuthorRole::Absent {
        return changes_requested(book, judged);
    }
    if judged.round.as_ref().is_some_and(|round| judge::threads_truncated(book, round)) {
        return stop(
            run,
            judged,
            PauseReason::ThreadsTruncated,
            "too many review threads to judge; manual intervention required",
        );
    }
    if count::fix_list(book).is_empty() && judged.verdict.failing_tests.is_empty() {
        return stop(run, judged, PauseReason::NothingFixable, "manual intervention required");
    }
    let limits = &book.protocol().limits;
    if judged.asked_up {
        return up(run, judged, limits.climbs, Reason::AskedByAuthor);
    }
    if count::at_progress_limit(book) {
        return up(run, judged, limits.no_progress_climbs, Reason::NoProgress);
    }
    if count::at_iteration_limit(book) {
        return up(run, judged, limits.climbs, Reason::MaxIterations);
    }
    ask_author(run, judged, None)
}

fn changes_requested(book: &Ledger, judged: &Judged) -> Vec<Event> {
    let why = "the verdict fails and no author is to act".to_owned();
    let mut events = vec![Event::RunEnded { outcome: Outcome::ChangesRequested, why }];
    events.extend(due(book, Publication::FinalReport, judged.verdict.round));
    events
}

/// Pauses and, where something was published before, makes the final word due.
fn stop(run: &Run, judged: &Judged, reason: PauseReason, note: &str) -> Vec<Event> {
    let mut events = vec![pause(run, reason, note)];
    events.extend(due(run.book(), Publication::FinalReport, judged.verdict.round));
    events
}

/// Hands the role to the next rung and goes on with the fix; with no rung above, to a person. `--max-rounds` is a
/// limit no rung lifts.
fn up(run: &Run, judged: &Judged, ladder: Ladder, reason: Reason) -> Vec<Event> {
    let book = run.book();
    let above = count::rung_above(book, ladder).filter(|_| !count::at_round_limit(book));
    if let Some(above) = above {
        let from = match ladder {
            Ladder::Author => book.authors[book.author].role.clone(),
            Ladder::Reviewer | Ladder::Human => book.at_gate().reviewer.clone(),
        };
        return ask_author(
            run,
            judged,
            Some(Event::Escalated { ladder, from, to: above.role.clone(), reason }),
        );
    }
    if reason == Reason::MaxIterations && book.protocol().limits.last_fix {
        return last_fix(run, judged);
    }
    let (why, note) = match reason {
        Reason::NoProgress => (PauseReason::NoProgress, "no progress, and nobody above is left"),
        Reason::MaxIterations => {
            (PauseReason::MaxIterations, "max iterations reached, and nobody above is left")
        }
        Reason::AskedByAuthor => {
            (PauseReason::AskedUp, "the author asks to hand over, and nobody above is left")
        }
    };
    stop(run, judged, why, note)
}

/// 004: one more fix, labelled unverified, and then a person.
fn last_fix(run: &Run, judged: &Judged) -> Vec<Event> {
    if let Some(hold) = hold(run) {
        return hold;
    }
    let mut request = request(run.book(), judged, None);
    request.last = true;
    vec![Event::FixRequested { request }]
}

fn ask_author(run: &Run, judged: &Judged, climb: Option<Event>) -> Vec<Event> {
    if let Some(hold) = hold(run) {
        return hold;
    }
    let request = request(run.book(), judged, climb.as_ref());
    climb.into_iter().chain([Event::FixRequested { request }]).collect()
}

/// What stands between a verdict and a fix: the manager's alarm and the budget.
fn hold(run: &Run) -> Option<Vec<Event>> {
    alarm(run).or_else(|| {
        let note = "the budget is spent; resume to allow as much again";
        round::over_budget(run.book()).then(|| vec![pause(run, PauseReason::Budget, note)])
    })
}

fn alarm(run: &Run) -> Option<Vec<Event>> {
    let (answered, rejected) = count::alarm_due(run.book())?;
    let note =
        format!("{rejected} of {answered} answered blocking findings were rejected; a manager must look");
    Some(vec![Event::AlarmRaised { answered, rejected }, pause(run, PauseReason::Alarm, note)])
}

/// What the author is asked after this verdict, on the rung it stands on after a climb.
pub(super) fn request(book: &Ledger, judged: &Judged, climb: Option<&Event>) -> FixRequest {
    let climbed = climb.and_then(|event| {
        if let Event::Escalated { ladder: Ladder::Author, to, .. } = event { Some(to.clone()) } else { None }
    });
    let warned = climb.is_none()
        && book.protocol().limits.no_progress.is_some_and(|limit| book.at_gate().no_progress + 1 >= limit);
    let tests = book.protocol().gates[book.gate].kind == GateKind::Tests;
    FixRequest {
        round: book.round,
        gate: u32::try_from(book.gate).unwrap_or(u32::MAX),
        serial: book.at_gate().fixes + 1,
        role: climbed.unwrap_or_else(|| book.authors[book.author].role.clone()),
        list: if tests { Vec::new() } else { count::fix_list(book) },
        optional: if tests { Vec::new() } else { count::optional_list(book) },
        tests: judged.verdict.failing_tests.clone(),
        from: book.tip.clone(),
        last: false,
        warned,
    }
}

//! What a state of the model is, and which states are the same: those from which the same can still happen.
//!
//! Left out are the clock, texts, everything that only grows and is only shown (verdicts, decisions, warnings, round
//! numbers), and which of two equally severe defects is which.

use std::fmt::Write;

use tribunal_core::domain::{Finding, FindingId, Review, Snapshot};
use tribunal_core::engine::{Fixing, Input, Judged, Ledger, Phase, Run, SeatState, Task, owed};
use tribunal_core::protocol::GateKind;
use tribunal_testkit::laws::Watcher;
use tribunal_testkit::world::commit;

use crate::alphabet::{defects, reports};

/// A run, its watcher, and the world's head.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) run: Run,
    pub(crate) watcher: Watcher,
    pub(crate) head: u64,
    pub(crate) path: Vec<String>,
}

impl State {
    /// What the world does by itself: reading the change, landing a fix, publishing.
    pub(crate) fn automatic(&mut self) -> Option<Input> {
        owed(&self.run).into_iter().find_map(|effect| match effect.task {
            Task::ReadChange => Some(Input::ChangeRead(self.snapshot())),
            Task::Land { to, .. } => {
                self.head += 1;
                Some(Input::Landed { head: to })
            }
            Task::Publish { .. } => Some(Input::Published { key: effect.key, reference: "#1".to_owned() }),
            Task::Ask(_)
            | Task::ReadHead
            | Task::RunTests { .. }
            | Task::Fix(_)
            | Task::RunChecks { .. }
            | Task::Clarify { .. } => None,
        })
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            base: commit(0),
            head: commit(self.head),
            files: vec!["src/a.rs".to_owned()],
            renames: Vec::new(),
            touched: Vec::new(),
            uncommitted: Vec::new(),
            pull: None,
        }
    }
}

/// Two states with the same key can do the same.
pub(crate) fn key(state: &State) -> String {
    let book = state.run.book();
    if let Phase::Ended(outcome, _) = &state.run.phase {
        return outcome.to_string();
    }
    let mut key = format!("{} ", state.run.phase.name());
    phase(&mut key, state, book);
    let _ = write!(
        key,
        "|g{} a{}/{} s{} x{} {} {:?}{:?}",
        book.gate,
        book.author,
        book.authors.len(),
        book.stale.min(1),
        book.extra,
        book.alarmed,
        book.watch.outcome.filter(|_| matches!(state.run.phase, Phase::Idle)),
        (book.watch.clarified, book.watch.flagged.is_empty()),
    );
    // Where nothing limits iterations, how many there were cannot matter.
    let limited = book.protocol().limits.iterations.is_some();
    for (index, gate) in book.gates.iter().enumerate() {
        // A review gate that was passed is never entered again.
        if index < book.gate && book.protocol().gates[index].kind == GateKind::Review {
            continue;
        }
        let _ = write!(
            key,
            "|{} {} {} {} {} {} {} {:?} {:?}",
            if limited { gate.iteration.min(ITERATIONS_MAX) } else { 0 },
            gate.no_progress.min(ITERATIONS_MAX),
            gate.entered,
            gate.reviewer,
            gate.escalated,
            gate.reviewer_rounds.min(1),
            gate.counted.min(1),
            gate.passed_at.is_some(),
            (&gate.failing, &gate.known),
        );
    }
    let mut of_defects: Vec<String> =
        defects(book).iter().map(|title| of_defect(state, book, title)).collect();
    of_defects.sort();
    key + &of_defects.join("|")
}

fn phase(key: &mut String, state: &State, book: &Ledger) {
    match &state.run.phase {
        Phase::Reviewing(round) => {
            for seat in &round.seats {
                let _ = match &seat.state {
                    SeatState::Asked { attempt, .. } => write!(key, "asked{attempt} "),
                    SeatState::Heard { review } => write!(key, "heard{:?} ", review.claim),
                    SeatState::Lost { .. } => write!(key, "lost "),
                    SeatState::LeftOut { .. } => write!(key, "out "),
                    SeatState::Said { .. } | SeatState::Erred { .. } => write!(key, "early "),
                };
            }
        }
        Phase::Fixing(fixing) => of_fixing(key, fixing),
        Phase::Paused(paused) => {
            let moved = paused.head == commit(state.head);
            let _ = write!(key, "{:?} {:?} {moved}", paused.pause.reason, paused.pause.offered);
            of_judged(key, paused.held.as_deref());
        }
        Phase::Clarifying(clarifying) => {
            let _ = write!(key, "{:?}", clarifying.waiting);
        }
        Phase::Unopened
        | Phase::Starting
        | Phase::Idle
        | Phase::Reading
        | Phase::Read(_)
        | Phase::Closing(..)
        | Phase::Weighing(_)
        | Phase::Testing(_)
        | Phase::Tested(..)
        | Phase::Judged(_)
        | Phase::Checking(_)
        | Phase::Landing(_)
        | Phase::Unlanded(..)
        | Phase::Answering(_)
        | Phase::Settled(_)
        | Phase::Deciding(..)
        | Phase::Ended(..) => {}
    }
    let _ = write!(key, " {}", book.tip == commit(state.head));
}

fn of_fixing(key: &mut String, fixing: &Fixing) {
    let _ = write!(
        key,
        "{} {} {} {} {:?} {}",
        fixing.attempt,
        fixing.asked_again,
        fixing.failed,
        fixing.request.last,
        fixing.request.tests,
        fixing.request.role
    );
    of_judged(key, Some(&fixing.judged));
}

/// What a verdict that is held back or worked on can still lead to.
fn of_judged(key: &mut String, judged: Option<&Judged>) {
    if let Some(judged) = judged {
        let lost = judged.round.as_ref().map(|round| {
            round.seats.iter().map(|seat| matches!(seat.state, SeatState::Lost { .. })).collect::<Vec<_>>()
        });
        let verdict = &judged.verdict;
        let votes: Vec<_> = verdict.votes.iter().map(|v| v.vote).collect();
        let _ = write!(
            key,
            " held {:?} {:?} {} {} {:?} {lost:?} {votes:?}",
            verdict.decision, verdict.rule, judged.counted, judged.asked_up, verdict.failing_tests
        );
    }
}

/// Everything that can still matter of one defect: the finding, and what is being said about it.
fn of_defect(state: &State, book: &Ledger, title: &str) -> String {
    let finding = book.findings.values().find(|f| f.report().title == title);
    // Only defects of one severity can stand for each other.
    let mut text = title.split(' ').next().unwrap_or_default().to_owned();
    if let Some(finding) = finding {
        of_finding(&mut text, state, finding);
        if let Phase::Fixing(fixing) = &state.run.phase {
            let kept = fixing.kept.iter().find(|taken| taken.finding == finding.id);
            let on = |list: &[FindingId]| list.contains(&finding.id);
            let _ = write!(
                text,
                " on {} {} {:?}",
                on(&fixing.request.list),
                on(&fixing.request.optional),
                kept.map(|taken| taken.answer.kind())
            );
        }
    }
    if let Phase::Reviewing(round) = &state.run.phase {
        for seat in &round.seats {
            if let SeatState::Heard { review } = &seat.state {
                said(&mut text, review, title, finding);
            }
        }
    }
    text
}

/// Counters above every limit of the built-in protocols behave alike; tests that pass count on for ever.
const ITERATIONS_MAX: u32 = 6;

fn of_finding(text: &mut String, state: &State, f: &Finding) {
    let _ = write!(
        text,
        " {:?} {:?} {} {} {} {:?}",
        f.severity,
        f.status,
        f.unanswered,
        f.found_at.contains(&commit(state.head)),
        f.disputes.len(),
        f.withdrawal.as_ref().map(|w| (w.rank, w.severity, w.head == commit(state.head))),
    );
    // These are asked only where progress, alarms or stuck findings are.
    let protocol = state.run.book().protocol();
    if protocol.limits.no_progress.is_some() || protocol.alarm.is_some() || protocol.stuck {
        let kind = f.answer.as_ref().map(tribunal_core::domain::Answer::kind);
        let _ = write!(text, " {} {} {} {kind:?}", f.reported_fixed, f.fix_counted, f.rejection_counted);
    }
}

fn said(text: &mut String, review: &Review, title: &str, finding: Option<&Finding>) {
    let ruling = review.rulings.iter().find(|r| finding.is_some_and(|f| f.alias == r.id)).map(|r| r.ruling);
    let _ = write!(text, " said {} {ruling:?}", reports(review, title));
}

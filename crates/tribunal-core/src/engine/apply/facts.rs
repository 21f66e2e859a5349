//! How recorded facts change the state: what arrived is put where `settle` will look for it.

use super::super::input::{Announcement, Cost, Failure};
use super::super::run::{AuthorHeard, Phase, Run, SeatState, Trigger};
use super::flow::{book, notes_join, take};
use crate::domain::{
    AgentName, Answers, CheckResult, Choice, Commit, EffectKey, HumanDecision, Review, SeatName, Snapshot,
    TestRun,
};

pub(super) fn change(run: &mut Run, snapshot: &Snapshot) {
    let book = book(run);
    book.tip = snapshot.head.clone();
    book.renames.clone_from(&snapshot.renames);
    book.files = snapshot.files.iter().cloned().collect();
    run.phase = Phase::Read(Box::new(snapshot.clone()));
}

pub(super) fn reply(run: &mut Run, seat: &SeatName, attempt: u32, review: &Review, cost: Cost) {
    spend(run, cost);
    set_seat(run, seat, SeatState::Said { attempt, review: Box::new(review.clone()) });
}

pub(super) fn seat_failure(run: &mut Run, seat: &SeatName, attempt: u32, failure: &Failure, cost: Cost) {
    spend(run, cost);
    set_seat(run, seat, SeatState::Erred { attempt, failure: failure.clone() });
}

pub(super) fn set_seat(run: &mut Run, name: &SeatName, state: SeatState) {
    if let Phase::Reviewing(round) = &mut run.phase
        && let Some(seat) = round.seats.iter_mut().find(|s| s.plan.seat == *name)
    {
        seat.state = state;
    }
}

fn spend(run: &mut Run, cost: Cost) {
    let book = book(run);
    book.spent = Cost(book.spent.0.saturating_add(cost.0));
}

pub(super) fn head(run: &mut Run, head: &Commit) {
    if let Phase::Reviewing(round) = take(run) {
        run.phase = Phase::Closing(round, head.clone());
    }
}

pub(super) fn tests(run: &mut Run, tests: Result<TestRun, Failure>) {
    if let Phase::Testing(snapshot) = take(run) {
        run.phase = Phase::Tested(snapshot, tests);
    }
}

pub(super) fn answers(run: &mut Run, answers: &Answers, head: &Commit, cost: Cost) {
    spend(run, cost);
    if let Phase::Fixing(fixing) = &mut run.phase {
        fixing.heard = Some(AuthorHeard::Answers(Box::new(answers.clone()), head.clone()));
    }
}

pub(super) fn author_failure(run: &mut Run, failure: &Failure, cost: Cost) {
    spend(run, cost);
    if let Phase::Fixing(fixing) = &mut run.phase {
        fixing.heard = Some(AuthorHeard::Failure(failure.clone()));
    }
}

pub(super) fn checks(run: &mut Run, head: &Commit, results: &[CheckResult]) {
    book(run).checks.insert(head.clone(), results.to_vec());
}

pub(super) fn landed(run: &mut Run, head: &Commit) {
    book(run).tip = head.clone();
    if let Phase::Landing(checking) = take(run) {
        run.phase = Phase::Answering(checking);
    }
}

/// The next fix begins where the branch is now.
pub(super) fn land_refused(run: &mut Run, head: &Commit, why: &str) {
    book(run).tip = head.clone();
    if let Phase::Landing(checking) = take(run) {
        run.phase = Phase::Unlanded(checking, why.to_owned());
    }
}

pub(super) fn begun(run: &mut Run, key: &EffectKey) {
    book(run).begun.insert(key.clone());
}

pub(super) fn published(run: &mut Run, key: &EffectKey) {
    let book = book(run);
    book.begun.remove(key);
    if !book.outbox.is_empty() {
        let report = book.outbox.remove(0);
        book.published.push(report);
    }
}

/// A person is an event like any other for the timer; going on after the budget was spent allows as much again.
pub(super) fn decided(run: &mut Run, decision: &HumanDecision) {
    notes_join(run);
    let now = run.clock;
    let book = book(run);
    book.decisions.push((now, decision.clone()));
    book.watch.armed = Some(now);
    if goes_on(decision.choice) {
        let budget = book.opening.budget;
        book.allowance = budget.map(|budget| Cost(book.spent.0.saturating_add(budget.0)));
    }
    let paused = match take(run) {
        Phase::Paused(paused) => Some(paused),
        Phase::Clarifying(clarifying) => Some(Box::new(clarifying.paused)),
        Phase::Unopened
        | Phase::Starting
        | Phase::Idle
        | Phase::Reading
        | Phase::Read(_)
        | Phase::Reviewing(_)
        | Phase::Closing(..)
        | Phase::Weighing(_)
        | Phase::Testing(_)
        | Phase::Tested(..)
        | Phase::Judged(_)
        | Phase::Fixing(_)
        | Phase::Checking(_)
        | Phase::Landing(_)
        | Phase::Unlanded(..)
        | Phase::Answering(_)
        | Phase::Settled(_)
        | Phase::Deciding(..)
        | Phase::Ended(..) => None,
    };
    run.phase = Phase::Deciding(Box::new(decision.clone()), paused);
}

/// Whether a decision sends reviewers or authors to work again.
fn goes_on(choice: Choice) -> bool {
    match choice {
        Choice::Resume | Choice::FixByHand | Choice::Retry | Choice::ManualFixConfirmed => true,
        Choice::Abort
        | Choice::Override
        | Choice::GoOnWithout
        | Choice::Clarified
        | Choice::ClearFlag
        | Choice::Block
        | Choice::AcceptRisk
        | Choice::OneMoreRound
        | Choice::StrongerAuthor
        | Choice::RePlan
        | Choice::RejectAndRestart
        | Choice::AskUser
        | Choice::Acknowledge => false,
    }
}

pub(super) fn announced(run: &mut Run, agent: &AgentName, kind: Announcement, summary: &str) {
    let now = run.clock;
    let watch = &mut book(run).watch;
    watch.armed = Some(now);
    watch.fresh.insert(agent.clone(), summary.to_owned());
    watch.summaries.insert(agent.clone(), summary.to_owned());
    match kind {
        Announcement::Milestone | Announcement::Blocker | Announcement::RequestReview => {
            queue(run, Trigger::Announced { agent: agent.clone(), kind });
        }
        Announcement::Progress => {}
    }
}

pub(super) fn review_asked(run: &mut Run, who: &str) {
    let now = run.clock;
    book(run).watch.armed = Some(now);
    queue(run, Trigger::UserManual { who: who.to_owned() });
}

/// The timer fires once per silence: it stays off until something arms it again.
pub(super) fn silence(run: &mut Run) {
    book(run).watch.armed = None;
    queue(run, Trigger::TimeoutFallback);
}

fn queue(run: &mut Run, trigger: Trigger) {
    let queue = &mut book(run).watch.queue;
    if !queue.contains(&trigger) {
        queue.push(trigger);
    }
}

pub(super) fn clarified(run: &mut Run, target: &AgentName, text: &str) {
    book(run).watch.clarifications.push((target.clone(), text.to_owned()));
    if let Phase::Clarifying(clarifying) = &mut run.phase {
        clarifying.waiting.remove(target);
    }
}

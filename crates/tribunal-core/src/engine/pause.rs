//! What a run says and offers when it waits for a person. Only options that fit the reason and the protocol.

use super::event::Event;
use super::reason::{Pause, PauseReason};
use super::run::{Checking, Ledger, Run};
use crate::domain::{Choice, Outcome};

/// The event that pauses a run for a reason.
pub(super) fn pause(run: &Run, reason: PauseReason, note: impl Into<String>) -> Event {
    let book = run.book();
    let pause = Pause { reason, outcome: outcome(reason), offered: offered(book, reason), note: note.into() };
    Event::RunPaused { pause }
}

/// The branch moved under a finished fix.
pub(super) fn branch_moved(run: &Run, checking: &Checking, why: &str) -> Event {
    let note = format!("the branch moved; the fix {} was kept aside: {why}", checking.head.short());
    pause(run, PauseReason::BranchMoved, note)
}

/// How a run stands while it waits for this reason.
pub(super) fn outcome(reason: PauseReason) -> Outcome {
    match reason {
        PauseReason::Inconclusive | PauseReason::ReviewerFailed | PauseReason::NoDecision => {
            Outcome::Inconclusive
        }
        PauseReason::StaleTwice
        | PauseReason::NothingFixable
        | PauseReason::NoProgress
        | PauseReason::MaxIterations
        | PauseReason::AskedUp
        | PauseReason::Blocker
        | PauseReason::Clarify
        | PauseReason::ChecksFailed
        | PauseReason::FixerFailed
        | PauseReason::Budget
        | PauseReason::Alarm
        | PauseReason::Blocked
        | PauseReason::BranchMoved
        | PauseReason::ThreadsTruncated
        | PauseReason::Uncommitted => Outcome::NeedsHuman,
    }
}

/// What is offered: the protocol's own options that fit the reason, `resume` where the round merely has to be
/// repeated, and always `abort`.
pub(super) fn offered(book: &Ledger, reason: PauseReason) -> Vec<Choice> {
    let listed = &book.protocol().human;
    let fits = |choice: &Choice| {
        *choice == Choice::Abort
            || (*choice == Choice::Resume && resume_fits(book, reason))
            || (*choice != Choice::Resume && listed.contains(choice) && option_fits(book, reason, *choice))
    };
    Choice::ALL.into_iter().filter(fits).collect()
}

/// A round that did not really happen can be repeated under every protocol. Otherwise `resume` is an option like
/// any other, and after option a of 003 it is the only way on.
fn resume_fits(book: &Ledger, reason: PauseReason) -> bool {
    let listed = book.protocol().human.contains(&Choice::Resume);
    let triggered = book.protocol().triggers.is_some();
    match reason {
        PauseReason::Inconclusive
        | PauseReason::StaleTwice
        | PauseReason::Budget
        | PauseReason::BranchMoved
        | PauseReason::Uncommitted => !triggered,
        PauseReason::Blocked => can_extend(book),
        PauseReason::Alarm => false,
        PauseReason::NothingFixable
        | PauseReason::NoProgress
        | PauseReason::MaxIterations
        | PauseReason::AskedUp
        | PauseReason::Blocker
        | PauseReason::Clarify
        | PauseReason::ReviewerFailed
        | PauseReason::NoDecision
        | PauseReason::ChecksFailed
        | PauseReason::FixerFailed
        | PauseReason::ThreadsTruncated => listed && book.protocol().limits.extend_to.is_none(),
    }
}

fn option_fits(book: &Ledger, reason: PauseReason, choice: Choice) -> bool {
    let repeats = matches!(
        reason,
        PauseReason::Inconclusive | PauseReason::StaleTwice | PauseReason::Budget | PauseReason::Uncommitted
    );
    match choice {
        Choice::Acknowledge => reason == PauseReason::Alarm,
        Choice::GoOnWithout => reason == PauseReason::ReviewerFailed,
        Choice::Clarified => reason == PauseReason::Clarify,
        // Between cycles only: while the run waits, there is something to decide first.
        Choice::ClearFlag => false,
        Choice::Override => matches!(reason, PauseReason::Blocker | PauseReason::Clarify),
        Choice::OneMoreRound => !repeats && reason != PauseReason::Blocked && can_extend(book),
        Choice::Block | Choice::AcceptRisk => {
            !repeats && reason != PauseReason::Blocked && book.blocking().next().is_some()
        }
        Choice::StrongerAuthor => !repeats,
        Choice::Abort
        | Choice::Resume
        | Choice::FixByHand
        | Choice::Retry
        | Choice::ManualFixConfirmed
        | Choice::RePlan
        | Choice::RejectAndRestart
        | Choice::AskUser => true,
    }
}

/// Whether a person may still add a round (003).
pub(super) fn can_extend(book: &Ledger) -> bool {
    let limits = &book.protocol().limits;
    match (limits.extend_to, super::count::iteration_limit(book)) {
        (Some(cap), Some(limit)) => limit < cap,
        (Some(_) | None, _) => false,
    }
}

//! `settle`: the next consequences of a state. A pure function, so replay can check every one of them.

use super::event::Event;
use super::run::{Phase, Run, SeatState};
use super::{after, choose, claims, cycle, fix, gather, judge, pause, round};
use crate::domain::Outcome;

/// The consequences that follow now, in order; none when the run waits for the world, a person or nothing at all.
pub fn settle(run: &Run) -> Vec<Event> {
    match &run.phase {
        Phase::Unopened
        | Phase::Reading
        | Phase::Testing(_)
        | Phase::Landing(_)
        | Phase::Paused(_)
        | Phase::Ended(..) => Vec::new(),
        Phase::Starting => start(run),
        Phase::Idle => cycle::start_if_due(run),
        Phase::Read(snapshot) => round::begin(run, snapshot),
        Phase::Reviewing(round) => claims::weigh_replies(run, round),
        Phase::Closing(round, head) => gather::close(run, round, head),
        Phase::Weighing(round) => judge::weigh(run, round),
        Phase::Tested(snapshot, tests) => judge::weigh_tests(run, snapshot, tests),
        Phase::Judged(judged) => after::follow(run, judged),
        Phase::Fixing(fixing) => fix::hear(run, fixing),
        Phase::Checking(checking) => fix::check(run, checking),
        Phase::Unlanded(checking, why) => vec![pause::branch_moved(run, checking, why)],
        Phase::Answering(checking) => fix::enter(checking),
        Phase::Settled(end) => fix::end(run, end),
        Phase::Clarifying(clarifying) => cycle::resume_if_clarified(clarifying),
        Phase::Deciding(decision, paused) => choose::carry_out(run, decision, paused.as_deref()),
    }
}

fn start(run: &Run) -> Vec<Event> {
    let opening = &run.book().opening;
    if opening.dry_run {
        return vec![Event::RunEnded { outcome: Outcome::NotReviewed, why: "dry run".to_owned() }];
    }
    match opening.drive {
        super::Drive::Standing => vec![Event::RunStoodBy { outcome: None }],
        super::Drive::Once => cycle::first(run),
    }
}

/// Whether every seat of a round has given a valid review or been given up.
pub(super) fn all_settled(seats: &[super::run::Seat]) -> bool {
    seats.iter().all(|seat| match seat.state {
        SeatState::Asked { .. } | SeatState::Said { .. } | SeatState::Erred { .. } => false,
        SeatState::Heard { .. } | SeatState::Lost { .. } | SeatState::LeftOut { .. } => true,
    })
}

//! Inputs nobody asked for. The engine must refuse each, or take it as nothing.

use tribunal_core::domain::{
    Answers, Choice, Commit, EffectKey, HumanDecision, Review, SeatName, TestRun, TestSource,
};
use tribunal_core::engine::{Announcement, Cost, Drive, Failure, Input, Phase, Run, SeatState, choices};

use super::{Player, stage};
use crate::world::commit;

/// A commit no generated world ever makes.
fn nowhere() -> Commit {
    commit(0xdead)
}

fn key(text: &str) -> EffectKey {
    EffectKey::parse(text).expect("generated keys are keys")
}

fn seat(text: &str) -> SeatName {
    SeatName::parse(text).expect("generated names are names")
}

/// Everything that is wrong at this moment, whatever the moment.
pub fn all(player: &mut Player) -> Vec<Input> {
    let run = &player.run;
    let cost = Cost(1);
    let review = || Box::new(Review { files_read: super::files(), ..Review::default() });
    let mut inputs = vec![
        Input::Open(Box::new(run.book().opening.clone())),
        Input::Replied { seat: seat("stranger"), attempt: 1, review: review(), cost },
        Input::SeatFailed { seat: seat("stranger"), attempt: 1, failure: Failure::Empty, cost },
        Input::TestsRan { head: nowhere(), run: TestRun { source: TestSource::Engine, results: Vec::new() } },
        Input::ChecksRan { head: nowhere(), results: Vec::new() },
        Input::Landed { head: nowhere() },
        Input::AuthorAnswered { attempt: 99, answers: Box::new(Answers::default()), head: nowhere(), cost },
        Input::AuthorFailed { attempt: 0, failure: Failure::Empty, cost },
        Input::Began { key: key("r99/nothing") },
        Input::Published { key: key("r99/publish/nothing"), reference: String::new() },
        Input::Clarified { target: stage::agent("stranger"), text: String::new() },
        Input::Decided(HumanDecision { who: " ".to_owned(), ..decision(Choice::Abort) }),
    ];
    inputs.extend(old_attempts(run));
    inputs.extend(not_offered(run).into_iter().map(|choice| Input::Decided(decision(choice))));
    if !matches!(run.phase, Phase::Reading) {
        inputs.push(Input::ChangeRead(player.clone().snapshot()));
    }
    if !matches!(run.phase, Phase::Reviewing(_)) {
        inputs.push(Input::HeadRead { head: nowhere() });
    }
    if run.book().opening.drive == Drive::Once {
        let (agent, kind) = (stage::agent("ada"), Announcement::Milestone);
        inputs.push(Input::Announced { agent, kind, summary: String::new() });
        inputs.push(Input::ReviewAsked { who: "ann".to_owned() });
    }
    inputs
}

fn decision(choice: Choice) -> HumanDecision {
    HumanDecision {
        choice,
        who: "ann".to_owned(),
        why: "because".to_owned(),
        head: nowhere(),
        findings: Vec::new(),
        author: None,
    }
}

/// Replies of every seat to an attempt that is over, or that has not been.
fn old_attempts(run: &Run) -> Vec<Input> {
    let Phase::Reviewing(round) = &run.phase else { return Vec::new() };
    let wrong = round.seats.iter().flat_map(|seat| {
        let now = if let SeatState::Asked { attempt, .. } = seat.state { attempt } else { 0 };
        [now + 1, now.saturating_sub(1)]
            .into_iter()
            .filter(move |got| *got != now)
            .map(move |attempt| (seat, attempt))
    });
    wrong
        .map(|(seat, attempt)| Input::SeatFailed {
            seat: seat.plan.seat.clone(),
            attempt,
            failure: Failure::TimedOut,
            cost: Cost(1),
        })
        .collect()
}

fn not_offered(run: &Run) -> Vec<Choice> {
    let offered = choices(run);
    let wrong = |choice: &Choice| *choice != Choice::Abort && !offered.contains(choice);
    Choice::ALL.into_iter().filter(wrong).collect()
}

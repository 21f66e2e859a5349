//! The same round played twice with one difference: a finding more, a reviewer less, another order of arrival.

use tribunal_core::domain::{Location, Report, Review, SeatName, Severity, Verdict, VoteCast};
use tribunal_core::engine::{
    Cost, Event, Failure, Input, Phase, Recorded, Refusal, Run, SeatState, Task, apply, decide, owed,
};

use super::dice::Dice;
use super::{Player, files, speech};

/// What each seat of a round will say, as often as it is asked; none: it fails every time.
pub type Replies = Vec<(SeatName, Option<Review>)>;

/// A round that was played to its verdict and what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The run afterwards.
    pub run: Run,
    /// Everything that happened once all seats were settled.
    pub tail: Vec<Recorded>,
}

impl Played {
    /// The verdict of the round.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.tail.iter().find_map(|recorded| {
            if let Event::VerdictReached { verdict } = &recorded.event { Some(verdict) } else { None }
        })
    }

    /// Whether the round passes.
    pub fn passes(&self) -> bool {
        self.verdict().is_some_and(|verdict| verdict.decision.passes())
    }

    /// Whether a seat gave a valid review.
    pub fn heard(&self, seat: &SeatName) -> bool {
        let vote = |v: &&tribunal_core::domain::SeatVote| v.seat == *seat;
        let cast = self.verdict().and_then(|verdict| verdict.votes.iter().find(vote)).map(|v| v.vote);
        cast.is_some_and(|cast| cast != VoteCast::Missing)
    }
}

/// Replies for a round that has just begun; none at any other moment.
pub fn replies(player: &mut Player) -> Option<Replies> {
    let Phase::Reviewing(round) = &player.run.phase else { return None };
    let new = round.seats.iter().all(|s| matches!(s.state, SeatState::Asked { attempt: 1, .. }));
    if !new || round.seats.is_empty() {
        return None;
    }
    let mut replies = Vec::new();
    for effect in owed(&player.run) {
        if let Task::Ask(ask) = effect.task {
            let fails = player.dice.percent(player.temper.fails);
            let review = speech::review(&mut player.dice, &player.run, &ask, &files(), player.temper);
            replies.push((ask.seat, (!fails).then_some(review)));
        }
    }
    Some(replies)
}

/// Plays a round from its beginning; seats answer in the order the dice say.
pub fn play(player: &Player, replies: &Replies, order: &mut Dice) -> Result<Played, Refusal> {
    let Phase::Reviewing(round) = &player.run.phase else {
        return Ok(Played { run: player.run.clone(), tail: Vec::new() });
    };
    let head = round.snapshot.head.clone();
    let mut run = player.run.clone();
    loop {
        let mut asked: Vec<_> = owed(&run)
            .into_iter()
            .filter_map(|effect| if let Task::Ask(ask) = effect.task { Some(ask) } else { None })
            .collect();
        if asked.is_empty() {
            break;
        }
        let at = order.below(asked.len());
        let ask = asked.swap_remove(at);
        let said = replies.iter().find(|(seat, _)| *seat == ask.seat).and_then(|(_, review)| review.clone());
        let (seat, attempt, cost) = (ask.seat, ask.attempt, Cost(1));
        let input = match said {
            Some(review) => Input::Replied { seat, attempt, review: Box::new(review), cost },
            None => Input::SeatFailed { seat, attempt, failure: Failure::Empty, cost },
        };
        feed(&mut run, input, player)?;
    }
    let tail = feed(&mut run, Input::HeadRead { head }, player)?;
    Ok(Played { run, tail })
}

fn feed(run: &mut Run, input: Input, player: &Player) -> Result<Vec<Recorded>, Refusal> {
    let events = decide(run, input, player.now)?;
    events.iter().for_each(|recorded| apply(run, recorded));
    Ok(events)
}

/// A finding that nobody has reported before and that blocks under every protocol.
pub fn planted() -> Report {
    let mut report = Report::new(Severity::Critical, "Planted defect");
    report.locations.push(Location { path: "src/planted.rs".to_owned(), line: Some(7), end: None });
    report
}

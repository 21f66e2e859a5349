//! `admit`: whether an input may arrive now, and the one fact it becomes. Draws no consequence.

use super::event::Event;
use super::input::{Drive, Input, Opening};
use super::owed::{deadline, owed};
use super::refusal::Refusal;
use super::run::{Phase, Round, Run, SeatState};
use super::{choose, fix, round, settle};
use crate::dialect::FINDINGS_MAX;
use crate::domain::{Commit, EffectKey, SeatName, Timestamp};
use crate::protocol::{self, Combine};

/// Longest free text a person or agent may hand in, in bytes.
const TEXT_MAX: usize = 64 * 1024;

/// Longest group in dialect ids.
const GROUP_MAX: usize = 64;

/// Most rulings, tests or check results in one input; a real project has fewer by far.
const RESULTS_MAX: usize = 100_000;

/// Turns an input into a fact, into nothing (it changes nothing), or refuses it.
pub(super) fn admit(run: &Run, input: Input, now: Timestamp) -> Result<Option<Event>, Refusal> {
    if let Input::Open(opening) = input {
        return open(run, opening).map(Some);
    }
    guard(run, &input)?;
    match input {
        Input::Open(_) => Err(Refusal::AlreadyOpen),
        Input::ChangeRead(snapshot) => {
            expect(run, "the change", matches!(run.phase, Phase::Reading))?;
            Ok(Some(Event::ChangeRecorded { snapshot }))
        }
        Input::Replied { seat, attempt, review, cost } => {
            asked(run, &seat, attempt)?;
            at_most("reports in one reply", review.reports.len(), FINDINGS_MAX)?;
            at_most("rulings in one reply", review.rulings.len(), RESULTS_MAX)?;
            Ok(Some(Event::ReplyRecorded { seat, attempt, review, cost }))
        }
        Input::SeatFailed { seat, attempt, failure, cost } => {
            asked(run, &seat, attempt)?;
            Ok(Some(Event::SeatFailureRecorded { seat, attempt, failure, cost }))
        }
        Input::HeadRead { head } => {
            let due = reviewing(run).is_some_and(|round| settle::all_settled(&round.seats));
            expect(run, "the head", due)?;
            Ok(Some(Event::HeadRecorded { head }))
        }
        Input::TestsRan { head, run: tests } => {
            same_commit(testing(run)?, &head)?;
            at_most("test results", tests.results.len(), RESULTS_MAX)?;
            Ok(Some(Event::TestsRecorded { head, run: tests }))
        }
        Input::TestsFailed { failure } => {
            testing(run)?;
            Ok(Some(Event::TestsFailureRecorded { failure }))
        }
        Input::AuthorAnswered { attempt, answers, head, cost } => {
            author_asked(run, attempt)?;
            at_most("answers in one reply", answers.answers.len(), FINDINGS_MAX)?;
            Ok(Some(Event::AnswersRecorded { attempt, answers, head, cost }))
        }
        Input::AuthorFailed { attempt, failure, cost } => {
            author_asked(run, attempt)?;
            Ok(Some(Event::AuthorFailureRecorded { attempt, failure, cost }))
        }
        Input::ChecksRan { head, results } => {
            checks_asked(run, &head)?;
            at_most("check results", results.len(), RESULTS_MAX)?;
            Ok(Some(Event::ChecksRecorded { head, results }))
        }
        Input::Landed { head } => {
            same_commit(landing(run)?, &head)?;
            Ok(Some(Event::LandingRecorded { head }))
        }
        Input::LandRefused { head, why } => {
            landing(run)?;
            Ok(Some(Event::LandingRefused { head, why }))
        }
        Input::Began { key } => began(run, key),
        Input::Published { key, reference } => published(run, key, reference),
        Input::Decided(decision) => decided(run, decision),
        Input::Announced { agent, kind, summary } => {
            triggers(run, &summary)?;
            Ok(Some(Event::AnnouncementRecorded { agent, kind, summary }))
        }
        Input::ReviewAsked { who } => {
            triggers(run, &who)?;
            Ok(Some(Event::ReviewAskRecorded { who }))
        }
        Input::Clarified { target, text } => clarified(run, target, text),
        Input::Tick => Ok(deadline(run).filter(|due| *due <= now).map(|_| Event::SilenceRecorded)),
    }
}

/// Whether a recorded fact is one that would have been recorded at this point: a log may hold nothing that the engine
/// would have refused.
pub fn admits(run: &Run, fact: &Event, at: Timestamp) -> Result<(), Refusal> {
    let Some(input) = input_of(fact) else { return Err(not_asked(run, "a consequence")) };
    match admit(run, input, at)? {
        Some(admitted) if admitted == *fact => Ok(()),
        Some(_) | None => Err(not_asked(run, "this fact")),
    }
}

/// The input a fact was recorded for; none for a consequence.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "every other event is a consequence and came from no input"
)]
fn input_of(fact: &Event) -> Option<Input> {
    Some(match fact.clone() {
        Event::Opened(opening) => Input::Open(opening),
        Event::ChangeRecorded { snapshot } => Input::ChangeRead(snapshot),
        Event::ReplyRecorded { seat, attempt, review, cost } => {
            Input::Replied { seat, attempt, review, cost }
        }
        Event::SeatFailureRecorded { seat, attempt, failure, cost } => {
            Input::SeatFailed { seat, attempt, failure, cost }
        }
        Event::HeadRecorded { head } => Input::HeadRead { head },
        Event::TestsRecorded { head, run } => Input::TestsRan { head, run },
        Event::TestsFailureRecorded { failure } => Input::TestsFailed { failure },
        Event::AnswersRecorded { attempt, answers, head, cost } => {
            Input::AuthorAnswered { attempt, answers, head, cost }
        }
        Event::AuthorFailureRecorded { attempt, failure, cost } => {
            Input::AuthorFailed { attempt, failure, cost }
        }
        Event::ChecksRecorded { head, results } => Input::ChecksRan { head, results },
        Event::LandingRecorded { head } => Input::Landed { head },
        Event::LandingRefused { head, why } => Input::LandRefused { head, why },
        Event::EffectBegun { key } => Input::Began { key },
        Event::PublicationRecorded { key, reference } => Input::Published { key, reference },
        Event::DecisionRecorded { decision } => Input::Decided(decision),
        Event::AnnouncementRecorded { agent, kind, summary } => Input::Announced { agent, kind, summary },
        Event::ReviewAskRecorded { who } => Input::ReviewAsked { who },
        Event::ClarificationRecorded { target, text } => Input::Clarified { target, text },
        Event::SilenceRecorded => Input::Tick,
        _ => return None,
    })
}

/// What holds for every input but the first.
fn guard(run: &Run, input: &Input) -> Result<(), Refusal> {
    match (&run.phase, input) {
        (Phase::Unopened, _) => Err(Refusal::NotOpen),
        (Phase::Ended(..), Input::Began { .. } | Input::Published { .. } | Input::Tick) => Ok(()),
        (Phase::Ended(outcome, _), _) => Err(Refusal::Ended(*outcome)),
        (_, _) => Ok(()),
    }
}

fn open(run: &Run, opening: Box<Opening>) -> Result<Event, Refusal> {
    if !matches!(run.phase, Phase::Unopened) {
        return Err(Refusal::AlreadyOpen);
    }
    let wrong = |what: &str| Err(Refusal::BadOpening(what.to_owned()));
    if opening.max_rounds == Some(0) {
        return wrong("--max-rounds must be at least 1");
    }
    if opening.drive == Drive::Standing && opening.protocol.triggers.is_none() {
        return wrong("this protocol has no triggers to stand by for; use `tribunal review`");
    }
    let group = &opening.group;
    if group.is_empty() || group.len() > GROUP_MAX || !group.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return wrong("a group is 1 to 64 letters and digits");
    }
    // The engine relies on what the reader of protocol files checks; a value from elsewhere has passed no reader.
    if !protocol::is_sound(&opening.protocol) {
        return wrong("the protocol is none that a file could hold; see `tribunal protocols check`");
    }
    panel(&opening)?;
    Ok(Event::Opened(opening))
}

/// The named seats must be different and fit the panel; a quorum's panel is of its own size.
fn panel(opening: &Opening) -> Result<(), Refusal> {
    let (min, max) = match opening.protocol.combine {
        Combine::Quorum { of, .. } => (of, of),
        Combine::Single | Combine::FourRules | Combine::Priority => {
            (opening.protocol.panel.min, opening.protocol.panel.max)
        }
    };
    let names: std::collections::BTreeSet<_> = opening.reviewers.iter().collect();
    let got = opening.reviewers.len();
    let analyzer = |name: &&SeatName| name.as_str() == round::ANALYZER;
    if opening.protocol.panel.comments_analyzer && opening.reviewers.iter().any(|n| analyzer(&n)) {
        return Err(Refusal::BadOpening(format!("{} is the name of a seat of its own", round::ANALYZER)));
    }
    let fits = got == 0 || (names.len() == got && (min as usize..=max as usize).contains(&got));
    if fits { Ok(()) } else { Err(Refusal::BadPanel { min, max, got }) }
}

fn reviewing(run: &Run) -> Option<&Round> {
    if let Phase::Reviewing(round) = &run.phase { Some(round) } else { None }
}

fn asked(run: &Run, name: &SeatName, got: u32) -> Result<(), Refusal> {
    let round = reviewing(run).ok_or_else(|| not_asked(run, "a review"))?;
    let seat = round.seats.iter().find(|s| s.plan.seat == *name);
    match seat.map(|s| &s.state) {
        Some(SeatState::Asked { attempt, .. }) => attempt_is(*attempt, got),
        Some(
            SeatState::Said { .. }
            | SeatState::Erred { .. }
            | SeatState::Heard { .. }
            | SeatState::Lost { .. }
            | SeatState::LeftOut { .. },
        )
        | None => Err(Refusal::SeatNotAsked(name.clone())),
    }
}

fn author_asked(run: &Run, got: u32) -> Result<(), Refusal> {
    let Phase::Fixing(fixing) = &run.phase else { return Err(not_asked(run, "answers")) };
    attempt_is(fixing.attempt, got)
}

fn attempt_is(now: u32, got: u32) -> Result<(), Refusal> {
    if now == got { Ok(()) } else { Err(Refusal::OldAttempt { got, now }) }
}

fn testing(run: &Run) -> Result<&Commit, Refusal> {
    let Phase::Testing(snapshot) = &run.phase else { return Err(not_asked(run, "test results")) };
    Ok(&snapshot.head)
}

fn landing(run: &Run) -> Result<&Commit, Refusal> {
    let Phase::Landing(checking) = &run.phase else { return Err(not_asked(run, "a landing")) };
    Ok(&checking.head)
}

fn checks_asked(run: &Run, head: &Commit) -> Result<(), Refusal> {
    let Phase::Checking(checking) = &run.phase else { return Err(not_asked(run, "check results")) };
    match fix::checks_wanted(run.book(), checking) {
        Some(wanted) => same_commit(wanted, head),
        None => Err(not_asked(run, "check results")),
    }
}

fn same_commit(asked: &Commit, told: &Commit) -> Result<(), Refusal> {
    if asked == told {
        Ok(())
    } else {
        Err(Refusal::OtherCommit { asked: asked.clone(), told: told.clone() })
    }
}

fn began(run: &Run, key: EffectKey) -> Result<Option<Event>, Refusal> {
    match owed(run).into_iter().find(|effect| effect.key == key) {
        None => Err(Refusal::NothingOwed(key)),
        Some(effect) => Ok((!effect.begun).then_some(Event::EffectBegun { key })),
    }
}

fn published(run: &Run, key: EffectKey, reference: String) -> Result<Option<Event>, Refusal> {
    let due = owed(run)
        .into_iter()
        .any(|effect| effect.key == key && matches!(effect.task, super::Task::Publish { .. }));
    if due { Ok(Some(Event::PublicationRecorded { key, reference })) } else { Err(Refusal::NothingOwed(key)) }
}

fn decided(run: &Run, decision: crate::domain::HumanDecision) -> Result<Option<Event>, Refusal> {
    at_most("bytes in a reason", decision.why.len(), TEXT_MAX)?;
    choose::admit(run, &decision)?;
    Ok(Some(Event::DecisionRecorded { decision }))
}

fn triggers(run: &Run, text: &str) -> Result<(), Refusal> {
    at_most("bytes in a summary", text.len(), TEXT_MAX)?;
    let book = run.book();
    let standing = book.opening.drive == Drive::Standing && book.protocol().triggers.is_some();
    if standing { Ok(()) } else { Err(Refusal::NoTriggers) }
}

fn clarified(run: &Run, target: crate::domain::AgentName, text: String) -> Result<Option<Event>, Refusal> {
    at_most("bytes in a clarification", text.len(), TEXT_MAX)?;
    let waits = matches!(&run.phase, Phase::Clarifying(c) if c.waiting.contains(&target));
    if waits {
        Ok(Some(Event::ClarificationRecorded { target, text }))
    } else {
        Err(Refusal::NotATarget(target))
    }
}

fn expect(run: &Run, what: &'static str, due: bool) -> Result<(), Refusal> {
    if due { Ok(()) } else { Err(not_asked(run, what)) }
}

fn not_asked(run: &Run, what: &'static str) -> Refusal {
    if matches!(run.phase, Phase::Paused(_)) {
        return Refusal::Paused;
    }
    Refusal::NotAsked { what, phase: run.phase.name() }
}

fn at_most(what: &'static str, got: usize, max: usize) -> Result<(), Refusal> {
    if got <= max { Ok(()) } else { Err(Refusal::TooMuch { what, got, max }) }
}

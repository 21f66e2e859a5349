//! `owed` and `deadline`: what the world still owes the run, and when to wake it. Derived from state alone, so a
//! restart finds the same debts under the same keys.

use super::effect::{Ask, Effect, Fix, Task};
use super::run::{Checking, Clarifying, Fixing, Ledger, Phase, Round, Run, SeatState};
use super::{fix, round, settle};
use crate::domain::{EffectKey, Timestamp};
use crate::protocol::Publication;

/// Unfinished business in a stable order.
pub fn owed(run: &Run) -> Vec<Effect> {
    let Some(book) = run.ledger.as_deref() else { return Vec::new() };
    let mut tasks = match &run.phase {
        Phase::Reading => vec![(format!("r{}/read", book.round + 1), Task::ReadChange)],
        Phase::Reviewing(round) => reviews(book, round),
        Phase::Testing(snapshot) => tests(book, snapshot.head.clone()),
        Phase::Fixing(fixing) => vec![author(book, fixing)],
        Phase::Checking(checking) => checks(book, checking),
        Phase::Landing(checking) => land(checking),
        Phase::Clarifying(clarifying) => clarify(book, clarifying),
        Phase::Unopened
        | Phase::Starting
        | Phase::Idle
        | Phase::Read(_)
        | Phase::Closing(..)
        | Phase::Weighing(_)
        | Phase::Tested(..)
        | Phase::Judged(_)
        | Phase::Unlanded(..)
        | Phase::Answering(_)
        | Phase::Settled(_)
        | Phase::Paused(_)
        | Phase::Deciding(..)
        | Phase::Ended(..) => Vec::new(),
    };
    tasks.extend(publication(book));
    tasks.into_iter().map(|(key, task)| effect(book, &key, task)).collect()
}

/// When the run wants to be woken: after too long a silence, while it stands by (001).
pub fn deadline(run: &Run) -> Option<Timestamp> {
    let book = run.ledger.as_deref()?;
    let silence = book.protocol().triggers.as_ref()?.silence_ms;
    matches!(run.phase, Phase::Idle).then_some(book.watch.armed?.plus_ms(silence))
}

fn effect(book: &Ledger, key: &str, task: Task) -> Effect {
    let key = EffectKey::parse(key).expect("keys are built from names, which are valid");
    Effect { begun: book.begun.contains(&key), key, task }
}

fn reviews(book: &Ledger, round: &Round) -> Vec<(String, Task)> {
    if settle::all_settled(&round.seats) {
        return vec![(format!("r{}/head", round.number), Task::ReadHead)];
    }
    round.seats.iter().filter_map(|seat| ask(book, round, seat)).collect()
}

fn ask(book: &Ledger, round: &Round, seat: &super::run::Seat) -> Option<(String, Task)> {
    let SeatState::Asked { attempt, error } = &seat.state else { return None };
    let plan = &seat.plan;
    let ask = Ask {
        seat: plan.seat.clone(),
        role: plan.role.clone(),
        agent: plan.agent.clone(),
        attempt: *attempt,
        error: error.clone(),
        round: round.number,
        iteration: round.iteration,
        head: round.snapshot.head.clone(),
        look: round.look,
        rule_on: if book.protocol().verifies() { round.rule_on.clone() } else { Vec::new() },
        targets: plan.targets.clone(),
    };
    Some((format!("r{}/ask/{}#{attempt}", round.number, plan.seat), Task::Ask(ask)))
}

fn tests(book: &Ledger, head: crate::domain::Commit) -> Vec<(String, Task)> {
    vec![(format!("g{}/tests/{}", book.gate, book.at_gate().counted + 1), Task::RunTests { head })]
}

fn author(book: &Ledger, fixing: &Fixing) -> (String, Task) {
    let request = &fixing.request;
    let fix = Fix {
        role: request.role.clone(),
        agent: round::agent_for(book, &request.role, &request.role, 0),
        attempt: fixing.attempt,
        list: request.list.clone(),
        optional: request.optional.clone(),
        tests: request.tests.clone(),
        from: request.from.clone(),
        problems: fixing.problems.clone(),
        warned: request.warned,
    };
    (format!("r{}/g{}/fix{}#{}", request.round, request.gate, request.serial, fixing.attempt), Task::Fix(fix))
}

fn checks(book: &Ledger, checking: &Checking) -> Vec<(String, Task)> {
    fix::checks_wanted(book, checking)
        .map(|head| (format!("checks/{head}"), Task::RunChecks { head: head.clone() }))
        .into_iter()
        .collect()
}

fn land(checking: &Checking) -> Vec<(String, Task)> {
    let (from, to) = (checking.fixing.request.from.clone(), checking.head.clone());
    vec![(format!("land/{to}"), Task::Land { from, to })]
}

fn clarify(book: &Ledger, clarifying: &Clarifying) -> Vec<(String, Task)> {
    let task = |target: &crate::domain::AgentName| {
        let concerns = clarifying.concerns.clone();
        (format!("r{}/clarify/{target}", book.round), Task::Clarify { target: target.clone(), concerns })
    };
    clarifying.waiting.iter().map(task).collect()
}

/// Reports go out one at a time and in order, whatever else the run is doing.
fn publication(book: &Ledger) -> Option<(String, Task)> {
    let (kind, round) = *book.outbox.first()?;
    let before = book.published.iter().filter(|report| **report == (kind, round)).count();
    let key = publication_key(kind, round);
    // A run that stops, is resumed or aborted, and ends in the same round has a second last word to say.
    let key = if before == 0 { key } else { format!("{key}#{}", before + 1) };
    Some((key, Task::Publish { kind, round }))
}

fn publication_key(kind: Publication, round: u32) -> String {
    let word = match kind {
        Publication::ReviewReport => "review-report",
        Publication::FixReport => "fix-report",
        Publication::FinalReport => "final-report",
    };
    format!("r{round}/publish/{word}")
}

//! What each script command does to the world.

use std::collections::BTreeMap;

use tribunal_core::domain::{
    AgentName, Association, Choice, FindingId, ForgeReview, HumanDecision, PullState, ReviewState, RunId,
    SeatName, TestResult, TestRun, TestSource, TestStatus, Thread,
};
use tribunal_core::engine::{
    Announcement, AuthorRole, Cost, Coverage, Drive, Input, Opening, Staff, Task, owed,
};
use tribunal_core::protocol::load_builtin;

use super::{World, check_result, commit, published, says, show, tell as ask_run};
use crate::script::{BadScript, Word, bad, clauses, said};

/// Runs one command.
pub(super) fn run(world: &mut World, line: &str, body: &str) -> Result<(), BadScript> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    match verb {
        "open" => open(world, rest, body),
        "author:" => author(world, rest),
        "author!" => author_fails(world, rest),
        "tests:" => tests(world, rest, TestSource::Engine),
        "tests" => tests(world, rest.trim_start_matches("by agent:"), TestSource::Agent),
        "tests!" => tests_fail(world, rest),
        "checks" => pairs(rest).map(|p| world.checks = p.iter().map(|(n, w)| check_result(n, w)).collect()),
        "baseline" => {
            pairs(rest).map(|p| world.baseline = p.iter().map(|(n, w)| check_result(n, w)).collect())
        }
        "commit" => push(world),
        "files" => set(&mut world.files, rest),
        "touched" => set(&mut world.touched, rest),
        "dirty" => set(&mut world.dirty, rest),
        "pull" => pull(world, rest),
        "decide" => decide(world, rest),
        "announce" => announce(world, rest),
        "ask" => tell(world, Input::ReviewAsked { who: rest.to_owned() }),
        "clarify" => clarify(world, rest),
        "wait" => wait(world, rest),
        "refuse-landing" => switch(&mut world.refuse_landing),
        "begin" => begin(world),
        "validate" => ask_run::validate(world, rest),
        "explain" => ask_run::explain(world, rest),
        "owed" => ask_run::owes(world),
        "renamed" => renamed(world, rest),
        "hold" => hold(world, true),
        "go" => hold(world, false),
        "step" => step(world),
        "show" if rest == "published" => published_so_far(world),
        "show" => show::show(&world.run, rest).map(|lines| world.print(lines)),
        "inherit" => inherit(world),
        "author" if rest == "says" => says::author(world, body),
        seat if rest == "says" => says::review(world, seat, body),
        seat if seat.ends_with(':') => reply(world, seat.trim_end_matches(':'), rest),
        seat if seat.ends_with('!') => seat_fails(world, seat.trim_end_matches('!'), rest),
        other => Err(bad(format!("no command is called {other:?}"))),
    }
}

fn published_so_far(world: &mut World) -> Result<(), BadScript> {
    world.print(published::published(&world.log));
    Ok(())
}

fn renamed(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let (old, new) = rest.split_once(' ').ok_or_else(|| bad("renamed OLD NEW"))?;
    world.renames.push((old.to_owned(), new.to_owned()));
    Ok(())
}

/// Performs one thing that is owed and holds again.
fn step(world: &mut World) -> Result<(), BadScript> {
    world.held = true;
    world.step();
    Ok(())
}

fn hold(world: &mut World, held: bool) -> Result<(), BadScript> {
    world.held = held;
    Ok(())
}

/// The run is over for this world; what it leaves behind goes to the next one that is opened.
fn inherit(world: &mut World) -> Result<(), BadScript> {
    world.inherits = tribunal_core::engine::inheritance(&world.run);
    world.run = tribunal_core::engine::Run::default();
    world.log.clear();
    Ok(())
}

fn tell(world: &mut World, input: Input) -> Result<(), BadScript> {
    world.say(input);
    Ok(())
}

fn set(list: &mut Vec<String>, rest: &str) -> Result<(), BadScript> {
    *list = rest.split_whitespace().map(str::to_owned).collect();
    Ok(())
}

fn switch(flag: &mut bool) -> Result<(), BadScript> {
    *flag = true;
    Ok(())
}

fn push(world: &mut World) -> Result<(), BadScript> {
    world.commits += 1;
    Ok(())
}

fn pairs(rest: &str) -> Result<Vec<(String, String)>, BadScript> {
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').ok_or_else(|| bad(format!("{word:?} is not NAME=WORD")))?;
        Ok((name.to_owned(), value.to_owned()))
    };
    rest.split_whitespace().map(pair).collect()
}

fn open(world: &mut World, rest: &str, body: &str) -> Result<(), BadScript> {
    let mut words = rest.split_whitespace().peekable();
    let name = words.next().ok_or_else(|| bad("open needs a protocol"))?;
    let flags = ["standing", "no-fix", "dry-run", "checks", "exempt"];
    let mode = words.next_if(|w| !w.contains('=') && !flags.contains(w));
    let protocol = if body.is_empty() {
        load_builtin(name, mode).map_err(|e| bad(e.to_string()))?
    } else {
        let file = tribunal_core::protocol::read(name, body).map_err(|e| bad(e.to_string()))?;
        file.resolve(mode).map_err(|e| bad(e.to_string()))?
    };
    let mut opening = Opening {
        run: RunId::parse("run-1").map_err(|e| bad(e.to_string()))?,
        protocol,
        base: commit(0),
        head: world.head(),
        branch: "feature".to_owned(),
        group: "FEATURE".to_owned(),
        reviewers: Vec::new(),
        staff: BTreeMap::new(),
        agents: Vec::new(),
        drive: Drive::Once,
        author: AuthorRole::Acts,
        dry_run: false,
        checks: false,
        budget: None,
        max_rounds: None,
        inherits: world.inherits.take(),
        order: String::new(),
    };
    for word in words {
        option(&mut opening, word)?;
    }
    tell(world, Input::Open(Box::new(opening)))
}

fn option(opening: &mut Opening, word: &str) -> Result<(), BadScript> {
    match word.split_once('=') {
        None => match word {
            "standing" => opening.drive = Drive::Standing,
            "no-fix" => opening.author = AuthorRole::Absent,
            "dry-run" => opening.dry_run = true,
            "checks" => opening.checks = true,
            "exempt" => exempt(opening),
            other => return Err(bad(format!("open has no option {other:?}"))),
        },
        Some(("group", value)) => value.clone_into(&mut opening.group),
        Some(("reviewers", value)) => opening.reviewers = names(value, SeatName::parse)?,
        Some(("agents", value)) => opening.agents = names(value, AgentName::parse)?,
        Some(("budget", value)) => opening.budget = Some(Cost(number(value)?)),
        Some(("max-rounds", value)) => {
            opening.max_rounds = Some(u32::try_from(number(value)?).map_err(|e| bad(e.to_string()))?);
        }
        Some((key, value)) => staff(opening, key, value)?,
    }
    Ok(())
}

fn staff(opening: &mut Opening, key: &str, value: &str) -> Result<(), BadScript> {
    let role = key.strip_prefix("staff.").ok_or_else(|| bad(format!("open has no option {key:?}")))?;
    let agents = names(value, AgentName::parse)?;
    let of = |agent| Staff { agent, coverage: Coverage::Shown };
    opening.staff.insert(role.to_owned(), agents.into_iter().map(of).collect());
    Ok(())
}

/// The agents named so far need not say what they read.
fn exempt(opening: &mut Opening) {
    for staff in opening.staff.values_mut().flatten() {
        staff.coverage = Coverage::Exempt;
    }
}

fn names<T, E: std::fmt::Display>(value: &str, parse: fn(&str) -> Result<T, E>) -> Result<Vec<T>, BadScript> {
    value.split(',').map(|name| parse(name).map_err(|e| bad(e.to_string()))).collect()
}

fn number(value: &str) -> Result<u64, BadScript> {
    value.parse().map_err(|_| bad(format!("{value:?} is no number")))
}

/// Seats that are being asked now, with their attempts.
fn asked(world: &World) -> Vec<(SeatName, u32)> {
    let ask = |effect: tribunal_core::engine::Effect| match effect.task {
        Task::Ask(ask) => Some((ask.seat, ask.attempt)),
        Task::ReadChange
        | Task::ReadHead
        | Task::RunTests { .. }
        | Task::Fix(_)
        | Task::RunChecks { .. }
        | Task::Land { .. }
        | Task::Clarify { .. }
        | Task::Publish { .. } => None,
    };
    owed(&world.run).into_iter().filter_map(ask).collect()
}

pub(super) fn seats(world: &World, name: &str) -> Result<Vec<(SeatName, u32)>, BadScript> {
    let asked = asked(world);
    if name == "all" {
        return Ok(asked);
    }
    let (name, old) = name.split_once('#').map_or((name, None), |(name, attempt)| (name, Some(attempt)));
    let seat = SeatName::parse(name).map_err(|e| bad(e.to_string()))?;
    if let Some(attempt) = old {
        let attempt = u32::try_from(number(attempt)?).map_err(|e| bad(e.to_string()))?;
        return Ok(vec![(seat, attempt)]);
    }
    let attempt = asked.iter().find(|(s, _)| *s == seat).map_or(1, |(_, attempt)| *attempt);
    Ok(vec![(seat, attempt)])
}

fn reply(world: &mut World, name: &str, rest: &str) -> Result<(), BadScript> {
    let review = said::review(rest, &world.files)?;
    for (seat, attempt) in seats(world, name)? {
        world.say(Input::Replied { seat, attempt, review: Box::new(review.clone()), cost: Cost(1) });
    }
    Ok(())
}

fn seat_fails(world: &mut World, name: &str, rest: &str) -> Result<(), BadScript> {
    let failure = said::failure(rest)?;
    for (seat, attempt) in seats(world, name)? {
        world.say(Input::SeatFailed { seat, attempt, failure: failure.clone(), cost: Cost(1) });
    }
    Ok(())
}

pub(super) fn author_attempt(world: &World) -> u32 {
    let attempt = |effect: tribunal_core::engine::Effect| {
        if let Task::Fix(fix) = effect.task { Some(fix.attempt) } else { None }
    };
    owed(&world.run).into_iter().find_map(attempt).unwrap_or(1)
}

fn author(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let (answers, commits) = said::answers(rest)?;
    let head = if commits { commit(world.commits + 1) } else { world.head() };
    let attempt = author_attempt(world);
    tell(world, Input::AuthorAnswered { attempt, answers: Box::new(answers), head, cost: Cost(1) })
}

fn author_fails(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let attempt = author_attempt(world);
    tell(world, Input::AuthorFailed { attempt, failure: said::failure(rest)?, cost: Cost(1) })
}

fn tests(world: &mut World, rest: &str, source: TestSource) -> Result<(), BadScript> {
    let result = |(name, word): (String, String)| {
        let status = match word.as_str() {
            "pass" => TestStatus::Passed,
            "fail" => TestStatus::Failed,
            "skip" => TestStatus::Skipped,
            other => return Err(bad(format!("a test does not {other:?}"))),
        };
        Ok(TestResult { name, status })
    };
    let results = pairs(rest)?.into_iter().map(result).collect::<Result<_, _>>()?;
    let head = world.head();
    tell(world, Input::TestsRan { head, run: TestRun { source, results } })
}

fn tests_fail(world: &mut World, rest: &str) -> Result<(), BadScript> {
    tell(world, Input::TestsFailed { failure: said::failure(rest)? })
}

/// `pull open|closed|merged`, `pull review bob MEMBER CHANGES_REQUESTED`, `pull thread 12 open`, `pull truncated`.
fn pull(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let view = world.pull_view();
    match words.as_slice() {
        ["open"] => view.state = PullState::Open,
        ["closed"] => view.state = PullState::Closed,
        ["merged"] => view.state = PullState::Merged,
        ["truncated"] => view.threads_truncated = true,
        ["review", login, association, state] => {
            let review = ForgeReview {
                login: (*login).to_owned(),
                association: association_of(association)?,
                state: state_of(state)?,
            };
            view.reviews.push(review);
        }
        ["threads", count, word] => {
            let resolved = *word == "resolved";
            let thread = |n: u64| Thread { first_comment: n.to_string(), resolved };
            view.threads = (1..=number(count)?).map(thread).collect();
        }
        ["thread", id, word] => {
            view.threads.retain(|t| t.first_comment != *id);
            view.threads.push(Thread { first_comment: (*id).to_owned(), resolved: *word == "resolved" });
        }
        _ => return Err(bad(format!("pull does not know {rest:?}"))),
    }
    Ok(())
}

fn association_of(word: &str) -> Result<Association, BadScript> {
    Ok(match word {
        "OWNER" => Association::Owner,
        "MEMBER" => Association::Member,
        "COLLABORATOR" => Association::Collaborator,
        "CONTRIBUTOR" => Association::Contributor,
        "NONE" => Association::None,
        other => return Err(bad(format!("no association is called {other:?}"))),
    })
}

fn state_of(word: &str) -> Result<ReviewState, BadScript> {
    Ok(match word {
        "APPROVED" => ReviewState::Approved,
        "CHANGES_REQUESTED" => ReviewState::ChangesRequested,
        "COMMENTED" => ReviewState::Commented,
        "DISMISSED" => ReviewState::Dismissed,
        "PENDING" => ReviewState::Pending,
        other => return Err(bad(format!("no review state is called {other:?}"))),
    })
}

/// `decide CHOICE by WHO ["why"] [findings=F1,F2] [author=NAME]`.
fn decide(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let words = clauses(rest)?.into_iter().next().unwrap_or_default();
    let word = words.first().map(Word::text).unwrap_or_default();
    let choice = Choice::ALL.into_iter().find(|c| c.word() == word);
    let choice = choice.ok_or_else(|| bad(format!("no choice is called {word:?}")))?;
    let who = words.get(2).map(|w| w.text().to_owned()).unwrap_or_default();
    let mut decision = HumanDecision {
        choice,
        who,
        why: String::new(),
        head: world.head(),
        findings: Vec::new(),
        author: None,
    };
    for word in words.iter().skip(3) {
        match word.text().split_once('=') {
            Some(("findings", ids)) => decision.findings = finding_ids(ids)?,
            Some(("author", name)) => decision.author = Some(name.to_owned()),
            Some(_) | None => word.text().clone_into(&mut decision.why),
        }
    }
    tell(world, Input::Decided(decision))
}

fn finding_ids(text: &str) -> Result<Vec<FindingId>, BadScript> {
    let id =
        |word: &str| word.trim_start_matches('F').parse().map(FindingId).map_err(|_| bad(word.to_owned()));
    text.split(',').map(id).collect()
}

fn announce(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let words = clauses(rest)?.into_iter().next().unwrap_or_default();
    let text = |at: usize| words.get(at).map(|w| w.text().to_owned()).unwrap_or_default();
    let agent = AgentName::parse(&text(0)).map_err(|e| bad(e.to_string()))?;
    let kind = match text(1).as_str() {
        "milestone" => Announcement::Milestone,
        "blocker" => Announcement::Blocker,
        "request_review" => Announcement::RequestReview,
        "progress" => Announcement::Progress,
        other => return Err(bad(format!("nobody announces {other:?}"))),
    };
    tell(world, Input::Announced { agent, kind, summary: text(2) })
}

fn clarify(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let words = clauses(rest)?.into_iter().next().unwrap_or_default();
    let target = words.first().map(Word::text).unwrap_or_default();
    let target = AgentName::parse(target).map_err(|e| bad(e.to_string()))?;
    let text = words.get(1).map(|w| w.text().to_owned()).unwrap_or_default();
    tell(world, Input::Clarified { target, text })
}

fn wait(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let minutes = number(rest.trim_end_matches('m'))?;
    world.now = world.now.plus_ms(minutes * 60_000);
    tell(world, Input::Tick)
}

fn begin(world: &mut World) -> Result<(), BadScript> {
    for effect in owed(&world.run) {
        world.say(Input::Began { key: effect.key });
    }
    Ok(())
}

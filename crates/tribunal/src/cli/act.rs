//! `resume`, `abort`, `decide`, `submit`, `answer`: acting on a run.

use std::path::Path;

use tribunal_core::domain::{Choice, FindingId, HumanDecision, Review};
use tribunal_core::engine::{Ask, Cost, Fix, Input, Task, choices, owed};
use tribunal_core::protocol::{builtin, choice, help};
use tribunal_core::{dialect, reply};
use tribunal_host::config::{Driver, Order};
use tribunal_host::git::Repository;
use tribunal_host::hands::{place, under_review};

use super::args::{Abort, Answer, Decide, Named, Submit};
use super::drive::{Held, go, hold};
use super::failure::{Failure, read};
use super::home::Home;
use super::runs::{find, fold};

/// Goes on with a run.
pub fn resume(args: &Named) -> Result<u8, Failure> {
    with(&args.run, "tribunal resume", args.json, |_, _| Ok(Vec::new()))
}

/// Ends a run.
pub fn abort(args: &Abort) -> Result<u8, Failure> {
    let Abort { run, why, who, json } = args;
    let (run, why, who) = (run.clone(), why.clone(), who.clone());
    let decide = Decide { run, choice: None, why, who, findings: Vec::new(), author: None, json: *json };
    with(&args.run, "tribunal abort", args.json, |held, repository| {
        decision(&decide, Choice::Abort, held, repository)
    })
}

/// Decides what a run waits for.
pub fn decide(args: &Decide) -> Result<u8, Failure> {
    let word = args.choice.as_deref().map(spelt_out);
    let known = Choice::ALL.into_iter().find(|choice| Some(choice.word()) == word);
    let Some(choice) = known else { return Err(undecided(&args.run, word)?) };
    with(&args.run, "tribunal decide", args.json, |held, repository| decision(args, choice, held, repository))
}

/// Source 003 asks for letters.
fn spelt_out(word: &str) -> &str {
    match word {
        "a" => Choice::Block.word(),
        "b" => Choice::AcceptRisk.word(),
        "c" => Choice::OneMoreRound.word(),
        other => other,
    }
}

/// What the run offers, to somebody who said nothing or something unknown.
fn undecided(name: &str, word: Option<&str>) -> Result<Failure, Failure> {
    let journal = Home::find()?.kept_journal()?;
    let listed = find(&journal, name)?;
    let (_, run) = fold(&journal, &listed)?;
    let offered: Vec<&str> = choices(&run).into_iter().map(Choice::word).collect();
    let id = listed.run;
    Ok(Failure::Usage(match (word, offered.as_slice()) {
        (_, []) => format!("{id} waits for no decision; `tribunal show {id}` says how it stands"),
        (None, words) => {
            format!("say what you choose: {}; `tribunal show {id}` says how it stands", words.join(", "))
        }
        (Some(word), words) => {
            let near = Some(help(word, words)).filter(|said| said.starts_with("did")).unwrap_or_default();
            let near = if near.is_empty() { near } else { near + " " };
            format!("{word:?} is no choice; {near}offered: {}", words.join(", "))
        }
    }))
}

/// Hands in a person's review, in the protocol's dialect.
pub fn submit(args: &Submit) -> Result<u8, Failure> {
    let text = read(&args.file)?;
    with(&args.run, "tribunal submit", args.json, |held, repository| {
        let ask = asked(held, args.seat.as_deref())?;
        by_person(&order(held)?, ask.agent.as_str())?;
        let mut review = review(held, &args.file, &text)?;
        place(repository, &held.run, &ask.head, false, &mut review);
        Ok(vec![Input::Replied {
            seat: ask.seat,
            attempt: ask.attempt,
            review: Box::new(review),
            cost: Cost(0),
        }])
    })
}

/// Hands in a person's answers; what it fixed is committed on the branch.
pub fn answer(args: &Answer) -> Result<u8, Failure> {
    let text = read(&args.file)?;
    with(&args.run, "tribunal answer", args.json, |held, repository| {
        let fix = fixing(held)?;
        let read = dialect::read_answers(held.run.book().protocol().dialect, &text);
        let answers = read.map_err(|e| unfit(held, &args.file, &e.to_string()))?;
        let order = order(held)?;
        by_person(&order, fix.agent.as_str())?;
        let head = under_review(repository, &order, &held.run).map_err(Failure::Engine)?;
        Ok(vec![Input::AuthorAnswered {
            attempt: fix.attempt,
            answers: Box::new(answers),
            head,
            cost: Cost(0),
        }])
    })
}

/// Takes a run, says something to it, and drives it on.
fn with(
    name: &str,
    what: &str,
    json: bool,
    say: impl FnOnce(&Held<'_>, &mut Repository) -> Result<Vec<Input>, Failure>,
) -> Result<u8, Failure> {
    let home = Home::find()?;
    let journal = home.kept_journal()?;
    let held = hold(&journal, name, what)?;
    let mut repository = where_it_is(&home, &held)?;
    let order = order(&held)?;
    let inputs = say(&held, &mut repository)?;
    go(held, inputs, &home, repository, order, json)
}

/// The work tree we are in, if it belongs to the run's repository; else the repository's own.
fn where_it_is(home: &Home, held: &Held<'_>) -> Result<Repository, Failure> {
    let place = Path::new(&held.place.repository);
    if let Ok(here) = home.repository(Path::new("."))
        && here.common_dir() == place
    {
        return Ok(here);
    }
    let own = place.parent().filter(|_| place.file_name().is_some_and(|name| name == ".git"));
    home.repository(own.unwrap_or(place))
}

/// Only what a person was asked for can be handed in from a file.
fn by_person(order: &Order, agent: &str) -> Result<(), Failure> {
    if order.agents.get(agent).is_some_and(|row| row.driver == Driver::Person) {
        return Ok(());
    }
    Err(Failure::Usage(format!("{agent} is asked, and it is no person; `tribunal resume` asks it")))
}

fn order(held: &Held<'_>) -> Result<Order, Failure> {
    Order::read(&held.run.book().opening.order).map_err(|e| Failure::Content(e.to_string()))
}

fn decision(
    args: &Decide,
    choice: Choice,
    held: &Held<'_>,
    repository: &mut Repository,
) -> Result<Vec<Input>, Failure> {
    let order = order(held)?;
    let head = under_review(repository, &order, &held.run).map_err(Failure::Engine)?;
    let findings = args.findings.iter().map(|word| finding(held, word)).collect::<Result<_, _>>()?;
    let who = args.who.clone().or_else(|| std::env::var("USER").ok()).filter(|who| !who.is_empty());
    let nobody =
        || Failure::Usage("a decision has a name on it, and USER is not set; say --who NAME".to_owned());
    let who = who.ok_or_else(nobody)?;
    let (why, author) = (args.why.clone().unwrap_or_default(), args.author.clone());
    Ok(vec![Input::Decided(HumanDecision { choice, who, why, head, findings, author })])
}

/// Most findings that are named to somebody who named another.
const NAMED_MAX: usize = 10;

/// A finding by its number or its name in the dialect.
fn finding(held: &Held<'_>, word: &str) -> Result<FindingId, Failure> {
    let findings = &held.run.book().findings;
    let number = word.strip_prefix('F').and_then(|digits| digits.parse().ok()).map(FindingId);
    let named = findings.values().find(|f| f.alias == word).map(|f| f.id);
    let found = named.or_else(|| number.filter(|id| findings.contains_key(id)));
    found.ok_or_else(|| {
        let known: Vec<&str> = findings.values().map(|f| f.alias.as_str()).collect();
        let few = known.len() <= NAMED_MAX;
        let known = if few { choice(word, &known) } else { "`tribunal show` lists them".to_owned() };
        Failure::Usage(format!("{word:?} is no finding of this run; {known}"))
    })
}

fn asked(held: &Held<'_>, seat: Option<&str>) -> Result<Ask, Failure> {
    let ask = |task: Task| if let Task::Ask(ask) = task { Some(ask) } else { None };
    let all: Vec<Ask> = owed(&held.run).into_iter().filter_map(|effect| ask(effect.task)).collect();
    let wanted = |ask: &&Ask| seat.is_none_or(|seat| ask.seat.as_str() == seat);
    let mut found = all.iter().filter(wanted);
    match (found.next(), found.next()) {
        (Some(ask), None) => Ok(ask.clone()),
        (Some(_), Some(_)) => {
            Err(Failure::Usage(format!("several seats are asked; name one with --seat: {}", seats(&all))))
        }
        (None, _) if all.is_empty() => Err(Failure::Usage(idle(held, "a review"))),
        (None, _) => {
            let seat = seat.unwrap_or_default();
            Err(Failure::Usage(format!("no seat {seat:?} is asked for a review now; asked: {}", seats(&all))))
        }
    }
}

fn fixing(held: &Held<'_>) -> Result<Fix, Failure> {
    let fix = |task: Task| if let Task::Fix(fix) = task { Some(fix) } else { None };
    let found = owed(&held.run).into_iter().find_map(|effect| fix(effect.task));
    found.ok_or_else(|| Failure::Usage(idle(held, "answers")))
}

fn seats(asked: &[Ask]) -> String {
    asked.iter().map(|ask| ask.seat.as_str()).collect::<Vec<_>>().join(", ")
}

/// Nobody is asked for it; how the run stands says why.
fn idle(held: &Held<'_>, what: &str) -> String {
    let stands = held.run.outcome().map_or(held.run.phase.name(), |outcome| outcome.word());
    let id = &held.id;
    format!("nobody is asked for {what} now: {id} stands at {stands}; `tribunal show {id}` says more")
}

/// What is wrong with a person's file, and where its format is described.
fn unfit(held: &Held<'_>, file: &Path, what: &str) -> Failure {
    let name = &held.run.book().protocol().name;
    let documented = builtin().iter().any(|(known, _)| known == name);
    let page =
        if documented { format!("; docs/protocols/{name}.md shows the format") } else { String::new() };
    Failure::Content(format!("{}: {what}{page}", file.display()))
}

/// A person's file is the dialect's text itself; one in an envelope is refused, since nobody gave a person a nonce.
fn review(held: &Held<'_>, file: &Path, text: &str) -> Result<Review, Failure> {
    if text.len() > dialect::REPLY_BYTES_MAX {
        return Err(Failure::Content(reply::Bad::TooLong { bytes: text.len() }.to_string()));
    }
    let mut review = dialect::read_review(held.run.book().protocol().dialect, text)
        .map_err(|e| unfit(held, file, &e.to_string()))?;
    review.files_read = held.run.book().files.iter().cloned().collect();
    Ok(review)
}

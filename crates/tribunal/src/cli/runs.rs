//! `runs`, `show`, `log`: what is in the journal.

use tribunal_core::dialect::civil_minute;
use tribunal_core::engine::{Run, apply};
use tribunal_core::log::Entry;
use tribunal_core::protocol::help;
use tribunal_core::tell;
use tribunal_host::journal::{Journal, JournalError, Listed, SqliteJournal};

use super::args::{Follow, Named, Runs};
use super::drive::show as show_event;
use super::failure::Failure;
use super::home::Home;
use super::json;
use super::out::{complain, say};
use super::summary::{Closing, offered, stands};

/// How many runs are listed unless all are asked for. Each is read and verified, so a list of all takes longer with every run.
const LISTED: usize = 20;

/// Lists the runs, newest first.
pub fn list(args: &Runs) -> Result<u8, Failure> {
    let (json, most) = (args.json, if args.all { usize::MAX } else { LISTED });
    let none = || {
        if json {
            json::tell("runs", &serde_json::json!({ "runs": [], "earlier": false }));
        } else {
            say("No runs yet; `tribunal review` begins one.");
        }
        Ok(0)
    };
    let Some(journal) = Home::find()?.some_journal()? else { return none() };
    // One more than is shown, to know whether there are more.
    let runs = journal.latest(most.saturating_add(1)).map_err(|e| Failure::Engine(e.to_string()))?;
    if runs.is_empty() {
        return none();
    }
    let mut told = Vec::new();
    for listed in runs.iter().take(most) {
        let (_, run) = fold(&journal, listed)?;
        if json {
            told.push(as_data(listed, &run));
        } else {
            say(&line(listed, &run));
        }
    }
    let earlier = runs.len() > most;
    if json {
        json::tell("runs", &serde_json::json!({ "runs": told, "earlier": earlier }));
    } else if earlier {
        complain("tribunal: there are earlier runs; `tribunal runs --all` lists them too");
    }
    Ok(0)
}

fn line(listed: &Listed, run: &Run) -> String {
    let branch = listed.place.branch.trim_start_matches("refs/heads/");
    let (when, name) = (civil_minute(listed.begun), &run.book().protocol().name);
    format!("{}  {when}  {:<20} {name:<15} {branch}", listed.run, stands(run))
}

fn as_data(listed: &Listed, run: &Run) -> serde_json::Value {
    let book = run.book();
    serde_json::json!({
        "run": listed.run, "begun": listed.begun, "repository": listed.place.repository,
        "branch": listed.place.branch, "protocol": book.protocol().name, "mode": book.protocol().mode,
        "rounds": book.round, "stands": stands(run), "outcome": run.outcome().map(|outcome| outcome.word()),
    })
}

/// Shows how a run stands, and what can be done.
pub fn show(args: &Named) -> Result<u8, Failure> {
    let journal = Home::find()?.kept_journal()?;
    let listed = find(&journal, &args.run)?;
    let (_, run) = fold(&journal, &listed)?;
    let Some(explanation) = tell::explain(&run) else {
        return Err(Failure::Content(format!("{} holds nothing", listed.run)));
    };
    let words = offered(&run);
    if args.json {
        json::tell("run", &serde_json::json!({ "choices": words, "explanation": explanation }));
        return Ok(0);
    }
    say(explanation.to_text().trim_end());
    if !words.is_empty() {
        say(&format!("\nA person may choose: {}", words.join(", ")));
        say(&format!("  tribunal decide {} CHOICE --why TEXT", listed.run));
    }
    Ok(0)
}

/// Prints the events of a run, and with `--follow` those to come until it rests.
pub fn log(args: &Follow) -> Result<u8, Failure> {
    let journal = Home::find()?.kept_journal()?;
    let listed = find(&journal, &args.run)?;
    let mut run = Run::default();
    let mut after = 0;
    loop {
        let news = journal.events_after(&listed.run, after).map_err(|e| Failure::Engine(e.to_string()))?;
        for entry in &news {
            apply(&mut run, &entry.recorded);
            show_event(&run, entry.seq, &entry.recorded, args.json);
            after = entry.seq;
        }
        if !args.follow || run.outcome().is_some() {
            break;
        }
        std::thread::park_timeout(FOLLOW_EVERY);
    }
    if args.json {
        json::tell("outcome", &Closing::default().told(&run));
    }
    Ok(0)
}

/// The run that is meant, or which one might have been.
pub fn find(journal: &SqliteJournal, name: &str) -> Result<Listed, Failure> {
    journal.find(name).map_err(|error| {
        if matches!(error, JournalError::Unknown { .. }) {
            return Failure::Usage(unknown(&journal.runs().unwrap_or_default(), name));
        }
        let typed = matches!(error, JournalError::Ambiguous { .. });
        if typed { Failure::Usage(error.to_string()) } else { Failure::Engine(error.to_string()) }
    })
}

/// Runs are named newest first; whoever types a branch, or the end of a name, means the newest of these.
fn unknown(runs: &[Listed], name: &str) -> String {
    let said = format!("no run is called {name:?} or begins like this");
    let branch = |listed: &Listed| listed.place.branch.trim_start_matches("refs/heads/").to_owned();
    let Some(newest) = runs.first() else {
        return format!("{said}; there are none yet, `tribunal review` begins one");
    };
    let on_branch = runs.iter().find(|listed| branch(listed) == name);
    let contains = runs.iter().find(|listed| !name.is_empty() && listed.run.as_str().contains(name));
    if let Some(meant) = on_branch.or(contains) {
        return format!(
            "{said}; did you mean {}, of {}? `tribunal runs` lists all",
            meant.run,
            branch(meant)
        );
    }
    let names: Vec<&str> = runs.iter().map(|listed| listed.run.as_str()).collect();
    match help(name, &names) {
        near if near.starts_with("did") => format!("{said}; {near} `tribunal runs` lists all"),
        _ => format!("{said}; the newest is {}, `tribunal runs` lists all", newest.run),
    }
}

/// How often the journal is asked for news.
const FOLLOW_EVERY: std::time::Duration = std::time::Duration::from_millis(200);

/// The events of a run, and the run as it stands.
pub fn fold(journal: &SqliteJournal, listed: &Listed) -> Result<(Vec<Entry>, Run), Failure> {
    let log = journal.events(&listed.run).map_err(|e| Failure::Engine(e.to_string()))?;
    let mut run = Run::default();
    log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
    Ok((log, run))
}

//! `tribunal replay FILE`: proves a log and tells what happened.

use std::path::Path;

use tribunal_core::engine::{Run, apply};
use tribunal_core::log;
use tribunal_core::tell::event_line;
use tribunal_host::journal::Journal;

use super::args::Log;
use super::failure::{Failure, read};
use super::home::Home;
use super::json;
use super::out::say;
use super::runs::find;

/// Replays a log.
pub fn run(args: &Log) -> Result<u8, Failure> {
    let (entries, run) = load(&args.file)?;
    if args.json {
        let proof = serde_json::json!({
            "run": run.book().opening.run,
            "events": entries.len(),
            "hash": entries.last().map(|e| e.hash.clone()),
            "state": log::sha256(format!("{run:?}").as_bytes()),
            "outcome": run.outcome().map(|o| o.word()),
        });
        json::tell("proof", &proof);
        return Ok(0);
    }
    let mut told = Run::default();
    for entry in &entries {
        apply(&mut told, &entry.recorded);
        event_line(&told, &entry.recorded.event).iter().for_each(|line| say(line));
    }
    let hash = entries.last().map(|e| e.hash.as_str()).unwrap_or_default();
    let outcome = run.outcome().map_or("running", |o| o.word());
    say(&format!("\nProved: {} events, every consequence recomputed, log {}.", entries.len(), &hash[..12]));
    say(&format!("Outcome: {outcome}."));
    Ok(0)
}

/// Reads and proves a log, or names the event that is wrong.
pub fn load(path: &Path) -> Result<(Vec<log::Entry>, Run), Failure> {
    if !path.exists() && path.components().count() == 1 && path.extension().is_none() {
        let home = Home::find()?;
        // Whoever mistypes a name has not asked for a journal to be made.
        if home.has_journal() {
            return stored(&home, &path.display().to_string());
        }
    }
    let text = read(path)?;
    let refuse = |e: log::LogError| {
        Failure::Content(format!(
            "{}: {e}\nNothing in this log can be trusted from there on.",
            path.display()
        ))
    };
    let entries = log::read(&text).map_err(refuse)?;
    let run = log::replay(&entries).map_err(refuse)?;
    Ok((entries, run))
}

/// A run of the journal, proved like a file.
fn stored(home: &Home, name: &str) -> Result<(Vec<log::Entry>, Run), Failure> {
    let journal = home.journal()?;
    let unknown =
        |e: Failure| Failure::Unreadable(format!("cannot read {name}: it is no file, and {}", e.text()));
    let listed = find(&journal, name).map_err(unknown)?;
    let entries = journal.events(&listed.run).map_err(|e| Failure::Content(e.to_string()))?;
    let run = log::replay(&entries).map_err(|e| Failure::Content(format!("{}: {e}", listed.run)))?;
    Ok((entries, run))
}

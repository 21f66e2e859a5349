//! `tribunal db`: the health of the journal, and copies of it.

use std::path::Path;

use tribunal_host::journal::{JournalError, Problem};

use super::args::DbCommand;
use super::failure::Failure;
use super::home::Home;
use super::json;
use super::out::say;

/// Does what was asked.
pub fn run(command: &DbCommand, json: bool) -> Result<u8, Failure> {
    match command {
        DbCommand::Check => check(json),
        DbCommand::Backup { to } => backup(to, json),
    }
}

fn check(json: bool) -> Result<u8, Failure> {
    let health = Home::find()?.kept_journal()?.check().map_err(|e| Failure::Engine(e.to_string()))?;
    if json {
        let told = |problem: &Problem| serde_json::json!({ "run": problem.run, "what": problem.what });
        let problems: Vec<_> = health.problems.iter().map(told).collect();
        let (runs, events) = (health.runs, health.events);
        json::tell("health", &serde_json::json!({ "runs": runs, "events": events, "problems": problems }));
    } else {
        say(&format!("{} runs, {} events proved", health.runs, health.events));
        let named = |problem: &Problem| problem.run.clone().unwrap_or_else(|| "the file".to_owned());
        health.problems.iter().for_each(|problem| say(&format!("{}: {}", named(problem), problem.what)));
    }
    if health.problems.is_empty() {
        return Ok(0);
    }
    Err(Failure::Content(
        "the journal is damaged; restore a backup, or keep the runs that are not named above".to_owned(),
    ))
}

fn backup(to: &Path, json: bool) -> Result<u8, Failure> {
    let failed = |error: JournalError| {
        let on_writing = matches!(error, JournalError::Store { doing: "written", .. });
        if on_writing { Failure::Unwritable(error.to_string()) } else { Failure::Engine(error.to_string()) }
    };
    Home::find()?.kept_journal()?.backup(to).map_err(failed)?;
    if json {
        json::tell("backup", &serde_json::json!({ "file": to.display().to_string() }));
    } else {
        say(&format!("{} holds all runs as they are now", to.display()));
    }
    Ok(0)
}

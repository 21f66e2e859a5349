//! `tribunal db`: the health of the journal, and copies of it.

use std::path::Path;

use tribunal_host::journal::JournalError;

use super::args::DbCommand;
use super::failure::Failure;
use super::home::Home;
use super::out::say;

/// Does what was asked.
pub fn run(command: &DbCommand) -> Result<u8, Failure> {
    match command {
        DbCommand::Check => check(),
        DbCommand::Backup { to } => backup(to),
    }
}

fn check() -> Result<u8, Failure> {
    let health = Home::find()?.kept_journal()?.check().map_err(|e| Failure::Engine(e.to_string()))?;
    say(&format!("{} runs, {} events proved", health.runs, health.events));
    for problem in &health.problems {
        say(&format!("{}: {}", problem.run.as_deref().unwrap_or("the file"), problem.what));
    }
    if health.problems.is_empty() {
        return Ok(0);
    }
    Err(Failure::Content(
        "the journal is damaged; restore a backup, or keep the runs that are not named above".to_owned(),
    ))
}

fn backup(to: &Path) -> Result<u8, Failure> {
    let failed = |error: JournalError| {
        let on_writing = matches!(error, JournalError::Store { doing: "written", .. });
        if on_writing { Failure::Unwritable(error.to_string()) } else { Failure::Engine(error.to_string()) }
    };
    Home::find()?.kept_journal()?.backup(to).map_err(failed)?;
    say(&format!("{} holds all runs as they are now", to.display()));
    Ok(0)
}

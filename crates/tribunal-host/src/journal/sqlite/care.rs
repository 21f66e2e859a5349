//! Looking after a journal: proving everything in it, and copying it while it is in use.

use std::fs;
use std::io;
use std::path::Path;

use rusqlite::Transaction;
use tribunal_core::domain::RunId;
use tribunal_core::engine::Event;
use tribunal_core::log;

use super::disk;
use super::fault::Fault;
use super::open::connect;
use super::rows;
use super::store::SqliteJournal;
use crate::journal::error::JournalError;

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// How many runs were looked at.
    pub runs: usize,
    /// How many events were proved.
    pub events: usize,
    /// What is wrong; nothing if the journal is sound.
    pub problems: Vec<Problem>,
}

/// Something wrong in a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// In which run; none if it is about the file.
    pub run: Option<String>,
    /// What.
    pub what: String,
}

impl SqliteJournal {
    /// Proves everything: the pages and indexes of the file, the chain of every run, and by replay that every consequence
    /// follows. A run that was written under other rules than today's is named as well; that is no damage.
    pub fn check(&self) -> Result<Health, JournalError> {
        self.read(|tx| {
            let mut health = Health { runs: 0, events: 0, problems: Vec::new() };
            let mut about_file = |what: String| health.problems.push(Problem { run: None, what });
            // A damaged file may refuse any question; the others are asked all the same.
            let pages = pages(tx).unwrap_or_else(|fault| vec![said(fault)]);
            if !pages.is_empty() {
                self.sound.doubt();
            }
            pages.into_iter().for_each(&mut about_file);
            orphans(tx).unwrap_or_else(|fault| Some(said(fault))).into_iter().for_each(&mut about_file);
            let names = names(tx).unwrap_or_else(|fault| {
                about_file(said(fault));
                Vec::new()
            });
            for name in names {
                health.runs += 1;
                match prove(tx, &name) {
                    Ok(events) => health.events += events,
                    Err(what) => health.problems.push(Problem { run: Some(name), what }),
                }
            }
            Ok(health)
        })
    }

    /// Copies the journal as it is at this moment into a new file, durable when this returns. Others may write meanwhile.
    /// Never overwrites.
    pub fn backup(&self, to: &Path) -> Result<(), JournalError> {
        let failed = |what: String| JournalError::Store { path: to.to_owned(), doing: "written", what };
        // SQLite would read a name that begins with `file:` as an address; a full path never does.
        let full = std::path::absolute(to).map_err(|error| failed(error.to_string()))?;
        let text = full.to_str().ok_or_else(|| failed("its name is no UTF-8".to_owned()))?;
        self.usable()?;
        disk::reserve(&full).map_err(|error| {
            let is_there = error.kind() == io::ErrorKind::AlreadyExists;
            failed(if is_there { "it exists; name a new file".to_owned() } else { error.to_string() })
        })?;
        let copied = self.copy(text).and_then(|()| durable(&full).map_err(|e| failed(e.to_string())));
        copied.inspect_err(|_| {
            // What is left of the attempt is ours and worth nothing; if it cannot be removed either, the error stands.
            let _ = fs::remove_file(&full);
        })
    }

    /// On a connection of its own, so that nobody waits for it.
    fn copy(&self, to: &str) -> Result<(), JournalError> {
        let copied = connect(self.path(), self.wait_ms()).and_then(|own| own.execute("VACUUM INTO ?1", [to]));
        copied.map(drop).map_err(|error| self.said(error.into(), "copied"))
    }
}

fn durable(path: &Path) -> io::Result<()> {
    crate::disk::sync(path)?;
    crate::disk::sync_parent(path)
}

fn pages(tx: &Transaction<'_>) -> Result<Vec<String>, Fault> {
    let mut statement = tx.prepare("PRAGMA integrity_check")?;
    let lines = statement.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

fn orphans(tx: &Transaction<'_>) -> Result<Option<String>, Fault> {
    let sql = "SELECT count(*) FROM pragma_foreign_key_check";
    let count: i64 = tx.query_row(sql, (), |row| row.get(0))?;
    Ok((count > 0).then(|| format!("{count} rows belong to no run")))
}

/// Every name that any table knows, so that a run that is missing from one is noticed.
fn names(tx: &Transaction<'_>) -> Result<Vec<String>, Fault> {
    let sql = "SELECT run FROM places UNION SELECT run FROM events UNION SELECT run FROM closings";
    let mut statement = tx.prepare(sql)?;
    let names = statement.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(names)
}

fn prove(tx: &Transaction<'_>, name: &str) -> Result<usize, String> {
    let run = RunId::parse(name).map_err(|error| error.to_string())?;
    let entries = rows::load(tx, &run, 0).map_err(said)?;
    let listed = rows::listed(tx, name).map_err(said)?.into_iter().find(|listed| listed.run == run);
    let listed = listed.ok_or("it is not on the list of runs")?;
    if entries.first().is_some_and(|first| !rows::begun_at(&listed, &first.recorded)) {
        return Err("the list of runs has another beginning for it".to_owned());
    }
    log::replay(&entries).map_err(|error| format!("replay: {error}"))?;
    for recorded in entries.iter().map(|entry| &entry.recorded) {
        let Event::VerdictReached { verdict } = &recorded.event else { continue };
        if !rows::judged(tx, &verdict.head).map_err(said)?.iter().any(|listed| listed.run == run) {
            return Err(format!("{} is not on the list of commits it judged", verdict.head));
        }
    }
    Ok(entries.len())
}

fn said(fault: Fault) -> String {
    match fault {
        Fault::Said(error) => error.to_string(),
        Fault::Sql(error) => error.to_string(),
    }
}

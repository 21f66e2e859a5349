//! Journals in files, with real runs in them, and hands on the file itself.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tribunal_core::domain::RunId;
use tribunal_core::engine::{Event, Recorded};
use tribunal_core::log::Entry;
use tribunal_host::journal::{Journal, SqliteJournal};
use tribunal_testkit::Scratch;
use tribunal_testkit::generate::Player;
use tribunal_testkit::generate::stage::Stage;
use tribunal_testkit::journal::{holder, of_run, place, run};

/// A closed journal in a directory of its own, with what was written to it.
pub struct Written {
    pub scratch: Scratch,
    pub path: PathBuf,
    pub runs: Vec<(RunId, Vec<Entry>)>,
}

/// A journal with this many generated runs, closed.
pub fn written(runs: u64) -> Written {
    let scratch = Scratch::new();
    let path = scratch.join("journal.db");
    let journal = SqliteJournal::open(&path).unwrap();
    let runs = (0..runs).map(|seed| write_run(&journal, seed)).collect();
    Written { scratch, path, runs }
}

/// Writes a generated run, a few events at a time.
pub fn write_run(journal: &dyn Journal, seed: u64) -> (RunId, Vec<Entry>) {
    let run = run(&format!("run-{seed}"));
    let log = played(&run, seed);
    let leases = journal.acquire(&[of_run(&run)], &holder(1)).unwrap();
    journal.begin(&run, &place("main"), &leases, &log[..1]).unwrap();
    for (n, chunk) in log[1..].chunks(7).enumerate() {
        journal.append(&run, 1 + 7 * n as u64, &leases, chunk).unwrap();
    }
    journal.release(&leases).unwrap();
    let entries = journal.events(&run).unwrap();
    (run, entries)
}

/// A run that the engine would have had, under this name.
pub fn played(run: &RunId, seed: u64) -> Vec<Recorded> {
    let mut player = Player::open(&Stage::builtin(), seed);
    while let Some(input) = player.next_input() {
        // What is refused is not in the log.
        let _ = player.feed(input, &mut |_, _| {});
    }
    if let Event::Opened(opening) = &mut player.log[0].event {
        opening.run = run.clone();
    }
    player.log
}

/// Hands on the tables, with all rights: the triggers are gone while `change` runs and back afterwards.
pub fn tamper(path: &Path, change: &str) {
    let raw = Connection::open(path).unwrap();
    raw.pragma_update(None, "foreign_keys", false).unwrap();
    let triggers: Vec<(String, String)> = raw
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        .unwrap()
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    triggers.iter().for_each(|(name, _)| raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    raw.execute_batch(change).unwrap();
    triggers.iter().for_each(|(_, sql)| raw.execute_batch(sql).unwrap());
}

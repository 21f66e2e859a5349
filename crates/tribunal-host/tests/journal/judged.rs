//! Finding the runs that judged a commit, without reading the others.

use rusqlite::Connection;
use tribunal_core::domain::{Commit, RunId};
use tribunal_core::engine::Event;
use tribunal_core::log::Entry;
use tribunal_host::journal::{Journal, MemoryJournal, SqliteJournal};

use crate::tools::{Written, write_run, written};

/// Every commit that a run has a verdict on.
pub fn heads(entries: &[Entry]) -> Vec<Commit> {
    let head = |entry: &Entry| {
        let Event::VerdictReached { verdict } = &entry.recorded.event else { return None };
        Some(verdict.head.clone())
    };
    entries.iter().filter_map(head).collect()
}

/// Whoever reads all runs finds the same.
fn agrees(journal: &SqliteJournal, written: &Written) {
    let commits: Vec<Commit> = written.runs.iter().flat_map(|(_, entries)| heads(entries)).collect();
    assert!(commits.len() > 10, "some runs were judged");
    for commit in commits {
        let found: Vec<RunId> =
            journal.judged(&commit).unwrap().into_iter().map(|listed| listed.run).collect();
        let all = written.runs.iter().rev().filter(|(_, entries)| heads(entries).contains(&commit));
        assert_eq!(found, all.map(|(run, _)| run.clone()).collect::<Vec<_>>());
    }
}

#[test]
fn the_runs_that_judged_a_commit_are_found() {
    let written = written(20);
    let journal = SqliteJournal::open(&written.path).unwrap();
    agrees(&journal, &written);
    let unknown = Commit::parse(&"e".repeat(40)).unwrap();
    assert_eq!(journal.judged(&unknown), Ok(vec![]));
}

/// A file from before there was such a list, some rows of which are no events.
#[test]
fn an_older_file_gets_its_list() {
    let written = written(20);
    let raw = Connection::open(&written.path).unwrap();
    raw.execute_batch("DROP TABLE heads; PRAGMA user_version = 1").unwrap();
    drop(raw);
    agrees(&SqliteJournal::open(&written.path).unwrap(), &written);
}

#[test]
fn a_damaged_row_of_an_older_file_does_not_stop_it() {
    let written = written(2);
    let change = "UPDATE events SET line = 'no event' WHERE run = 'run-0' AND seq = 2;
                  DROP TABLE heads; PRAGMA user_version = 1";
    crate::tools::tamper(&written.path, change);
    let journal = SqliteJournal::open(&written.path).unwrap();
    assert!(journal.events(&written.runs[0].0).is_err());
    assert_eq!(journal.events(&written.runs[1].0).as_ref(), Ok(&written.runs[1].1));
}

/// It proves nothing, but a run that is missing from it would not be found.
#[test]
fn a_list_that_lacks_a_run_is_found_by_the_check() {
    let written = written(20);
    let judged = written.runs.iter().filter(|(_, entries)| !heads(entries).is_empty()).count();
    Connection::open(&written.path).unwrap().execute_batch("DELETE FROM heads").unwrap();
    let health = SqliteJournal::open(&written.path).unwrap().check().unwrap();
    assert_eq!(health.problems.len(), judged, "{health:?}");
    assert!(health.problems[0].what.contains("is not on the list of commits it judged"), "{health:?}");
}

/// One that keeps no such list says all of them.
#[test]
fn whoever_keeps_no_list_names_every_run() {
    let journal = MemoryJournal::default();
    let (run, _) = write_run(&journal, 1);
    let unknown = Commit::parse(&"e".repeat(40)).unwrap();
    let found: Vec<RunId> = journal.judged(&unknown).unwrap().into_iter().map(|listed| listed.run).collect();
    assert_eq!(found, [run]);
}

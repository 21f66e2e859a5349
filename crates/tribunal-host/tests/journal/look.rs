//! Looking at a journal: what is told, and that nothing is changed by it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::Connection;
use tribunal_host::journal::{OpenError, SqliteJournal};
use tribunal_testkit::Scratch;

use crate::tools::{write_run, written};

/// Every file of a directory with its bytes.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    entries.map(|e| (e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).unwrap())).collect()
}

#[test]
fn a_journal_at_rest_is_told_and_left_without_a_trace() {
    let written = written(3);
    let directory = written.path.parent().unwrap();
    let before = files(directory);
    let look = SqliteJournal::look(&written.path).unwrap().expect("it is there");
    assert_eq!((look.runs, look.format, look.format), (3, 2, look.newest));
    assert_eq!(look.bytes, fs::metadata(&written.path).unwrap().len());
    assert_eq!(files(directory), before);
}

#[test]
fn none_is_made_where_there_is_none() {
    let scratch = Scratch::new();
    assert_eq!(SqliteJournal::look(&scratch.join("not/there/journal.db")), Ok(None));
    assert!(!scratch.join("not").exists());
}

#[test]
fn what_is_still_in_the_wal_is_counted() {
    let scratch = Scratch::new();
    // An address gives these characters a meaning; in a path they have none.
    fs::create_dir(scratch.join("odd ?#%41")).unwrap();
    let path = scratch.join("odd ?#%41/journal.db");
    let journal = SqliteJournal::open(&path).unwrap();
    write_run(&journal, 0);
    let look = SqliteJournal::look(&path).unwrap().expect("it is there");
    assert_eq!(look.runs, 1);
    drop(journal);
    assert_eq!(SqliteJournal::look(&path).unwrap().expect("it is there").runs, 1);
}

#[test]
fn what_cannot_be_used_is_told_as_it_would_be_on_opening() {
    let written = written(1);
    let newer = |version: i32| {
        let raw = Connection::open(&written.path).unwrap();
        raw.pragma_update(None, "user_version", version).unwrap();
    };
    newer(99);
    assert!(matches!(SqliteJournal::look(&written.path), Err(OpenError::Newer { has: 99, .. })));
    newer(2);
    let mut bytes = fs::read(&written.path).unwrap();
    bytes.iter_mut().skip(4096).take(4096).for_each(|byte| *byte = 0xff);
    fs::write(&written.path, bytes).unwrap();
    assert!(matches!(SqliteJournal::look(&written.path), Err(OpenError::Damaged { .. })));
    fs::write(&written.path, "something else entirely, long enough to be taken for a file of SQLite")
        .unwrap();
    assert!(matches!(SqliteJournal::look(&written.path), Err(OpenError::NotOurs { .. })));
    fs::write(&written.path, "").unwrap();
    assert!(matches!(SqliteJournal::look(&written.path), Err(OpenError::Empty { .. })));
}

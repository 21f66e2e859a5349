//! Journals in files: staying, being shared, being refused, being checked and copied.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;

use rusqlite::Connection;
use tribunal_core::log;
use tribunal_host::journal::{Health, Journal, JournalError, OpenError, SqliteJournal, Terms};
use tribunal_testkit::Scratch;
use tribunal_testkit::journal::{begun, note, run};

use crate::tools::{write_run, written};

fn refused(path: &Path) -> OpenError {
    SqliteJournal::open(path).err().expect("the file is refused")
}

#[test]
fn opening_again_keeps_everything() {
    let written = written(3);
    let journal = SqliteJournal::open(&written.path).unwrap();
    let names: Vec<_> = journal.runs().unwrap().into_iter().map(|listed| listed.run).collect();
    assert_eq!(names, [run("run-2"), run("run-1"), run("run-0")]);
    for (run, entries) in &written.runs {
        assert_eq!(&journal.events(run).unwrap(), entries);
    }
    let (again, entries) = write_run(&journal, 3);
    assert_eq!(journal.events(&again).unwrap(), entries);
}

/// Byte for byte what a log file of the same run is.
#[test]
fn the_rows_are_the_lines_of_a_log_file() {
    let written = written(2);
    let raw = Connection::open(&written.path).unwrap();
    for (run, entries) in &written.runs {
        let mut statement = raw.prepare("SELECT line FROM events WHERE run = ?1 ORDER BY seq").unwrap();
        let lines = statement.query_map([run.as_str()], |row| row.get::<_, String>(0)).unwrap();
        let rows: String = lines.map(|line| line.unwrap() + "\n").collect();
        let recorded: Vec<_> = entries.iter().map(|entry| entry.recorded.clone()).collect();
        let file = log::write(&recorded);
        let (closing, close) = ("SELECT events, hash FROM closings WHERE run = ?1", entries.last().unwrap());
        assert_eq!(file.rsplit_once("{\"events\"").unwrap().0, rows);
        let kept = raw.query_row(closing, [run.as_str()], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(kept, (i64::try_from(close.seq).unwrap(), close.hash.clone()));
    }
}

#[test]
fn two_journals_on_one_file_see_each_other() {
    let scratch = Scratch::new();
    let path = scratch.join("journal.db");
    let (one, two) = (SqliteJournal::open(&path).unwrap(), SqliteJournal::open(&path).unwrap());
    let run = run("run-1");
    let leases = begun(&one, &run);
    let write = |journal: &SqliteJournal, who: &str| {
        for _ in 0..50 {
            let mut moved = true;
            while moved {
                let seq = journal.events(&run).unwrap().len() as u64;
                match journal.append(&run, seq, &leases, &[note(who), note(who)]) {
                    Ok(()) => moved = false,
                    Err(JournalError::Moved { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| write(&one, "one"));
        scope.spawn(|| write(&two, "two"));
    });
    assert_eq!(one.events(&run).unwrap().len(), 201);
    assert_eq!(one.events(&run), two.events(&run));
}

/// Many threads find no file at the same moment.
#[test]
fn a_new_file_is_made_once_however_many_want_it() {
    let scratch = Scratch::new();
    let path = scratch.join("a/b/journal.db");
    thread::scope(|scope| {
        for n in 0..8 {
            let path = &path;
            scope.spawn(move || write_run(&SqliteJournal::open(path).unwrap(), n));
        }
    });
    let journal = SqliteJournal::open(&path).unwrap();
    assert_eq!(journal.runs().unwrap().len(), 8);
    assert_eq!(journal.check().unwrap().problems, []);
}

#[test]
fn only_the_user_reads_the_file_and_its_directory() {
    let scratch = Scratch::new();
    let path = scratch.join("home/journal.db");
    let journal = SqliteJournal::open(&path).unwrap();
    begun(&journal, &run("run-1"));
    journal.backup(&scratch.join("backup.db")).unwrap();
    let mode = |name: &str| fs::metadata(scratch.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("home"), 0o700);
    for name in ["home/journal.db", "home/journal.db-wal", "home/journal.db-shm", "backup.db"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    drop(journal);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    SqliteJournal::open(&path).unwrap();
    assert_eq!(mode("home/journal.db"), 0o600);
}

#[test]
fn a_newer_format_is_refused_and_left_alone() {
    let written = written(1);
    Connection::open(&written.path).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let before = fs::read(&written.path).unwrap();
    let error = refused(&written.path);
    assert!(matches!(error, OpenError::Newer { has: 7, knows: 2, .. }), "{error:?}");
    assert!(error.to_string().contains("update tribunal, or set TRIBUNAL_HOME"), "{error}");
    assert_eq!(fs::read(&written.path).unwrap(), before);
}

#[test]
fn somebody_elses_file_is_refused_and_left_alone() {
    let scratch = Scratch::new();
    let (text, database, directory) =
        (scratch.join("text"), scratch.join("database"), scratch.join("directory"));
    fs::write(&text, "my diary\n".repeat(1000)).unwrap();
    Connection::open(&database).unwrap().execute_batch("CREATE TABLE events (mine)").unwrap();
    fs::create_dir(&directory).unwrap();
    for path in [&text, &database] {
        let before = fs::read(path).unwrap();
        let error = refused(path);
        assert!(matches!(error, OpenError::NotOurs { .. }), "{error:?}");
        assert!(error.to_string().contains("is not a journal of tribunal"), "{error}");
        assert_eq!(fs::read(path).unwrap(), before);
    }
    assert_eq!(refused(&directory), OpenError::NotAFile { path: directory.canonicalize().unwrap() });
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 3);
}

/// Nobody can write there, not even root.
#[test]
fn a_directory_that_cannot_be_written_to_is_named() {
    let error = refused(Path::new("/proc/tribunal/journal.db"));
    assert!(matches!(error, OpenError::Failed { doing: "given a directory", .. }), "{error:?}");
    let error = refused(Path::new("/proc/self/journal.db"));
    assert!(matches!(error, OpenError::Failed { doing: "created", .. }), "{error:?}");
}

/// Root writes to what can only be read; everybody else is told.
#[test]
fn a_file_that_can_only_be_read_is_named() {
    let written = written(1);
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    mode(&written.path, 0o400);
    mode(written.scratch.path(), 0o500);
    let is_root = fs::write(written.scratch.join("try"), "").is_ok();
    let opened = SqliteJournal::open(&written.path).map(|journal| journal.events(&run("run-0")));
    mode(written.scratch.path(), 0o700);
    match opened {
        Ok(events) => assert!(is_root && events == Ok(written.runs[0].1.clone())),
        Err(error) => assert!(!is_root && matches!(error, OpenError::ReadOnly { .. }), "{error:?}"),
    }
}

#[test]
fn a_locked_file_is_waited_for_and_then_named() {
    let written = written(1);
    let terms = Terms { wait_ms: 50, ..Terms::default() };
    let journal = SqliteJournal::open_with(&written.path, terms).unwrap();
    let run = run("run-1");
    let leases = begun(&journal, &run);
    let other = Connection::open(&written.path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = journal.append(&run, 1, &leases, &[note("x")]).unwrap_err();
    assert_eq!(error, JournalError::Busy { path: journal.path().to_owned(), waited_ms: 50 });
    assert!(error.to_string().contains("locked by another process for more than 50 ms"), "{error}");
    assert_eq!(journal.events(&run).unwrap().len(), 1, "reading does not wait");
    other.execute_batch("ROLLBACK").unwrap();
    journal.append(&run, 1, &leases, &[note("a")]).unwrap();
}

#[test]
fn a_sound_journal_is_proved_whole() {
    let written = written(12);
    let journal = SqliteJournal::open(&written.path).unwrap();
    let events = written.runs.iter().map(|(_, entries)| entries.len()).sum();
    assert_eq!(journal.check(), Ok(Health { runs: 12, events, problems: vec![] }));
}

#[test]
fn a_backup_is_a_journal_and_overwrites_nothing() {
    let written = written(3);
    let journal = SqliteJournal::open(&written.path).unwrap();
    let copy = written.scratch.join("copy.db");
    journal.backup(&copy).unwrap();
    write_run(&journal, 3);
    let error = journal.backup(&copy).unwrap_err();
    assert!(error.to_string().contains("it exists; name a new file"), "{error}");
    assert!(journal.backup(&written.path).is_err());
    assert!(journal.backup(&written.scratch.join("nowhere/copy.db")).is_err());

    let restored = SqliteJournal::open(&copy).unwrap();
    assert_eq!(restored.check().unwrap().problems, []);
    assert_eq!(restored.runs().unwrap().len(), 3);
    for (run, entries) in &written.runs {
        assert_eq!(&restored.events(run).unwrap(), entries);
    }
    write_run(&restored, 4);
}

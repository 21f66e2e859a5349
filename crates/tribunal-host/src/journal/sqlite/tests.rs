//! What needs a look inside: failing commits, full disks, migrations, triggers. The rest is in `tests/journal/`.

use std::fs;

use rusqlite::Connection;
use rusqlite::types::Value;
use tribunal_core::domain::{RunId, Timestamp};
use tribunal_core::engine::Recorded;
use tribunal_testkit::{Scratch, journal as kit};

use super::open::refuse_old;
use super::schema::{APPLICATION_ID, STEPS, difference, migrate, newest, version};
use super::*;
use crate::journal::{Holder, Journal, JournalError, Lease, LeaseName, Place, Process};

const FILE: &str = "journal.db";

fn open(scratch: &Scratch) -> SqliteJournal {
    SqliteJournal::open(&scratch.join(FILE)).unwrap()
}

/// The kit is built against this crate as others see it, so only its events fit here.
fn begun(journal: &SqliteJournal) -> (RunId, Vec<Lease>) {
    let run = kit::run("run-1");
    let holder =
        Holder { process: Process::current().unwrap(), what: "test".to_owned(), since: Timestamp(0) };
    let leases = journal.acquire(&[LeaseName::Run(run.clone())], &holder).unwrap();
    let place = Place { repository: "/repo/.git".to_owned(), branch: "main".to_owned() };
    journal.begin(&run, &place, &leases, &[kit::opening(&run, 1)]).unwrap();
    (run, leases)
}

fn megabyte() -> Recorded {
    kit::note(&"x".repeat(1 << 20))
}

#[test]
fn a_full_disk_is_named_changes_nothing_and_passes() {
    let scratch = Scratch::new();
    let journal = open(&scratch);
    let (run, leases) = begun(&journal);
    let before = journal.events(&run).unwrap();
    let limit = |pages: u32| {
        let writer = journal.writer.lock().unwrap();
        writer.query_row(&format!("PRAGMA max_page_count = {pages}"), (), |row| row.get::<_, u32>(0)).unwrap()
    };
    let least = limit(1);
    let refused = journal.append(&run, 1, &leases, &[kit::note("small"), megabyte()]).unwrap_err();
    assert!(matches!(refused, JournalError::Full { .. }), "{refused:?}");
    assert!(refused.to_string().contains("nothing was written, make room and try again"), "{refused}");
    assert_eq!(journal.events(&run).unwrap(), before);
    limit(least + 10_000);
    journal.append(&run, 1, &leases, &[kit::note("small"), megabyte()]).unwrap();
    assert_eq!(journal.events(&run).unwrap().len(), 3);
    assert_eq!(journal.check().unwrap().problems.len(), 1, "only replay complains of the notes");
}

/// A commit can be made to fail with a promise to a table that is not kept at its end.
#[test]
fn a_failed_commit_spoils_the_journal_until_it_is_opened_again() {
    let scratch = Scratch::new();
    let journal = open(&scratch);
    let (run, leases) = begun(&journal);
    let raw = Connection::open(scratch.join(FILE)).unwrap();
    raw.execute_batch(
        "CREATE TABLE promises (run TEXT REFERENCES places (run) DEFERRABLE INITIALLY DEFERRED);
         CREATE TRIGGER promise AFTER INSERT ON events BEGIN INSERT INTO promises VALUES ('nobody'); END;",
    )
    .unwrap();
    let first = journal.append(&run, 1, &leases, &[kit::note("x")]).unwrap_err();
    assert!(matches!(first, JournalError::Reopen { .. }), "{first:?}");
    assert!(first.to_string().contains("open the journal again"), "{first}");
    raw.execute_batch("DROP TRIGGER promise; DROP TABLE promises;").unwrap();

    assert_eq!(journal.append(&run, 1, &leases, &[kit::note("x")]), Err(first.clone()));
    assert_eq!(journal.events(&run), Err(first.clone()));
    assert_eq!(journal.runs(), Err(first.clone()));
    assert_eq!(journal.find("run-1"), Err(first.clone()));
    assert_eq!(journal.release(&leases), Err(first.clone()));
    assert_eq!(journal.check(), Err(first.clone()));
    assert_eq!(journal.backup(&scratch.join("backup.db")), Err(first));
    assert!(!scratch.join("backup.db").exists());

    let again = open(&scratch);
    assert_eq!(again.events(&run).unwrap().len(), 1);
    again.append(&run, 1, &leases, &[kit::note("y")]).unwrap();
}

#[test]
fn a_thread_that_panics_in_a_transaction_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let journal = open(&scratch);
    let (run, leases) = begun(&journal);
    let panicked = std::thread::scope(|scope| {
        let write = || {
            journal.write(|tx| -> Result<(), fault::Fault> {
                let chain = rows::tail(tx, &run)?.unwrap();
                rows::push(tx, &run, chain, &[kit::note("x")])?;
                panic!("in the middle of a transaction")
            })
        };
        scope.spawn(write).join().is_err()
    });
    assert!(panicked);
    assert_eq!(journal.events(&run).unwrap().len(), 1);
    journal.append(&run, 1, &leases, &[kit::note("a")]).unwrap();
}

/// By our own connection, with all rights.
#[test]
fn what_was_written_cannot_be_changed_removed_or_replaced() {
    let scratch = Scratch::new();
    let journal = open(&scratch);
    let (run, leases) = begun(&journal);
    journal.append(&run, 1, &leases, &[kit::note("a")]).unwrap();
    let before = journal.events(&run).unwrap();
    let writer = journal.writer.lock().unwrap();
    let refused = [
        ("UPDATE events SET line = 'x' WHERE seq = 2", "events are never changed"),
        ("UPDATE events SET run = run", "events are never changed"),
        ("DELETE FROM events WHERE seq = 2", "events are never removed"),
        ("REPLACE INTO events SELECT run, seq, 'x' FROM events WHERE seq = 2", "an event must follow"),
        ("INSERT INTO events SELECT run, 4, 'x' FROM places", "an event must follow"),
        ("INSERT INTO events VALUES ('nobody', 1, 'x')", "FOREIGN KEY"),
        ("UPDATE places SET branch = 'x'", "places are never changed"),
        ("DELETE FROM places", "places are never removed"),
        ("UPDATE closings SET events = 1", "a run never becomes shorter"),
        ("DELETE FROM closings", "a run is never removed"),
        ("UPDATE leases SET epoch = 0", "an epoch never goes back"),
        ("REPLACE INTO leases (name, epoch) SELECT name, 1 FROM leases", "an epoch must follow"),
        ("DELETE FROM leases", "a lease is never forgotten"),
    ];
    for (sql, why) in refused {
        let error = writer.execute(sql, ()).expect_err(sql).to_string();
        assert!(error.contains(why), "{sql}: {error}");
    }
    drop(writer);
    assert_eq!(journal.events(&run).unwrap(), before);
}

#[test]
fn the_settings_are_what_they_should_be_on_both_connections() {
    let scratch = Scratch::new();
    let journal = open(&scratch);
    for connection in [&journal.writer, &journal.reader] {
        let connection = connection.lock().unwrap();
        let setting =
            |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, Value>(0)).unwrap();
        assert_eq!(setting("journal_mode"), Value::Text("wal".to_owned()));
        let numbers = [
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("mmap_size", 0),
            ("trusted_schema", 0),
            ("busy_timeout", 5_000),
        ];
        for (name, value) in numbers {
            assert_eq!(setting(name), Value::Integer(value), "{name}");
        }
    }
    let reader = journal.reader.lock().unwrap();
    assert!(reader.execute("INSERT INTO places VALUES (1, 'r', 1, 'a', 'b')", ()).is_err());
}

#[test]
fn an_old_sqlite_is_refused() {
    refuse_old(rusqlite::version_number(), rusqlite::version()).unwrap();
    refuse_old(3_051_003, "3.51.3").unwrap();
    let refused = refuse_old(3_051_002, "3.51.2").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "SQLite 3.51.2 can damage a journal, the first that cannot is 3.51.3; build tribunal with its bundled SQLite"
    );
}

#[test]
fn an_older_file_takes_the_steps_it_lacks_and_keeps_its_rows() {
    let mut connection = Connection::open_in_memory().unwrap();
    let (one, two) = ("CREATE TABLE a (x);", "ALTER TABLE a ADD COLUMN y DEFAULT 7;");
    migrate(&mut connection, &[one]).unwrap();
    connection.execute("INSERT INTO a VALUES (1)", ()).unwrap();
    migrate(&mut connection, &[one, two]).unwrap();
    migrate(&mut connection, &[one, two]).unwrap();
    let row: (i32, i32) =
        connection.query_row("SELECT * FROM a", (), |r| Ok((r.get(0)?, r.get(1)?))).unwrap();
    assert_eq!((row, version(&connection).unwrap()), ((1, 7), 2));
    assert_eq!(difference(&connection, &[one, two]).unwrap(), None);
}

#[test]
fn a_step_that_fails_leaves_the_file_as_it_was() {
    let mut connection = Connection::open_in_memory().unwrap();
    let one = "CREATE TABLE a (x);";
    migrate(&mut connection, &[one]).unwrap();
    assert!(migrate(&mut connection, &[one, "CREATE TABLE b (x);", "no SQL"]).is_err());
    assert_eq!(version(&connection).unwrap(), 1);
    assert_eq!(difference(&connection, &[one]).unwrap(), None);
}

#[test]
fn a_new_file_has_our_mark_and_version() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, STEPS).unwrap();
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
    assert_eq!((id, version(&connection).unwrap()), (APPLICATION_ID, newest(STEPS)));
}

/// A file that is being made is never seen under the journal's name, and nothing stays behind.
#[test]
fn creating_leaves_one_file_or_none() {
    let scratch = Scratch::new();
    let path = scratch.join(FILE);
    let failed = disk::create(&path, "1", |new| {
        assert!(new.exists() && !path.exists());
        Err(OpenError::Empty { path: new.to_owned() })
    });
    assert!(failed.is_err());
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    fs::write(&path, "somebody was first").unwrap();
    disk::create(&path, "2", |new| {
        fs::write(new, "too late").unwrap();
        Ok(())
    })
    .unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "somebody was first");
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
}

/// A journal whose last page is garbage, as the pages of its rows are not looked at when it is opened.
fn damaged(scratch: &Scratch) -> std::path::PathBuf {
    let path = scratch.join(FILE);
    let journal = open(scratch);
    let (run, leases) = begun(&journal);
    let notes: Vec<Recorded> = (0..200).map(|n| kit::note(&format!("{n} {}", "x".repeat(500)))).collect();
    journal.append(&run, 1, &leases, &notes).unwrap();
    drop(journal);
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() - 4096;
    bytes[at..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    path
}

fn noted(scratch: &Scratch) -> std::path::PathBuf {
    scratch.join("journal.db-sound")
}

/// The other side of a quick start: what is as it was left is believed to be whole until a page of it is used.
#[test]
fn pages_are_looked_at_unless_the_file_is_as_it_was_left() {
    let scratch = Scratch::new();
    let path = damaged(&scratch);
    let refused = |why: &str| match SqliteJournal::open(&path).err() {
        Some(OpenError::Damaged { .. }) => {}
        other => panic!("{why}: {other:?}"),
    };
    refused("changed since it was left");
    let mark = sound::Sound::of(&path).mark().unwrap();
    let (_, rest) = mark.split_once(' ').unwrap();
    fs::write(noted(&scratch), format!("another-boot {rest}")).unwrap();
    refused("left in another boot");
    fs::write(noted(&scratch), &mark[..mark.len() - 2]).unwrap();
    refused("half a note");

    fs::write(noted(&scratch), &mark).unwrap();
    let journal = open(&scratch);
    assert!(journal.events(&kit::run("run-1")).is_err(), "a page that is used is noticed");
    drop(journal);
    refused("known to be damaged");

    fs::write(noted(&scratch), &mark).unwrap();
    let journal = open(&scratch);
    assert!(journal.check().unwrap().problems.iter().any(|problem| problem.run.is_none()));
    drop(journal);
    refused("the check said so");
}

#[test]
fn a_journal_is_noted_as_its_writers_leave_it() {
    let scratch = Scratch::new();
    let journal = open(&scratch);
    let note = || fs::read_to_string(noted(&scratch)).unwrap();
    let now = || sound::Sound::of(&scratch.join(FILE)).mark().unwrap();
    begun(&journal);
    assert_eq!(note(), now(), "while it is open, for others");
    drop(journal);
    let left = note();
    assert_eq!(left, now());
    drop(open(&scratch));
    assert_eq!(note(), left, "whoever only reads vouches for nothing");
}

#[test]
fn a_failed_commit_leaves_no_note() {
    let scratch = Scratch::new();
    let journal = open(&scratch);
    let (run, leases) = begun(&journal);
    Connection::open(scratch.join(FILE))
        .unwrap()
        .execute_batch(
            "CREATE TABLE promises (run TEXT REFERENCES places (run) DEFERRABLE INITIALLY DEFERRED);
             CREATE TRIGGER promise AFTER INSERT ON events BEGIN INSERT INTO promises VALUES ('nobody'); END;",
        )
        .unwrap();
    assert!(journal.append(&run, 1, &leases, &[kit::note("x")]).is_err());
    assert!(!noted(&scratch).exists());
    drop(journal);
    assert!(!noted(&scratch).exists());
}

//! Damage done on purpose or by accident: named, or it makes no difference.

use std::collections::BTreeSet;
use std::fs;

use rusqlite::Connection;
use tribunal_host::journal::{Journal, JournalError, OpenError, SqliteJournal};
use tribunal_testkit::journal::{holder, note, of_run, run};

use crate::tools::{Written, tamper, written};

/// What reading the first run says after a change; the check must name the run as well.
fn read_after(written: &Written, change: &str) -> JournalError {
    tamper(&written.path, change);
    let journal = SqliteJournal::open(&written.path).unwrap();
    let error = journal.events(&written.runs[0].0).expect_err(change);
    let health = journal.check().unwrap();
    assert!(health.problems.iter().any(|problem| problem.run.as_deref() == Some("run-0")), "{health:?}");
    error
}

fn text_after(change: &str) -> String {
    read_after(&written(2), change).to_string()
}

#[test]
fn a_changed_row_is_refused_and_named() {
    let said = text_after(
        "UPDATE events SET line = replace(line, 'feature', 'another') WHERE run = 'run-0' AND seq = 1",
    );
    assert!(
        said.starts_with("run run-0 is damaged: line 1, event #1 opened: its hash does not match"),
        "{said}"
    );
    let said = text_after(
        "UPDATE events SET line = replace(line, '\"at\":1', '\"at\":2') WHERE run = 'run-0' AND seq = 3",
    );
    assert!(said.starts_with("run run-0 is damaged: line 3, event #3 "), "{said}");
    assert!(said.contains("its hash does not match its content"), "{said}");
}

#[test]
fn a_row_that_is_no_event_is_refused_and_named() {
    let said = text_after("UPDATE events SET line = 'VERDICT: PASS' WHERE run = 'run-0' AND seq = 2");
    assert!(said.starts_with("run run-0 is damaged: line 2: not an event this version knows"), "{said}");
    let said = text_after("UPDATE events SET line = CAST(x'ff' AS TEXT) WHERE run = 'run-0' AND seq = 2");
    assert!(said.starts_with("run run-0 is damaged: line 2, event #2: it is no text"), "{said}");
}

#[test]
fn a_missing_a_moved_and_a_borrowed_row_are_refused_and_named() {
    let said = text_after("DELETE FROM events WHERE run = 'run-0' AND seq = 2");
    assert!(said.contains("event #3 ") && said.contains("expected event #2"), "{said}");
    let said = text_after(
        "UPDATE events SET seq = -1 WHERE run = 'run-0' AND seq = 2;
         UPDATE events SET seq = 2 WHERE run = 'run-0' AND seq = 3;
         UPDATE events SET seq = 3 WHERE run = 'run-0' AND seq = -1;",
    );
    assert!(said.contains("event #3 ") && said.contains("expected event #2"), "{said}");
    let said = text_after(
        "UPDATE events SET line = (SELECT line FROM events WHERE run = 'run-1' AND seq = 2) WHERE run = 'run-0' AND seq = 2",
    );
    assert!(said.contains("event #2 ") && said.contains("it does not follow the event before"), "{said}");
}

/// The closing of a run says that there was more; a whole run under another name is not that run.
#[test]
fn rows_cut_from_the_end_and_runs_under_another_name_are_refused() {
    let written = written(2);
    let last = written.runs[0].1.len();
    let said = read_after(&written, &format!("DELETE FROM events WHERE run = 'run-0' AND seq = {last}"));
    let names = format!("event #{last}: the journal is cut or was changed");
    assert!(said.to_string().contains(&names), "{said}");
    let said = text_after("DELETE FROM events WHERE run = 'run-0'");
    assert!(said.contains("event #1: the journal is cut or was changed"), "{said}");
    let said = text_after("DELETE FROM closings WHERE run = 'run-0'");
    assert!(said.contains("its run has no closing"), "{said}");
    let said = text_after("UPDATE closings SET hash = 'x' WHERE run = 'run-0'");
    assert!(said.contains("the closing of the run has another hash"), "{said}");
    let said = text_after(
        "DELETE FROM events WHERE run = 'run-0';
         DELETE FROM closings WHERE run = 'run-0';
         INSERT INTO events SELECT 'run-0', seq, line FROM events WHERE run = 'run-1';
         INSERT INTO closings SELECT 'run-0', events, hash FROM closings WHERE run = 'run-1';",
    );
    assert!(said.contains("it is the opening of another run"), "{said}");
}

/// What nobody can notice from the file alone: whoever cuts a run and closes it again leaves a shorter run. It is never
/// another one, and if the cut is not behind a whole step, replay says that something is missing.
#[test]
fn a_run_cut_together_with_its_closing_is_a_shorter_run() {
    let written = written(1);
    let (run, entries) = &written.runs[0];
    let shorter = &entries[..entries.len() - 1];
    let hash = &shorter.last().unwrap().hash;
    let change = format!(
        "DELETE FROM events WHERE seq = {}; UPDATE closings SET events = {}, hash = '{hash}'",
        entries.len(),
        shorter.len()
    );
    tamper(&written.path, &change);
    let journal = SqliteJournal::open(&written.path).unwrap();
    assert_eq!(journal.events(run).unwrap(), shorter);
}

#[test]
fn nothing_is_appended_behind_a_damaged_end() {
    let written = written(1);
    let (run, entries) = &written.runs[0];
    let seq = entries.len();
    tamper(
        &written.path,
        &format!("UPDATE events SET line = replace(line, '\"at\":', '\"at\":1') WHERE seq = {seq}"),
    );
    let journal = SqliteJournal::open(&written.path).unwrap();
    let leases = journal.acquire(&[of_run(run)], &holder(1)).unwrap();
    let refused = journal.append(run, seq as u64, &leases, &[note("x")]).unwrap_err();
    assert!(matches!(refused, JournalError::Damaged { .. }), "{refused:?}");
    let followed = journal.events_after(run, seq as u64).unwrap_err();
    assert!(matches!(followed, JournalError::Damaged { .. }), "{followed:?}");
}

/// Whichever end the writer believes in: the one that is left, or the one that was cut off.
#[test]
fn nothing_is_appended_behind_a_cut() {
    let written = written(1);
    let (run, entries) = &written.runs[0];
    let seq = entries.len() as u64;
    tamper(&written.path, &format!("DELETE FROM events WHERE seq = {seq}"));
    let journal = SqliteJournal::open(&written.path).unwrap();
    let leases = journal.acquire(&[of_run(run)], &holder(1)).unwrap();
    for after in [seq - 1, seq] {
        let refused = journal.append(run, after, &leases, &[note("x")]).unwrap_err();
        assert!(matches!(refused, JournalError::Damaged { .. }), "{refused:?}");
    }
}

#[test]
fn a_run_that_does_not_follow_is_found_by_the_check() {
    let written = written(1);
    let journal = SqliteJournal::open(&written.path).unwrap();
    let invented = run("run-x");
    let leases = tribunal_testkit::journal::begun(&journal, &invented);
    let entries = journal.events(&written.runs[0].0).unwrap();
    let verdict = entries.iter().find(|entry| !entry.recorded.event.is_fact()).unwrap();
    journal.append(&invented, 1, &leases, std::slice::from_ref(&verdict.recorded)).unwrap();
    let health = journal.check().unwrap();
    assert_eq!((health.runs, health.events, health.problems.len()), (2, entries.len(), 1));
    assert_eq!(health.problems[0].run.as_deref(), Some("run-x"));
    assert!(health.problems[0].what.starts_with("replay: "), "{health:?}");
}

#[test]
fn rows_without_a_place_and_a_place_with_another_beginning_are_found_by_the_check() {
    let written = written(2);
    tamper(
        &written.path,
        "DELETE FROM places WHERE run = 'run-0'; UPDATE places SET begun = 7 WHERE run = 'run-1'",
    );
    let health = SqliteJournal::open(&written.path).unwrap().check().unwrap();
    let said: Vec<_> = health.problems.into_iter().map(|problem| (problem.run, problem.what)).collect();
    let heads: BTreeSet<_> = crate::judged::heads(&written.runs[0].1).into_iter().collect();
    let rows = format!("{} rows belong to no run", written.runs[0].1.len() + heads.len() + 1);
    let about = |run: Option<&str>, what: &str| (run.map(str::to_owned), what.to_owned());
    let beginning = about(Some("run-1"), "the list of runs has another beginning for it");
    assert_eq!(said, [about(None, &rows), about(Some("run-0"), "it is not on the list of runs"), beginning]);
}

#[test]
fn a_file_without_its_triggers_or_with_more_tables_is_refused() {
    for (change, what) in [
        ("DROP TRIGGER events_stay", "the trigger `events_stay` is missing or changed"),
        ("DROP TABLE leases", "the table `leases` is missing or changed"),
        ("CREATE TABLE notes (x)", "the table `notes` is not one of ours"),
        (
            "CREATE TRIGGER spy AFTER INSERT ON events BEGIN SELECT 1; END",
            "the trigger `spy` is not one of ours",
        ),
    ] {
        let written = written(1);
        Connection::open(&written.path).unwrap().execute_batch(change).unwrap();
        match SqliteJournal::open(&written.path).err() {
            Some(OpenError::Damaged { what: said, .. }) => assert_eq!(said, what),
            other => panic!("{change}: {other:?}"),
        }
    }
}

#[test]
fn an_empty_file_is_refused() {
    let written = written(1);
    fs::write(&written.path, "").unwrap();
    let error = SqliteJournal::open(&written.path).err();
    assert_eq!(error, Some(OpenError::Empty { path: written.path.canonicalize().unwrap() }));
}

/// SQLite would play what was left of the old file into the new one.
#[test]
fn a_file_that_is_gone_while_its_wal_is_there_is_refused() {
    let written = written(1);
    let wal = written.scratch.join("journal.db-wal");
    fs::rename(&written.path, &wal).unwrap();
    let error = SqliteJournal::open(&written.path).err();
    assert!(matches!(error, Some(OpenError::Leftover { .. })), "{error:?}");
    fs::remove_file(wal).unwrap();
    assert_eq!(SqliteJournal::open(&written.path).unwrap().runs(), Ok(vec![]));
}

/// Cut at every page and in the middle of every page.
#[test]
fn a_cut_file_is_refused_or_refuses_its_runs() {
    let written = written(2);
    let whole = fs::read(&written.path).unwrap();
    for length in (1..whole.len() / 2048).map(|halves| halves * 2048).chain([1, 15, 99, 100, 511, 4095]) {
        let path = written.scratch.join(&format!("cut-{length}.db"));
        fs::write(&path, &whole[..length]).unwrap();
        let opened = SqliteJournal::open(&path);
        assert!(opened.is_err(), "{length} of {} bytes were taken for a journal", whole.len());
    }
}

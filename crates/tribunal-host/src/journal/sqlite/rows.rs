//! Rows as values: the events of a run, the list of runs, the leases. Called inside a transaction, which `store` owns.
//!
//! A value that does not have the shape it was written with is damage and is named; it is never replaced by a default.

use rusqlite::types::ValueRef;
use rusqlite::{OptionalExtension, Row, Rows, Transaction};
use tribunal_core::domain::{Commit, RunId, Timestamp};
use tribunal_core::engine::{Event, Recorded};
use tribunal_core::log::{Chain, Entry, LogError};

use super::fault::Fault;
use crate::journal::contract::{Listed, Place, opens};
use crate::journal::error::{JournalError, damaged};
use crate::journal::lease::{Holder, Kept, LeaseName};
use crate::journal::process::Process;

/// The end of a run, if there is such a run: what the next event follows.
pub fn tail(tx: &Transaction<'_>, run: &RunId) -> Result<Option<Chain>, Fault> {
    let closing = closing(tx, run)?;
    let sql = "SELECT seq, line FROM events WHERE run = ?1 ORDER BY seq DESC LIMIT 1";
    let last = tx.query_row(sql, [run.as_str()], |row| Ok(line(row))).optional()?;
    match (closing, last) {
        (None, None) => Ok(None),
        (closing, last) => {
            let (seq, text) = last.flatten().ok_or_else(|| cut(run, 0, closing.as_ref()))?;
            let chain = Chain::resume(&text).map_err(|error| broken(run, error))?;
            if chain.seq != seq || Some(&chain) != closing.as_ref() {
                return Err(cut(run, chain.seq, closing.as_ref()).into());
            }
            Ok(Some(chain))
        }
    }
}

/// The events behind the one numbered `after`, with the chain verified from there to the end.
pub fn load(tx: &Transaction<'_>, run: &RunId, after: u64) -> Result<Vec<Entry>, Fault> {
    let closing = closing(tx, run)?;
    if let Some(closing) = closing.as_ref().filter(|closing| closing.seq < after) {
        return Err(JournalError::Moved { run: run.clone(), has: closing.seq, expected: after }.into());
    }
    let mut statement =
        tx.prepare("SELECT seq, line FROM events WHERE run = ?1 AND seq >= ?2 ORDER BY seq")?;
    let mut rows = statement.query((run.as_str(), number(after)))?;
    let (mut chain, mut entries) = (Chain::default(), Vec::new());
    while let Some(row) = rows.next()? {
        let next = chain.seq + 1;
        let (seq, text) =
            line(row).ok_or_else(|| damaged(run, next, "it is no text; the journal was changed"))?;
        if after > 0 && chain.seq == 0 {
            chain = Chain::resume(&text).map_err(|error| broken(run, error))?;
        } else {
            entries.push(chain.read(&text).map_err(|error| broken(run, error))?);
        }
        if chain.seq != seq {
            return Err(damaged(run, chain.seq, "it is kept under another number").into());
        }
    }
    match closing {
        None if chain.seq == 0 => Err(JournalError::Unknown { name: run.to_string() }.into()),
        Some(closing) if closing == chain => whole(run, after, entries),
        closing => Err(cut(run, chain.seq, closing.as_ref()).into()),
    }
}

fn whole(run: &RunId, after: u64, entries: Vec<Entry>) -> Result<Vec<Entry>, Fault> {
    if after == 0 && !opens(run, entries.first().map(|entry| &entry.recorded)) {
        return Err(damaged(run, 1, "it is the opening of another run; the journal was changed").into());
    }
    Ok(entries)
}

/// Writes events behind the end of a run.
pub fn push(tx: &Transaction<'_>, run: &RunId, mut chain: Chain, events: &[Recorded]) -> Result<(), Fault> {
    let mut insert = tx.prepare("INSERT INTO events (run, seq, line) VALUES (?1, ?2, ?3)")?;
    for recorded in events {
        let line = chain.push(recorded);
        insert.execute((run.as_str(), number(chain.seq), line))?;
        if let Event::VerdictReached { verdict } = &recorded.event {
            let sql = "INSERT OR IGNORE INTO heads (head, run) VALUES (?1, ?2)";
            tx.execute(sql, (verdict.head.as_str(), run.as_str()))?;
        }
    }
    let sql = "INSERT INTO closings (run, events, hash) VALUES (?1, ?2, ?3)
               ON CONFLICT (run) DO UPDATE SET events = excluded.events, hash = excluded.hash";
    tx.execute(sql, (run.as_str(), number(chain.seq), &chain.hash))?;
    Ok(())
}

/// Puts a run on the list.
pub fn list(tx: &Transaction<'_>, listed: &Listed) -> Result<(), Fault> {
    let sql = "INSERT INTO places (run, begun, repository, branch) VALUES (?1, ?2, ?3, ?4)";
    let Listed { run, begun, place } = listed;
    tx.execute(sql, (run.as_str(), number(begun.0), &place.repository, &place.branch))?;
    Ok(())
}

/// The runs whose name begins like this, the one that was begun last first.
pub fn listed(tx: &Transaction<'_>, beginning: &str) -> Result<Vec<Listed>, Fault> {
    // Names are ASCII, so everything that begins like this lies before the same text with the last of all letters.
    let sql = "SELECT run, begun, repository, branch FROM places
               WHERE run >= ?1 AND run < ?1 || char(0x10ffff) ORDER BY number DESC";
    list_of(tx.prepare(sql)?.query([beginning])?)
}

/// The runs that were begun last, the last one first.
pub fn latest(tx: &Transaction<'_>, count: usize) -> Result<Vec<Listed>, Fault> {
    let sql = "SELECT run, begun, repository, branch FROM places ORDER BY number DESC LIMIT ?1";
    list_of(tx.prepare(sql)?.query([number(count as u64)])?)
}

/// The runs with a verdict on this commit, the one that was begun last first.
pub fn judged(tx: &Transaction<'_>, head: &Commit) -> Result<Vec<Listed>, Fault> {
    let sql = "SELECT run, begun, repository, branch FROM heads JOIN places USING (run)
               WHERE head = ?1 ORDER BY number DESC";
    list_of(tx.prepare(sql)?.query([head.as_str()])?)
}

fn list_of(mut rows: Rows<'_>) -> Result<Vec<Listed>, Fault> {
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let run =
            RunId::parse(&name).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        let place = Place { repository: row.get(2)?, branch: row.get(3)? };
        found.push(Listed { run, begun: Timestamp(count(row.get(1)?)), place });
    }
    Ok(found)
}

/// Whether the list has the moment of this event for the beginning of the run, as far as SQLite can count.
pub fn begun_at(listed: &Listed, first: &Recorded) -> bool {
    number(listed.begun.0) == number(first.at.0)
}

/// What is kept of a lease.
pub fn kept(tx: &Transaction<'_>, name: &LeaseName) -> Result<Option<Kept>, Fault> {
    let sql = "SELECT epoch, pid, started, boot, spaces, what, since FROM leases WHERE name = ?1";
    let kept = tx.query_row(sql, [name.to_string()], |row| {
        let holder = row.get::<_, Option<u32>>(1)?.map(|pid| holder(row, pid)).transpose()?;
        Ok(Kept { epoch: count(row.get(0)?), holder })
    });
    Ok(kept.optional()?)
}

/// Keeps a lease.
pub fn keep(tx: &Transaction<'_>, name: &LeaseName, epoch: u64, holder: &Holder) -> Result<(), Fault> {
    let sql = "INSERT INTO leases (name, epoch, pid, started, boot, spaces, what, since)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
               ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch, pid = excluded.pid, started = excluded.started,
                 boot = excluded.boot, spaces = excluded.spaces, what = excluded.what, since = excluded.since";
    let Holder { process: Process { pid, started, boot, spaces }, what, since } = holder;
    let values =
        (name.to_string(), number(epoch), pid, number(*started), boot, spaces, what, number(since.0));
    tx.execute(sql, values)?;
    Ok(())
}

/// Forgets the holder of a lease, unless it is another one by now.
pub fn free(tx: &Transaction<'_>, name: &LeaseName, epoch: u64) -> Result<(), Fault> {
    let sql =
        "UPDATE leases SET pid = NULL, started = NULL, boot = NULL, spaces = NULL, what = NULL, since = NULL
               WHERE name = ?1 AND epoch = ?2";
    tx.execute(sql, (name.to_string(), number(epoch)))?;
    Ok(())
}

fn holder(row: &Row<'_>, pid: u32) -> rusqlite::Result<Holder> {
    let process = Process { pid, started: count(row.get(2)?), boot: row.get(3)?, spaces: row.get(4)? };
    Ok(Holder { process, what: row.get(5)?, since: Timestamp(count(row.get(6)?)) })
}

/// The closing of a run, as the chain it closes.
fn closing(tx: &Transaction<'_>, run: &RunId) -> Result<Option<Chain>, Fault> {
    let sql = "SELECT events, hash FROM closings WHERE run = ?1";
    let read = |row: &Row<'_>| Ok(Chain { seq: count(row.get(0)?), hash: row.get(1)? });
    Ok(tx.query_row(sql, [run.as_str()], read).optional()?)
}

/// The number and text of an event; nothing if they are of another kind or no UTF-8.
fn line(row: &Row<'_>) -> Option<(u64, String)> {
    let seq = row.get_ref(0).ok()?.as_i64().ok()?;
    match row.get_ref(1).ok()? {
        ValueRef::Text(bytes) => Some((count(seq), String::from_utf8(bytes.to_vec()).ok()?)),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Blob(_) => None,
    }
}

fn broken(run: &RunId, error: LogError) -> JournalError {
    JournalError::Damaged { run: run.clone(), error }
}

fn cut(run: &RunId, last: u64, closing: Option<&Chain>) -> JournalError {
    match closing {
        None => damaged(run, last, "its run has no closing; the journal was changed"),
        Some(closing) if closing.seq == last => {
            damaged(run, last, "the closing of the run has another hash; the journal was changed")
        }
        Some(closing) => damaged(
            run,
            last + 1,
            format!("the journal is cut or was changed: the closing of the run names event #{}", closing.seq),
        ),
    }
}

/// SQLite counts with a sign. Nothing we count comes near the end of it; what does is kept as the largest number.
fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Negative numbers are damage; 0 is refused wherever a number is compared.
fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

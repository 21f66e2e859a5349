//! The journal itself: one connection that writes, one that reads, and the rule that a failed commit ends both.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tribunal_core::domain::{Commit, RunId, Timestamp};
use tribunal_core::engine::Recorded;
use tribunal_core::log::{Chain, Entry};

use super::fault::Fault;
use super::open::{self, OpenError, Opened, Terms};
use super::rows;
use super::sound::Sound;
use crate::journal::contract::{Journal, Listed, Place, opens, pick};
use crate::journal::error::JournalError;
use crate::journal::lease::{Holder, Kept, Lease, LeaseName, fence};

/// A journal in a SQLite file.
pub struct SqliteJournal {
    path: PathBuf,
    terms: Terms,
    pub(super) writer: Mutex<Connection>,
    pub(super) reader: Mutex<Connection>,
    /// Why nothing may be done any more. After a failed sync the kernel may have dropped the pages and call the next sync a
    /// success, so what is on the disk is only known once it is read from there.
    spoilt: OnceLock<String>,
    /// What is known of the pages. Behind the connections, so that it sees the file as they left it.
    pub(super) sound: Sound,
}

impl SqliteJournal {
    /// Opens the journal in this file; creates it, and the directories to it, if there is none.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        Self::open_with(path, Terms::default())
    }

    /// Opens a journal on other terms.
    pub fn open_with(path: &Path, terms: Terms) -> Result<Self, OpenError> {
        let Opened { path, writer, reader, sound } = open::open(path, &terms)?;
        let (writer, reader) = (Mutex::new(writer), Mutex::new(reader));
        Ok(Self { path, terms, writer, reader, spoilt: OnceLock::new(), sound })
    }

    /// The file, with its full path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How long other processes are waited for.
    pub(super) fn wait_ms(&self) -> u64 {
        self.terms.wait_ms
    }

    /// Reads in one moment: whatever is written meanwhile is not seen.
    pub(super) fn read<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, JournalError> {
        let mut reader = self.lock(&self.reader)?;
        let done = reader.transaction().map_err(Fault::from).and_then(|tx| work(&tx));
        done.map_err(|fault| self.said(fault, "read"))
    }

    /// Writes all or nothing, durable when this returns. The lock is taken at once: a transaction that read first and
    /// then found somebody else writing would have to start over.
    pub(super) fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, JournalError> {
        let mut writer = self.lock(&self.writer)?;
        let begun = writer.transaction_with_behavior(TransactionBehavior::Immediate);
        let tx = begun.map_err(|error| self.unwritten(error.into()))?;
        let done = work(&tx).map_err(|fault| self.unwritten(fault))?;
        tx.commit().map_err(|error| self.spoil(&error.to_string()))?;
        self.sound.written();
        Ok(done)
    }

    fn lock<'a>(
        &self,
        connection: &'a Mutex<Connection>,
    ) -> Result<MutexGuard<'a, Connection>, JournalError> {
        // A thread that panicked rolled its transaction back on the way out.
        let guard = connection.lock().unwrap_or_else(PoisonError::into_inner);
        self.usable()?;
        Ok(guard)
    }

    /// Asked after every wait: somebody else may have failed meanwhile.
    pub(super) fn usable(&self) -> Result<(), JournalError> {
        match self.spoilt.get() {
            None => Ok(()),
            Some(why) => Err(JournalError::Reopen { path: self.path.clone(), why: why.clone() }),
        }
    }

    fn unwritten(&self, fault: Fault) -> JournalError {
        match fault {
            Fault::Sql(error) if fault.is_io() => self.spoil(&error.to_string()),
            Fault::Sql(_) | Fault::Said(_) => self.said(fault, "written"),
        }
    }

    fn spoil(&self, why: &str) -> JournalError {
        self.sound.doubt();
        let why = self.spoilt.get_or_init(|| why.to_owned()).clone();
        JournalError::Reopen { path: self.path.clone(), why }
    }

    pub(super) fn said(&self, fault: Fault, doing: &'static str) -> JournalError {
        if fault.is_damage() {
            self.sound.doubt();
        }
        fault.into_error(&self.path, doing, self.wait_ms())
    }
}

impl Journal for SqliteJournal {
    fn acquire(&self, names: &[LeaseName], holder: &Holder) -> Result<Vec<Lease>, JournalError> {
        let take = |tx: &Transaction<'_>, name: &LeaseName| {
            let kept = Kept::taken(rows::kept(tx, name)?, name, holder, &self.terms.probe)?;
            rows::keep(tx, name, kept.epoch, holder)?;
            Ok(Lease { name: name.clone(), epoch: kept.epoch })
        };
        self.write(|tx| names.iter().map(|name| take(tx, name)).collect())
    }

    fn release(&self, leases: &[Lease]) -> Result<(), JournalError> {
        self.write(|tx| leases.iter().try_for_each(|lease| rows::free(tx, &lease.name, lease.epoch)))
    }

    fn begin(
        &self,
        run: &RunId,
        place: &Place,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        self.write(|tx| {
            fence(run, leases, |name| rows::kept(tx, name))?;
            if rows::tail(tx, run)?.is_some() {
                return Err(JournalError::Begun { run: run.clone() }.into());
            }
            if !opens(run, events.first()) {
                return Err(JournalError::NotItsOpening { run: run.clone() }.into());
            }
            let begun = events.first().map_or(Timestamp(0), |first| first.at);
            rows::list(tx, &Listed { run: run.clone(), begun, place: place.clone() })?;
            rows::push(tx, run, Chain::default(), events)
        })
    }

    fn append(
        &self,
        run: &RunId,
        after: u64,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        self.write(|tx| {
            fence(run, leases, |name| rows::kept(tx, name))?;
            let chain = rows::tail(tx, run)?;
            let chain = chain.ok_or_else(|| JournalError::Unknown { name: run.to_string() })?;
            if chain.seq != after {
                let moved = JournalError::Moved { run: run.clone(), has: chain.seq, expected: after };
                return Err(moved.into());
            }
            rows::push(tx, run, chain, events)
        })
    }

    fn events_after(&self, run: &RunId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.read(|tx| rows::load(tx, run, after))
    }

    fn runs(&self) -> Result<Vec<Listed>, JournalError> {
        self.read(|tx| rows::listed(tx, ""))
    }

    fn latest(&self, count: usize) -> Result<Vec<Listed>, JournalError> {
        self.read(|tx| rows::latest(tx, count))
    }

    fn judged(&self, head: &Commit) -> Result<Vec<Listed>, JournalError> {
        self.read(|tx| rows::judged(tx, head))
    }

    fn find(&self, name: &str) -> Result<Listed, JournalError> {
        pick(name, self.read(|tx| rows::listed(tx, name))?)
    }
}

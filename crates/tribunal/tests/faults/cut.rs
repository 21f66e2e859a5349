//! A journal that is watched before and after each write, and a write that fails in each way a disk can fail.

use tribunal_core::domain::RunId;
use tribunal_core::engine::Recorded;
use tribunal_core::log::Entry;
use tribunal_host::journal::{Holder, Journal, JournalError, Lease, LeaseName, Listed, MemoryJournal, Place};

use crate::world::Watch;

/// A boundary of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    BeforeWrite,
    AfterWrite,
    BeforeEffect,
    AfterEffect,
}

/// A journal that is watched.
pub struct Cut<'a> {
    pub kept: &'a MemoryJournal,
    pub watch: &'a dyn Watch,
}

impl Cut<'_> {
    fn around(&self, write: impl FnOnce() -> Result<(), JournalError>) -> Result<(), JournalError> {
        self.watch.at(Moment::BeforeWrite)?;
        write()?;
        self.watch.at(Moment::AfterWrite)
    }
}

impl Journal for Cut<'_> {
    fn acquire(&self, names: &[LeaseName], holder: &Holder) -> Result<Vec<Lease>, JournalError> {
        self.kept.acquire(names, holder)
    }

    fn release(&self, leases: &[Lease]) -> Result<(), JournalError> {
        self.kept.release(leases)
    }

    fn begin(
        &self,
        run: &RunId,
        place: &Place,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        self.around(|| self.kept.begin(run, place, leases, events))
    }

    fn append(
        &self,
        run: &RunId,
        after: u64,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        self.around(|| self.kept.append(run, after, leases, events))
    }

    fn events_after(&self, run: &RunId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.kept.events_after(run, after)
    }

    fn runs(&self) -> Result<Vec<Listed>, JournalError> {
        self.kept.runs()
    }

    fn find(&self, name: &str) -> Result<Listed, JournalError> {
        self.kept.find(name)
    }
}

/// How a write fails. A failed sync may or may not have persisted what was written, so both are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The disk is full, and nothing was written.
    Full,
    /// The disk was full at the moment of the commit; it is not there.
    FullAtCommitLost,
    /// The disk was full at the moment of the commit; it is there all the same.
    FullAtCommitKept,
    /// The sync failed; what was written is lost.
    SyncLost,
    /// The sync failed; what was written is there.
    SyncKept,
}

impl Fault {
    pub const ALL: [Fault; 5] =
        [Fault::Full, Fault::FullAtCommitLost, Fault::FullAtCommitKept, Fault::SyncLost, Fault::SyncKept];

    /// When it strikes: before the write is there, or after.
    pub fn moment(self) -> Moment {
        match self {
            Fault::Full | Fault::FullAtCommitLost | Fault::SyncLost => Moment::BeforeWrite,
            Fault::FullAtCommitKept | Fault::SyncKept => Moment::AfterWrite,
        }
    }

    /// As the journal says it.
    pub fn error(self) -> JournalError {
        let path = "journal.db".into();
        match self {
            Fault::Full => JournalError::Full { path, what: "database or disk is full".to_owned() },
            Fault::FullAtCommitLost | Fault::FullAtCommitKept => {
                JournalError::Reopen { path, why: "database or disk is full".to_owned() }
            }
            Fault::SyncLost | Fault::SyncKept => {
                JournalError::Reopen { path, why: "disk I/O error".to_owned() }
            }
        }
    }
}

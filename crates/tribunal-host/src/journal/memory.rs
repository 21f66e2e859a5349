//! A journal in memory, for scripted runs and tests. It forgets everything when it is dropped.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tribunal_core::domain::{RunId, Timestamp};
use tribunal_core::engine::Recorded;
use tribunal_core::log::{Chain, Entry};

use super::contract::{Journal, Listed, Place, opens, pick};
use super::error::JournalError;
use super::lease::{Holder, Kept, Lease, LeaseName, fence};
use super::process::{Probe, look};

/// A journal in memory.
pub struct MemoryJournal {
    probe: Probe,
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    /// In the order in which they were begun.
    runs: Vec<Run>,
    leases: BTreeMap<LeaseName, Kept>,
}

struct Run {
    listed: Listed,
    entries: Vec<Entry>,
}

impl Default for MemoryJournal {
    fn default() -> Self {
        Self::with_probe(Box::new(look))
    }
}

impl MemoryJournal {
    /// A journal that asks this probe who is alive.
    pub fn with_probe(probe: Probe) -> Self {
        Self { probe, shelf: Mutex::default() }
    }

    /// Every change stands behind all checks, so a thread that panicked left nothing half done.
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn fence(&self, run: &RunId, shown: &[Lease]) -> Result<(), JournalError> {
        fence(run, shown, |name| Ok::<_, JournalError>(self.leases.get(name).cloned()))
    }

    fn run(&self, run: &RunId) -> Option<&Run> {
        self.runs.iter().find(|known| known.listed.run == *run)
    }
}

impl Journal for MemoryJournal {
    fn acquire(&self, names: &[LeaseName], holder: &Holder) -> Result<Vec<Lease>, JournalError> {
        let mut shelf = self.shelf();
        let mut leases = shelf.leases.clone();
        let mut taken = Vec::new();
        for name in names {
            let kept = Kept::taken(leases.get(name).cloned(), name, holder, &self.probe)?;
            taken.push(Lease { name: name.clone(), epoch: kept.epoch });
            leases.insert(name.clone(), kept);
        }
        shelf.leases = leases;
        Ok(taken)
    }

    fn release(&self, leases: &[Lease]) -> Result<(), JournalError> {
        let mut shelf = self.shelf();
        for lease in leases {
            if let Some(kept) = shelf.leases.get_mut(&lease.name).filter(|kept| kept.epoch == lease.epoch) {
                kept.holder = None;
            }
        }
        Ok(())
    }

    fn begin(
        &self,
        run: &RunId,
        place: &Place,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        let mut shelf = self.shelf();
        shelf.fence(run, leases)?;
        if shelf.run(run).is_some() {
            return Err(JournalError::Begun { run: run.clone() });
        }
        if !opens(run, events.first()) {
            return Err(JournalError::NotItsOpening { run: run.clone() });
        }
        let begun = events.first().map_or(Timestamp(0), |first| first.at);
        let listed = Listed { run: run.clone(), begun, place: place.clone() };
        shelf.runs.push(Run { listed, entries: chained(None, events) });
        Ok(())
    }

    fn append(
        &self,
        run: &RunId,
        after: u64,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        let mut shelf = self.shelf();
        shelf.fence(run, leases)?;
        let known = shelf.runs.iter_mut().find(|known| known.listed.run == *run);
        let known = known.ok_or_else(|| JournalError::Unknown { name: run.to_string() })?;
        let has = known.entries.len() as u64;
        if has != after {
            return Err(JournalError::Moved { run: run.clone(), has, expected: after });
        }
        let entries = chained(known.entries.last(), events);
        known.entries.extend(entries);
        Ok(())
    }

    fn events_after(&self, run: &RunId, after: u64) -> Result<Vec<Entry>, JournalError> {
        let shelf = self.shelf();
        let known = shelf.run(run).ok_or_else(|| JournalError::Unknown { name: run.to_string() })?;
        let from = usize::try_from(after).unwrap_or(usize::MAX);
        let behind = known.entries.get(from..);
        let has = known.entries.len() as u64;
        behind.map(<[Entry]>::to_vec).ok_or_else(|| JournalError::Moved {
            run: run.clone(),
            has,
            expected: after,
        })
    }

    fn runs(&self) -> Result<Vec<Listed>, JournalError> {
        Ok(self.shelf().runs.iter().rev().map(|known| known.listed.clone()).collect())
    }

    fn find(&self, name: &str) -> Result<Listed, JournalError> {
        let all = self.runs()?.into_iter();
        pick(name, all.filter(|listed| listed.run.as_str().starts_with(name)).collect())
    }
}

/// The entries for these events, behind the last one.
fn chained(last: Option<&Entry>, events: &[Recorded]) -> Vec<Entry> {
    let mut chain = last.map_or_else(Chain::default, |e| Chain { seq: e.seq, hash: e.hash.clone() });
    let mut entry = |recorded: &Recorded| {
        chain.push(recorded);
        Entry { seq: chain.seq, hash: chain.hash.clone(), recorded: recorded.clone() }
    };
    events.iter().map(&mut entry).collect()
}

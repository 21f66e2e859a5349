//! Keeps the events of runs. Append-only; whoever appends says after which event, so two writers cannot both win.
//!
//! This one lives in memory, for scripted runs and tests. It judges nothing: what may be appended is the core's
//! business.

use std::collections::BTreeMap;

use tribunal_core::domain::RunId;
use tribunal_core::engine::Recorded;

/// Why events were not appended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Somebody else appended first.
    #[error("run {run} has {has} events, not {expected}; somebody else drives it")]
    Moved {
        /// The run.
        run: RunId,
        /// How many events it has.
        has: usize,
        /// How many the writer thought it had.
        expected: usize,
    },
}

/// A journal in memory.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    runs: BTreeMap<RunId, Vec<Recorded>>,
}

impl MemoryJournal {
    /// Appends events to a run that has exactly `expected` so far; all of them or none.
    pub fn append(&mut self, run: &RunId, expected: usize, events: &[Recorded]) -> Result<(), JournalError> {
        let log = self.runs.entry(run.clone()).or_default();
        if log.len() != expected {
            return Err(JournalError::Moved { run: run.clone(), has: log.len(), expected });
        }
        log.extend_from_slice(events);
        Ok(())
    }

    /// All events of a run, in order; none if it is unknown.
    pub fn events(&self, run: &RunId) -> &[Recorded] {
        self.runs.get(run).map(Vec::as_slice).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;

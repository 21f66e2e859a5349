//! The loop: decide, append, apply, tell, perform what is owed. Starting is resuming: load, fold, ask `owed`.
//!
//! It knows neither what an effect means nor who performs it; that is handed in.

mod parallel;
mod scripted;

pub use parallel::{Done, Perform, Rest};
pub use scripted::Scripted;

use tribunal_core::domain::{RunId, Timestamp};
use tribunal_core::engine::{Effect, Input, Recorded, Refusal, Run, apply, decide, owed};

use crate::journal::{Journal, JournalError, Lease, Place};

/// Most inputs one call of `drive` may take; a run within any protocol's limits needs far fewer.
const INPUTS_MAX: usize = 100_000;

/// Why a run could not be driven on.
#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    /// The engine refused an input that the runner thought was owed.
    #[error("the engine refused: {0}")]
    Refused(#[from] Refusal),
    /// The journal did not take an event.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The world around is broken: a repository, a disk. The run is as it was and can be resumed.
    #[error("{0}")]
    World(String),
    /// Too many inputs.
    #[error("the run took {INPUTS_MAX} inputs without coming to rest; it was stopped")]
    Endless,
}

/// A run, its journal, and who listens.
pub struct Runner<'a> {
    /// The run as folded so far.
    pub run: Run,
    /// Its name.
    pub id: RunId,
    /// The number of its last event; 0 before it is opened.
    pub seq: u64,
    /// Where its work is.
    pub place: Place,
    /// The right to write to it.
    pub leases: Vec<Lease>,
    /// Where events go.
    pub journal: &'a dyn Journal,
    /// What time it is.
    pub now: fn() -> Timestamp,
    /// Told of every event, after it is durable and applied.
    pub tell: &'a mut dyn FnMut(&Run, &Recorded),
}

impl Runner<'_> {
    /// Takes one input: decide, append, apply, tell.
    pub fn take(&mut self, input: Input) -> Result<(), DriveError> {
        let events = decide(&self.run, input, (self.now)())?;
        match self.seq {
            0 => self.journal.begin(&self.id, &self.place, &self.leases, &events)?,
            seq => self.journal.append(&self.id, seq, &self.leases, &events)?,
        }
        self.seq += events.len() as u64;
        for recorded in &events {
            apply(&mut self.run, recorded);
            (self.tell)(&self.run, recorded);
        }
        Ok(())
    }

    /// Performs what is owed, first debt first, until nothing is owed or the performer has nothing to say.
    pub fn drive(
        &mut self,
        perform: &mut dyn FnMut(&Run, Option<&Effect>) -> Option<Input>,
    ) -> Result<(), DriveError> {
        for _ in 0..INPUTS_MAX {
            let debts = owed(&self.run);
            let Some(input) = perform(&self.run, debts.first()) else { return Ok(()) };
            self.take(input)?;
        }
        Err(DriveError::Endless)
    }
}

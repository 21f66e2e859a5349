//! What a journal promises, whoever keeps it. An implementation that passes the suite in `tribunal_testkit::journal`
//! can stand where any other stands.

use tribunal_core::domain::{Commit, RunId, Timestamp};
use tribunal_core::engine::{Event, Recorded};
use tribunal_core::log::Entry;

use super::error::JournalError;
use super::lease::{Holder, Lease, LeaseName};

/// Where the work of a run is. A fact of this machine and no part of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The absolute path of the repository's common git directory.
    pub repository: String,
    /// The branch under review.
    pub branch: String,
}

/// A run on the list of runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub run: RunId,
    /// When its first event happened.
    pub begun: Timestamp,
    /// Where its work is.
    pub place: Place,
}

/// Keeps the events of all runs and knows who may write them.
///
/// Every method is all or nothing: an error means that nothing changed, with one exception. When a store fails while it
/// makes a write durable, the write may be there or not; the error says so, and whoever goes on reads the run again.
pub trait Journal: Send + Sync {
    /// Takes all these leases or none. A lease is free if it was never taken, was released, or its holder is dead.
    fn acquire(&self, names: &[LeaseName], holder: &Holder) -> Result<Vec<Lease>, JournalError>;

    /// Gives leases back. One that somebody else took over meanwhile stays with them. Whoever knows the epoch can do
    /// this, so a person can free the lease of a holder that nobody can look at.
    fn release(&self, leases: &[Lease]) -> Result<(), JournalError>;

    /// Begins a run with its first events, the first of which is its opening. The leases must all be held, and one of
    /// them must be that of the run.
    fn begin(
        &self,
        run: &RunId,
        place: &Place,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError>;

    /// Appends events behind the event numbered `after`, which must be the last. The leases must all be held, and one
    /// of them must be that of the run.
    fn append(
        &self,
        run: &RunId,
        after: u64,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError>;

    /// All events of a run. The chain is verified while they are loaded; a broken one is refused by naming the event.
    fn events(&self, run: &RunId) -> Result<Vec<Entry>, JournalError> {
        self.events_after(run, 0)
    }

    /// The events behind the one numbered `after`, to follow a log; none if it is the last. The chain is verified from
    /// that event on.
    fn events_after(&self, run: &RunId, after: u64) -> Result<Vec<Entry>, JournalError>;

    /// All runs, the one that was begun last first.
    fn runs(&self) -> Result<Vec<Listed>, JournalError>;

    /// At most so many runs, the one that was begun last first.
    fn latest(&self, count: usize) -> Result<Vec<Listed>, JournalError> {
        Ok(self.runs()?.into_iter().take(count).collect())
    }

    /// The runs in which a verdict on this commit may be found, and perhaps others; the one that was begun last first.
    fn judged(&self, _head: &Commit) -> Result<Vec<Listed>, JournalError> {
        self.runs()
    }

    /// The run with this name, or the only one whose name begins like this.
    fn find(&self, name: &str) -> Result<Listed, JournalError>;
}

/// Whether this is the event a run of this name begins with. It is asked when events are written and when they are
/// read: nothing else in a chain says whose it is.
pub(super) fn opens(run: &RunId, first: Option<&Recorded>) -> bool {
    first.is_some_and(|recorded| matches!(&recorded.event, Event::Opened(opening) if opening.run == *run))
}

/// Picks the run that is meant from the runs whose name is or begins with what was typed.
pub(super) fn pick(name: &str, found: Vec<Listed>) -> Result<Listed, JournalError> {
    if let Some(exact) = found.iter().find(|listed| listed.run.as_str() == name) {
        return Ok(exact.clone());
    }
    // An empty text is the beginning of every name and means none of them.
    let mut found = if name.is_empty() { Vec::new() } else { found };
    match (found.pop(), found.is_empty()) {
        (None, _) => Err(JournalError::Unknown { name: name.to_owned() }),
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            found.push(last);
            let runs = found.into_iter().map(|listed| listed.run).collect();
            Err(JournalError::Ambiguous { name: name.to_owned(), runs })
        }
    }
}

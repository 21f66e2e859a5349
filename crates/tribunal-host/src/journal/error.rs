//! Why a journal said no: what, where, and what to do. Nothing was changed unless the text says otherwise.

use std::path::PathBuf;

use tribunal_core::domain::RunId;
use tribunal_core::log::LogError;

use super::lease::{Held, Lease};

/// Most names an ambiguous name is answered with; a reader stops earlier.
const NAMED_MAX: usize = 10;

/// Why a journal did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// No such run.
    #[error("no run is named {name:?} or begins like this; list the runs to see their names")]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// Several runs begin like this.
    #[error("{name:?} is the beginning of {}; write more of the name", named(runs))]
    Ambiguous {
        /// What was asked for.
        name: String,
        /// All that begin like it, newest first.
        runs: Vec<RunId>,
    },
    /// A run of this name exists.
    #[error("run {run} was begun before; append to it, or begin another")]
    Begun {
        /// The run.
        run: RunId,
    },
    /// The first event is not the opening of this run.
    #[error("run {run} must begin with its own opening; nothing was written")]
    NotItsOpening {
        /// The run.
        run: RunId,
    },
    /// The run is elsewhere than the caller thought.
    #[error("run {run} has {has} events, not {expected}; somebody else wrote to it, so read it again")]
    Moved {
        /// The run.
        run: RunId,
        /// The number of its last event.
        has: u64,
        /// The number the caller thought it had.
        expected: u64,
    },
    /// The caller writes without the run's lease.
    #[error("no lease on run {run} was shown; acquire it before writing")]
    NotLeased {
        /// The run.
        run: RunId,
    },
    /// The caller's lease is no longer its own.
    #[error(
        "the lease {lease} is lost: its epoch is now {now}, or it was given back; stop, nothing was written"
    )]
    Lost {
        /// What was shown.
        lease: Lease,
        /// The epoch of whoever took it last; 0 if nobody ever did.
        now: u64,
    },
    /// Somebody else holds a lease.
    #[error(transparent)]
    Held(#[from] Box<Held>),
    /// What is stored about a run is not what was written.
    #[error(
        "run {run} is damaged: {error}\nNothing of it can be trusted from there on; restore a backup of the journal"
    )]
    Damaged {
        /// The run.
        run: RunId,
        /// Which event, and what is wrong with it.
        error: LogError,
    },
    /// Another process keeps the store locked.
    #[error("{} was locked by another process for more than {waited_ms} ms; try again when it is done", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
        /// How long was waited.
        waited_ms: u64,
    },
    /// There is no room.
    #[error("there is no room left to write to {}: {what}; nothing was written, make room and try again", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// What the store said.
        what: String,
    },
    /// A write failed at the moment it was to become durable, now or earlier.
    #[error(
        "a write to {} failed while it was made durable ({why}); open the journal again and read the run anew: the last write \
         may be there or not",
        path.display()
    )]
    Reopen {
        /// The file.
        path: PathBuf,
        /// What failed.
        why: String,
    },
    /// The store could not be read or written.
    #[error("{} could not be {doing}: {what}", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What was being done, as a participle.
        doing: &'static str,
        /// What the store said.
        what: String,
    },
}

fn named(runs: &[RunId]) -> String {
    let names: Vec<&str> = runs.iter().take(NAMED_MAX).map(RunId::as_str).collect();
    let more = runs.len().saturating_sub(NAMED_MAX);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{} runs: {}{more}", runs.len(), names.join(", "))
}

/// Says that what is stored is damaged at an event.
pub(super) fn damaged(run: &RunId, seq: u64, what: impl Into<String>) -> JournalError {
    let line = usize::try_from(seq).unwrap_or(usize::MAX);
    let error = LogError { line, event: Some(format!("#{seq}")), what: what.into() };
    JournalError::Damaged { run: run.clone(), error }
}

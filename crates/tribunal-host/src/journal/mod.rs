//! Keeps the events of runs. Append-only; whoever appends says after which event and under which lease, so two writers
//! cannot both win.
//!
//! `contract` is the trait, `lease` who may write, `process` who is alive. `memory` is for scripted runs and tests,
//! `sqlite` for everything else; both pass one suite, `tribunal_testkit::journal`. The room judges nothing: what may be
//! appended is the core's business. It sees neither agents nor git nor the runner.

mod contract;
mod error;
mod lease;
mod memory;
pub mod process;
mod sqlite;

pub use contract::{Journal, Listed, Place};
pub use error::JournalError;
pub use lease::{Held, Holder, Lease, LeaseName};
pub use memory::MemoryJournal;
pub use process::{Liveness, Probe, Process};
pub use sqlite::{Health, Look, OpenError, Problem, SqliteJournal, Terms};

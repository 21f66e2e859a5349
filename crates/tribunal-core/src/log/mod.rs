//! The record that proves a verdict: one event a line, canonical JSON, each carrying the hash of the one before.
//!
//! `write` makes a log, `read` refuses one that was changed or cut and names the event, `replay` folds it and
//! recomputes every consequence on the way, so that a verdict in a log is proved and not believed.

mod canonical;
mod chain;
mod replay;

pub(crate) use canonical::hex;
pub use canonical::{canonical, sha256};
pub use chain::{Chain, Entry, GENESIS, LogError, VERSION, read, write};
pub use replay::replay;

#[cfg(test)]
mod tests;

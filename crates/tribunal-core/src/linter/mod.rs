//! What a linter printed, as a `Review` like any other: SARIF 2.1.0, reviewdog's rdjson and rdjsonl.
//!
//! Strict where a reader of an agent's words is tolerant: a linter's document is whole and well-formed or it is no
//! review, and a linter that failed never looks like one that found nothing. Nothing is dropped in silence: what is
//! not reported is counted in a remark. Running a linter, and finding the lines a change added, is the host's.
//! `docs/linters.md` says what becomes what.

mod path;
mod rdjson;
mod said;
mod sarif;
mod scope;
mod weight;

pub use rdjson::{Ending, read_rdjson, read_rdjsonl};
pub use said::voting;
pub use sarif::read_sarif;
pub use scope::{Changed, within};

/// Longest document that is read, in bytes. Linters report on whole trees and carry their rules along, so this is
/// more than an agent may say; a bound keeps the reader's memory bounded.
pub const DOCUMENT_BYTES_MAX: usize = 32 * 1024 * 1024;

#[cfg(test)]
mod tests;

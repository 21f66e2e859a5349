//! Journals from outside: the suite every one of them passes, and what only a file can suffer.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "everything here is a test, also what has no test's mark"
)]

mod conformance;
mod damage;
mod file;
mod flips;
mod judged;
mod look;
mod processes;
mod tools;

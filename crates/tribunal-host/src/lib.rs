//! Does: performs what the core says is owed, and records what came of it.
//!
//! `runner` is the loop (decide, append, apply, perform); `journal` keeps the events; `agent` speaks to whoever
//! reviews and fixes. Journal and agent do not see each other; only the runner knows both. One place reads the clock
//! and one mints identifiers.

pub mod agent;
pub mod clock;
pub mod config;
pub mod git;
pub mod hands;
pub mod ids;
pub mod journal;
pub mod process;
pub mod runner;
pub mod start;

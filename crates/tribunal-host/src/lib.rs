//! Does: performs what the core says is owed, and records what came of it.
//!
//! `runner` is the loop (decide, append, apply, perform); `journal` keeps the events; `agent` speaks to whoever
//! reviews and fixes; `git` reads the repository, writes trees for agents and brings fixes home. Journal, agent and git
//! do not see each other; only the runner knows them all. One place reads the clock, one mints identifiers and one
//! starts git.

pub mod agent;
pub mod clock;
pub mod config;
pub mod disk;
pub mod git;
pub mod hands;
pub mod ids;
pub mod journal;
mod proc;
pub mod process;
pub mod runner;
pub mod start;
pub mod survey;

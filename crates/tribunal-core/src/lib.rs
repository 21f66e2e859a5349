//! Tribunal's core: it decides, and touches nothing.
//!
//! Pure and synchronous. There is no clock, no file, no socket, no process and no randomness in here; time and
//! identifiers are arguments. `engine` is the machine, `protocol` the policies it reads, `domain` the nouns, `diff`
//! the change as git shows it, `rules` the reviewer that is always there, `brief` what agents are told, `dialect` and
//! `reply` what they say, `publish` what leaves, `log` the record that proves a verdict.

pub mod brief;
pub mod dialect;
pub mod diff;
pub mod domain;
pub mod engine;
pub mod log;
pub mod protocol;
pub mod publish;
pub mod reply;
pub mod rules;
pub mod tell;

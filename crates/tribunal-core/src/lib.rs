//! Tribunal's core: it decides, and touches nothing.
//!
//! Pure and synchronous. There is no clock, no file, no socket, no process and no randomness in here; time and
//! identifiers are arguments. `engine` is the machine, `protocol` the policies it reads, `domain` the nouns, `diff`
//! the change as git shows it, `patch` what a finding would change, `rules` the reviewer that is always there, `brief`
//! what agents are told, `dialect` and `reply` what they say, `linter` what linters print, `publish` and `export` what
//! leaves, `metrics` figures over many runs, `log` the record that proves a verdict.

pub mod brief;
pub mod dialect;
pub mod diff;
pub mod domain;
pub mod engine;
pub mod export;
pub mod linter;
pub mod log;
pub mod metrics;
pub mod patch;
pub mod protocol;
pub mod publish;
pub mod reply;
pub mod rules;
pub mod tell;

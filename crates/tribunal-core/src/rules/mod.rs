//! The built-in reviewer: rules that need no model, no network and nothing installed.
//!
//! `review` is the door: a change in, a `domain::Review` out, the same for the same change. Each rule is a file with a
//! function from one changed file to what it noticed; `table` lists them, `docs/rules.md` says what each sees and
//! cannot see. A rule looks at what a change adds or takes away, never at what was there before, and a change cannot
//! switch one off: that takes the configuration of the base. Secrets never leave here: every quote is masked.

mod agent_config;
mod binaries;
mod conflict;
mod debugging;
mod hidden;
mod input;
mod key_files;
mod notes;
mod patch;
mod review;
mod secrets;
mod seen;
mod switched_off;
mod table;
mod text;
mod weakened;
mod workflow;

pub use input::{Content, RulesInput, Silence};
pub use notes::{PER_FILE_MAX, PER_RULE_MAX};
pub use review::{review, vote};
pub use table::{RULES, Rule};

#[cfg(test)]
mod tests;

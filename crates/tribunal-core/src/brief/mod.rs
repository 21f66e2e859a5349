//! What an agent is told: prompt texts from `prompts/`, filled with what this run and this request are about.
//!
//! Pure text. Everything that did not come from us (diffs, stories, findings, answers, errors) stands between `DATA`
//! lines that carry the nonce, so that content cannot pose as instruction. No brief holds a whole envelope, so a brief
//! that is echoed is no reply. Under `fresh` nothing of earlier rounds is looked at: `review` reads the ledger's findings
//! only through `Ask::rule_on`, which is empty there. Prompts are chosen by dialect and policy fields, never by a
//! protocol's name. Sending a brief, and keeping sessions and working copies fresh, is the host's.

mod findings;
mod fix;
mod material;
mod prompts;
mod review;
mod story;
mod template;
mod turns;

pub use fix::fix;
pub use material::{Material, Story};
pub use review::review;
pub use turns::{clarify, repair};

#[cfg(test)]
mod tests;

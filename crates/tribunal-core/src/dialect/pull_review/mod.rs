//! 004: appendix A1 to A5, in and out: findings, reviewer and comments analyzer results, fix payload, fix result.
//!
//! A finding cannot carry, and reading back what was written therefore loses: why it matters, a patch, places after
//! the first, the end of a range, a path that ends in `:number`, begins with `./`, has white space or backticks around
//! it or a control character in it, an id or quote that is there and empty, and the severity remark (`P3`). `quote` is
//! ours.
//! A reviewer's or analyzer's result cannot carry: rulings, remarks, stated blocking or total counts, the absence of
//! counts (they are written as computed), and the claims approve-with-notes, concerns and blocker. A reviewer's
//! result without a claim is written as `request_changes`, an analyzer's never has one.
//! A fix result cannot carry: answers other than fixed and rejected (deferred, skipped and unable only add to the
//! count `deferred`), evidence and request apart from the reason, tests, an empty commit, blocking counts, and the
//! order between fixed and rejected. `escalate` is ours.

mod comments;
mod finding;
mod fix;
mod reviewer;

pub use comments::{CommentsSaid, SaidBy, read_comments, write_comments};
pub use finding::{read_finding, write_finding};
pub use fix::{FixPayload, read_answers, read_fix_payload, write_answers, write_fix_payload};
pub use reviewer::{read_review, write_review};

#[cfg(test)]
mod tests;

//! What leaves: which reports a run owes, their text, and the form in which they may be posted. Posts nothing.
//!
//! `plan` finds the reports a log made due, `render` writes one from the state of that moment, `sanitize` and
//! `redact` make text fit to leave, `comment` puts the markers in front and cuts to length. A `Comment` can only be
//! built from `Clean` text, and `Clean` only by `sanitize`. Posting, looking first and removing temporary files are
//! the host's.

mod comment;
mod diffs;
mod hmac;
mod mark;
mod plan;
mod redact;
mod render;
mod sanitize;
pub(crate) mod story;

pub use comment::{COMMENT_CHARS_MAX, Comment, TRUNCATED};
pub use hmac::hmac_sha256;
pub use mark::{LOOP_MARKER, Mark, is_ours};
pub use plan::{Planned, plan};
pub use redact::{REDACTED, redact};
pub use render::render;
pub(crate) use sanitize::visible;
pub use sanitize::{Clean, DIFF_REDACTED, MARKER_REMOVED, sanitize};

#[cfg(test)]
mod tests;

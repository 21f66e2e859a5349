//! A comment as it will be posted: both markers, then clean text, never longer than allowed.

use super::mark::Mark;
use super::sanitize::Clean;

/// Most Unicode scalar values of a comment, markers and suffix included.
pub const COMMENT_CHARS_MAX: usize = 60_000;

/// What a comment that was cut ends with.
pub const TRUNCATED: &str = "[TRUNCATED_COMMENT]";

/// A comment that may be posted as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    mark: Mark,
    text: String,
}

impl Comment {
    /// Puts the markers in front and cuts to length. The body is clean already, so a secret cannot be cut in half
    /// and slip through.
    pub fn new(mark: Mark, key: &[u8], body: &Clean) -> Self {
        let mut text = format!("{}\n\n{}", mark.lines(key), body.as_str());
        if text.chars().count() > COMMENT_CHARS_MAX {
            let kept = COMMENT_CHARS_MAX - TRUNCATED.chars().count() - 1;
            let end = text.char_indices().nth(kept).map_or(text.len(), |(at, _)| at);
            text.truncate(end);
            text.push('\n');
            text.push_str(TRUNCATED);
        }
        Self { mark, text }
    }

    /// Which report it is; whoever posts looks for it first.
    pub fn mark(&self) -> &Mark {
        &self.mark
    }

    /// The text to post, unchanged.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

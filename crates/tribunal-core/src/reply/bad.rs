//! Why an output is no answer, in words the agent can act on: the repair turn quotes them as they are.

use crate::dialect::{REPLY_BYTES_MAX, Unreadable};
use crate::domain::Complaint;

/// Why an output is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Bad {
    /// Nothing, or nothing but white space.
    #[error("the reply is empty; send the whole result in its envelope")]
    Empty,
    /// More than is read.
    #[error("the reply has {bytes} bytes, more than {REPLY_BYTES_MAX}; send the result alone and shorter")]
    TooLong {
        /// How long it is.
        bytes: usize,
    },
    /// Not text.
    #[error("the reply is not UTF-8 text (first wrong byte at {at}); send it as UTF-8")]
    NotUtf8 {
        /// The first byte that is none.
        at: usize,
    },
    /// No envelope of any kind.
    #[error(
        "the reply has no envelope; put the whole result between the opening and the closing line you were given, \
         or in one JSON object with \"nonce\", \"files_read\" and \"result\""
    )]
    NoEnvelope,
    /// Only envelopes of other attempts or other agents.
    #[error(
        "the reply's only envelope carries another nonce; use the nonce of this request, exactly as given"
    )]
    WrongNonce,
    /// Begun and not ended, or ended and not begun.
    #[error(
        "the envelope is not whole: {0}; send the whole result again, once, from the opening to the closing line \
         (or the closing brace)"
    )]
    Cut(&'static str),
    /// Two answers.
    #[error("the reply has two envelopes that differ; send exactly one")]
    TwoDifferent,
    /// The envelope or what is in it cannot be read.
    #[error("{}: {}", .0.place, .0.what)]
    Unreadable(Complaint),
}

impl From<Unreadable> for Bad {
    fn from(Unreadable(complaint): Unreadable) -> Self {
        Bad::Unreadable(complaint)
    }
}

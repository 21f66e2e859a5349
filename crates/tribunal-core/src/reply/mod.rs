//! Whether an agent's output is a whole answer to what it was asked in this attempt. Fails closed.
//!
//! Exactly one envelope with this attempt's nonce must be there, in one of two forms (`frame`, `object`), and both
//! end in something that a cut text does not have. Text outside is ignored, so repository text quoted by an agent
//! cannot pose as its answer. What is inside is for `dialect`; what follows from it is for the engine.

mod bad;
mod envelope;
mod frame;
mod object;
mod text;

pub use bad::Bad;
pub use envelope::{Opened, open_envelope, seal, seal_json};
pub use text::text_of;

use crate::dialect;
use crate::domain::{Answers, Review};
use crate::protocol::Dialect;

/// Reads what a reviewer printed: the envelope, then the dialect.
pub fn read_review(dialect: Dialect, text: &str, nonce: &str) -> Result<Review, Bad> {
    let opened = open_envelope(text, nonce)?;
    let review = dialect::read_review(dialect, text::unfenced(&opened.payload))?;
    Ok(Review { files_read: opened.files_read, ..review })
}

/// Reads what an author printed: the envelope, then the dialect. The files it read are of no consequence.
pub fn read_answers(dialect: Dialect, text: &str, nonce: &str) -> Result<Answers, Bad> {
    let opened = open_envelope(text, nonce)?;
    Ok(dialect::read_answers(dialect, text::unfenced(&opened.payload))?)
}

#[cfg(test)]
mod tests;

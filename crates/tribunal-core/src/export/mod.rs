//! A run as a file for others: SARIF, rdjson, JSON, Markdown, and the protocol's own dialect.
//!
//! Pure functions of a log, so the same log gives the same bytes. Every text by an agent or a person has lost its
//! invisible characters and every secret of a known shape on the way out; a review that did not happen never looks
//! like one that found nothing. Writing files is the host's; `docs/exports.md` says what stands where.

mod dialect;
mod fit;
mod json;
mod markdown;
mod rdjson;
mod sarif;
mod story;

pub use dialect::{Document, completion, dialect, findings_document};
pub use json::json;
pub use markdown::markdown;
pub use rdjson::rdjson;
pub use sarif::{Closed, REPOSITORY_UNKNOWN, sarif};
pub use story::{escalation, findings_documents};

//! Source 003's format: the findings document of a round, the fixer's report, and what people read at the end.
//!
//! `head`, `files` and `summary` are the small parts, `read` puts them together, `write` is the source's own layout.
//! Sections other than the three and the summary are ignored; an item in one of the three always counts. Whether
//! summary and items agree is for the engine; the Recommendation line is written from the verdict and never read.

mod answers;
mod files;
mod head;
mod notices;
mod read;
mod summary;
mod write;

pub use answers::{read_answers, write_answers};
pub use notices::{Completion, Escalation, Unfixed, write_completion, write_escalation};
pub use read::read_review;
pub use write::{document_name, document_order, write_review};

/// What comes back changed, or not at all, after writing and reading.
pub const CANNOT_CARRY: &[&str] = &[
    "medium and remark come back as low (Minor)",
    "ids: reports are numbered anew, critical first, as `document_order` gives them",
    "claim, rulings, remarks, summary, files read, complaints; quote and patch of a report",
    "counts: they come back as the document's own, computed from its items",
    "line breaks, runs of white space and invisible characters in any text",
    "square brackets in a category become round; the category General comes back empty",
    "an empty title; the problem, or `(no description)`, stands in for it",
    "a line of 0, a range that does not end after it starts",
    "places the format cannot write (a back-quote or a break in a path, a path that ends in `:3`); they join the title",
    "of answers: evidence, request, technical debt ids, counts, tests; signs other than - _ . in an id; the group of \
     an answer whose id is given twice",
];

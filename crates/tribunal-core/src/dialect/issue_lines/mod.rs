//! Source 000's format: `[ISSUE-n] [SEVERITY] description - file:line - fix`, rulings, `VERDICT:`, fix reports, disputes.
//!
//! `read` and `write` are the reviewer's side, `answers` the author's, `notices` what only people read. Reading never
//! drops an issue and never softens one; it refuses a reply without exactly one verdict. It does not judge whether
//! verdict and issues agree: the engine does.

mod answers;
mod loose;
mod notices;
mod placed;
mod read;
mod scan;
mod verdict;
mod write;

pub use answers::{read_answers, write_answers};
pub use notices::{SeatLine, escalation_line, write_acknowledgement, write_consensus};
pub use read::read_review;
pub use verdict::write_verdict_line;
pub use write::write_review;

/// What comes back changed, or not at all, after writing and reading.
pub const CANNOT_CARRY: &[&str] = &[
    "medium comes back as low; a report of severity remark comes back as a remark in one line",
    "quote, category, why and the patch of a report; its problem, unless it has no title",
    "files read, the summary, complaints",
    "counts: they come back as the total the verdict line names, from the second iteration on",
    "a claim other than PASS and FAIL comes back as the nearest of them; none at all as FAIL",
    "ids other than ISSUE- and letters, digits, dots and dashes; leading zeros",
    "line breaks, runs of white space and invisible characters in any text",
    "square brackets that would read as a number or a severity; they become round",
    "a part of a title or a fix that would read as the place; it is put in quotes, its dashes made longer",
    "a dash, bar or long dash that stands alone at the start of a text; a dash that stands alone at its end",
    "a note that begins with a ruling word is marked `note:`; a remark that would read as structure `Remark:`",
    "places the format cannot write (` - ` in a path, a list with a path without a line); they join the title",
    "a line of 0, a range that does not end after it starts; an empty title, an empty remark",
    "of answers: commit groups, technical debt ids, counts, tests",
];

/// Generators of hostile texts, for the tests of every text dialect.
#[cfg(test)]
pub(in crate::dialect) mod hostile {
    pub(in crate::dialect) use super::answers::tests::answer_of;
    pub(in crate::dialect) use super::write::tests::{nasty, review};
}

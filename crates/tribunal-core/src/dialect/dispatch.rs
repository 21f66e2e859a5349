//! Which reader takes which dialect: one arm each, and nothing else.

use super::{Unreadable, findings_document, handoff, issue_lines, pull_review, review_result};
use crate::domain::{Answers, Review};
use crate::protocol::Dialect;

/// Reads what a reviewer said in a dialect. The text is whole and its own: `reply` has opened the envelope.
pub fn read_review(dialect: Dialect, text: &str) -> Result<Review, Unreadable> {
    match dialect {
        Dialect::IssueLines => issue_lines::read_review(text),
        Dialect::ReviewResult => review_result::read_review(text),
        Dialect::Handoff => handoff::read_review(text),
        Dialect::FindingsDocument => findings_document::read_review(text),
        Dialect::PullReview => pull_review::read_review(text),
    }
}

/// Reads what an author said in a dialect.
pub fn read_answers(dialect: Dialect, text: &str) -> Result<Answers, Unreadable> {
    match dialect {
        Dialect::IssueLines => issue_lines::read_answers(text),
        Dialect::ReviewResult => Err(Unreadable::at("reply", "the review-result dialect carries no answers")),
        Dialect::Handoff => handoff::read_answers(text),
        Dialect::FindingsDocument => findings_document::read_answers(text),
        Dialect::PullReview => pull_review::read_answers(text),
    }
}

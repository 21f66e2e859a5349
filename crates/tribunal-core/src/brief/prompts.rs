//! Which prompt text belongs to which dialect and role: one arm each, and nothing else.

use crate::protocol::Dialect;

pub(super) const REVIEW: &str = include_str!("../../prompts/review.md");
pub(super) const FIRST: &str = include_str!("../../prompts/first.md");
pub(super) const VERIFY: &str = include_str!("../../prompts/verify.md");
pub(super) const FIX: &str = include_str!("../../prompts/fix.md");
pub(super) const TESTS: &str = include_str!("../../prompts/tests.md");
pub(super) const ENVELOPE: &str = include_str!("../../prompts/envelope.md");
pub(super) const REPAIR: &str = include_str!("../../prompts/repair.md");
pub(super) const CLARIFY: &str = include_str!("../../prompts/clarify.md");
pub(super) const ANALYZE: &str = include_str!("../../prompts/analyze-pull-review.md");

/// Severities and format for a reviewer.
pub(super) fn review(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::IssueLines => include_str!("../../prompts/review-issue-lines.md"),
        Dialect::ReviewResult => include_str!("../../prompts/review-review-result.md"),
        Dialect::Handoff => include_str!("../../prompts/review-handoff.md"),
        Dialect::FindingsDocument => include_str!("../../prompts/review-findings-document.md"),
        Dialect::PullReview => include_str!("../../prompts/review-pull-review.md"),
    }
}

/// Duties and format for an author.
pub(super) fn fix(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::IssueLines => include_str!("../../prompts/fix-issue-lines.md"),
        Dialect::ReviewResult => include_str!("../../prompts/fix-review-result.md"),
        Dialect::Handoff => include_str!("../../prompts/fix-handoff.md"),
        Dialect::FindingsDocument => include_str!("../../prompts/fix-findings-document.md"),
        Dialect::PullReview => include_str!("../../prompts/fix-pull-review.md"),
    }
}

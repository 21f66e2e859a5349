//! 002: the tech lead's hand-off, the author's `issue_responses`, and the QA loop's test lists.
//!
//! A review hand-off cannot carry, and reading back what was written therefore loses:
//! - categories, remarks, the summary and a stated total;
//! - places after the first of a finding, and a path that ends in `:number`, begins with `./`, has white space or
//!   backticks around it, or a control character in it;
//! - an id, quote or patch that is there and empty;
//! - the rulings still-present and regressed (not in `prior_issues_resolved` means open all the same), notes on
//!   rulings other than an overruled rejection, and the order between rulings of different kinds;
//! - the claims concerns, major-work and blocker (`CHANGES_REQUESTED`);
//! - the absence of counts: they are written as computed.
//!
//! Answers cannot carry: evidence and request apart from the reason of a rejection, an empty request to escalate,
//! and the absence of counts. `quote`, `escalate` and the action `UNABLE` are ours; the source has none of them.

mod answers;
mod review;
mod stored;
mod trials;

pub use answers::{read_answers, write_answers};
pub use review::{read_review, write_review};
pub use stored::StoredAnswer;
pub use trials::{
    QaResponse, TestTracking, read_qa_response, read_test_tracking, write_qa_response, write_test_tracking,
};

#[cfg(test)]
mod tests;

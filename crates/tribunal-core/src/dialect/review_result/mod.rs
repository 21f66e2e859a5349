//! 001: `review_request` out and in, `review_result` in and out, in the source's shapes.
//!
//! A `review_result` cannot carry, and reading back what was written therefore loses:
//! - ids, categories, quotes, patches, remarks, rulings and counts;
//! - places after the first of a finding, and a path that ends in `:number`, begins with `./`, has white space or
//!   backticks around it, or a control character in it;
//! - the borders between problem, fix and why: they come back as one problem;
//! - more than the first line of a title (the rest joins the problem), and white space around a description;
//! - the severity remark (`low`), and the claims approve-with-notes (`approved`), request-changes (`concerns`) and
//!   major-work (`blocker`); a review without a claim is written as `concerns`, never as `approved`.
//!
//! There are no answers in this dialect. Deciding on the votes is the engine's business.

mod request;
mod result;

pub use request::{
    FOCUS_DEFAULT, MAX_WORDS_DEFAULT, ReviewRequest, read_request, summary_key, write_request,
};
pub use result::{read_review, shown_summary, write_review};

#[cfg(test)]
mod tests;

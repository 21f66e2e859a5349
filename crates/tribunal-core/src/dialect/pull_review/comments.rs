//! A3, the comments analyzer's result: threads of the pull request turned into findings.
//!
//! Review and thread states are kept as said, for reports; the engine takes them from the forge alone.

use serde::Serialize;

use super::finding::{Finding, Tally, counts, finding, name_thread, reports, tally};
use crate::dialect::json::{Fields, document, written};
use crate::dialect::{Sheet, Unreadable};
use crate::domain::Review;

/// What a comments analyzer said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommentsSaid {
    /// The findings, named `THREAD-<first comment id>`, with counts and report; never a claim.
    pub review: Review,
    /// Whether it says changes are requested.
    pub changes_requested: Option<bool>,
    /// By whom.
    pub changes_requested_by: Vec<SaidBy>,
    /// Threads in all, as said.
    pub total_threads: Option<u32>,
    /// Resolved ones, as said.
    pub resolved_threads: Option<u32>,
    /// Unresolved ones, as said.
    pub unresolved_threads: Option<u32>,
    /// Whether it says it did not see all.
    pub threads_truncated: Option<bool>,
}

/// A person, as an analyzer names one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SaidBy {
    /// The account.
    pub login: String,
    /// OWNER, MEMBER, ...; as said.
    pub association: String,
}

/// Reads a comments analyzer's result.
pub fn read_comments(text: &str) -> Result<CommentsSaid, Unreadable> {
    let json = document(text)?;
    comments(&Fields::of(&json, "reply")?)
}

/// Writes a comments analyzer's result.
pub fn write_comments(sheet: &Sheet, said: &CommentsSaid) -> String {
    written(&Written {
        agent: &sheet.speaker,
        pr_number: sheet.pull,
        review_state: State {
            has_changes_requested: said.changes_requested,
            changes_requested_by: &said.changes_requested_by,
        },
        stats: Stats {
            total_threads: said.total_threads,
            resolved_threads: said.resolved_threads,
            unresolved_threads: said.unresolved_threads,
        },
        threads_truncated: said.threads_truncated,
        issues: tally(said.review.counts, &said.review.reports),
        pending_issues: said.review.reports.iter().map(|report| finding(sheet, report)).collect(),
        full_report: &said.review.summary,
    })
}

pub(super) fn comments(fields: &Fields<'_>) -> Result<CommentsSaid, Unreadable> {
    let mut review = Review { counts: counts(fields)?, ..Review::default() };
    let odd = &mut review.complaints;
    let list = fields.list("pendingIssues")?;
    review.reports = reports(list, odd)?;
    for (at, (report, item)) in review.reports.iter_mut().zip(list).enumerate() {
        name_thread(report, &Fields::of(item, format!("finding {}", at + 1))?, odd);
    }
    review.summary = fields.text("fullReport", odd);
    let mut said =
        CommentsSaid { threads_truncated: fields.flag("threadsTruncated", odd), ..CommentsSaid::default() };
    if let Some(state) = fields.child("reviewState")? {
        said.changes_requested = state.flag("hasChangesRequested", odd);
        for by in state.list_or_none("changesRequestedBy")? {
            let by = Fields::of(by, "changesRequestedBy")?;
            let (login, association) = (by.text("login", odd), by.text("association", odd));
            said.changes_requested_by.push(SaidBy { login, association });
        }
    }
    if let Some(stats) = fields.child("stats")? {
        said.total_threads = stats.count("totalThreads")?;
        said.resolved_threads = stats.count("resolvedThreads")?;
        said.unresolved_threads = stats.count("unresolvedThreads")?;
    }
    Ok(CommentsSaid { review, ..said })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    agent: &'a str,
    pr_number: u64,
    review_state: State<'a>,
    stats: Stats,
    threads_truncated: Option<bool>,
    issues: Tally,
    pending_issues: Vec<Finding<'a>>,
    full_report: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct State<'a> {
    has_changes_requested: Option<bool>,
    changes_requested_by: &'a [SaidBy],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stats {
    total_threads: Option<u32>,
    resolved_threads: Option<u32>,
    unresolved_threads: Option<u32>,
}

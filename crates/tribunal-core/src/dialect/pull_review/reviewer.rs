//! A2, a reviewer's result. `read_review` also takes A3, told apart by its list's name, since both come from seats.

use serde::Serialize;

use super::comments::comments;
use super::finding::{Finding, Tally, counts, finding, reports, tally};
use crate::dialect::json::{Fields, document, shown, written};
use crate::dialect::{Sheet, Unreadable, claim, claim_word};
use crate::domain::{Claim, Review};
use crate::protocol::Dialect;

const DIALECT: Dialect = Dialect::PullReview;

/// Reads a reviewer's result, or a comments analyzer's.
pub fn read_review(text: &str) -> Result<Review, Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let has = |key: &str| fields.keys().any(|k| k == key);
    match (has("findings"), has("pendingIssues")) {
        (true, true) => Err(fields.wrong("has both \"findings\" and \"pendingIssues\"; send one of them")),
        (false, true) => Ok(comments(&fields)?.review),
        (true, false) | (false, false) => reviewer(&fields),
    }
}

/// Writes a reviewer's result.
pub fn write_review(sheet: &Sheet, review: &Review) -> String {
    written(&Written {
        agent: &sheet.speaker,
        pr_number: sheet.pull,
        conclusion: claim_word(DIALECT, review.claim.unwrap_or(Claim::RequestChanges)),
        issues: tally(review.counts, &review.reports),
        findings: review.reports.iter().map(|report| finding(sheet, report)).collect(),
        full_report: &review.summary,
    })
}

fn reviewer(fields: &Fields<'_>) -> Result<Review, Unreadable> {
    let mut review =
        Review { claim: Some(conclusion(fields)?), counts: counts(fields)?, ..Review::default() };
    review.reports = reports(fields.list("findings")?, &mut review.complaints)?;
    review.summary = fields.text("fullReport", &mut review.complaints);
    Ok(review)
}

fn conclusion(fields: &Fields<'_>) -> Result<Claim, Unreadable> {
    let words = "\"conclusion\" must be one of approve, request_changes, needs_major_work";
    let word = fields.word("conclusion").ok_or_else(|| fields.wrong(words))?;
    claim(DIALECT, word).ok_or_else(|| fields.wrong(format!("{words}, not {}", shown(word))))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    agent: &'a str,
    pr_number: u64,
    conclusion: &'a str,
    issues: Tally,
    findings: Vec<Finding<'a>>,
    full_report: &'a str,
}

//! The table of words: each dialect's severities and verdicts on the canonical scale, and back.
//!
//! An unknown severity is critical and flagged, never dropped; an unknown verdict word is a bad reply.

use crate::domain::{Claim, Severity};
use crate::protocol::Dialect;

/// A severity word, read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeverityRead {
    /// Where it stands on the canonical scale.
    pub severity: Severity,
    /// Whether the word is in the table; an unknown one was read as critical.
    pub known: bool,
}

impl SeverityRead {
    /// No severity was given, or none that is known: the worst counts.
    pub const UNKNOWN: Self = Self { severity: Severity::Critical, known: false };
}

/// Reads a severity word of any dialect, in any case. All dialects share one table: agents mix them, and the
/// canonical meaning of each word is the same everywhere.
pub fn severity(word: &str) -> SeverityRead {
    let known = match normal(word).as_str() {
        "critical" | "blocker" | "p0" => Some(Severity::Critical),
        "major" | "high" | "important" | "p1" => Some(Severity::High),
        "medium" | "suggestion" | "p2" => Some(Severity::Medium),
        "minor" | "low" | "nit" | "p3" => Some(Severity::Low),
        "improvements" | "improvement" | "fyi" | "remark" => Some(Severity::Remark),
        _ => None,
    };
    SeverityRead { severity: known.unwrap_or(Severity::Critical), known: known.is_some() }
}

/// The word a dialect writes. 000 and 003 have no medium and write their lowest word for it.
pub fn severity_word(dialect: Dialect, severity: Severity) -> &'static str {
    let words = match dialect {
        Dialect::IssueLines => ["IMPROVEMENTS", "MINOR", "MINOR", "MAJOR", "CRITICAL"],
        Dialect::ReviewResult => ["low", "low", "medium", "high", "critical"],
        Dialect::Handoff => ["FYI", "LOW", "MEDIUM", "HIGH", "CRITICAL"],
        Dialect::FindingsDocument => ["Minor", "Minor", "Minor", "Important", "Critical"],
        Dialect::PullReview => ["P3", "P3", "P2", "P1", "P0"],
    };
    match severity {
        Severity::Remark => words[0],
        Severity::Low => words[1],
        Severity::Medium => words[2],
        Severity::High => words[3],
        Severity::Critical => words[4],
    }
}

/// Reads a verdict word of a dialect; none means the reply is bad.
pub fn claim(dialect: Dialect, word: &str) -> Option<Claim> {
    let word = normal(word);
    match dialect {
        Dialect::IssueLines => pick(&word, &[("pass", Claim::Approve), ("fail", Claim::RequestChanges)]),
        Dialect::ReviewResult => pick(
            &word,
            &[("approved", Claim::Approve), ("concerns", Claim::Concerns), ("blocker", Claim::Blocker)],
        ),
        Dialect::Handoff => pick(
            &word,
            &[
                ("approved", Claim::Approve),
                ("approved with notes", Claim::ApproveWithNotes),
                ("changes requested", Claim::RequestChanges),
                ("changes required", Claim::RequestChanges),
            ],
        ),
        Dialect::FindingsDocument => {
            pick(&word, &[("clean", Claim::Approve), ("must fix", Claim::RequestChanges)])
        }
        Dialect::PullReview => pick(
            &word,
            &[
                ("approve", Claim::Approve),
                ("request changes", Claim::RequestChanges),
                ("needs major work", Claim::MajorWork),
            ],
        ),
    }
}

/// The verdict word a dialect writes for a claim; the nearest it has.
pub fn claim_word(dialect: Dialect, claim: Claim) -> &'static str {
    let [approve, notes, concerns, changes, major, blocker] = match dialect {
        Dialect::IssueLines => ["PASS", "PASS", "FAIL", "FAIL", "FAIL", "FAIL"],
        Dialect::ReviewResult => ["approved", "approved", "concerns", "concerns", "blocker", "blocker"],
        Dialect::Handoff => [
            "APPROVED",
            "APPROVED_WITH_NOTES",
            "CHANGES_REQUESTED",
            "CHANGES_REQUESTED",
            "CHANGES_REQUESTED",
            "CHANGES_REQUESTED",
        ],
        Dialect::FindingsDocument => ["clean", "clean", "must-fix", "must-fix", "must-fix", "must-fix"],
        Dialect::PullReview => [
            "approve",
            "approve",
            "request_changes",
            "request_changes",
            "needs_major_work",
            "needs_major_work",
        ],
    };
    match claim {
        Claim::Approve => approve,
        Claim::ApproveWithNotes => notes,
        Claim::Concerns => concerns,
        Claim::RequestChanges => changes,
        Claim::MajorWork => major,
        Claim::Blocker => blocker,
    }
}

fn pick(word: &str, table: &[(&str, Claim)]) -> Option<Claim> {
    table.iter().find(|(w, _)| *w == word).map(|(_, c)| *c)
}

/// Lower case, with `_` and `-` as a space, trimmed of white space and emphasis.
fn normal(word: &str) -> String {
    word.trim()
        .trim_matches(|c: char| matches!(c, '*' | '`' | '[' | ']' | ':' | '.'))
        .to_lowercase()
        .replace(['_', '-'], " ")
        .trim()
        .to_owned()
}

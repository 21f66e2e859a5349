//! What a reviewer said, already read from its dialect: reports, rulings, a claim. Nothing here is believed yet.

use serde::{Deserialize, Serialize};

use super::Severity;

/// Where a report points.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// Path from the root, with `/`; as said, even when no such file exists.
    pub path: String,
    /// First line, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Last line of a range, where said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<u32>,
}

/// One defect as one reviewer described it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The id the reviewer wrote, in its dialect; the engine decides what it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_id: Option<String>,
    /// On the canonical scale.
    pub severity: Severity,
    /// Whether the severity was missing or no word of any dialect, and was read as critical.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unknown_severity: bool,
    /// One line.
    pub title: String,
    /// Where; the first is the place, others are further places of the same defect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// The text of the line it is about, as found in the reviewed tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// Lines at which that text stood in heads reviewed before, as the host followed it through the diffs; none where
    /// nobody followed it. This is what tells a line that moved from a copy of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood_at: Option<Vec<u32>>,
    /// security, performance, ...; empty where the dialect has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub category: String,
    /// What is wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub problem: String,
    /// How to fix it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fix: String,
    /// Why it matters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// A unified diff that would fix it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix_patch: Option<String>,
}

impl Report {
    /// A report with a severity and a title and nothing else.
    pub fn new(severity: Severity, title: &str) -> Self {
        Self {
            said_id: None,
            severity,
            unknown_severity: false,
            title: title.to_owned(),
            locations: Vec::new(),
            quote: None,
            stood_at: None,
            category: String::new(),
            problem: String::new(),
            fix: String::new(),
            why: String::new(),
            fix_patch: None,
        }
    }
}

/// A reviewer's word on a finding it was asked to verify, or on a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// The fix is right.
    Resolved,
    /// Still there.
    StillPresent,
    /// Was gone, is back.
    Regressed,
    /// The author's rejection is right.
    DisputeAccepted,
    /// The author's rejection is overruled.
    DisputeRejected,
}

/// A ruling on a finding named by its dialect id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingSaid {
    /// The id as written.
    pub id: String,
    /// The word.
    pub ruling: Ruling,
    /// Context or reason given with it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A reviewer's own verdict. Only four-rules counts it as a vote; elsewhere it is compared and then ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// PASS, approved, APPROVED, clean, approve.
    Approve,
    /// APPROVED_WITH_NOTES.
    ApproveWithNotes,
    /// concerns (001).
    Concerns,
    /// FAIL, CHANGES_REQUESTED, must-fix, request_changes.
    RequestChanges,
    /// needs_major_work (004).
    MajorWork,
    /// blocker (001).
    Blocker,
}

impl Claim {
    /// Whether the reviewer says the change may pass.
    pub fn approves(self) -> bool {
        matches!(self, Claim::Approve | Claim::ApproveWithNotes)
    }
}

/// Counts a reviewer stated beside its reports; absent ones were not stated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedCounts {
    /// Stated critical count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critical: Option<u32>,
    /// Stated high count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<u32>,
    /// Stated medium count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub medium: Option<u32>,
    /// Stated low count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<u32>,
    /// Stated count of blocking ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocking: Option<u32>,
    /// Stated total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
}

/// Something odd that the reader noticed and kept, such as an unknown severity word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Complaint {
    /// Where in the reply, for people: `finding 3`, `line 12`.
    pub place: String,
    /// What is odd and what was made of it.
    pub what: String,
}

/// Everything one reviewer said in one reply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// Its own verdict, where it gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Its own counts, where it gave some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<ClaimedCounts>,
    /// New or repeated defects, in the order of the reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Report>,
    /// Words on earlier findings, in the order of the reply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<RulingSaid>,
    /// Suggestions outside the count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Free summary.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Files it says it read; from the envelope.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files_read: Vec<String>,
    /// What the reader noticed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<Complaint>,
}

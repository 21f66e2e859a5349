//! Figures over many runs: how long approvals take, what authors reject, what is taken up, what fails, what it costs.
//!
//! Counted from chronicles, so from logs alone. Whole numbers only, ratios in thousandths, maps in order: the same runs
//! give the same bytes, in whatever order they come. Judges nobody: the figures are for people.

mod count;
mod spread;
mod text;

pub use count::metrics;
pub use spread::{Share, Spread};

use std::collections::BTreeMap;

use serde::Serialize;

/// Figures over runs. Money is in millionths of a dollar, time in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Metrics {
    /// How many runs.
    pub runs: u32,
    /// How they ended or stand, by word; `running` where they do not stand yet.
    pub outcomes: BTreeMap<String, u32>,
    /// Rounds with a decision, of runs that were approved. A risk a person accepted is no approval.
    pub rounds_to_approval: Spread,
    /// The same, of approved runs in which anything was found.
    pub rounds_to_approval_with_findings: Spread,
    /// From opening to the first verdict.
    pub time_to_verdict_ms: Spread,
    /// From opening to the end, of runs that are over.
    pub time_to_end_ms: Spread,
    /// What was found.
    pub findings: FindingFigures,
    /// Steps up a ladder, by reason.
    pub escalations: BTreeMap<String, u32>,
    /// Runs with at least one such step.
    pub escalated_runs: Share,
    /// By the author's role.
    pub authors: BTreeMap<String, AuthorFigures>,
    /// By the reviewer's seat.
    pub reviewers: BTreeMap<String, ReviewerFigures>,
    /// By agent, whatever it did.
    pub agents: BTreeMap<String, AgentFigures>,
    /// What was spent in all.
    pub cost_total: u64,
    /// What a run cost.
    pub cost_per_run: Spread,
}

/// What was found. Remarks are not counted but in `remarks`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FindingFigures {
    /// By severity and then by where they stand.
    pub by_severity: BTreeMap<String, BTreeMap<String, u32>>,
    /// Remarks.
    pub remarks: u32,
    /// What blocks now.
    pub unresolved_blocking: u32,
    /// Those that name a place, a problem and a fix, of all.
    pub actionable: Share,
    /// Those below what blocks that were fixed, of those raised.
    pub suggestions_adopted: Share,
    /// Those reported in more than one round, of all.
    pub repeated: Share,
    /// Those reported fixed and back, off the fix list.
    pub stuck: u32,
    /// Those that were closed and came back.
    pub regressed: u32,
    /// Critical ones that stood, or were outvoted, in runs that were approved.
    pub critical_at_approval: u32,
}

/// An author's figures, over findings that block by their severity; the last answer to each counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AuthorFigures {
    /// Rejected, of those answered.
    pub rejected: Share,
    /// Rejections a reviewer accepted, of those rejected.
    pub rejections_accepted: Share,
    /// Reported fixed and confirmed, of those reported fixed.
    pub fixes_confirmed: Share,
    /// What its attempts cost.
    pub cost: u64,
}

/// A reviewer's figures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReviewerFigures {
    /// Fixed and confirmed, of those it reported.
    pub adopted: Share,
    /// Withdrawn, of those it reported: the author was right.
    pub withdrawn: Share,
    /// Rounds in which it gave no valid review, of those it was asked in.
    pub lost: Share,
    /// What its attempts cost.
    pub cost: u64,
}

/// An agent's figures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AgentFigures {
    /// Attempts that were paid for or failed.
    pub attempts: u32,
    /// Attempts that gave nothing, by kind.
    pub failures: BTreeMap<String, u32>,
    /// Seats that were lost while it sat there.
    pub seats_lost: u32,
    /// What its attempts cost.
    pub cost: u64,
}

impl Metrics {
    /// Canonical JSON, on one line.
    pub fn to_json(&self) -> String {
        crate::log::canonical(self) + "\n"
    }

    /// The figures in words.
    pub fn to_text(&self) -> String {
        text::text(self)
    }
}

#[cfg(test)]
mod tests;

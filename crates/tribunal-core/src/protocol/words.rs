//! The words of a protocol file, one table per enum; the reader and the writer use the same.

use super::{
    Dedupe, Dialect, FailedChecks, FailedSeat, GateKind, Ladder, NewFindings, Publication, Scope, Unanswered,
};
use crate::domain::{AnswerKind, Choice, Severity};

/// A table of words and what they mean.
pub(super) type Words<T> = &'static [(&'static str, T)];

pub(super) const DIALECTS: Words<Dialect> = &[
    ("issue-lines", Dialect::IssueLines),
    ("review-result", Dialect::ReviewResult),
    ("handoff", Dialect::Handoff),
    ("findings-document", Dialect::FindingsDocument),
    ("pull-review", Dialect::PullReview),
];

/// Remark is missing on purpose: it is never counted, so nothing can be decided by it.
pub(super) const SEVERITIES: Words<Severity> = &[
    ("low", Severity::Low),
    ("medium", Severity::Medium),
    ("high", Severity::High),
    ("critical", Severity::Critical),
];

pub(super) const FAILED_SEATS: Words<FailedSeat> = &[
    ("inconclusive", FailedSeat::Inconclusive),
    ("as-quorum-allows", FailedSeat::AsQuorumAllows),
    ("fix-only", FailedSeat::FixOnly),
    ("pause", FailedSeat::Pause),
];

pub(super) const SCOPES: Words<Scope> = &[("whole", Scope::Whole), ("flagged", Scope::Flagged)];

pub(super) const NEW_FINDINGS: Words<NewFindings> =
    &[("any", NewFindings::Any), ("blocking", NewFindings::Blocking)];

pub(super) const UNANSWERED: Words<Unanswered> =
    &[("stays-open", Unanswered::StaysOpen), ("no-review", Unanswered::NoReview), ("stop", Unanswered::Stop)];

pub(super) const FAILED_CHECKS: Words<FailedChecks> =
    &[("drop-fix", FailedChecks::DropFix), ("stop", FailedChecks::Stop)];

pub(super) const DEDUPES: Words<Dedupe> = &[
    ("none", Dedupe::None),
    ("location-title", Dedupe::LocationTitle),
    ("fingerprint", Dedupe::Fingerprint),
];

pub(super) const LADDERS: Words<Ladder> =
    &[("reviewer", Ladder::Reviewer), ("author", Ladder::Author), ("human", Ladder::Human)];

pub(super) const GATE_KINDS: Words<GateKind> = &[("review", GateKind::Review), ("tests", GateKind::Tests)];

pub(super) const PUBLICATIONS: Words<Publication> = &[
    ("review-report", Publication::ReviewReport),
    ("fix-report", Publication::FixReport),
    ("final-report", Publication::FinalReport),
];

pub(super) const ANSWERS: Words<AnswerKind> = &[
    ("fixed", AnswerKind::Fixed),
    ("rejected", AnswerKind::Rejected),
    ("deferred", AnswerKind::Deferred),
    ("skipped", AnswerKind::Skipped),
    ("unable", AnswerKind::Unable),
];

/// Tiers are ranks with a name.
pub(super) const TIERS: Words<u8> = &[("low", 0), ("mid", 1), ("high", 2)];

/// Units of a duration, the largest first, in milliseconds.
pub(super) const UNITS: Words<u64> = &[("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// The human options, in the order they are offered.
pub(super) fn choices() -> Vec<(&'static str, Choice)> {
    Choice::ALL.iter().map(|c| (c.word(), *c)).collect()
}
/// The word for a value. Every value has one except `Severity::Remark`, which no file can say.
pub(super) fn word_for<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, v)| v == value).map_or("remark", |(w, _)| w)
}

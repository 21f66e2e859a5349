//! What every export asks of a run: whether it was reviewed at all, and texts that are fit to leave.

use serde_json::Value;

use crate::domain::{Decision, Outcome, Report, folded};
use crate::engine::Run;
use crate::publish::{redact, visible};

/// A text without invisible characters and secrets of a known shape.
pub(super) fn fit(text: &str) -> String {
    redact(&visible(text))
}

/// A text for formats that show links by their words alone: none hides where it leads.
pub(super) fn unlinked(text: &str) -> String {
    fit(text).replace("](", "] (")
}

/// A text on one line, fit to leave.
pub(super) fn line(text: &str) -> String {
    folded(&fit(text))
}

/// Every text in a value, fit to leave. Text by text: a secret without an end must not swallow what follows it.
pub(super) fn fitted(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(fit(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(fitted).collect()),
        Value::Object(members) => Value::Object(members.into_iter().map(|(k, v)| (k, fitted(v))).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// All a report says, its title first.
pub(super) fn message(report: &Report) -> String {
    let more = [("", &report.problem), ("Why: ", &report.why), ("Suggestion: ", &report.fix)];
    let more = more.iter().map(|(label, text)| (label, fit(text).trim().to_owned()));
    let more = more.filter(|(_, text)| !text.is_empty()).map(|(label, text)| format!("\n\n{label}{text}"));
    unlinked(&(line(&report.title) + &more.collect::<String>()))
}

/// Whether the run's last word on the change is a review that happened. Without one, no list of findings means
/// anything.
pub(super) fn reviewed(run: &Run) -> bool {
    let Some(verdict) = run.ledger.as_ref().and_then(|book| book.verdicts.last()) else { return false };
    let judged = match verdict.decision {
        Decision::Pass | Decision::PassFlagged | Decision::Fail | Decision::Stop | Decision::Clarify => true,
        Decision::Inconclusive | Decision::AskUser => false,
    };
    let stands = match run.outcome() {
        Some(Outcome::Inconclusive | Outcome::NotReviewed) => false,
        Some(
            Outcome::Approved
            | Outcome::ApprovedWithNotes
            | Outcome::Accepted
            | Outcome::ChangesRequested
            | Outcome::NeedsHuman
            | Outcome::Aborted,
        )
        | None => true,
    };
    judged && stands
}

/// The first line and the last, where they are lines.
pub(super) fn lines(place: &crate::domain::Location) -> Option<(u32, Option<u32>)> {
    let line = place.line.filter(|line| *line > 0)?;
    Some((line, place.end.filter(|end| *end > line)))
}

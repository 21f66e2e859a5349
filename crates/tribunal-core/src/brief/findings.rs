//! Known findings as data for an agent: id, severity, place, what was said, what the author answered.

use std::fmt::Write as _;

use crate::dialect::{location_text, severity_word};
use crate::domain::{Answer, Finding, FindingId, Report};
use crate::engine::Ledger;

/// The listing of some findings, in the order given.
pub(super) fn listing(book: &Ledger, ids: &[FindingId]) -> String {
    let entries: Vec<String> =
        ids.iter().filter_map(|id| book.findings.get(id)).map(|f| entry(book, f)).collect();
    entries.join("\n")
}

fn entry(book: &Ledger, f: &Finding) -> String {
    let report = f.report();
    let places: Vec<String> = report.locations.iter().map(location_text).collect();
    let place = if places.is_empty() { "no place given".to_owned() } else { places.join(", ") };
    let word = severity_word(book.protocol().dialect, f.severity);
    let mut out = format!("{} {word} {place}\n", f.alias);
    let mut line = |label: &str, text: &str| {
        if !text.trim().is_empty() {
            let _ = writeln!(out, "  {label}: {}", text.trim().replace('\n', "\n    "));
        }
    };
    line("title", &report.title);
    line("line", report.quote.as_deref().unwrap_or_default());
    line("problem", &report.problem);
    line("why", &report.why);
    line("fix", &report.fix);
    line("patch", report.fix_patch.as_deref().unwrap_or_default());
    match &f.answer {
        Some(answer) if !f.unanswered => line(&format!("author says {}", word_of(answer)), &said(answer)),
        Some(_) | None => {}
    }
    if f.unanswered {
        line("author", "gave no answer that stands");
    }
    out
}

fn said(answer: &Answer) -> String {
    let Answer::Rejected { reason, evidence, request } = answer else {
        let text = answer.text();
        return if text.trim().is_empty() { "(nothing more)".to_owned() } else { text.to_owned() };
    };
    let mut parts = vec![reason.clone()];
    parts.extend((!evidence.is_empty()).then(|| format!("evidence: {evidence}")));
    parts.extend((!request.is_empty()).then(|| format!("request: {request}")));
    parts.join("\n")
}

fn word_of(answer: &Answer) -> &'static str {
    match answer {
        Answer::Fixed { .. } => "FIXED",
        Answer::Rejected { .. } => "REJECTED",
        Answer::Deferred { .. } => "DEFERRED",
        Answer::Skipped { .. } => "SKIPPED",
        Answer::Unable { .. } => "UNABLE",
    }
}

/// What was last said about some findings, under the ids the engine gave them.
pub(super) fn reports(book: &Ledger, ids: &[FindingId]) -> Vec<Report> {
    let named =
        |f: &Finding| Report { said_id: Some(f.alias.clone()), severity: f.severity, ..f.report().clone() };
    ids.iter().filter_map(|id| book.findings.get(id)).map(named).collect()
}

//! Reviewdog's rdjson: what stands, as diagnostics. Closed findings and remarks have no word there and are left out.

use serde_json::{Value, json};

use super::fit::{fit, line, lines, message, reviewed};
use crate::dialect::json::written;
use crate::domain::{Finding, Severity};
use crate::engine::Run;
use crate::tell::because;

/// Writes what stands as rdjson. The format cannot say that no review happened, so that is a diagnostic of its own: an
/// empty list would be taken for a clean change.
pub fn rdjson(run: &Run) -> String {
    let book = run.ledger.as_deref();
    let standing = |f: &&Finding| f.status.stands() && f.severity > Severity::Remark;
    let found = book.into_iter().flat_map(|book| book.findings.values()).filter(standing);
    let unreviewed = (!reviewed(run)).then(|| no_review(run));
    let diagnostics: Vec<Value> = unreviewed.into_iter().chain(found.map(diagnostic)).collect();
    written(&json!({"source": {"name": "tribunal"}, "diagnostics": diagnostics})) + "\n"
}

fn no_review(run: &Run) -> Value {
    let outcome = run.outcome().map_or("running", |outcome| outcome.word());
    let message = format!("No valid review: {outcome}, because {}", line(&because(run)));
    json!({"message": message, "severity": "ERROR", "code": {"value": "tribunal/no-review"}})
}

fn diagnostic(finding: &Finding) -> Value {
    let report = finding.report();
    let mut told = json!({
        "message": message(report),
        "severity": word(finding.severity),
        "code": {"value": fit(&finding.alias)},
    });
    if let Some(place) = report.locations.iter().find(|place| !place.path.is_empty()) {
        told["location"] = json!({"path": fit(&place.path)});
        if let Some((first, last)) = lines(place) {
            told["location"]["range"] = json!({"start": {"line": first}});
            if let Some(last) = last {
                told["location"]["range"]["end"] = json!({"line": last});
            }
        }
    }
    told
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "ERROR",
        Severity::Medium => "WARNING",
        Severity::Low | Severity::Remark => "INFO",
    }
}

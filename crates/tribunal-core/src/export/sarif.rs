//! SARIF 2.1.0: every finding a result, the run an invocation that says whether a review happened.
//!
//! | status | in the document |
//! |---|---|
//! | open, claimed fixed, disputed, stuck | a plain result |
//! | accepted, deferred, skipped, outvoted, withdrawn | suppressed, with the reason |
//! | resolved | kind `pass`, level `none` |
//! | any, with severity remark | kind `informational`, level `none` |
//!
//! Levels: critical and high `error`, medium `warning`, low `note`; critical also carries the score 9.5, so that a
//! reader who knows scores can tell the two apart. A run without a valid review has `executionSuccessful: false`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::fit::{fit, fitted, line, lines, message, reviewed, unlinked};
use crate::dialect::json::written;
use crate::domain::{Finding, Location, Prints, Severity, Status};
use crate::engine::{Ledger, Run};
use crate::tell::because;

/// What stands for an address of the repository that nobody told; the format insists on one.
pub const REPOSITORY_UNKNOWN: &str = "urn:tribunal:repository";

/// The score of a critical finding.
const CRITICAL_SCORE: &str = "9.5";

/// Longest name of a rule made from a category.
const RULE_CHARS_MAX: usize = 60;

/// What becomes of findings that are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// They are told, as suppressed or passed.
    Told,
    /// They are left out, for places that show suppressed results as open ones.
    LeftOut,
}

/// Writes a run as SARIF. `repository` is its address, where known.
pub fn sarif(run: &Run, repository: Option<&str>, closed: Closed) -> String {
    let book = run.ledger.as_deref();
    let told = |f: &&Finding| closed == Closed::Told || f.status.stands();
    let findings: Vec<&Finding> =
        book.into_iter().flat_map(|book| book.findings.values()).filter(told).collect();
    let rules: Vec<String> = rules(&findings);
    let results: Vec<Value> =
        book.into_iter().flat_map(|book| findings.iter().map(|f| result(book, f, &rules))).collect();
    let mut told = json!({
        "tool": {"driver": driver(&rules, &findings)},
        "invocations": [invocation(run)],
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "columnKind": "utf16CodeUnits",
        "results": results,
    });
    if let Some(book) = book {
        told["versionControlProvenance"] = json!([{
            "repositoryUri": repository.unwrap_or(REPOSITORY_UNKNOWN),
            "revisionId": head(book),
            "branch": fit(&book.opening.branch),
            "mappedTo": {"uriBaseId": "%SRCROOT%"},
        }]);
        told["automationDetails"] = json!({"id": format!("tribunal/{}", book.opening.run)});
        told["properties"] = properties(run, book);
    }
    let schema = "https://json.schemastore.org/sarif-2.1.0.json";
    written(&json!({"$schema": schema, "version": "2.1.0", "runs": [told]})) + "\n"
}

/// The commit the findings are about: the last one judged, else the one the run began with.
fn head(book: &Ledger) -> &str {
    book.verdicts.last().map_or(&book.opening.head, |verdict| &verdict.head).as_str()
}

fn properties(run: &Run, book: &Ledger) -> Value {
    fitted(json!({
        "run": book.opening.run,
        "protocol": book.protocol().name,
        "protocolHash": book.protocol_hash,
        "outcome": run.outcome(),
        "because": because(run),
        "rule": book.verdicts.last().map(|verdict| verdict.rule),
    }))
}

fn invocation(run: &Run) -> Value {
    let warnings = run.ledger.iter().flat_map(|book| book.warnings.iter());
    let notices: Vec<Value> =
        warnings.map(|text| json!({"level": "warning", "message": {"text": unlinked(text)}})).collect();
    let mut told = json!({"executionSuccessful": reviewed(run), "toolExecutionNotifications": notices});
    if let Some(outcome) = run.outcome() {
        told["exitCode"] = json!(outcome.exit_code());
        told["exitCodeDescription"] = json!(outcome.word());
    }
    told
}

fn driver(rules: &[String], findings: &[&Finding]) -> Value {
    let mut categories: BTreeMap<String, String> = BTreeMap::new();
    for finding in findings {
        let report = finding.report();
        categories.entry(rule_id(&report.category)).or_insert_with(|| named(&report.category));
    }
    let rule = |id: &String| {
        let category = categories.get(id).filter(|category| !category.is_empty());
        let category = category.map_or("general", String::as_str);
        let text = format!("A finding of the category {category}, raised in review.");
        json!({"id": id, "shortDescription": {"text": text}, "properties": {"tags": [category]}})
    };
    json!({
        "name": "tribunal",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.iter().map(rule).collect::<Vec<_>>(),
    })
}

/// A category in its reporter's words, as far as it is one.
fn named(category: &str) -> String {
    unlinked(&line(category)).chars().take(RULE_CHARS_MAX).collect()
}

/// One rule for each category, sorted.
fn rules(findings: &[&Finding]) -> Vec<String> {
    let mut ids: Vec<String> = findings.iter().map(|f| rule_id(&f.report().category)).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// A category as a stable name: lower case letters, digits and dashes.
fn rule_id(category: &str) -> String {
    let words = crate::domain::title_key(&fit(category));
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = words.chars().map(plain).take(RULE_CHARS_MAX).collect();
    format!("tribunal/{}", if name.is_empty() { "general" } else { &name })
}

fn result(book: &Ledger, finding: &Finding, rules: &[String]) -> Value {
    let report = finding.report();
    let rule = rule_id(&report.category);
    let (kind, level) = weight(finding);
    let places: Vec<Value> = report.locations.iter().filter_map(place).collect();
    let mut told = json!({
        "ruleId": rule,
        "ruleIndex": rules.iter().position(|id| *id == rule),
        "kind": kind,
        "level": level,
        "message": {"text": message(report)},
        "locations": places,
        "partialFingerprints": prints(finding),
        "properties": result_properties(book, finding),
    });
    if let Some(why) = suppression(finding) {
        told["suppressions"] = json!([{"kind": "external", "status": "accepted", "justification": why}]);
    }
    told
}

fn weight(finding: &Finding) -> (&'static str, &'static str) {
    if finding.status == Status::Resolved {
        return ("pass", "none");
    }
    match finding.severity {
        Severity::Critical | Severity::High => ("fail", "error"),
        Severity::Medium => ("fail", "warning"),
        Severity::Low => ("fail", "note"),
        Severity::Remark => ("informational", "none"),
    }
}

/// Why a finding that may still be in the code does not stand.
fn suppression(finding: &Finding) -> Option<String> {
    let why = match finding.status {
        Status::Open | Status::ClaimedFixed | Status::Disputed | Status::Stuck | Status::Resolved => {
            return None;
        }
        Status::Withdrawn => "the author's rejection was accepted",
        Status::Outvoted => "the majority of the panel did not share it",
        Status::Accepted => "a person accepted the risk",
        Status::Deferred => "deferred by the author",
        Status::Skipped => "skipped by the author",
    };
    let said =
        finding.answer.as_ref().map(|answer| unlinked(&line(answer.text()))).filter(|text| !text.is_empty());
    Some(said.map_or(why.to_owned(), |said| format!("{why}: {said}")))
}

/// Prints of the first report: they do not change while a run goes on.
fn prints(finding: &Finding) -> Value {
    let Some(prints) = finding.sightings.first().map(|sighting| Prints::of(&sighting.report)) else {
        return json!({});
    };
    let mut told = json!({
        "primaryLocationLineHash": format!("{}:1", prints.place.0),
        "tribunalExact/v1": prints.exact.0,
        "tribunalPlace/v1": prints.place.0,
        "tribunalContent/v1": prints.content_id_unlined,
    });
    if let Some(text) = prints.text {
        told["tribunalText/v1"] = json!(text.0);
    }
    told
}

fn result_properties(book: &Ledger, finding: &Finding) -> Value {
    let answer = finding.answer.as_ref().map(|a| json!({"kind": a.kind(), "text": a.text()}));
    let mut told = json!({
        "id": finding.id.to_string(),
        "alias": finding.alias,
        "status": finding.status,
        "severity": finding.severity,
        "blocks": book.blocks(finding),
        "born": finding.born,
        "sightings": finding.sightings.len(),
        "reporters": finding.reporters(),
        "flags": finding.flags,
        "answer": answer,
    });
    if finding.severity == Severity::Critical && finding.status != Status::Resolved {
        told["security-severity"] = json!(CRITICAL_SCORE);
    }
    fitted(told)
}

fn place(place: &Location) -> Option<Value> {
    if place.path.is_empty() {
        return None;
    }
    let mut told = json!({"artifactLocation": {"uri": encoded(&place.path), "uriBaseId": "%SRCROOT%"}});
    if let Some((first, last)) = lines(place) {
        told["region"] = json!({"startLine": first});
        if let Some(last) = last {
            told["region"]["endLine"] = json!(last);
        }
    }
    Some(json!({"physicalLocation": told}))
}

/// A path as a URI reference: everything but letters, digits, `-._~/` as a percent code.
fn encoded(path: &str) -> String {
    let path = fit(path);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let code = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.bytes().map(code).collect()
}

//! 001: the source's examples, round trips, and what a result must not get away with.

use proptest::prelude::*;

use super::*;
use crate::dialect::samples::{self, joined, sheet, with_unknown_fields};
use crate::dialect::{claim, claim_word, severity, severity_word};
use crate::domain::{Claim, Location, Report, Review, Severity};
use crate::protocol::Dialect;

const REQUEST: &str = r#"{
  "type": "review_request",
  "reviewer": "codex",
  "targets": ["claude", "gemini"],
  "context": {
    "claude_summary": "Implemented auth_controller.py with JWT support.",
    "gemini_summary": "Provided updated schema for users table."
  },
  "focus_areas": [
    "Security vulnerabilities",
    "Spec compliance",
    "Integration correctness"
  ],
  "max_words": 200
}"#;

const RESULT: &str = r#"{
  "type": "review_result",
  "reviewer": "codex",
  "timestamp": "2026-01-24T00:00:00Z",
  "payload": {
    "verdict": "concerns",
    "summary": "Auth logic looks solid, but missing salt in hash.",
    "issues": [
      {
        "severity": "high",
        "description": "Password hashing is using MD5, must use Argon2.",
        "file": "auth_controller.py"
      }
    ]
  }
}"#;

fn example() -> Review {
    let place = Location { path: "auth_controller.py".to_owned(), line: None, end: None };
    let title = "Password hashing is using MD5, must use Argon2.";
    Review {
        claim: Some(Claim::Concerns),
        summary: "Auth logic looks solid, but missing salt in hash.".to_owned(),
        reports: vec![Report { locations: vec![place], ..Report::new(Severity::High, title) }],
        ..Review::default()
    }
}

#[test]
fn the_source_examples_read_and_write_to_the_letter() {
    let mut request = ReviewRequest::new("codex", &["claude".to_owned(), "gemini".to_owned()]);
    for (agent, text) in [
        ("claude", "Implemented auth_controller.py with JWT support."),
        ("gemini", "Provided updated schema for users table."),
    ] {
        request.context.insert(summary_key(agent), text.to_owned());
    }
    assert_eq!(read_request(REQUEST), Ok(request.clone()));
    let flat = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(flat(&write_request(&request)), flat(REQUEST));
    assert_eq!(read_review(RESULT), Ok(example()));
    let codex = crate::dialect::Sheet { speaker: "codex".to_owned(), ..sheet() };
    assert_eq!(write_review(&codex, &example()), RESULT);
}

#[test]
fn the_schema_echoed_back_is_no_review() {
    let echoed = RESULT.replace("\"concerns\"", "\"approved | concerns | blocker\"");
    let error = read_review(&echoed).unwrap_err().to_string();
    assert!(error.contains("must be one of approved, concerns, blocker"), "{error}");
    assert!(read_review(REQUEST).is_err());
    assert!(read_request(RESULT).is_err());
}

#[test]
fn a_claim_stricter_than_the_findings_is_kept_for_the_engine() {
    for (word, expected) in [("concerns", Claim::Concerns), ("BLOCKER", Claim::Blocker)] {
        let text = format!(r#"{{"type":"review_result","payload":{{"verdict":"{word}","issues":[]}}}}"#);
        let review = read_review(&text).unwrap();
        assert_eq!((review.claim, review.reports.len()), (Some(expected), 0));
    }
}

#[test]
fn an_unknown_severity_is_critical_and_flagged() {
    let review = read_review(&RESULT.replace("\"high\"", "\"catastrophic\"")).unwrap();
    assert_eq!(review.reports[0].severity, Severity::Critical);
    assert!(review.complaints[0].what.contains("catastrophic"));
}

#[test]
fn max_words_cuts_the_shown_summary_only() {
    assert_eq!(shown_summary("one  two\nthree", 3), "one  two\nthree");
    assert_eq!(shown_summary("one  two\nthree", 2), "one two ...");
    assert_eq!(shown_summary("one", 0), "...");
    let long = RESULT.replace("Auth logic looks solid", &"word ".repeat(500));
    assert!(read_review(&long).unwrap().summary.split_whitespace().count() > 500);
}

/// A review as far as this dialect carries it.
fn carried(review: &Review) -> Review {
    let word = claim_word(Dialect::ReviewResult, review.claim.unwrap_or(Claim::Concerns));
    Review {
        claim: claim(Dialect::ReviewResult, word),
        summary: review.summary.clone(),
        reports: review.reports.iter().map(carried_report).collect(),
        ..Review::default()
    }
}

fn carried_report(report: &Report) -> Report {
    let rest = joined(&[("", &report.problem), ("Fix: ", &report.fix), ("Why: ", &report.why)]);
    let whole = format!("{}\n{rest}", report.title);
    let problem = whole.trim().split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
    Report {
        problem,
        locations: report.locations.iter().take(1).cloned().collect(),
        ..Report::new(severity(severity_word(Dialect::ReviewResult, report.severity)).severity, &report.title)
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(review in samples::review()) {
        prop_assert_eq!(read_review(&write_review(&sheet(), &review)), Ok(carried(&review)));
    }

    #[test]
    fn unknown_fields_change_nothing(review in samples::review(), value in samples::nasty()) {
        let text = write_review(&sheet(), &review);
        prop_assert_eq!(read_review(&with_unknown_fields(&text, &value)), read_review(&text));
    }

    #[test]
    fn requests_read_back(
        names in proptest::collection::vec(samples::nasty(), 0..3),
        context in proptest::collection::btree_map(samples::nasty(), samples::nasty(), 0..3),
        focus_areas in proptest::collection::vec(samples::nasty(), 0..3),
        max_words: u32,
    ) {
        let request = ReviewRequest { context, focus_areas, max_words, ..ReviewRequest::new("a", &names) };
        prop_assert_eq!(read_request(&write_request(&request)), Ok(request));
    }
}

//! 002: the source's shapes with the spec's values, round trips, and contradictions.

use proptest::prelude::*;

use super::*;
use crate::dialect::samples::{self, joined, sheet, with_unknown_fields};
use crate::dialect::{claim, claim_word};
use crate::domain::{
    Answer, AnswerCounts, AnswerKind, Answered, Answers, Claim, ClaimedCounts, Counts, Location, Report,
    Review, Ruling, RulingSaid, Severity,
};
use crate::protocol::Dialect;

const REVIEW: &str = r#"{
  "status": "CHANGES_REQUESTED",
  "issues": [
    {
      "id": "TL-AUTH-2-001",
      "severity": "CRITICAL",
      "blocking": true,
      "title": "SQL Injection Vulnerability",
      "location": "src/api/users.py:45",
      "problem": "User input directly interpolated into SQL query",
      "fix": "Use parameterized query",
      "why": "Allows attackers to execute arbitrary SQL commands"
    }
  ],
  "issue_summary": {
    "critical": 1,
    "high": 0,
    "medium": 0,
    "low": 0,
    "blocking_count": 1
  },
  "iteration": 2,
  "prior_issues_resolved": [
    "TL-AUTH-1-001"
  ],
  "new_blocking_issues": [
    "TL-AUTH-2-001"
  ],
  "rejections_accepted": [
    "TL-AUTH-1-002"
  ],
  "rejections_overruled": [
    {
      "id": "TL-AUTH-1-003",
      "reason": "the input comes from users"
    }
  ]
}"#;

fn ruling(id: &str, ruling: Ruling, note: &str) -> RulingSaid {
    RulingSaid { id: id.to_owned(), ruling, note: note.to_owned() }
}

fn example() -> Review {
    let report = Report {
        said_id: Some("TL-AUTH-2-001".to_owned()),
        locations: vec![Location { path: "src/api/users.py".to_owned(), line: Some(45), end: None }],
        problem: "User input directly interpolated into SQL query".to_owned(),
        fix: "Use parameterized query".to_owned(),
        why: "Allows attackers to execute arbitrary SQL commands".to_owned(),
        ..Report::new(Severity::Critical, "SQL Injection Vulnerability")
    };
    Review {
        claim: Some(Claim::RequestChanges),
        counts: Some(ClaimedCounts {
            critical: Some(1),
            high: Some(0),
            medium: Some(0),
            low: Some(0),
            blocking: Some(1),
            total: None,
        }),
        reports: vec![report],
        rulings: vec![
            ruling("TL-AUTH-1-001", Ruling::Resolved, ""),
            ruling("TL-AUTH-1-002", Ruling::DisputeAccepted, ""),
            ruling("TL-AUTH-1-003", Ruling::DisputeRejected, "the input comes from users"),
        ],
        ..Review::default()
    }
}

#[test]
fn the_shape_reads_and_writes_to_the_letter() {
    assert_eq!(read_review(REVIEW), Ok(example()));
    assert_eq!(write_review(&sheet(), &example()), REVIEW);
}

#[test]
fn old_words_and_the_first_summary_are_read() {
    for (word, expected) in [
        ("BLOCKER", Severity::Critical),
        ("IMPORTANT", Severity::High),
        ("SUGGESTION", Severity::Medium),
        ("NIT", Severity::Low),
        ("MINOR", Severity::Low),
        ("FYI", Severity::Remark),
    ] {
        let text = format!(r#"{{"issues": [{{"severity": "{word}", "title": "t"}}]}}"#);
        assert_eq!(read_review(&text).unwrap().reports[0].severity, expected, "{word}");
    }
    let text =
        r#"{"issues": [], "summary": {"critical": 0, "suggestion": 1, "minor": "2", "blocking_count": 0}}"#;
    let counts = read_review(text).unwrap().counts.unwrap();
    assert_eq!((counts.critical, counts.medium, counts.low), (Some(0), Some(1), Some(2)));
}

#[test]
fn a_flag_against_the_severity_is_flagged_and_never_softens() {
    for (word, flag, expected, complaints) in [
        ("HIGH", "false", Severity::High, 1),
        ("MEDIUM", "true", Severity::High, 1),
        ("FYI", "\"true\"", Severity::High, 1),
        ("LOW", "false", Severity::Low, 0),
        ("CRITICAL", "true", Severity::Critical, 0),
        ("LOW", "\"maybe\"", Severity::Low, 1),
    ] {
        let text = format!(r#"{{"issues": [{{"severity": "{word}", "title": "t", "blocking": {flag}}}]}}"#);
        let review = read_review(&text).unwrap();
        assert_eq!((review.reports[0].severity, review.complaints.len()), (expected, complaints), "{text}");
    }
}

#[test]
fn a_new_blocking_issue_must_be_described() {
    let error = read_review(r#"{"issues": [], "new_blocking_issues": ["TL-A-2-001"]}"#).unwrap_err();
    assert!(error.to_string().contains("TL-A-2-001"), "{error}");
}

#[test]
fn a_claim_stricter_than_the_findings_is_kept_for_the_engine() {
    for word in ["CHANGES_REQUESTED", "CHANGES_REQUIRED", "changes requested"] {
        let text = format!(r#"{{"status": "{word}", "issues": [], "issue_summary": {{"critical": 1}}}}"#);
        let review = read_review(&text).unwrap();
        assert_eq!(review.claim, Some(Claim::RequestChanges));
        assert_eq!(review.counts.unwrap().critical, Some(1));
    }
    assert!(read_review(r#"{"status": "LGTM", "issues": []}"#).is_err());
}

const ANSWERS: &str = r#"{
  "issue_responses": [
    {"issue_id": "TL-AUTH-1-001", "action": "FIXED", "details": "Changed to parameterized query", "commit": "abc123"},
    {"issue_id": "TL-AUTH-1-002", "action": "DEFERRED", "reason": "needs Redis", "tech_debt_id": "TD-042"},
    {"issue_id": "TL-AUTH-1-003", "action": "rejected", "reason": "validated upstream"},
    {"issue_id": "TL-AUTH-1-004", "action": "SKIPPED"}
  ],
  "summary": {"fixed": 1, "deferred": 1, "rejected": "1", "blocking_resolved": 2},
  "blocking_summary": {"total_blocking": 2, "fixed": 1, "rejected_with_reason": 1, "unaddressed": 0}
}"#;

#[test]
fn answers_are_read_in_the_sources_shape() {
    let said = read_answers(ANSWERS).unwrap();
    let kinds: Vec<AnswerKind> = said.answers.iter().map(|a| a.answer.kind()).collect();
    let all = [AnswerKind::Fixed, AnswerKind::Deferred, AnswerKind::Rejected, AnswerKind::Skipped];
    assert_eq!(kinds, all);
    assert_eq!(
        said.answers[1].answer,
        Answer::Deferred { reason: "needs Redis".to_owned(), tech_debt_id: Some("TD-042".to_owned()) }
    );
    let counts = AnswerCounts {
        fixed: Some(1),
        rejected: Some(1),
        deferred: Some(1),
        total_blocking: Some(2),
        blocking_fixed: Some(1),
        blocking_rejected: Some(1),
        unaddressed: Some(0),
    };
    assert_eq!((said.counts, said.complaints.len()), (Some(counts), 0));
}

#[test]
fn what_is_no_answer_leaves_the_issue_unanswered() {
    for (response, complaint) in [
        (r#"{"issue_id": "A", "action": "PENDING"}"#, "PENDING"),
        (r#"{"issue_id": "A", "action": "WONTFIX"}"#, "WONTFIX"),
        (r#"{"issue_id": "A"}"#, "no answer"),
        (r#"{"action": "FIXED"}"#, "issue_id"),
    ] {
        let said = read_answers(&format!(r#"{{"issue_responses": [{response}]}}"#)).unwrap();
        assert!(said.answers.is_empty(), "{response}");
        assert!(said.complaints[0].what.contains(complaint), "{:?}", said.complaints);
    }
    assert!(read_answers("{}").is_err());
    assert!(read_answers(r#"{"issue_responses": null}"#).is_err());
    assert!(read_answers(r#"{"issue_responses": ["fixed all"]}"#).is_err());
}

#[test]
fn an_author_may_ask_to_escalate_with_a_reason_only() {
    let said = read_answers(r#"{"escalate": "needs the schema owner"}"#).unwrap();
    assert_eq!(said.escalate.as_deref(), Some("needs the schema owner"));
    let said = read_answers(r#"{"escalate": {"reason": "too deep"}, "issue_responses": []}"#).unwrap();
    assert_eq!(said.escalate.as_deref(), Some("too deep"));
    for empty in [r#""""#, "true", "{}"] {
        let text = format!(r#"{{"escalate": {empty}, "issue_responses": []}}"#);
        let said = read_answers(&text).unwrap();
        assert_eq!((said.escalate, said.complaints.len()), (None, 1), "{empty}");
        assert!(read_answers(&format!(r#"{{"escalate": {empty}}}"#)).is_err());
    }
}

#[test]
fn the_qa_documents_read_and_write() {
    let text = r#"{"qa_response": {"tests_fixed": ["test_auth_valid", "test_token_expiry"],
        "tests_remaining": ["test_rate_limit"], "progress_made": true}}"#;
    let (qa, odd) = read_qa_response(text).unwrap();
    assert_eq!((qa.tests_fixed.len(), qa.progress_made, odd.len()), (2, Some(true), 0));
    assert_eq!(read_qa_response(&write_qa_response(&qa)).unwrap().0, qa);
    let said = read_answers(text).unwrap();
    assert_eq!(said.tests_remaining, ["test_rate_limit"]);
    let text = r#"{"test_tracking": {"iteration": 2, "original_failures": ["test_a", "test_b", "test_c"],
        "fixed_since_start": ["test_a"], "still_failing": ["test_b", "test_c"], "new_failures": []}}"#;
    let (tracking, _) = read_test_tracking(text).unwrap();
    assert_eq!((tracking.iteration, tracking.still_failing.len(), tracking.progress_made), (2, 2, None));
    assert_eq!(read_test_tracking(&write_test_tracking(&tracking)).unwrap().0, tracking);
    for lost in ["still_failing", "new_failures", "iteration"] {
        assert!(read_test_tracking(&text.replace(lost, "other")).is_err(), "{lost}");
    }
}

#[test]
fn stored_words_read_back() {
    for stored in StoredAnswer::ALL {
        assert_eq!(StoredAnswer::read(stored.word()), Some(stored));
    }
    assert_eq!(StoredAnswer::of(None), StoredAnswer::Pending);
    assert_eq!(StoredAnswer::of(Some(AnswerKind::Unable)), StoredAnswer::Pending);
    assert_eq!(StoredAnswer::read("LATER"), None);
}

/// A review as far as this dialect carries it.
fn carried(review: &Review) -> Review {
    let found: Counts = review.reports.iter().map(|r| r.severity).collect();
    let computed = ClaimedCounts {
        critical: Some(found.critical),
        high: Some(found.high),
        medium: Some(found.medium),
        low: Some(found.low),
        blocking: Some(found.critical + found.high),
        total: None,
    };
    let mut rulings = Vec::new();
    for kind in [Ruling::Resolved, Ruling::DisputeAccepted, Ruling::DisputeRejected] {
        let note =
            |r: &RulingSaid| if kind == Ruling::DisputeRejected { r.note.clone() } else { String::new() };
        let same = review.rulings.iter().filter(|r| r.ruling == kind);
        rulings.extend(same.map(|r| RulingSaid { note: note(r), ..r.clone() }));
    }
    let report = |r: &Report| Report {
        category: String::new(),
        locations: r.locations.iter().take(1).cloned().collect(),
        ..r.clone()
    };
    Review {
        claim: review.claim.and_then(|c| claim(Dialect::Handoff, claim_word(Dialect::Handoff, c))),
        counts: Some(ClaimedCounts { total: None, ..review.counts.unwrap_or(computed) }),
        reports: review.reports.iter().map(report).collect(),
        rulings,
        ..Review::default()
    }
}

/// Answers as far as this dialect carries them.
fn carried_answers(said: &Answers) -> Answers {
    let of = |kind| u32::try_from(said.answers.iter().filter(|a| a.answer.kind() == kind).count()).ok();
    let computed = AnswerCounts {
        fixed: of(AnswerKind::Fixed),
        rejected: of(AnswerKind::Rejected),
        deferred: of(AnswerKind::Deferred),
        ..AnswerCounts::default()
    };
    let counts = said.counts.unwrap_or(computed);
    let answer = |answered: &Answered| match &answered.answer {
        Answer::Rejected { reason, evidence, request } => Answered {
            id: answered.id.clone(),
            answer: Answer::Rejected {
                reason: joined(&[("", reason), ("Evidence: ", evidence), ("Request: ", request)]),
                evidence: String::new(),
                request: String::new(),
            },
        },
        Answer::Fixed { .. } | Answer::Deferred { .. } | Answer::Skipped { .. } | Answer::Unable { .. } => {
            answered.clone()
        }
    };
    Answers {
        answers: said.answers.iter().map(answer).collect(),
        counts: (counts != AnswerCounts::default()).then_some(counts),
        ..said.clone()
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(review in samples::review()) {
        let mut read = read_review(&write_review(&sheet(), &review)).unwrap();
        read.complaints.retain(|c| !c.what.contains("stands on more than one finding"));
        prop_assert_eq!(read, carried(&review));
    }

    #[test]
    fn written_answers_read_back(said in samples::answers()) {
        prop_assert_eq!(read_answers(&write_answers(&sheet(), &said)), Ok(carried_answers(&said)));
    }

    #[test]
    fn unknown_fields_change_nothing(
        review in samples::review(), said in samples::answers(), value in samples::nasty()
    ) {
        let text = write_review(&sheet(), &review);
        prop_assert_eq!(read_review(&with_unknown_fields(&text, &value)), read_review(&text));
        let text = write_answers(&sheet(), &said);
        prop_assert_eq!(read_answers(&with_unknown_fields(&text, &value)), read_answers(&text));
    }
}

//! 004: the appendix' examples, round trips, threads, lines that are none.

use proptest::prelude::*;

use super::*;
use crate::dialect::samples::{self, joined, sheet, with_unknown_fields};
use crate::dialect::{claim, claim_word, severity, severity_word};
use crate::domain::{
    Answer, AnswerCounts, AnswerKind, Answered, Answers, Claim, ClaimedCounts, Location, Report, Review,
    Severity,
};
use crate::protocol::Dialect;

const FINDING: &str = r#"{
  "id": "SEC-001",
  "priority": "P0",
  "category": "security",
  "file": "src/auth.ts",
  "line": 42,
  "title": "Hard-coded token",
  "description": "...",
  "suggestion": "...",
  "source": {
    "type": "agent",
    "name": "reviewer-1",
    "reviewId": null,
    "timestamp": "2026-01-24T00:00:00Z"
  }
}"#;

const REVIEWER: &str = r#"{"agent": "reviewer-1", "prNumber": 123, "conclusion": "approve",
  "issues": { "p0_blocking": 0, "p1_critical": 0, "p2_important": 0, "p3_suggestion": 0 },
  "findings": [], "fullReport": "Markdown report (no full diffs)"}"#;

const COMMENTS: &str = r#"{"agent": "comments-analyzer", "prNumber": 123,
  "reviewState": {"hasChangesRequested": false,
    "changesRequestedBy": [{ "login": "reviewer", "association": "MEMBER" }]},
  "stats": { "totalThreads": 0, "resolvedThreads": 0, "unresolvedThreads": 0 },
  "threadsTruncated": false,
  "issues": { "p0_blocking": 0, "p1_critical": 0, "p2_important": 0, "p3_suggestion": 0 },
  "pendingIssues": [], "fullReport": "Markdown report"}"#;

const FIXED: &str = r#"{"agent": "pr-fix", "prNumber": 123,
  "summary": { "fixed": 1, "rejected": 1, "deferred": 0 },
  "fixedIssues": [{ "findingId": "SEC-001", "commitSha": "abcdef0", "description": "..." }],
  "rejectedIssues": [{ "findingId": "SEC-002", "reason": "..." }],
  "commits": [{ "sha": "abcdef0", "message": "fix: ..." }]}"#;

fn example() -> Report {
    Report {
        said_id: Some("SEC-001".to_owned()),
        locations: vec![Location { path: "src/auth.ts".to_owned(), line: Some(42), end: None }],
        category: "security".to_owned(),
        problem: "...".to_owned(),
        fix: "...".to_owned(),
        ..Report::new(Severity::Critical, "Hard-coded token")
    }
}

fn with_finding(finding: &str) -> String {
    REVIEWER.replace("\"findings\": []", &format!("\"findings\": [{finding}]"))
}

#[test]
fn the_finding_reads_and_writes_to_the_letter() {
    assert_eq!(read_finding(FINDING), Ok((example(), Vec::new())));
    assert_eq!(write_finding(&sheet(), &example()), FINDING);
}

#[test]
fn the_reviewer_result_is_read() {
    let none = ClaimedCounts {
        critical: Some(0),
        high: Some(0),
        medium: Some(0),
        low: Some(0),
        ..ClaimedCounts::default()
    };
    let review = Review {
        claim: Some(Claim::Approve),
        counts: Some(none),
        summary: "Markdown report (no full diffs)".to_owned(),
        ..Review::default()
    };
    assert_eq!(read_review(REVIEWER), Ok(review));
    assert_eq!(read_review(&with_finding(FINDING)).unwrap().reports, [example()]);
}

#[test]
fn a_claim_stricter_than_the_findings_is_kept_for_the_engine() {
    for (word, expected) in
        [("request_changes", Claim::RequestChanges), ("needs_major_work", Claim::MajorWork)]
    {
        let review = read_review(&REVIEWER.replace("\"approve\"", &format!("\"{word}\""))).unwrap();
        assert_eq!((review.claim, review.reports.len()), (Some(expected), 0));
    }
    let review = read_review(&REVIEWER.replace("\"p0_blocking\": 0", "\"p0_blocking\": \"1\"")).unwrap();
    assert_eq!(review.counts.unwrap().critical, Some(1));
    assert!(read_review(&REVIEWER.replace("\"p0_blocking\": 0", "\"p0_blocking\": -1")).is_err());
}

#[test]
fn an_unknown_priority_is_critical_and_flagged() {
    for word in ["catastrophic", "P9", ""] {
        let review = read_review(&with_finding(&FINDING.replace("\"P0\"", &format!("\"{word}\"")))).unwrap();
        assert_eq!((review.reports[0].severity, review.complaints.len()), (Severity::Critical, 1), "{word}");
    }
}

#[test]
fn the_comments_result_is_read_without_a_claim() {
    let said = read_comments(COMMENTS).unwrap();
    assert_eq!((said.changes_requested, said.total_threads), (Some(false), Some(0)));
    assert_eq!(said.changes_requested_by[0].association, "MEMBER");
    assert_eq!(said.threads_truncated, Some(false));
    assert_eq!(read_review(COMMENTS), Ok(said.review.clone()));
    assert_eq!(said.review.claim, None);
    assert_eq!(read_comments(&write_comments(&sheet(), &said)), Ok(said));
    let both = COMMENTS.replace("\"pendingIssues\": []", "\"pendingIssues\": [], \"findings\": []");
    assert!(read_review(&both).is_err());
}

#[test]
fn threads_are_named_after_their_first_comment() {
    for (id, source, expected, complaints) in [
        ("\"SEC-001\"", "1987", "THREAD-1987", 0),
        ("null", "\"1987\"", "THREAD-1987", 0),
        ("\"THREAD-1987\"", "null", "THREAD-1987", 0),
        ("\"THREAD-1\"", "2", "THREAD-2", 1),
        ("\"SEC-001\"", "null", "SEC-001", 1),
    ] {
        let finding = FINDING
            .replace("\"SEC-001\"", id)
            .replace("\"reviewId\": null", &format!("\"reviewId\": {source}"));
        let text = COMMENTS.replace("\"pendingIssues\": []", &format!("\"pendingIssues\": [{finding}]"));
        let said = read_comments(&text).unwrap().review;
        assert_eq!(said.reports[0].said_id.as_deref(), Some(expected), "{id} {source}");
        assert_eq!(said.complaints.len(), complaints, "{id} {source}");
    }
}

#[test]
fn a_line_that_is_none_costs_the_line_and_not_the_finding() {
    for (line, expected, complaints) in [
        ("null", None, 0),
        ("\"42\"", Some(42), 0),
        ("1e400", None, 1),
        ("-5", None, 1),
        ("-0", None, 1),
        ("0", None, 1),
        ("42.5", None, 1),
        ("99999999999999999999", None, 1),
        ("4294967296", None, 1),
        ("\"forty\"", None, 1),
        ("[42]", None, 1),
    ] {
        let text = with_finding(&FINDING.replace("\"line\": 42", &format!("\"line\": {line}")));
        let review = read_review(&text).unwrap();
        assert_eq!(review.reports[0].locations[0].path, "src/auth.ts", "{line}");
        assert_eq!(review.reports[0].locations[0].line, expected, "{line}");
        assert_eq!(review.complaints.len(), complaints, "{line}");
    }
    assert!(read_review(&with_finding(&FINDING.replace("\"line\": 42", "\"line\": 042"))).is_err());
}

#[test]
fn a_file_with_its_line_gives_the_line() {
    for (file, line, expected) in [
        ("src/auth.ts:42", "null", ("src/auth.ts", Some(42))),
        ("./src/auth.ts:42", "42", ("src/auth.ts", Some(42))),
        ("src/auth.ts:42", "7", ("src/auth.ts:42", Some(7))),
    ] {
        let finding = FINDING.replace("src/auth.ts", file).replace(": 42,", &format!(": {line},"));
        let (report, _) = read_finding(&finding).unwrap();
        assert_eq!((report.locations[0].path.as_str(), report.locations[0].line), expected);
    }
}

#[test]
fn the_fix_result_becomes_answers() {
    let said = read_answers(FIXED).unwrap();
    let fixed = Answer::Fixed { details: "...".to_owned(), group: Some("abcdef0".to_owned()) };
    assert_eq!(said.answers[0], Answered { id: "SEC-001".to_owned(), answer: fixed });
    assert_eq!(said.answers[1].answer.kind(), AnswerKind::Rejected);
    assert_eq!(said.counts.unwrap().deferred, Some(0));
    for lost in ["fixedIssues", "rejectedIssues"] {
        assert!(read_answers(&FIXED.replace(lost, "other")).is_err(), "{lost}");
    }
    assert_eq!(read_answers(r#"{"escalate": "no access"}"#).unwrap().escalate.as_deref(), Some("no access"));
}

#[test]
fn the_fix_payload_reads_back() {
    let text = r#"{"prNumber": 123, "round": 1, "issuesToFix": [], "optionalIssues": []}"#;
    let empty = FixPayload { pull: 123, round: 1, ..FixPayload::default() };
    assert_eq!(read_fix_payload(text), Ok(empty.clone()));
    let full = FixPayload { issues_to_fix: vec![example()], optional_issues: vec![example()], ..empty };
    assert_eq!(read_fix_payload(&write_fix_payload(&sheet(), &full)), Ok(full));
}

/// A report as far as this dialect carries it.
fn carried_report(report: &Report) -> Report {
    let place = report.locations.first().map(|l| Location { end: None, ..l.clone() });
    Report {
        severity: severity(severity_word(Dialect::PullReview, report.severity)).severity,
        locations: place.into_iter().collect(),
        why: String::new(),
        fix_patch: None,
        ..report.clone()
    }
}

fn carried_counts(review: &Review) -> Option<ClaimedCounts> {
    let of = |severity| {
        u32::try_from(review.reports.iter().filter(|r| carried_report(r).severity == severity).count()).ok()
    };
    let computed = ClaimedCounts {
        critical: of(Severity::Critical),
        high: of(Severity::High),
        medium: of(Severity::Medium),
        low: of(Severity::Low),
        ..ClaimedCounts::default()
    };
    let counts = ClaimedCounts { blocking: None, total: None, ..review.counts.unwrap_or(computed) };
    (counts != ClaimedCounts::default()).then_some(counts)
}

/// A review as far as this dialect carries it.
fn carried(review: &Review) -> Review {
    let word = claim_word(Dialect::PullReview, review.claim.unwrap_or(Claim::RequestChanges));
    Review {
        claim: claim(Dialect::PullReview, word),
        counts: carried_counts(review),
        reports: review.reports.iter().map(carried_report).collect(),
        summary: review.summary.clone(),
        ..Review::default()
    }
}

fn carried_answers(said: &Answers) -> Answers {
    let of = |kind| said.answers.iter().filter(move |a| a.answer.kind() == kind);
    let (fixed, rejected) = (of(AnswerKind::Fixed), of(AnswerKind::Rejected));
    let left = said.answers.len() - fixed.clone().count() - rejected.clone().count();
    let computed = AnswerCounts {
        fixed: u32::try_from(fixed.clone().count()).ok(),
        rejected: u32::try_from(rejected.clone().count()).ok(),
        deferred: u32::try_from(left).ok(),
        ..AnswerCounts::default()
    };
    let counts = said.counts.map_or(computed, |stated| AnswerCounts {
        fixed: stated.fixed,
        rejected: stated.rejected,
        deferred: stated.deferred,
        ..AnswerCounts::default()
    });
    let rejected = rejected.map(|answered| {
        let Answer::Rejected { reason, evidence, request } = &answered.answer else {
            panic!("rejected only")
        };
        let reason = joined(&[("", reason), ("Evidence: ", evidence), ("Request: ", request)]);
        let answer = Answer::Rejected { reason, evidence: String::new(), request: String::new() };
        Answered { id: answered.id.clone(), answer }
    });
    Answers {
        answers: fixed.cloned().chain(rejected).collect(),
        counts: (counts != AnswerCounts::default()).then_some(counts),
        escalate: said.escalate.clone(),
        ..Answers::default()
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
    fn threads_read_back(review in samples::review(), total: Option<u32>, truncated: Option<bool>) {
        let mut said = CommentsSaid { total_threads: total, threads_truncated: truncated, ..CommentsSaid::default() };
        said.review = Review { claim: None, ..carried(&review) };
        said.review.counts = carried_counts(&said.review);
        for (at, report) in said.review.reports.iter_mut().enumerate() {
            report.said_id = Some(format!("THREAD-{at}"));
        }
        prop_assert_eq!(read_comments(&write_comments(&sheet(), &said)), Ok(said));
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

//! Reading a reply with 10,000 findings in each dialect, against the bare parse of the same bytes.

use tribunal_core::dialect::{self, Sheet};
use tribunal_core::domain::{Claim, Location, Report, Review, Severity};
use tribunal_core::protocol::Dialect;
use tribunal_core::reply;

use super::{best, figure};

const FINDINGS: u32 = 10_000;

/// Measures replies.
pub fn measure() {
    let review = review();
    let sheet = Sheet { round: 1, iteration: 1, speaker: "reviewer-1".to_owned(), ..Sheet::default() };
    let texts = [
        ("issue-lines", Dialect::IssueLines, dialect::issue_lines::write_review(&review, &sheet)),
        ("review-result", Dialect::ReviewResult, dialect::review_result::write_review(&sheet, &review)),
        ("handoff", Dialect::Handoff, dialect::handoff::write_review(&sheet, &review)),
        (
            "findings-document",
            Dialect::FindingsDocument,
            dialect::findings_document::write_review(&review, &sheet),
        ),
        ("pull-review", Dialect::PullReview, dialect::pull_review::write_review(&sheet, &review)),
    ];
    for (name, dialect, text) in texts {
        let sealed = reply::seal("nonce", &["src/a.rs".to_owned()], &text);
        let read = reply::read_review(dialect, &sealed, "nonce").expect("it was just written");
        assert_eq!(read.reports.len(), FINDINGS as usize, "{name} reads every finding");
        let time = best(|| reply::read_review(dialect, &sealed, "nonce").map(|r| r.reports.len()));
        let bare = best(|| sealed.split('\n').map(str::to_owned).collect::<Vec<_>>());
        figure(
            &format!("read 10,000 findings, {name} ({} KiB)", sealed.len() / 1024),
            &format!(
                "{:.1} ms, {:.1} times a bare copy by lines",
                ms(time),
                time.as_secs_f64() / bare.as_secs_f64()
            ),
        );
    }
}

fn ms(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn review() -> Review {
    let report = |n: u32| {
        let mut report = Report::new(Severity::High, &format!("Missing check number {n}"));
        let path = format!("src/module{}/file{}.rs", n % 10, n % 100);
        report.locations = vec![Location { path, line: Some(n + 1), end: None }];
        report.category = "security".to_owned();
        report.problem = format!("The value is used before it is checked in case {n}.");
        report.fix = "Check it first.".to_owned();
        report.why = "It can be anything.".to_owned();
        report
    };
    Review {
        claim: Some(Claim::RequestChanges),
        reports: (0..FINDINGS).map(report).collect(),
        ..Review::default()
    }
}

//! The source's layout to the letter, and a round trip with hostile texts.

use proptest::prelude::*;

use super::*;
use crate::dialect::findings_document::read_review;
use crate::dialect::issue_lines::hostile::{nasty, review};
use crate::domain::{Claim, ClaimedCounts, Location, Timestamp};

fn sheet() -> Sheet {
    Sheet {
        round: 2,
        story: "3.2".to_owned(),
        branch: "story-3-2-login".to_owned(),
        at: Timestamp(1_709_251_199_000),
        ..Sheet::default()
    }
}

#[test]
fn the_layout_is_the_sources() {
    let full = Report {
        category: "Security".to_owned(),
        locations: vec![Location { path: "src/a.ts".to_owned(), line: Some(3), end: None }],
        problem: "Token is\nlogged".to_owned(),
        why: "Anyone can read it".to_owned(),
        fix: "Mask it".to_owned(),
        ..Report::new(Severity::Critical, "Leak")
    };
    let reports = vec![Report::new(Severity::Medium, "Name"), full, Report::new(Severity::Low, "Style")];
    let review = Review { claim: Some(Claim::Approve), reports, ..Review::default() };
    let want = "# Story 3.2 Code Review Findings - Round 2

**Reviewer:** Agent (Fresh Context)
**Date:** 2024-02-29 23:59
**Branch:** story-3-2-login

## Critical Issues (Must Fix)

1. **[Security]:** Leak
   - **File:** src/a.ts:3
   - **Problem:** Token is logged
   - **Impact:** Anyone can read it
   - **Fix:** Mask it

## Important Issues (Should Fix)

None

## Minor Issues (Nice to Have)

2. **[General]:** Name
   - **File:** (not given)

3. **[General]:** Style
   - **File:** (not given)

## Summary

- **Total findings:** 3
- **Critical:** 1
- **Important:** 0
- **Minor:** 2
- **Recommendation:** must-fix: fix all Critical and Important findings, then review again
";
    assert_eq!(write_review(&review, &sheet()), want);
    let order: Vec<_> = document_order(&review).iter().map(|r| r.title.as_str()).collect();
    assert_eq!(order, ["Leak", "Name", "Style"]);
}

#[test]
fn the_recommendation_is_never_milder_than_the_verdict() {
    let advice = |claim| write_review(&Review { claim, ..Review::default() }, &sheet());
    assert!(advice(Some(Claim::Approve)).ends_with("- **Recommendation:** clean: proceed\n"));
    assert!(advice(Some(Claim::RequestChanges)).contains("Recommendation:** must-fix"));
    assert!(advice(None).ends_with("none given\n"));
}

#[test]
fn names_of_documents() {
    assert_eq!(document_name("3.2", 1), "story-3.2-review-findings-round-1.md");
    assert_eq!(document_name("../../etc/x y", 2), "story-..-..-etc-x-y-review-findings-round-2.md");
}

/// What the format carries of a review.
fn carried(review: &Review) -> Review {
    let reports: Vec<Report> =
        document_order(review).into_iter().enumerate().map(|(n, r)| carried_report(n + 1, r)).collect();
    let counts: Counts = reports.iter().map(|r| r.severity).collect();
    let counts = ClaimedCounts {
        critical: Some(counts.critical),
        high: Some(counts.high),
        low: Some(counts.low),
        total: Some(counts.total()),
        ..ClaimedCounts::default()
    };
    Review { counts: Some(counts), reports, ..Review::default() }
}

fn carried_report(number: usize, report: &Report) -> Report {
    let (_, lost) = written(&report.locations);
    let suffix: String = lost.iter().map(|l| format!(" (in {})", location_text(l))).collect();
    let said = if one_line(&report.title).is_empty() { &report.problem } else { &report.title };
    let title = one_line(&format!("{said}{suffix}"));
    let category = one_line(&report.category).replace('[', "(").replace(']', ")");
    let kept = report.locations.iter().filter(|l| !lost.iter().any(|o| std::ptr::eq(*o, *l)));
    let tidied = kept.map(|l| {
        let line = l.line.filter(|n| *n > 0);
        Location { path: l.path.clone(), line, end: l.end.filter(|e| line.is_some_and(|n| *e > n)) }
    });
    Report {
        said_id: Some(number.to_string()),
        category: if category.eq_ignore_ascii_case("general") { String::new() } else { category },
        locations: tidied.collect(),
        problem: one_line(&report.problem),
        why: one_line(&report.why),
        fix: one_line(&report.fix),
        ..Report::new(section_of(report.severity), if title.is_empty() { NO_TITLE } else { &title })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn written_documents_read_back(review in review(), story in nasty(), branch in nasty(), speaker in nasty()) {
        let text = write_review(&review, &Sheet { story, branch, speaker, ..sheet() });
        let read = Review { complaints: Vec::new(), ..read_review(&text).unwrap() };
        prop_assert_eq!(read, carried(&review), "{}", text);
    }

    #[test]
    fn reading_never_panics(text in nasty(), other in any::<String>()) {
        let _ = read_review(&text);
        let _ = read_review(&format!("## Critical Issues\n{text}\n1. {other}\n## Summary\n{text}"));
    }

    #[test]
    fn a_line_added_never_hides_a_must_fix(noise in nasty()) {
        // Inside a section a single line may spoil the document, but never soften or remove what was read.
        let noise = one_line(&noise);
        let head = "## Critical Issues\n\n";
        let item = "1. **[A]:** x\n   - **File:** a.ts:1\n";
        let text = format!("{head}{item}\n{noise}\n\n## Summary\n");
        if let Ok(review) = read_review(&text) {
            let kept = |r: &Report| r.severity == Severity::Critical && r.title == "x";
            prop_assert!(review.reports.iter().any(kept), "{}", text);
        }
    }
}

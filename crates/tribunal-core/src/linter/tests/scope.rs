//! What of a linter's reports concerns a change.

use crate::dialect::location;
use crate::domain::{Claim, Report, Review, Severity};
use crate::linter::{Changed, within};

fn report(severity: Severity, place: &str) -> Report {
    let mut report = Report::new(severity, "m");
    report.locations.extend(location(place));
    report
}

fn changed() -> Vec<Changed> {
    vec![
        Changed { path: "a.rs".to_owned(), added: vec![(3, 5), (9, 9)] },
        Changed { path: "b.rs".to_owned(), added: Vec::new() },
    ]
}

/// What becomes of one report.
fn of(severity: Severity, place: &str) -> Option<Severity> {
    let review = Review { reports: vec![report(severity, place)], ..Review::default() };
    within(review, &changed()).reports.first().map(|report| report.severity)
}

#[test]
fn reports_on_the_change_stay_and_others_step_back() {
    for place in ["a.rs:3", "a.rs:5", "a.rs:9", "a.rs:1-3", "a.rs:4-100", "a.rs", "b.rs", ""] {
        assert_eq!(of(Severity::Medium, place), Some(Severity::Medium), "{place}");
    }
    for place in ["a.rs:2", "a.rs:6-8", "a.rs:10", "b.rs:1"] {
        assert_eq!(of(Severity::Low, place), Some(Severity::Remark), "{place}");
        assert_eq!(of(Severity::Medium, place), Some(Severity::Remark), "{place}");
        assert_eq!(of(Severity::High, place), Some(Severity::High), "{place}");
        assert_eq!(of(Severity::Critical, place), Some(Severity::Critical), "{place}");
    }
    assert_eq!(of(Severity::Critical, "c.rs:3"), None);
}

#[test]
fn the_nearest_place_of_a_report_counts() {
    let mut far_and_near = report(Severity::Medium, "c.rs:1");
    far_and_near.locations.extend(location("a.rs:4"));
    let review = Review { reports: vec![far_and_near.clone()], ..Review::default() };
    assert_eq!(within(review, &changed()).reports, [far_and_near]);
}

#[test]
fn nothing_is_left_out_in_silence() {
    let reports = vec![
        report(Severity::High, "c.rs:1"),
        report(Severity::Low, "d.rs:1"),
        report(Severity::Low, "c.rs:2"),
        report(Severity::Remark, "c.rs:2"),
    ];
    let review = within(Review { reports, ..Review::default() }, &changed());
    assert_eq!(review.remarks, ["not reported: 4 outside the change (1 high, 2 low)"]);
    assert_eq!((review.reports, review.claim), (vec![], Some(Claim::Approve)));
}

#[test]
fn an_unknown_change_keeps_everything() {
    let review = Review { reports: vec![report(Severity::Low, "c.rs:1")], ..Review::default() };
    assert_eq!(within(review.clone(), &[]), review);
}

//! rdjson and rdjsonl: severities, ranges, suggestions, cuts, and the end that rdjsonl does not have.

use crate::dialect::location_text;
use crate::domain::{Claim, Report, Review, Severity};
use crate::linter::{Ending, read_rdjson, read_rdjsonl};

const ROOT: &str = "/src/project";

const WHOLE: &str = r#"{
  "source": {"name": "staticcheck", "url": "https://staticcheck.example"},
  "severity": "INFO",
  "diagnostics": [
    {"message": "unused value\nof x", "severity": "ERROR", "code": {"value": "SA4006", "url": "https://staticcheck.example/SA4006"},
     "location": {"path": "/src/project/main.go", "range": {"start": {"line": 4, "column": 2}, "end": {"line": 6, "column": 1}}},
     "suggestions": [{"range": {"start": {"line": 4}}, "text": "x := 1"}, {"range": {"start": {"line": 5}}, "text": ""}]},
    {"message": "odd name", "location": {"path": "./sub/a.go"}}
  ]
}"#;

const LINES: &str = "{\"message\":\"a\",\"location\":{\"path\":\"a.go\",\"range\":{\"start\":{\"line\":1}}},\"severity\":\"WARNING\"}\n{\"message\":\"b\",\"severity\":3}\n";

fn read(text: &str) -> Review {
    read_rdjson(text.as_bytes(), ROOT).expect("it is readable")
}

fn lines(text: &str) -> Result<Review, crate::dialect::Unreadable> {
    read_rdjsonl(text.as_bytes(), ROOT, Ending::Seen)
}

fn told(report: &Report) -> String {
    let places: Vec<String> = report.locations.iter().map(location_text).collect();
    format!("{} {:?} [{}] {:?} {:?}", report.severity, report.title, places.join(","), report.fix, report.why)
}

#[test]
fn a_whole_document_reads_so() {
    let review = read(WHOLE);
    let told: Vec<String> = review.reports.iter().map(told).collect();
    assert_eq!(
        told,
        [
            r#"high "unused value" [main.go:4-5] "Replace with:\nx := 1\nDelete it." "staticcheck SA4006; https://staticcheck.example/SA4006""#,
            r#"low "odd name" [sub/a.go] "" "staticcheck""#,
        ]
    );
    assert_eq!((review.claim, review.complaints, review.remarks), (None, vec![], vec![]));
}

#[test]
fn every_cut_of_a_document_is_refused() {
    for end in 0..WHOLE.len() {
        assert!(read_rdjson(&WHOLE.as_bytes()[..end], ROOT).is_err(), "cut at {end}");
    }
}

#[test]
fn lines_are_read_to_their_end_and_not_without_one() {
    let review = lines(LINES).expect("it is readable");
    assert_eq!(review.reports.len(), 2);
    assert_eq!(review.reports[1].severity, Severity::Low);
    for end in 1..LINES.len() {
        let cut = lines(&LINES[..end]);
        let whole_lines = LINES[..end].ends_with('\n');
        assert_eq!(cut.is_ok(), whole_lines, "cut at {end}: only a cut between lines cannot be seen");
        assert!(read_rdjsonl(&LINES.as_bytes()[..end], ROOT, Ending::Unseen).is_err(), "so its end must be");
    }
}

#[test]
fn no_lines_are_no_findings_only_if_the_end_was_seen() {
    assert_eq!(lines("").expect("nothing was found").claim, Some(Claim::Approve));
    assert!(read_rdjsonl(b"", ROOT, Ending::Unseen).is_err());
    assert!(read_rdjson(b"", ROOT).is_err());
}

#[test]
fn a_document_without_its_list_is_no_review() {
    for text in ["{}", r#"{"diagnostics":null}"#, r#"{"diagnostics":{}}"#, r#"{"diagnostics":[1]}"#, "[]"] {
        assert!(read_rdjson(text.as_bytes(), ROOT).is_err(), "{text}");
    }
    assert_eq!(read(r#"{"diagnostics":[]}"#).claim, Some(Claim::Approve));
}

#[test]
fn a_severity_nobody_gave_is_the_worst() {
    let one = |members: &str| {
        read(&format!(r#"{{"diagnostics":[{{"message":"m"{members}}}]}}"#)).reports[0].clone()
    };
    for unknown in ["", r#","severity":"UNKNOWN_SEVERITY""#, r#","severity":0"#, r#","severity":"FATAL""#] {
        let report = one(unknown);
        assert_eq!((report.severity, report.unknown_severity), (Severity::Critical, true), "{unknown}");
    }
    assert_eq!(one(r#","severity":"WARNING""#).severity, Severity::Medium);
    assert!(read_rdjson(br#"{"diagnostics":[{"message":"m","severity":{}}]}"#, ROOT).is_err());
}

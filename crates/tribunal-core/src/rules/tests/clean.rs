//! Ordinary changes give no report. Noise is what makes people switch a reviewer off.

use super::{Change, reviewed};
use crate::domain::Claim;

const FILES: &[(&str, &str)] = &[
    ("src/cache.rs", include_str!("clean/cache.rs.txt")),
    ("web/src/pages/Login.tsx", include_str!("clean/login.tsx.txt")),
    ("web/src/pages/Login.test.tsx", include_str!("clean/login.test.tsx.txt")),
    ("reports/monthly.py", include_str!("clean/report.py.txt")),
    ("docs/signing-in.md", include_str!("clean/guide.md.txt")),
    (".github/workflows/ci.yml", include_str!("clean/ci.yml.txt")),
    ("store/store_test.go", include_str!("clean/store_test.go.txt")),
    (".env.example", "DATABASE_PASSWORD=changeme\nAPI_KEY=\n"),
    ("package.json", "{\n  \"name\": \"web\",\n  \"scripts\": { \"test\": \"jest\" }\n}\n"),
];

#[test]
fn new_files_of_every_kind() {
    let changes: Vec<Change> = FILES.iter().map(|(path, text)| Change::new_file(path, text)).collect();
    let review = reviewed(&changes);
    assert_eq!(review.reports, []);
    assert_eq!(review.claim, Some(Claim::Approve));
    let lines: usize = FILES.iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines > 350, "{lines}");
}

#[test]
fn the_same_with_their_contents() {
    let changes: Vec<Change> =
        FILES.iter().map(|(path, text)| Change::new_file(path, text).with("", text)).collect();
    assert_eq!(reviewed(&changes).reports, []);
}

/// Every line taken out and put back indented: nothing new was written.
#[test]
fn files_that_are_only_indented_anew() {
    let again = |text: &str| -> String {
        let old: String = text.lines().map(|line| format!("-{line}\n")).collect();
        let new: String = text.lines().map(|line| format!("+  {line}\n")).collect();
        old + &new
    };
    let changes: Vec<Change> = FILES.iter().map(|(path, text)| Change::edited(path, &again(text))).collect();
    assert_eq!(reviewed(&changes).reports, []);
}

/// Whole files deleted, with the tests that belong to them.
#[test]
fn code_that_goes_with_its_tests() {
    let gone = ["web/src/pages/Login.tsx", "web/src/pages/Login.test.tsx"];
    let changes: Vec<Change> = FILES
        .iter()
        .filter(|(path, _)| gone.contains(path))
        .map(|(path, text)| Change::deleted(path, text))
        .collect();
    assert_eq!(reviewed(&changes).reports, []);
}

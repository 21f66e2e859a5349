//! Every transcript under `scenarios/` is played and must read exactly as written.

mod common;

use std::path::Path;

use tribunal_testkit::check_file;

/// A transcript that differs, or one whose script cannot be read: that proves nothing.
fn wrong_with(path: &Path) -> Option<String> {
    match check_file(path) {
        Err(difference) => Some(difference),
        Ok(scenario) => {
            let bad = scenario.played.lines().find(|l| l.starts_with("BAD SCRIPT") || l.starts_with("BUG:"));
            bad.map(|line| format!("{}: {line}", path.display()))
        }
    }
}

#[test]
fn every_transcript_reads_as_written() {
    let found = common::scenario_files();
    let wrong: Vec<String> = found.iter().filter_map(|path| wrong_with(path)).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), found.len(), wrong.join("\n"));
}

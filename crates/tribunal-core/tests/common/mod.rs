//! All scenario files, played.

use std::path::{Path, PathBuf};

use tribunal_testkit::{Scenario, files_below, play_file};

/// Every transcript under `scenarios/`, in a stable order.
pub fn scenario_files() -> Vec<PathBuf> {
    let found = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios"), "txt");
    assert!(!found.is_empty(), "there are scenarios to play");
    found
}

/// Every transcript, played, with its path.
#[allow(dead_code, reason = "each test file uses what it needs")]
pub fn scenarios() -> Vec<(String, Scenario)> {
    let play =
        |path: PathBuf| (path.display().to_string(), play_file(&path).expect("a scenario can be read"));
    scenario_files().into_iter().map(play).collect()
}

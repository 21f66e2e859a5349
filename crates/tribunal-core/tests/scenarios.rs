//! Every transcript under `scenarios/` is played and must read exactly as written.

use std::path::Path;

use tribunal_testkit::{check_file, scenario_files};

#[test]
fn every_transcript_reads_as_written() {
    let found = scenario_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios"));
    assert!(!found.is_empty(), "there are scenarios to play");
    let wrong: Vec<String> = found.iter().filter_map(|path| check_file(path).err()).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), found.len(), wrong.join("\n"));
}

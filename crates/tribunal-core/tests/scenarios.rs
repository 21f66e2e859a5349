//! Every transcript under `scenarios/` is played and must read exactly as written.

mod common;

use tribunal_testkit::check_file;

#[test]
fn every_transcript_reads_as_written() {
    let found = common::scenario_files();
    let wrong: Vec<String> = found.iter().filter_map(|path| check_file(path).err()).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), found.len(), wrong.join("\n"));
}

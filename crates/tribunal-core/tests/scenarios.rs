//! Every transcript under `scenarios/` is played and must read exactly as written.

use std::path::{Path, PathBuf};

use tribunal_testkit::check_file;

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("scenarios can be listed") {
        let path = entry.expect("scenarios can be listed").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "txt") {
            found.push(path);
        }
    }
}

#[test]
fn every_transcript_reads_as_written() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios"), &mut found);
    assert!(!found.is_empty(), "there are scenarios to play");
    let wrong: Vec<String> = found.iter().filter_map(|path| check_file(path).err()).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), found.len(), wrong.join("\n"));
}

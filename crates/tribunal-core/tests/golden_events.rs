//! One golden line per kind of event: the persisted form changes only on purpose.
//!
//! Each file under `golden/events/` holds the canonical JSON of one event. It must be written so today, and what is
//! written there must be read back as the same event.

use std::collections::BTreeSet;
use std::path::Path;

mod samples;

use tribunal_core::engine::Event;
use tribunal_core::log::canonical;
use tribunal_testkit::{files_below, golden};

fn kind(event: &Event) -> String {
    let text = canonical(event);
    text.trim_start_matches(['{', '"']).split('"').next().unwrap_or_default().to_owned()
}

#[test]
fn every_event_is_written_as_its_golden_file_says_and_reads_back() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/events");
    for event in samples::events() {
        let path = dir.join(format!("{}.json", kind(&event)));
        let text = canonical(&event) + "\n";
        let golden = golden(&path, &text).expect("the event is written as its golden file says");
        let read: Event = serde_json::from_str(&golden).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(read, event, "{}", path.display());
    }
}

#[test]
fn every_kind_of_event_has_a_golden_file_and_no_file_is_left_over() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/events");
    let name = |path: &std::path::PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let files: BTreeSet<String> = files_below(&dir, "json").iter().map(name).collect();
    let kinds: BTreeSet<String> = samples::events().iter().map(kind).collect();
    assert_eq!(files, kinds);
    // `is_fact` names every variant, or it would not compile; so its source counts them.
    let source = include_str!("../src/engine/event.rs");
    let variants =
        source.lines().filter(|l| l.trim_start().trim_start_matches("| ").starts_with("E::")).count();
    assert_eq!(kinds.len(), variants, "a sample per kind: add the new one to `samples`");
}

#[test]
fn an_event_with_a_key_nobody_knows_is_refused() {
    let doctored = canonical(&samples::events()[1]).replacen('{', "{\"extra\":1,", 2);
    assert!(serde_json::from_str::<Event>(&doctored).is_err());
}

//! The pages say what the program does: every transcript on them is played, every table on them is compared.
//!
//! A block that opens with ` ```transcript ` is a scenario like those under `scenarios/`; it is written anew with
//! `TRIBUNAL_GOLDEN=write`. A protocol's page lists the arrows its runs take from phase to phase, no more and no fewer.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

mod common;
mod samples;

use tribunal_core::engine::Event;
use tribunal_core::log::canonical;
use tribunal_core::protocol::builtin;
use tribunal_testkit::arrows::{Arrow, Taken, compare};
use tribunal_testkit::scenario::text_of;
use tribunal_testkit::{Scenario, files_below, golden};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages, as they lie in the tree.
fn pages() -> Vec<PathBuf> {
    let top = ["README.md", "ARCHITECTURE.md"].map(|name| root().join(name));
    files_below(&root().join("docs"), "md").into_iter().chain(top).collect()
}

/// A page with its transcripts as the engine plays them, and how many there are.
fn played(page: &str) -> (String, Vec<Scenario>) {
    let (mut text, mut scenarios) = (String::new(), Vec::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text.push_str(line);
        text.push('\n');
        if line == "```transcript" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let scenario = Scenario::play(&(block.join("\n") + "\n"));
            text.push_str(&scenario.played);
            text.push_str("```\n");
            scenarios.push(scenario);
        }
    }
    (text, scenarios)
}

/// Cells of the rows of the first table with this header.
fn table(page: &str, header: &str) -> Vec<Vec<String>> {
    let rows =
        page.lines().skip_while(|line| *line != header).skip(2).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

fn page_of(protocol: &str) -> String {
    text_of(&root().join(format!("docs/protocols/{protocol}.md")))
}

#[test]
fn every_transcript_on_a_page_reads_as_written() {
    let mut wrong = String::new();
    for path in pages() {
        let page = text_of(&path);
        let (now, scenarios) = played(&page);
        if !scenarios.is_empty()
            && let Err(difference) = golden(&path, &now)
        {
            let _ = writeln!(wrong, "{difference}");
        }
        let bad = |line: &&str| line.starts_with("BAD SCRIPT") || line.starts_with("BUG:");
        for line in now.lines().filter(bad) {
            let _ = writeln!(wrong, "{}: {line}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_protocol_has_a_page_with_a_transcript_of_its_own() {
    for (name, _) in builtin() {
        let (_, scenarios) = played(&page_of(name));
        let own = |scenario: &Scenario| scenario.world.run.book().protocol().name == *name;
        assert!(!scenarios.is_empty() && scenarios.iter().all(own), "{name}");
    }
}

#[test]
fn every_page_lists_the_arrows_its_runs_take() {
    let taken = Taken::by(&common::scenario_files());
    let mut wrong = String::new();
    for (name, _) in builtin() {
        let mut listed: BTreeSet<Arrow> = BTreeSet::new();
        for row in table(&page_of(name), "| from | to | when |") {
            listed.extend(row[1].split(',').map(|to| (row[0].clone(), to.trim().to_owned())));
        }
        let difference = taken.phases_of.get(*name).map(|taken| compare(&listed, taken)).unwrap_or_default();
        assert!(!listed.is_empty(), "{name}: its page lists arrows");
        if !difference.is_empty() {
            let _ = writeln!(wrong, "{name}:\n{difference}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_page_of_the_log_lists_every_kind_of_event() {
    let kind = |event: &Event| {
        let text = canonical(event);
        text.trim_start_matches(['{', '"']).split('"').next().unwrap_or_default().to_owned()
    };
    let word = |event: &Event| if event.is_fact() { "fact" } else { "consequence" }.to_owned();
    let kinds: BTreeSet<(String, String)> = samples::events().iter().map(|e| (kind(e), word(e))).collect();
    let rows = table(&text_of(&root().join("docs/log-format.md")), "| event | is a | says |");
    let cells = |row: &Vec<String>| (row[0].trim_matches('`').to_owned(), row[1].clone());
    let listed: Vec<(String, String)> = rows.iter().map(cells).collect();
    assert_eq!(listed.len(), kinds.len(), "one row per kind");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), kinds);
    let file = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/events");
    let files: BTreeSet<String> = files_below(&dir, "json").iter().map(file).collect();
    assert_eq!(files, kinds.into_iter().map(|(kind, _)| kind).collect::<BTreeSet<_>>());
}

//! The arrow tables of the engine are true: every arrow a scenario takes is listed, every listed one is taken.
//!
//! The tables stand in the doc comments of `engine/run.rs` (phases) and `engine/apply/findings.rs` (findings) and are
//! read from there, so the document is the test's data. The testkit follows the runs.

use std::collections::BTreeSet;
mod common;

use tribunal_testkit::arrows::{Arrow, Taken, compare};

const PHASES: &str = include_str!("../src/engine/run.rs");
const FINDINGS: &str = include_str!("../src/engine/apply/findings.rs");

/// Reads `from -> to | to   remark` from the first text block of a file's doc comment.
fn table(source: &str) -> BTreeSet<Arrow> {
    let lines = source.lines().filter_map(|line| line.strip_prefix("//!"));
    let block = lines.skip_while(|line| line.trim() != "```text").skip(1);
    let mut arrows = BTreeSet::new();
    for line in block.take_while(|line| line.trim() != "```") {
        let (from, rest) = line.split_once("->").expect("a line of the table is `from -> to | to`");
        let to = rest.trim().split("  ").next().expect("split gives at least one part");
        arrows.extend(to.split('|').map(|to| (from.trim().to_owned(), to.trim().to_owned())));
    }
    arrows
}

#[test]
fn the_arrow_tables_are_true() {
    let taken = Taken::by(&common::scenario_files());
    let phases = compare(&table(PHASES), &taken.phases);
    let findings = compare(&table(FINDINGS), &taken.findings);
    assert!(phases.is_empty(), "phases:\n{phases}\nfindings:\n{findings}");
    assert!(findings.is_empty(), "findings:\n{findings}");
}

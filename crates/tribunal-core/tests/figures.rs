//! Figures over played runs: they read exactly so, they add up, and the order of the runs does not matter.

use std::path::{Path, PathBuf};

mod common;

use tribunal_core::domain::{Severity, Status};
use tribunal_core::metrics::metrics;
use tribunal_core::tell::Chronicle;
use tribunal_testkit::{golden, play_file};

/// Runs with disputes, an alarm, a stuck finding, an accepted risk, failed agents and a ladder climbed.
const PLAYED: [&str; 8] = [
    "zero-tolerance/dispute_accepted.txt",
    "vectors/v05_one_concern_is_flagged.txt",
    "vectors/v23_two_of_three_rejected_calls_the_manager.txt",
    "epic/option_b_accepts_the_risk.txt",
    "epic/a_failed_reviewer_is_inconclusive.txt",
    "vectors/v14_fixed_and_back_is_stuck.txt",
    "vectors/v01_zero_tolerance_three_iterations.txt",
    "vectors/v06_table_a_no_progress.txt",
];

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn chronicle(file: &str) -> Chronicle {
    let played = play_file(&tests().join("scenarios").join(file)).expect("the scenario is there");
    Chronicle::of(&played.world.log).expect("it was opened")
}

#[test]
fn figures_of_played_runs_read_exactly_so() {
    let told: Vec<Chronicle> = PLAYED.iter().map(|file| chronicle(file)).collect();
    let figures = metrics(&told);
    let text = format!("{}\n{}", figures.to_text(), figures.to_json());
    let path = tests().join("exports/metrics.txt");
    assert_eq!(golden(&path, &text).as_deref(), Ok(text.as_str()));
    assert_eq!(metrics(told.iter().rev()), figures, "in whatever order they come");
}

#[test]
fn times_come_from_the_events() {
    let mut log = play_file(&tests().join("scenarios").join(PLAYED[0])).expect("it is there").world.log;
    for (n, recorded) in (0_u64..).zip(&mut log) {
        recorded.at.0 = 5_000 + n * 100;
    }
    let told = Chronicle::of(&log).expect("it was opened");
    let first =
        log.iter().position(|r| matches!(r.event, tribunal_core::engine::Event::VerdictReached { .. }));
    let figures = metrics([&told]);
    assert_eq!(Some(figures.time_to_verdict_ms.max), first.map(|n| n as u64 * 100));
    assert_eq!(figures.time_to_end_ms.max, (log.len() as u64 - 1) * 100);
}

#[test]
fn figures_add_up_over_all_scenarios() {
    let told = common::scenarios();
    let told: Vec<Chronicle> =
        told.iter().filter_map(|(_, played)| Chronicle::of(&played.world.log)).collect();
    let figures = metrics(&told);
    assert_eq!(figures.runs as usize, told.len());
    assert_eq!(figures.outcomes.values().sum::<u32>(), figures.runs);
    let findings: usize = told.iter().map(|t| t.run.book().findings.len()).sum();
    let by_severity = figures.findings.by_severity.values().flat_map(|s| s.values()).sum::<u32>();
    assert_eq!((by_severity + figures.findings.remarks) as usize, findings);
    assert_eq!(figures.findings.actionable.of, by_severity);
    let reviewers: u64 = figures.reviewers.values().map(|r| r.cost).sum();
    let authors: u64 = figures.authors.values().map(|a| a.cost).sum();
    let agents: u64 = figures.agents.values().map(|a| a.cost).sum();
    assert_eq!((reviewers + authors, agents), (figures.cost_total, figures.cost_total));
    assert_eq!(metrics(told.iter().rev()), figures);
    let outvoted = told.iter().flat_map(|t| t.run.book().findings.values());
    let outvoted =
        outvoted.filter(|f| f.status == Status::Outvoted && f.severity == Severity::Critical).count();
    assert!(
        figures.findings.critical_at_approval as usize <= outvoted + voted_critical(&told),
        "{figures:?}"
    );
}

/// Critical findings under a protocol in which votes decide: a person may go on over them.
fn voted_critical(told: &[Chronicle]) -> usize {
    let voted = told.iter().filter(|t| t.run.book().protocol().floor().is_none());
    voted.flat_map(|t| t.run.book().findings.values()).filter(|f| f.severity == Severity::Critical).count()
}

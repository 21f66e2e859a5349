//! How long each command takes to start, on a journal with a thousand runs.

use std::time::{Duration, Instant};

use super::super::figure;
use super::queue::{QUEUE, queued};
use super::stage::Stage;
use super::{Times, judged, ms};

/// How often each is started.
const TIMES: usize = 15;

/// Longest start.
const START_MAX: Duration = Duration::from_millis(15);

/// Measures.
pub fn measure() {
    let stage = queued();
    stage.run(&["review", "--unsandboxed"], 0);
    let few = commands(&stage);
    fill(&stage, 1000);
    let many = commands(&stage);
    let bare = Times::of((0..TIMES).map(|_| bare()).collect());
    figure("start: a bare process (`true`), p50", &ms(bare.p50()));
    for ((words, few), (_, many)) in few.iter().zip(&many) {
        let value = format!("{} (least {}), with 1 run {}", ms(many.p50()), ms(many.least()), ms(few.p50()));
        judged(&format!("start: {words}, 1,000 runs"), &value, "15 ms", many.p50() < START_MAX);
    }
    for words in [&["metrics"][..], &["db", "check"]] {
        let took = Times::of((0..5).map(|_| stage.run(words, 0).1).collect());
        figure(&format!("all of 1,000 runs: {}", words.join(" ")), &ms(took.p50()));
    }
}

fn bare() -> Duration {
    let begun = Instant::now();
    std::process::Command::new("true").output().expect("every system has it");
    begun.elapsed()
}

/// Adds runs to the journal.
fn fill(stage: &Stage, runs: usize) {
    let mut child = std::process::Command::new(std::env::current_exe().expect("a program knows where it is"));
    child.arg(QUEUE).arg(runs.to_string()).arg(stage.home());
    child.args((0..4).map(|worker| stage.repo.around().join(format!("tree-{worker}"))));
    assert!(child.output().expect("we can start ourselves").status.success());
}

/// Every command's help, and each command that only reads.
fn commands(stage: &Stage) -> Vec<(String, Times)> {
    let runs = stage.run(&["runs"], 0).0;
    let run = runs.split_whitespace().next().unwrap_or_default().to_owned();
    let mut all: Vec<(Vec<&str>, i32)> = Vec::new();
    let help = stage.run(&["--help"], 0).0;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    // `help` takes the name of a command and nothing else.
    all.extend(names.filter(|name| *name != "help").map(|name| (vec![name, "--help"], 0)));
    all.push((vec!["--version"], 0));
    all.push((vec!["protocols"], 0));
    all.push((vec!["runs"], 0));
    for name in ["show", "log", "explain", "replay", "export"] {
        all.push((vec![name, &run], 0));
    }
    all.push((vec!["validate"], 0));
    all.push((vec!["validate", "other"], 2));
    other(stage);
    let time = |(words, code): &(Vec<&str>, i32)| {
        let times = (0..TIMES).map(|_| stage.run(words, *code).1).collect();
        (words.join(" ").replace(&run, "RUN"), Times::of(times))
    };
    all.iter().map(time).collect()
}

/// A branch that no run has reviewed.
fn other(stage: &Stage) {
    if stage.repo.git(&["branch", "--list", "other"]).is_empty() {
        stage.repo.git(&["branch", "other", "main"]);
        let tree = stage.repo.git(&["rev-parse", "feature^{tree}"]);
        let commit = stage.repo.git(&["commit-tree", &tree, "-p", "main", "-m", "another"]);
        stage.repo.git(&["update-ref", "refs/heads/other", &commit]);
    }
}

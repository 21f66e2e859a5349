//! Every run that a test made is proved when its home goes: from the journal and from its exported log, to the same bytes.
//!
//! With `TRIBUNAL_KEEP_RUNS=FOLDER` the log is kept there with all that this build makes of it, one file for each view, named by the
//! words of the command. `cargo xtask replays` compares them with what a release build makes of the same log.

use std::path::{Path, PathBuf};

use super::{Bench, Said, said};

/// What is made of a log: state and chain, verdicts, why, and every report.
const VIEWS: &[&str] = &[
    "replay",
    "replay --json",
    "explain",
    "explain --json",
    "export --format md",
    "export --format json",
    "export --format sarif",
    "export --format rdjson",
    "export --format completion",
    "export --format log",
];

/// A home with more runs is proved as a whole, by one `db check`; only tests that kill the program many times have one.
const EACH_MAX: usize = 20;

/// Proves all runs of a home; one whose journal a test damaged has none that can be listed.
pub fn prove(bench: &Bench) {
    let runs = bench.runs();
    if runs.is_empty() {
        return;
    }
    let checked = bench.run(&["db", "check"]);
    assert_eq!((checked.code, checked.err.as_str()), (0, ""), "{}", checked.out);
    for run in runs.iter().take(EACH_MAX) {
        prove_run(bench, run);
    }
}

fn prove_run(bench: &Bench, run: &str) {
    let folder = bench.repo.around().join("proof");
    std::fs::create_dir_all(&folder).expect("it can be made");
    let log = folder.join(run);
    let stored = bench.run(&["export", run, "--format", "log"]);
    std::fs::write(&log, &stored.out).expect("it can be written");
    let words = |verb, of: &str| bench.run(&[verb, of, "--json"]);
    let path = log.display().to_string();
    assert_eq!(
        words("replay", &path),
        words("replay", run),
        "the log of {run} tells the same as the journal"
    );
    assert_eq!(
        bench.run(&["export", &path, "--format", "log"]),
        stored,
        "the log of {run} is written as it was read"
    );
    if let Some(kept) = std::env::var_os("TRIBUNAL_KEEP_RUNS") {
        keep(&PathBuf::from(kept).join(run), &stored.out);
    }
}

/// The log, and what this build makes of it. Nothing but the log is there to make it from.
fn keep(folder: &Path, log: &str) {
    std::fs::create_dir_all(folder).expect("it can be made");
    std::fs::write(folder.join("log"), log).expect("it can be written");
    for view in VIEWS {
        std::fs::write(folder.join(view), seen(folder, view).out).expect("it can be written");
    }
}

fn seen(folder: &Path, view: &str) -> Said {
    let (verb, more) = view.split_once(' ').unwrap_or((view, ""));
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.arg(verb).arg("./log").args(more.split_whitespace());
    let said = said(command.current_dir(folder));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{view} of {}", folder.display());
    said
}

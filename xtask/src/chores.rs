//! What each chore consists of, as a list of steps. Nothing is run here; `step` does that.

use std::path::Path;

use crate::command::Command;
use crate::replays;
use crate::sabotage;
use crate::setup::{self, FOR_FUZZ, FOR_MUTANTS, FOR_TESTS};
use crate::step::Step;
use crate::tidy;
use crate::workspace::{Failure, Workspace, run};

/// The files whose every mutant a test must notice: the rules that make a verdict.
const VERDICT_RULES: &[&str] = &[
    "crates/tribunal-core/src/engine/judge.rs",
    "crates/tribunal-core/src/engine/count.rs",
    "crates/tribunal-core/src/engine/claims.rs",
    "crates/tribunal-core/src/engine/gather.rs",
];

/// Where the bench program may lie.
const BENCH: &[&str] =
    &["crates/tribunal-testkit/src/bin/bench.rs", "crates/tribunal-testkit/src/bin/bench/main.rs"];

/// The tests that have a long form, asked for with `TRIBUNAL_FAULTS`.
const FAULTS: &[&str] = &["faults", "full", "power", "sync", "together"];

const FUZZ_TARGETS: &str = "fuzz/fuzz_targets";

/// The steps of a chore.
pub fn steps(workspace: &Workspace, command: Command) -> Result<Vec<Step<'_>>, Failure> {
    match command {
        Command::Ci => Ok(ci(workspace)),
        Command::Test => Ok(test(workspace)),
        Command::Tidy => Ok(vec![tidy_step(workspace)]),
        Command::Golden => Ok(golden(workspace)),
        Command::Fuzz { seconds, target } => fuzz(workspace, seconds, target),
        Command::Faults => Ok(faults(workspace)),
        Command::Replays => Ok(replays(workspace)),
        Command::Kills { count } => Ok(kills(workspace, count)),
        Command::Mutants => mutants(workspace),
        Command::Sabotage { names, jobs } => {
            Ok(vec![Step::new("sabotage", move || sabotage::run(workspace, &names, jobs))])
        }
        Command::SabotageList => Ok(vec![Step::new("sabotage: list", || sabotage::list(workspace))]),
        Command::SabotageCheck => Ok(vec![Step::new("sabotage: check", || sabotage::check(workspace))]),
        Command::Bench { arguments } => bench(workspace, arguments),
    }
}

fn ci(workspace: &Workspace) -> Vec<Step<'_>> {
    let clippy = &["cargo", "clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    let fuzz = &["cargo", "clippy", "--manifest-path", "fuzz/Cargo.toml", "--", "--deny", "warnings"];
    let mut steps = vec![
        line(workspace, "fmt", &["cargo", "fmt", "--all", "--check"]),
        // The fuzz crate is no member of the workspace, so the other steps do not see it.
        line(workspace, "fmt: fuzz", &["cargo", "fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]),
        line(workspace, "clippy", clippy),
        line(workspace, "clippy: fuzz", fuzz),
        tidy_step(workspace),
    ];
    steps.extend(test(workspace));
    steps
}

fn test(workspace: &Workspace) -> Vec<Step<'_>> {
    let mut steps = setup::steps(workspace, FOR_TESTS);
    steps.push(Step::new("tests", || workspace.run(tests(workspace))));
    steps.push(Step::new("doctests", || doctests(workspace)));
    steps
}

fn golden(workspace: &Workspace) -> Vec<Step<'_>> {
    let mut steps = setup::steps(workspace, FOR_TESTS);
    steps.push(Step::new("golden", || {
        let mut command = workspace.line(tests(workspace));
        command.env("TRIBUNAL_GOLDEN", "write");
        run(command)
    }));
    steps.push(line(workspace, "what changed", &["git", "status", "--short"]));
    steps
}

/// nextest where it is installed, since it runs the tests of all crates at once; plain cargo elsewhere.
fn tests(workspace: &Workspace) -> &'static [&'static str] {
    if workspace.works(&["cargo", "nextest", "--version"]) {
        &["cargo", "nextest", "run", "--workspace", "--no-fail-fast"]
    } else {
        &["cargo", "test", "--workspace", "--all-targets"]
    }
}

/// Neither of the above runs these. Skipped when there are none, since asking costs a rustdoc run per crate.
fn doctests(workspace: &Workspace) -> Result<(), Failure> {
    if tidy::Tree::read(workspace)?.has_doctests() {
        return workspace.run(&["cargo", "test", "--workspace", "--doc"]);
    }
    eprintln!("there are none");
    Ok(())
}

fn tidy_step(workspace: &Workspace) -> Step<'_> {
    Step::new("tidy", || {
        let breaches = tidy::breaches(&tidy::Tree::read(workspace)?);
        breaches.iter().for_each(|breach| eprintln!("{breach}"));
        if breaches.is_empty() { Ok(()) } else { Err(Failure::Untidy(breaches.len())) }
    })
}

fn fuzz(workspace: &Workspace, seconds: u32, target: Option<String>) -> Result<Vec<Step<'_>>, Failure> {
    let mut targets = fuzz_targets(&workspace.root.join(FUZZ_TARGETS))?;
    if let Some(wanted) = target {
        targets.retain(|name| *name == wanted);
        if targets.is_empty() {
            let remedy = format!("`ls {FUZZ_TARGETS}` shows the targets");
            return Err(Failure::Missing { what: format!("fuzz target `{wanted}`"), remedy });
        }
    }
    let mut steps = setup::steps(workspace, FOR_FUZZ);
    let run = |name: String| Step::new(format!("fuzz: {name}"), move || fuzz_one(workspace, &name, seconds));
    steps.extend(targets.into_iter().map(run));
    Ok(steps)
}

/// The names of the targets, in order.
fn fuzz_targets(directory: &Path) -> Result<Vec<String>, Failure> {
    let failure = |source| Failure::File { path: directory.to_owned(), source };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        if path.extension().is_some_and(|e| e == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// An input that takes longer than this, in seconds, is a finding: a reader must be done within one, and the sanitizer
/// makes everything several times slower.
const FUZZ_INPUT_SECONDS_MAX: u32 = 5;

/// What is found goes to the corpus, which git ignores; seeds and dictionaries are ours and only read.
fn fuzz_one(workspace: &Workspace, name: &str, seconds: u32) -> Result<(), Failure> {
    let (corpus, seeds) = (format!("fuzz/corpus/{name}"), format!("fuzz/seeds/{name}"));
    let path = workspace.root.join(&corpus);
    std::fs::create_dir_all(&path).map_err(|source| Failure::File { path, source })?;
    let mut command = workspace.line(&["rustup", "run", "nightly", "cargo", "fuzz", "run", name, &corpus]);
    if workspace.root.join(&seeds).is_dir() {
        command.arg(&seeds);
    }
    command.args(["--".to_owned(), format!("-max_total_time={seconds}")]);
    command.args([format!("-timeout={FUZZ_INPUT_SECONDS_MAX}"), "-print_final_stats=1".to_owned()]);
    let dictionary = format!("fuzz/dictionaries/{name}.dict");
    if workspace.root.join(&dictionary).is_file() {
        command.arg(format!("-dict={dictionary}"));
    }
    run(command)
}

fn faults(workspace: &Workspace) -> Vec<Step<'_>> {
    let mut steps = setup::steps(workspace, FOR_TESTS);
    steps.push(Step::new("faults", || {
        let mut command = workspace.line(&["cargo", "test", "--package", "tribunal"]);
        command.args(FAULTS.iter().flat_map(|test| ["--test", test])).args(["--", "--nocapture"]);
        command.env("TRIBUNAL_FAULTS", "all");
        run(command)
    }));
    steps
}

/// The programs of the tests keep their runs; only the binary's have any.
fn replays(workspace: &Workspace) -> Vec<Step<'_>> {
    let mut steps = setup::steps(workspace, FOR_TESTS);
    steps.push(Step::new("runs to replay", || {
        replays::forget(workspace)?;
        let words = ["cargo", "test", "--package", "tribunal", "--test", "review", "--test", "transcripts"];
        let mut command = workspace.line(&words);
        command.args(["--test", "terminal", "--test", "crash"]);
        command.env(replays::KEEP, replays::kept(workspace));
        run(command)
    }));
    steps.push(line(workspace, "release build", &["cargo", "build", "--release", "--package", "tribunal"]));
    steps.push(Step::new("replays", || replays::compare(workspace)));
    steps
}

fn kills(workspace: &Workspace, count: u32) -> Vec<Step<'_>> {
    vec![Step::new("kills", move || {
        let mut command =
            workspace.line(&["cargo", "test", "--release", "--package", "tribunal", "--test", "kills"]);
        command.env("TRIBUNAL_KILLS", count.to_string());
        run(command)
    })]
}

fn mutants(workspace: &Workspace) -> Result<Vec<Step<'_>>, Failure> {
    let there = |path: &&&str| workspace.root.join(path).is_file();
    let files: Vec<&str> = VERDICT_RULES.iter().filter(there).copied().collect();
    if files.is_empty() {
        let remedy = "name the files of the verdict rules in xtask/src/chores.rs".into();
        return Err(Failure::Missing { what: format!("each of {}", VERDICT_RULES.join(", ")), remedy });
    }
    let mut steps = setup::steps(workspace, FOR_MUTANTS);
    steps.push(Step::new("mutants", move || {
        let mut command = workspace.line(&["cargo", "mutants", "--package", "tribunal-core"]);
        command.args(files.iter().flat_map(|file| ["--file", file]));
        // The transcripts alone must catch every mutant. Each is a build of its own, so none is optimised.
        command.args(["--baseline", "skip", "--timeout", "120", "--cargo-arg=--test=scenarios"]);
        for package in ["tribunal-core", "tribunal-testkit"] {
            command.arg(format!("--cargo-arg=--config=profile.test.package.{package}.opt-level=0"));
        }
        run(command)
    }));
    Ok(steps)
}

fn bench(workspace: &Workspace, arguments: Vec<String>) -> Result<Vec<Step<'_>>, Failure> {
    if !BENCH.iter().any(|path| workspace.root.join(path).is_file()) {
        let remedy = format!("it is expected at {}", BENCH.join(" or "));
        return Err(Failure::Missing { what: "the bench program".into(), remedy });
    }
    let words = ["cargo", "run", "--release", "--package", "tribunal-testkit", "--bin", "bench", "--"];
    let measure = Step::new("bench", move || {
        let mut command = workspace.line(&words);
        command.args(arguments);
        run(command)
    });
    // The program under measurement; the bench finds it beside itself.
    Ok(vec![line(workspace, "build", &["cargo", "build", "--release", "--package", "tribunal"]), measure])
}

fn line<'a>(workspace: &'a Workspace, name: &'static str, words: &'static [&'static str]) -> Step<'a> {
    Step::new(name, || workspace.run(words))
}

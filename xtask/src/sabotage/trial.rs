//! One call of `cargo test` in a copy, and what came of it. What does not build has not failed a test, and what never ends
//! has not either.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::copy::Copy;
use super::list::{Program, Target};
use crate::workspace::{Failure, written};

/// Longest time a build may take; the first one in a new place builds everything.
const BUILD_MAX: Duration = Duration::from_secs(30 * 60);

/// Longest time a test may take; those on the lists take seconds.
const TEST_MAX: Duration = Duration::from_secs(3 * 60);

/// Most lines of what a compiler said that are shown.
const SHOWN_MAX: usize = 30;

/// What came of a test command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    /// All passed; these.
    Passed(Vec<String>),
    /// These failed.
    Failed(Vec<String>),
    /// It did not build; the compiler's words.
    NotBuilt(String),
    /// It ended without any test failing, and not well.
    Died(String),
    /// It did not end in time.
    Hung,
}

/// Builds, then runs the tests whose names hold one of these filters; all if one of them is empty.
pub fn tried(copy: &Copy, program: &Program, filters: &[&str]) -> Result<Came, Failure> {
    let Some(built) = finished(copy, cargo(copy, program, None), BUILD_MAX)? else { return Ok(Came::Hung) };
    if !built.well {
        return Ok(Came::NotBuilt(errors(&built.stderr)));
    }
    let Some(ran) = finished(copy, cargo(copy, program, Some(filters)), TEST_MAX)? else {
        return Ok(Came::Hung);
    };
    Ok(said(&ran))
}

/// Nothing is optimised and nothing can be debugged: what is built for one test is not worth it.
fn cargo(copy: &Copy, program: &Program, run: Option<&[&str]>) -> Command {
    let mut command = copy.workspace.line(&["cargo", "test", "--locked", "--package", &program.package]);
    match &program.target {
        Target::Lib => command.arg("--lib"),
        Target::Bin => command.args(["--bin", &program.package]),
        Target::Tests(name) => command.args(["--test", name]),
    };
    for package in ["tribunal-core", "tribunal-testkit"] {
        command.arg(format!("--config=profile.test.package.{package}.opt-level=0"));
    }
    command.arg("--config=profile.dev.debug=false");
    match run {
        None => command.arg("--no-run"),
        Some(filters) if filters.contains(&"") => &mut command,
        Some(filters) => command.arg("--").args(filters),
    };
    let target = copy.target.as_os_str();
    command.env("CARGO_TARGET_DIR", target).env("CARGO_INCREMENTAL", "1").env("CARGO_TERM_COLOR", "never");
    command
}

/// A program that ended.
struct Finished {
    well: bool,
    how: String,
    stdout: String,
    stderr: String,
}

/// Runs a program in a process group of its own; none if it had to be killed. What it prints goes to files: a program that a
/// test leaves behind may keep a pipe open, but not a file.
fn finished(copy: &Copy, mut command: Command, within: Duration) -> Result<Option<Finished>, Failure> {
    let line = written(&command);
    let not_started = |source| Failure::NotStarted { line: line.clone(), source };
    let (out, err) = (copy.target.with_extension("out"), copy.target.with_extension("err"));
    let paper =
        |path: &Path| File::create(path).map_err(|source| Failure::File { path: path.to_owned(), source });
    let mut child =
        command.stdout(paper(&out)?).stderr(paper(&err)?).process_group(0).spawn().map_err(not_started)?;
    let group = child.id();
    let (tell, told) = channel();
    std::thread::spawn(move || drop(tell.send(child.wait())));
    let Ok(status) = told.recv_timeout(within) else {
        kill(group);
        return Ok(None);
    };
    let status = status.map_err(not_started)?;
    let text = |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let (stdout, stderr) = (text(&out).unwrap_or_default(), text(&err).unwrap_or_default());
    Ok(Some(Finished { well: status.success(), how: status.to_string(), stdout, stderr }))
}

/// A group that is gone already, or a machine without `kill`, is no reason to fail.
fn kill(group: u32) {
    let _ = Command::new("kill").args(["-KILL", "--", &format!("-{group}")]).status();
}

/// What the test harness said.
fn said(ran: &Finished) -> Came {
    let results = || ran.stdout.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
    let names = |word: &str| -> Vec<String> {
        results().filter(|(_, how)| how.ends_with(word)).map(|(name, _)| name.to_owned()).collect()
    };
    let failed = names("FAILED");
    if !failed.is_empty() {
        return Came::Failed(failed);
    }
    if ran.well {
        return Came::Passed(names("ok"));
    }
    Came::Died(ran.how.clone())
}

/// The compiler's errors, without its warnings.
fn errors(text: &str) -> String {
    let from = text.lines().skip_while(|line| !line.starts_with("error"));
    from.take(SHOWN_MAX).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;

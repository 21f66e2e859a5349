//! Compares what a release build makes of kept logs with what the build of the tests made of them, byte for byte.
//!
//! A kept run is a folder: `log`, and beside it one file for each view of it, named by the words of the command that made it
//! (`crates/tribunal/tests/common/proof.rs` writes them). So nothing here knows which views there are.

use std::path::{Path, PathBuf};

use crate::workspace::{Failure, Workspace};

/// Tells the tests where to keep their runs.
pub const KEEP: &str = "TRIBUNAL_KEEP_RUNS";

/// Where builds go, as cargo has it.
pub fn target(workspace: &Workspace) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.root.join("target"), PathBuf::from)
}

/// Where the tests keep their runs.
pub fn kept(workspace: &Workspace) -> PathBuf {
    target(workspace).join("kept-runs")
}

/// Forgets what earlier tests kept.
pub fn forget(workspace: &Workspace) -> Result<(), Failure> {
    let path = kept(workspace);
    match std::fs::remove_dir_all(&path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(Failure::File { path, source }),
        Err(_) | Ok(()) => Ok(()),
    }
}

/// Makes every view of every kept run anew with the release build; the first that differs fails.
pub fn compare(workspace: &Workspace) -> Result<(), Failure> {
    let (program, mut views) = (target(workspace).join("release/tribunal"), 0);
    let runs = entries(&kept(workspace))?;
    if runs.is_empty() {
        let remedy = "let the tests of the binary keep some".to_owned();
        return Err(Failure::Missing { what: "every kept run".to_owned(), remedy });
    }
    for run in &runs {
        for view in entries(run)?.iter().filter(|path| path.file_name().is_some_and(|name| name != "log")) {
            same(&program, run, view)?;
            views += 1;
        }
    }
    eprintln!("{} runs, {views} views of them: the same bytes in both builds", runs.len());
    Ok(())
}

fn same(program: &Path, run: &Path, view: &Path) -> Result<(), Failure> {
    let name = view.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut words = name.split_whitespace();
    let mut command = std::process::Command::new(program);
    command.args(words.next()).arg("./log").args(words).current_dir(run);
    let line = || format!("{name} in {}", run.display());
    let made = command.output().map_err(|source| Failure::NotStarted { line: line(), source })?;
    let written = std::fs::read(view).map_err(|source| Failure::File { path: view.to_owned(), source })?;
    if made.status.success() && made.stdout == written {
        return Ok(());
    }
    let status =
        format!("{}, {} bytes; the other build wrote {}", made.status, made.stdout.len(), written.len());
    Err(Failure::Exit { line: line(), status })
}

fn entries(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failure = |source| Failure::File { path: path.to_owned(), source };
    let found: Result<Vec<PathBuf>, _> = match std::fs::read_dir(path) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    let mut found = found.map_err(failure)?;
    found.sort();
    Ok(found)
}

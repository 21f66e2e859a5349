//! What there is on this machine, found by looking: programs on PATH, room on the disk, the width of the terminal; in
//! `project`, what a repository is checked with. Nothing is run and nothing is changed, because what is found here is only
//! suggested or told.

mod project;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub use project::{Suggested, Suggestions, suggestions};

/// Coding agents that people run from a terminal, by the names of their programs.
pub const AGENTS: [&str; 8] = ["claude", "codex", "opencode", "gemini", "qwen", "copilot", "goose", "pi"];

/// A program by its name, as a shell would find it. Relative directories are passed over: they could be inside the
/// repository.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let directories = std::env::split_paths(&path).filter(|directory| directory.is_absolute());
    directories.map(|directory| directory.join(name)).find(|file| is_program(file))
}

/// Whether a file can be run by somebody.
pub fn is_program(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// The coding agents on PATH.
pub fn agents() -> Vec<(&'static str, PathBuf)> {
    AGENTS.into_iter().filter_map(|name| program(name).map(|file| (name, file))).collect()
}

/// How many bytes this user can still write below a path, which need not be there yet.
pub fn room(path: &Path) -> Option<u64> {
    let there = path.ancestors().find(|part| part.exists())?;
    let disk = rustix::fs::statvfs(there).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Whether this user can write below a path, which need not be there yet.
pub fn is_writable(path: &Path) -> bool {
    let there = path.ancestors().find(|part| part.exists());
    there.is_some_and(|there| {
        there.is_dir() && rustix::fs::access(there, rustix::fs::Access::WRITE_OK).is_ok()
    })
}

/// How many columns the terminal has, if standard output is one.
pub fn columns() -> Option<u16> {
    rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| size.ws_col)
}

#[cfg(test)]
mod tests;

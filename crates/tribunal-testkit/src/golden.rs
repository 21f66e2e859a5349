//! Golden files: compared in tests, written anew with `TRIBUNAL_GOLDEN=write` (that is what `cargo xtask golden` does).

use std::path::{Path, PathBuf};

/// Whether golden files are to be written instead of compared.
pub fn golden_wanted() -> bool {
    std::env::var_os("TRIBUNAL_GOLDEN").is_some_and(|value| value == "write")
}

/// Compares a text with its golden file, or writes the file. Gives what the file holds then.
pub fn golden(path: &Path, text: &str) -> Result<String, String> {
    let refuse = |e: std::io::Error| format!("{}: {e}", path.display());
    if golden_wanted() {
        std::fs::create_dir_all(path.parent().unwrap_or(path)).map_err(refuse)?;
        std::fs::write(path, text).map_err(refuse)?;
    }
    let written = std::fs::read_to_string(path).map_err(refuse)?;
    if written == text { Ok(written) } else { Err(difference(path, &written, text)) }
}

/// The bytes of a file of the tests.
///
/// # Panics
/// If it cannot be read: a test without its data would prove nothing.
pub fn bytes_of(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| unreachable!("{}: {e}", path.display()))
}

/// Everything in a folder, in a stable order.
///
/// # Panics
/// If the folder cannot be read.
pub fn entries_of(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|e| unreachable!("{}: {e}", dir.display()));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.sort();
    found
}

/// Every file with this ending below a folder, in a stable order.
pub fn files_below(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(dir, ending, &mut found);
    found.sort();
    found
}

fn walk(dir: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

/// The first line that differs.
pub fn difference(path: &Path, written: &str, now: &str) -> String {
    let first = written.lines().zip(now.lines()).enumerate().find(|(_, (a, b))| a != b);
    match first {
        Some((n, (written, now))) => {
            format!("{}:{}\n  written: {written}\n  now:     {now}", path.display(), n + 1)
        }
        None => format!("{}: one is longer than the other", path.display()),
    }
}

//! Golden files: a text as it must be, written anew when `TRIBUNAL_GOLDEN=write` is in the environment.

use std::path::Path;

use crate::scenario::golden_wanted;

/// Compares a text with its golden file; gives the first line that differs.
pub fn check_golden(path: &Path, text: &str) -> Result<(), String> {
    if golden_wanted() {
        return std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let written = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let differs = written.lines().zip(text.lines()).enumerate().find(|(_, (written, now))| written != now);
    match differs {
        Some((n, (written, now))) => {
            Err(format!("{}:{}\n  written: {written}\n  now:     {now}", path.display(), n + 1))
        }
        None if written == text => Ok(()),
        None => Err(format!("{}: one is longer than the other", path.display())),
    }
}

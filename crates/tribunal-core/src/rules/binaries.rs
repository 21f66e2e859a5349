//! large-binary: binary files that make every clone larger. The size comes from the host; without it nothing is said.

use super::notes::{Notes, Words};
use super::seen::Seen;
use crate::diff::FileStatus;
use crate::domain::Severity;

/// Largest binary file that passes.
const BYTES_MAX: u64 = 1024 * 1024;

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    let added = matches!(seen.file.status, FileStatus::Added | FileStatus::Copied);
    let given = seen.content.new.map(|text| text.len() as u64);
    let bytes = seen.content.new_bytes.or(given).unwrap_or(0);
    if !added || !seen.file.binary || bytes <= BYTES_MAX {
        return;
    }
    notes.add(Severity::Medium, None, || Words {
        title: "A large binary file is added".to_owned(),
        quote: None,
        problem: format!("{} has {bytes} bytes, and git cannot show or merge it.", seen.place),
        fix: "Keep it in a release, a package or git LFS, or make it while building.".to_owned(),
        patch: None,
    });
}

#[cfg(test)]
mod tests;

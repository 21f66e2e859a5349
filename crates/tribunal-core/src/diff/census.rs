//! How much there is to read, file by file, and how much of it somebody says to have read. Counts; judges nothing.

use std::collections::BTreeSet;

use super::model::{Diff, FileDiff, LineKind};

/// Everything a change consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// In the order of the diff. A change of type is counted as its two halves.
    pub files: Vec<Counted>,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Its path, as `GitPath::text` writes it.
    pub path: String,
    /// The path it had before, where that was another.
    pub was: Option<String>,
    /// Changed places.
    pub hunks: usize,
    /// New lines.
    pub added: usize,
    /// Lines that are gone.
    pub removed: usize,
    /// Bytes of its entry in the diff.
    pub bytes: usize,
    /// There are no lines to read.
    pub binary: bool,
}

/// What of a change was read, if one believes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covered {
    /// Changed files that were named.
    pub read: Vec<String>,
    /// Changed files that were not.
    pub missed: Vec<String>,
    /// What was named and is no changed file.
    pub strange: Vec<String>,
    /// Changed lines in the files that were named.
    pub lines_read: usize,
    /// Changed lines in all.
    pub lines: usize,
}

impl Census {
    /// Counts a diff.
    pub fn of(diff: &Diff<'_>) -> Self {
        Self { files: diff.files().iter().map(Counted::of).collect() }
    }

    /// Changed places in all.
    pub fn hunks(&self) -> usize {
        self.files.iter().map(|file| file.hunks).sum()
    }

    /// Changed lines in all.
    pub fn lines(&self) -> usize {
        self.files.iter().map(Counted::lines).sum()
    }

    /// Holds a list of files against the change. A file counts as read under its old path too; `./` in front and
    /// backticks around a name are how people write paths.
    pub fn covered(&self, read: &[String]) -> Covered {
        let named: BTreeSet<&str> = read.iter().map(|name| bare(name)).collect();
        let is_named = |file: &&Counted| file.names().any(|name| named.contains(name));
        let (known, missed): (Vec<&Counted>, Vec<&Counted>) = self.files.iter().partition(is_named);
        let changed: BTreeSet<&str> = self.files.iter().flat_map(Counted::names).collect();
        let paths = |files: &[&Counted]| files.iter().map(|file| file.path.clone()).collect();
        Covered {
            read: paths(&known),
            missed: paths(&missed),
            strange: named.difference(&changed).map(|name| (*name).to_owned()).collect(),
            lines_read: known.iter().map(|file| file.lines()).sum(),
            lines: self.lines(),
        }
    }
}

impl Counted {
    fn of(file: &FileDiff<'_>) -> Self {
        let path = file.path().text().into_owned();
        let was = file.old.as_ref().map(|side| side.path.text().into_owned());
        let count = |kind| file.lines().filter(|line| line.kind == kind).count();
        Self {
            was: was.filter(|old| *old != path),
            path,
            hunks: file.hunks.len(),
            added: count(LineKind::Added),
            removed: count(LineKind::Removed),
            bytes: file.raw().len(),
            binary: file.binary,
        }
    }

    /// Changed lines.
    pub fn lines(&self) -> usize {
        self.added + self.removed
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.path.as_str()).chain(self.was.as_deref())
    }
}

fn bare(name: &str) -> &str {
    let name = name.trim().trim_matches('`');
    name.strip_prefix("./").unwrap_or(name)
}

#[cfg(test)]
mod tests;

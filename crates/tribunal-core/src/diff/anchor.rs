//! Where a comment may stand: which lines of the new tree the diff shows, and what is written there.

use super::model::{Diff, FileDiff, Line, LineKind};

/// What a place of the new tree is to the diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// A line the change adds.
    Added,
    /// A line the diff shows around a change.
    Context,
    /// A line of a changed file that the diff does not show.
    Outside {
        /// The nearest line it does show, of two the upper; none where it shows no line of the new file.
        nearest: Option<u32>,
    },
    /// No file of this path is in the new tree of this diff.
    NoSuchFile,
}

impl<'a> Diff<'a> {
    /// What the line of this path is to the diff.
    pub fn anchor(&self, path: &str, line: u32) -> Anchor {
        let Some(file) = self.file(path) else { return Anchor::NoSuchFile };
        match file.new_line(line).map(|found| found.kind) {
            Some(LineKind::Added) => Anchor::Added,
            Some(LineKind::Context | LineKind::Removed) => Anchor::Context,
            None => Anchor::Outside { nearest: file.nearest(line) },
        }
    }

    /// The text of a line of the new tree, where the diff shows it.
    pub fn text_at(&self, path: &str, line: u32) -> Option<&'a [u8]> {
        self.file(path)?.new_line(line).map(|found| found.text)
    }
}

impl<'a> FileDiff<'a> {
    /// The line with this number in the new file, where the diff shows it.
    pub fn new_line(&self, number: u32) -> Option<&Line<'a>> {
        let hunk = &self.hunks[self.hunks.partition_point(|hunk| hunk.new.end <= number)..].first()?;
        // Removed lines have the number of the next new one, so the last of equal numbers is the line itself.
        let behind = hunk.lines.partition_point(|line| line.new_at <= number);
        hunk.lines[..behind].last().filter(|line| line.new_number() == Some(number))
    }

    /// The line with this number in the old file, where the diff shows it.
    pub fn old_line(&self, number: u32) -> Option<&Line<'a>> {
        let hunk = &self.hunks[self.hunks.partition_point(|hunk| hunk.old.end <= number)..].first()?;
        let behind = hunk.lines.partition_point(|line| line.old_at <= number);
        hunk.lines[..behind].last().filter(|line| line.old_number() == Some(number))
    }

    /// The line of the new file nearest to this number that the diff shows; of two, the upper.
    pub fn nearest(&self, number: u32) -> Option<u32> {
        let (before, behind) = self.hunks.split_at(self.hunks.partition_point(|hunk| hunk.new.end <= number));
        let above = before.iter().rev().find(|hunk| !hunk.new.is_empty());
        let below = behind.iter().find(|hunk| !hunk.new.is_empty());
        let above = above.map(|hunk| hunk.new.end - 1);
        let below = below.map(|hunk| hunk.new.start.max(number));
        match (above, below) {
            (Some(above), Some(below)) if number - above <= below - number => Some(above),
            (Some(_), Some(below)) => Some(below),
            (one, other) => one.or(other),
        }
    }
}

#[cfg(test)]
mod tests;

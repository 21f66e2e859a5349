//! What became of a line: followed through the hunks of a file, and of several diffs one after the other.
//!
//! Only line numbers are compared. Whether the text at the end is the text from the beginning, the hunks have shown:
//! a line that stays is the same line, byte for byte.

use std::ops::Range;

use super::model::{Change, Diff, FileDiff};

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It is this line now, unchanged.
    At(u32),
    /// It was among lines that became these.
    Changed {
        /// The first of them.
        first: u32,
        /// The last of them.
        last: u32,
    },
    /// It was taken out.
    Removed {
        /// The line above the place where it stood; 0 is the top of the file.
        below: u32,
    },
    /// Nobody can tell: the content is binary, or there is no line 0.
    Unknown,
}

/// Where a line was followed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The path it is in now, or was in when its file was deleted.
    pub path: String,
    /// What became of it.
    pub fate: Fate,
}

impl FileDiff<'_> {
    /// What became of a line of the old file.
    pub fn to_new(&self, line: u32) -> Fate {
        self.fate(line, |change| (&change.old, &change.new))
    }

    /// What a line of the new file was before. One that was not there is `Removed` on the way back: what is named is
    /// the old line below which it was put.
    pub fn to_old(&self, line: u32) -> Fate {
        self.fate(line, |change| (&change.new, &change.old))
    }

    fn fate(&self, line: u32, sides: fn(&Change) -> (&Range<u32>, &Range<u32>)) -> Fate {
        if self.binary || line == 0 {
            return Fate::Unknown;
        }
        let at = self.changes.partition_point(|change| sides(change).0.start <= line);
        let Some((from, to)) = self.changes[..at].last().map(sides) else { return Fate::At(line) };
        match (line >= from.end, to.is_empty()) {
            (true, _) => Fate::At((line - from.end).saturating_add(to.end)),
            (false, false) => Fate::Changed { first: to.start, last: to.end - 1 },
            (false, true) => Fate::Removed { below: to.start - 1 },
        }
    }
}

impl Fate {
    /// What became of it in the end, if this is what the next diff does to each line.
    fn then(self, next: impl Fn(u32) -> Fate) -> Fate {
        match self {
            Fate::At(line) => next(line),
            Fate::Changed { first, last } => hull(next(first), next(last)),
            Fate::Removed { below: 0 } => self,
            Fate::Removed { below } => match next(below) {
                Fate::At(line) | Fate::Changed { last: line, .. } | Fate::Removed { below: line } => {
                    Fate::Removed { below: line }
                }
                Fate::Unknown => Fate::Unknown,
            },
            Fate::Unknown => Fate::Unknown,
        }
    }
}

/// Everything from the first of one to the last of the other. Lines keep their order, so what lies between them ends
/// up between them.
fn hull(one: Fate, other: Fate) -> Fate {
    let first = match one {
        Fate::At(line) | Fate::Changed { first: line, .. } => line,
        Fate::Removed { below } => below.saturating_add(1),
        Fate::Unknown => return Fate::Unknown,
    };
    let last = match other {
        Fate::At(line) | Fate::Changed { last: line, .. } | Fate::Removed { below: line } => line,
        Fate::Unknown => return Fate::Unknown,
    };
    if first <= last { Fate::Changed { first, last } } else { Fate::Removed { below: last } }
}

/// Follows a line of the tree before the first diff to the tree behind the last.
pub fn follow(diffs: &[&Diff<'_>], path: &str, line: u32) -> Spot {
    let fate = if line == 0 { Fate::Unknown } else { Fate::At(line) };
    let start = Spot { path: path.to_owned(), fate };
    diffs.iter().fold(start, |spot, diff| match diff.old_file(&spot.path) {
        Some(file) => {
            Spot { path: file.path().text().into_owned(), fate: spot.fate.then(|line| gone_or(file, line)) }
        }
        None => spot,
    })
}

/// A file that is deleted has no lines any more, also where it was binary.
fn gone_or(file: &FileDiff<'_>, line: u32) -> Fate {
    if file.new.is_none() { Fate::Removed { below: 0 } } else { file.to_new(line) }
}

#[cfg(test)]
mod tests;

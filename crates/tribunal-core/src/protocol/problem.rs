//! What is wrong with a protocol file: where, what, and what to do about it. Values, never a panic.
//!
//! Finding the problems is `read`'s and `check`'s business; turning them into sentences on a screen is the binary's.

use std::fmt;

/// Most problems kept for one file; a file with more is not a protocol and the first ones say so.
pub const PROBLEMS_MAX: usize = 50;

/// A line and a column, both counted from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The character in that line.
    pub column: u32,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file as the caller named it.
    pub file: String,
    /// Where; absent where the format keeps no positions or the whole request is wrong.
    pub place: Option<Place>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(place) = self.place {
            write!(f, ":{}:{}", place.line, place.column)?;
        }
        write!(f, ": {}", self.what)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

/// Everything that is wrong, in the order of the file. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems {
    /// The first problems.
    pub list: Vec<Problem>,
    /// How many more there are.
    pub left_out: usize,
}

impl Problems {
    /// Keeps the first `PROBLEMS_MAX`.
    pub(super) fn new(mut list: Vec<Problem>) -> Self {
        let left_out = list.len().saturating_sub(PROBLEMS_MAX);
        list.truncate(PROBLEMS_MAX);
        Self { list, left_out }
    }

    /// A single problem without a place.
    pub(super) fn one(file: &str, what: String, help: String) -> Self {
        Self::new(vec![Problem { file: file.to_owned(), place: None, what, help }])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.list.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "\n" })?;
        }
        if self.left_out == 0 { Ok(()) } else { write!(f, "\nand {} more", self.left_out) }
    }
}

impl std::error::Error for Problems {}

/// The line and column of a byte in a text; a byte past the end is the end.
pub(super) fn place_of(text: &str, byte: usize) -> Place {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Place {
        line: count(before.matches('\n').count() + 1),
        column: count(before[line_start..].chars().count() + 1),
    }
}

//! The lines of the input, one after the other, with their numbers.

use super::super::error::{DiffError, Wrong};

/// Where the reader stands.
pub(super) struct Lines<'a> {
    input: &'a [u8],
    /// Where the current line begins.
    at: usize,
    /// Its number, from 1.
    number: usize,
    /// Without its LF; none behind the last.
    current: Option<&'a [u8]>,
}

impl<'a> Lines<'a> {
    /// Stands at the first line. Git ends every line, so a text that does not end with one was cut.
    pub(super) fn over(input: &'a [u8]) -> Result<Self, DiffError> {
        if !input.is_empty() && !input.ends_with(b"\n") {
            let ends = input.iter().filter(|b| **b == b'\n').count();
            return Err(Wrong::CutLine.at(ends + 1));
        }
        let mut lines = Self { input, at: 0, number: 1, current: None };
        lines.look();
        Ok(lines)
    }

    fn look(&mut self) {
        let rest = &self.input[self.at..];
        self.current = rest.iter().position(|b| *b == b'\n').map(|end| &rest[..end]);
    }

    /// The current line.
    pub(super) fn current(&self) -> Option<&'a [u8]> {
        self.current
    }

    /// The rest of the current line behind a beginning it has.
    pub(super) fn behind(&self, beginning: &str) -> Option<&'a [u8]> {
        self.current?.strip_prefix(beginning.as_bytes())
    }

    /// Goes to the next line.
    pub(super) fn advance(&mut self) {
        if let Some(line) = self.current {
            self.at += line.len() + 1;
            self.number += 1;
            self.look();
        }
    }

    /// The number of the current line.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Where the current line begins.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Everything from there to the current line, which is not part of it.
    pub(super) fn since(&self, start: usize) -> &'a [u8] {
        &self.input[start..self.at]
    }

    /// An error at the current line.
    pub(super) fn wrong(&self, what: Wrong) -> DiffError {
        what.at(self.number)
    }
}

/// A decimal number without sign.
pub(super) fn number(digits: &[u8]) -> Option<u32> {
    let plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok().filter(|_| plain)?.parse().ok()
}

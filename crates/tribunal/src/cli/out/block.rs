//! A few lines at the bottom of a terminal that are drawn over and over. Says what to send; sends nothing.
//!
//! The cursor rests at the beginning of the line below the block. So a program that is killed leaves the block as plain text and
//! the shell's prompt below it.

use crate::cli::cells::cells;

/// The lines on the screen now.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    lines: Vec<String>,
    closed: bool,
}

impl Block {
    /// Nothing drawn.
    pub const EMPTY: Block = Block { lines: Vec::new(), closed: false };

    /// Whether there is something on the screen.
    pub fn is_drawn(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Takes other lines in place of these; nothing to send if they are the same.
    pub fn change(&mut self, lines: Vec<String>, columns: usize) -> String {
        let lines = if self.closed { Vec::new() } else { lines };
        if lines == self.lines {
            return String::new();
        }
        let away = self.away(columns);
        self.lines = lines;
        away + &self.back()
    }

    /// Goes away for good.
    pub fn close(&mut self, columns: usize) -> String {
        self.closed = true;
        self.change(Vec::new(), columns)
    }

    /// Takes the lines off the screen: up to the first one, then all below goes. A window that became narrower since has
    /// broken the lines, so they are counted anew.
    pub fn away(&self, columns: usize) -> String {
        let rows: usize = self.lines.iter().map(|line| cells(line).div_ceil(columns.max(1)).max(1)).sum();
        if rows == 0 { String::new() } else { format!("\r\u{1b}[{rows}A\u{1b}[J") }
    }

    /// Puts them back.
    pub fn back(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Block;

    fn lines(text: &[&str]) -> Vec<String> {
        text.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn a_block_is_drawn_over_and_goes() {
        let mut block = Block::EMPTY;
        assert_eq!(block.change(lines(&["one", "two"]), 80), "one\ntwo\n");
        assert_eq!(block.change(lines(&["one", "two"]), 80), "", "the same again");
        assert_eq!(block.change(lines(&["three"]), 80), "\r\u{1b}[2A\u{1b}[Jthree\n");
        assert_eq!(block.change(Vec::new(), 80), "\r\u{1b}[1A\u{1b}[J");
        assert_eq!(block.change(Vec::new(), 80), "");
    }

    #[test]
    fn lines_that_a_narrower_window_broke_are_all_taken_away() {
        let mut block = Block::EMPTY;
        block.change(lines(&["123456789", "1234", ""]), 80);
        assert_eq!(block.away(4), "\r\u{1b}[5A\u{1b}[J");
        assert_eq!(block.away(0), "\r\u{1b}[14A\u{1b}[J");
    }

    #[test]
    fn what_is_closed_is_not_drawn_again() {
        let mut block = Block::EMPTY;
        block.change(lines(&["one"]), 80);
        assert_eq!(block.close(80), "\r\u{1b}[1A\u{1b}[J");
        assert_eq!(block.change(lines(&["two"]), 80), "");
        assert!(!block.is_drawn());
    }
}

//! The one place that writes to the terminal. A reader that went away is no error of ours; a disk that is full is.
//!
//! Below the lines that stay there may be a block that is drawn over and over (`draw`), on stderr. Whoever prints a line goes
//! through here too, so the block is taken away before and put back after. No mode of the terminal is ever changed and the cursor
//! is never hidden: whatever ends the program, there is nothing to put right.

mod block;

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use self::block::Block;

/// Why something that was to be printed is not there.
static UNSAID: OnceLock<String> = OnceLock::new();

static BLOCK: Mutex<Block> = Mutex::new(Block::EMPTY);

/// A window that nobody can measure is taken to be as wide and as high as this.
const USUAL: Size = Size { columns: 80, rows: 24 };

/// How large a window is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Cells in a line.
    pub columns: usize,
    /// Lines.
    pub rows: usize,
}

/// Prints a line of the answer.
pub fn say(line: &str) {
    put(&visible(line));
}

fn put(line: &str) {
    above(|| match writeln!(std::io::stdout().lock(), "{line}") {
        // A closed pipe (`tribunal ... | head`) ends the output, not the program.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => drop(UNSAID.set(error.to_string())),
        Ok(()) | Err(_) => {}
    });
}

/// Why the answer is not whole, if it is not.
pub fn unsaid() -> Option<&'static str> {
    UNSAID.get().map(String::as_str)
}

/// Prints a line of JSON; what must not be sent is escaped as JSON escapes it, so the line can still be read.
pub fn say_json(line: &str) {
    put(&in_json(line));
}

/// Prints a complaint as a line of JSON.
pub fn complain_json(line: &str) {
    above(|| drop(writeln!(std::io::stderr().lock(), "{}", in_json(line))));
}

/// Prints a complaint.
pub fn complain(line: &str) {
    above(|| drop(writeln!(std::io::stderr().lock(), "{}", visible(line))));
}

/// Draws the block anew; with no lines it goes away.
pub fn draw(lines: &[String]) {
    let shown = lines.iter().map(|line| visible(line)).collect();
    let painted = block().change(shown, size().columns);
    send(&painted);
}

/// Whether a block is on the screen.
pub fn is_drawn() -> bool {
    block().is_drawn()
}

/// From here on no block is drawn while a panic is told: its message stays, and stays readable.
pub fn clear_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // Whoever panics while it draws holds the lock; then there is nobody to wait for.
        if let Ok(mut block) = BLOCK.try_lock() {
            send(&block.close(size().columns));
        }
        before(panic);
    }));
}

/// Whether stderr is a terminal that can be drawn on, and nobody collects what it shows.
pub fn can_draw() -> bool {
    let named = |name: &str| std::env::var(name).unwrap_or_default();
    let able = !matches!(named("TERM").as_str(), "" | "dumb");
    let watched = !matches!(named("CI").as_str(), "true" | "1");
    able && watched && std::io::stderr().is_terminal()
}

/// How large the window is.
pub fn size() -> Size {
    let Ok(size) = rustix::termios::tcgetwinsize(std::io::stderr()) else { return USUAL };
    let or = |measured: u16, usual: usize| if measured == 0 { usual } else { usize::from(measured) };
    Size { columns: or(size.ws_col, USUAL.columns), rows: or(size.ws_row, USUAL.rows) }
}

/// Prints something that stays, above the block.
fn above(print: impl FnOnce()) {
    let block = block();
    if !block.is_drawn() {
        return print();
    }
    let columns = size().columns;
    send(&block.away(columns));
    print();
    send(&block.back());
}

fn block() -> MutexGuard<'static, Block> {
    BLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn send(painted: &str) {
    let mut err = std::io::stderr().lock();
    // As with lines: nobody is there to see it.
    let _ = err.write_all(painted.as_bytes()).and_then(|()| err.flush());
}

/// Text from agents and files is data: what would move the cursor or turn the text around is shown as an escape.
fn visible(text: &str) -> String {
    escaped(text, |c| c.escape_unicode().to_string())
}

fn in_json(text: &str) -> String {
    escaped(text, |c| format!("\\u{:04x}", u32::from(c)))
}

fn escaped(text: &str, escape: impl Fn(char) -> String) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if hidden(c) {
            shown.push_str(&escape(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// All of these have four hexadecimal digits, which is what JSON can escape in one piece.
fn hidden(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests;

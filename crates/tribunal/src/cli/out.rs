//! The one place that writes to the terminal. A reader that went away is no error of ours; a disk that is full is.

use std::io::{ErrorKind, Write};
use std::sync::OnceLock;

/// Why something that was to be printed is not there.
static UNSAID: OnceLock<String> = OnceLock::new();

/// Prints a line of the answer.
pub fn say(line: &str) {
    put(&visible(line));
}

fn put(line: &str) {
    match writeln!(std::io::stdout().lock(), "{line}") {
        // A closed pipe (`tribunal ... | head`) ends the output, not the program.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => drop(UNSAID.set(error.to_string())),
        Ok(()) | Err(_) => {}
    }
}

/// Why the answer is not whole, if it is not.
pub fn unsaid() -> Option<&'static str> {
    UNSAID.get().map(String::as_str)
}

/// Prints a line of JSON; what must not be sent is escaped as JSON escapes it, so the line can still be read.
pub fn say_json(line: &str) {
    put(&escaped(line, |c| format!("\\u{:04x}", u32::from(c))));
}

/// Prints a complaint.
pub fn complain(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(line));
}

/// Text from agents and files is data: what would move the cursor or turn the text around is shown as an escape.
fn visible(text: &str) -> String {
    escaped(text, |c| c.escape_unicode().to_string())
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

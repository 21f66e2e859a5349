//! The text form of the envelope, for every dialect:
//!
//! ```text
//! <<<TRIBUNAL {nonce}
//! files: src/a.rs, "src/b, c.rs"
//!
//! the dialect's text
//! TRIBUNAL {nonce}>>>
//! ```
//!
//! Opening and closing lines stand alone at the beginning of a line. One or more `files:` lines follow the opening;
//! entries are separated by commas, and one that holds a comma, a quote, a control character or white space at an end
//! is a JSON string. An empty line ends the header. Line ends may be CRLF; they come out as LF.

use super::text::{line_text, plain};
use super::{Bad, Opened};
use crate::dialect::Unreadable;

const OPENING: &str = "<<<TRIBUNAL ";

/// What was found in the text form.
pub(super) struct Frames {
    /// With this nonce, whole.
    pub(super) found: Vec<Opened>,
    /// Everything outside of these.
    pub(super) outside: String,
    /// Whether another nonce's opening line was seen.
    pub(super) foreign: bool,
}

pub(super) fn opening(nonce: &str) -> String {
    format!("{OPENING}{nonce}")
}

pub(super) fn closing(nonce: &str) -> String {
    format!("TRIBUNAL {nonce}>>>")
}

/// Finds all frames with this nonce. One that is begun or ended alone makes the whole output bad.
pub(super) fn frames(text: &str, nonce: &str) -> Result<Frames, Bad> {
    let (opening, closing) = (opening(nonce), closing(nonce));
    let mut frames = Frames { found: Vec::new(), outside: String::new(), foreign: false };
    let mut inside: Option<Vec<&str>> = None;
    for line in text.split('\n') {
        let bare = plain(line);
        let (opens, closes) = (!nonce.is_empty() && *bare == opening, !nonce.is_empty() && *bare == closing);
        match inside.as_mut() {
            Some(_) if opens => return Err(Bad::Cut("it is opened again before it is closed")),
            Some(lines) if closes => {
                frames.found.push(opened(lines)?);
                inside = None;
            }
            Some(lines) => lines.push(line_text(line)),
            None if opens => inside = Some(Vec::new()),
            None if closes => return Err(Bad::Cut("it is closed where it was not open")),
            None => {
                frames.foreign |= bare.starts_with(OPENING);
                frames.outside.push_str(line);
                frames.outside.push('\n');
            }
        }
    }
    match inside {
        Some(_) => Err(Bad::Cut("it is opened and never closed")),
        None => Ok(frames),
    }
}

/// One entry of a `files:` line, as `entries` reads it.
pub(super) fn entry(file: &str) -> String {
    let odd = |c: char| c.is_control() || matches!(c, ',' | '"' | '`');
    if file.is_empty() || file.trim() != file || file.contains(odd) {
        return serde_json::Value::from(file).to_string();
    }
    file.to_owned()
}

fn opened(lines: &[&str]) -> Result<Opened, Bad> {
    let heads = lines.iter().take_while(|line| files_line(line).is_some()).count();
    if heads == 0 {
        let what = "the line after the opening line must begin with `files:` and name the files you read";
        return Err(Unreadable::at("envelope", what).into());
    }
    let mut files_read = Vec::new();
    for line in lines[..heads].iter().filter_map(|line| files_line(line)) {
        entries(line, &mut files_read)?;
    }
    let body = &lines[heads..];
    let body = if body.first().is_some_and(|line| line.trim().is_empty()) { &body[1..] } else { body };
    Ok(Opened { files_read, payload: body.join("\n") })
}

fn files_line(line: &str) -> Option<&str> {
    line.strip_prefix("files:").or_else(|| line.strip_prefix("Files:"))
}

fn entries(line: &str, files: &mut Vec<String>) -> Result<(), Bad> {
    let mut rest = line.trim();
    while !rest.is_empty() {
        let after;
        if rest.starts_with('"') {
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let Some(Ok(file)) = strings.next() else { return Err(bad_entry(rest)) };
            after = rest[strings.byte_offset()..].trim_start();
            files.push(file);
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let file = rest[..end].trim().trim_matches('`');
            after = &rest[end..];
            if !file.is_empty() {
                files.push(file.to_owned());
            }
        }
        rest = match after.strip_prefix(',') {
            Some(more) => more.trim_start(),
            None if after.is_empty() => after,
            None => return Err(bad_entry(rest)),
        };
    }
    Ok(())
}

fn bad_entry(rest: &str) -> Bad {
    let start: String = rest.chars().take(40).collect();
    Unreadable::at("envelope", format!("the files line cannot be read from {start:?} on")).into()
}

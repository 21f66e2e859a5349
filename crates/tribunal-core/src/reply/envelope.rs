//! The envelope: exactly one with this attempt's nonce, or the reason why not.

use super::frame::{self, Frames};
use super::object::{self, Objects};
use super::{Bad, text};
use crate::dialect::REPLY_BYTES_MAX;

/// What an envelope held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The files the agent says it read, as written.
    pub files_read: Vec<String>,
    /// The dialect's text.
    pub payload: String,
}

/// Opens the one envelope that carries this nonce. The same one twice is one.
pub fn open_envelope(text: &str, nonce: &str) -> Result<Opened, Bad> {
    if text.len() > REPLY_BYTES_MAX {
        return Err(Bad::TooLong { bytes: text.len() });
    }
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(Bad::Empty);
    }
    let Frames { found, outside, foreign } = frame::frames(text, nonce)?;
    let Objects { found: objects, foreign: foreign_object } = object::objects(&outside, nonce)?;
    let mut all = found.into_iter().chain(objects);
    match all.next() {
        Some(first) if all.all(|other| other == first) => Ok(first),
        Some(_) => Err(Bad::TwoDifferent),
        None if foreign || foreign_object => Err(Bad::WrongNonce),
        None => Err(Bad::NoEnvelope),
    }
}

/// Writes the text form. A line of the payload that would read as a line of this very envelope is moved in by a
/// space, which no honest payload needs.
pub fn seal(nonce: &str, files: &[String], payload: &str) -> String {
    let files: Vec<String> = files.iter().map(|file| frame::entry(file)).collect();
    let mut out = format!("{}\nfiles: {}\n\n", frame::opening(nonce), files.join(", "));
    for line in payload.split('\n') {
        let plain = text::plain(line);
        if *plain == frame::opening(nonce) || *plain == frame::closing(nonce) {
            out.push(' ');
        }
        out.push_str(line);
        out.push('\n');
    }
    out.push_str(&frame::closing(nonce));
    out.push('\n');
    out
}

/// Writes the JSON form around a result that is JSON already.
pub fn seal_json(nonce: &str, files: &[String], result: &str) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let files: Vec<String> = files.iter().map(|file| quoted(file)).collect();
    format!(
        "{{\"nonce\": {}, \"files_read\": [{}], \"result\": {result}}}\n",
        quoted(nonce),
        files.join(", ")
    )
}

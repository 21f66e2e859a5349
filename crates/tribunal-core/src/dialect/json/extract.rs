//! Finds the one JSON object in a text: past a byte-order mark, a fence and surrounding prose, and no further.
//!
//! Candidates are balanced braces outside strings that begin like an object. Exactly one value may be found; the same
//! one twice is one. A broken candidate, one never closed, or one inside other brackets refuses the whole text,
//! because the part that does parse may be the harmless half of what was said.

use super::tree::{Json, parse, string_end};
use crate::dialect::{REPLY_BYTES_MAX, Unreadable};

/// The object a text holds, or why there is not exactly one.
pub(crate) fn document(text: &str) -> Result<Json<'_>, Unreadable> {
    if text.len() > REPLY_BYTES_MAX {
        return Err(Unreadable::at("reply", format!("longer than {REPLY_BYTES_MAX} bytes")));
    }
    let text = text.trim_start_matches('\u{feff}').trim();
    match parse(text) {
        Ok(object @ Json::Object(_)) => Ok(object),
        Ok(_) => Err(Unreadable::at("reply", "expected one JSON object at the top")),
        Err(error) => among_prose(text, &error),
    }
}

/// The index after the object that opens at `start`; none if it never closes. Knows strings, not grammar.
pub(crate) fn object_end(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, start);
    loop {
        match bytes.get(at)? {
            b'"' => {
                at = string_end(bytes, at)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

/// The index after the value that begins at `start`: an object, a list, a string, or a bare word. None if it is empty
/// or never ends.
pub(crate) fn value_end(bytes: &[u8], start: usize) -> Option<usize> {
    match bytes.get(start)? {
        b'"' => string_end(bytes, start),
        b'{' | b'[' => object_end(bytes, start),
        _ => {
            let part = |b: &&u8| !b.is_ascii_whitespace() && !b"{}[],:\"".contains(b);
            let length = bytes[start..].iter().take_while(part).count();
            (length > 0).then_some(start + length)
        }
    }
}

fn among_prose<'a>(text: &'a str, whole_error: &str) -> Result<Json<'a>, Unreadable> {
    let mut found: Option<Json<'a>> = None;
    let mut prose_from = 0;
    while let Some(start) = object_start(text, prose_from) {
        neutral(&text[prose_from..start])?;
        let end = object_end(text.as_bytes(), start).ok_or_else(|| open(text, start))?;
        let value = parse(&text[start..end]).map_err(|e| broken(text, start, &e))?;
        if found.as_ref().is_some_and(|earlier| *earlier != value) {
            return Err(Unreadable::at(
                line_of(text, start),
                "a second JSON object that differs from the first",
            ));
        }
        found = Some(value);
        prose_from = end;
    }
    neutral(&text[prose_from..])?;
    found.ok_or_else(|| Unreadable::at("reply", format!("no JSON object: {whole_error}")))
}

/// The next brace that begins like an object, `{` and a quote. `{}` and code in prose do not.
fn object_start(text: &str, from: usize) -> Option<usize> {
    let opens = |at: &usize| text[at + 1..].trim_start().starts_with('"');
    text[from..].match_indices('{').map(|(at, _)| from + at).find(opens)
}

/// Prose around an object must open and close its own brackets: otherwise the object is a part of something larger
/// that did not parse, such as a list, and a part is not the whole.
fn neutral(prose: &str) -> Result<(), Unreadable> {
    let (mut braces, mut brackets) = (0_i64, 0_i64);
    let mut before = ' ';
    for c in prose.chars() {
        match c {
            '{' => braces += 1,
            '}' => braces -= 1,
            // `ESC [` and `ESC ]` begin a terminal sequence; they pair with nothing.
            '[' | ']' if before == '\u{1b}' => {}
            '[' => brackets += 1,
            ']' => brackets -= 1,
            _ => {}
        }
        before = c;
    }
    if braces == 0 && brackets == 0 {
        return Ok(());
    }
    Err(Unreadable::at(
        "reply",
        "the JSON object stands inside other brackets or beside broken JSON; send it alone",
    ))
}

fn open(text: &str, start: usize) -> Unreadable {
    Unreadable::at(line_of(text, start), "a JSON object begins here and is never closed")
}

fn broken(text: &str, start: usize, error: &str) -> Unreadable {
    Unreadable::at(format!("the JSON object on {}", line_of(text, start)), error)
}

fn line_of(text: &str, at: usize) -> String {
    format!("line {}", 1 + text[..at].matches('\n').count())
}

//! The JSON form of the envelope, for the JSON dialects: `{"nonce": "...", "files_read": [...], "result": {...}}`.
//!
//! Objects are looked for by balanced braces outside strings. The envelope's own members are read strictly here; the
//! result is handed on as it was written and read strictly by its dialect, so that it is parsed once.

use std::collections::BTreeSet;

use super::{Bad, Opened};
use crate::dialect::json::{Json, object_end, parse, twice, value_end};
use crate::dialect::{REPLY_BYTES_MAX, Unreadable};

/// Most bytes looked at while searching one output. Each opening brace is a possible beginning and may be followed to
/// the end of the text, so a text of braces would otherwise take the square of its length.
const LOOK_BYTES_MAX: usize = 8 * REPLY_BYTES_MAX;

/// What was found in the JSON form.
pub(super) struct Objects {
    /// With this nonce, whole.
    pub(super) found: Vec<Opened>,
    /// Whether an envelope with another nonce was seen.
    pub(super) foreign: bool,
}

/// Finds all JSON envelopes with this nonce, also inside other objects.
pub(super) fn objects(text: &str, nonce: &str) -> Result<Objects, Bad> {
    let mut objects = Objects { found: Vec::new(), foreign: false };
    let (mut from, mut looked) = (0, 0_usize);
    while let Some(start) = next_start(text, from) {
        let end = object_end(text.as_bytes(), start);
        looked = looked.saturating_add(end.unwrap_or(text.len()) - start);
        if looked > LOOK_BYTES_MAX {
            return Err(
                Unreadable::at("reply", "too many unfinished JSON objects; send the envelope alone").into()
            );
        }
        from = match end.map(|end| (end, members(&text[start..end]))) {
            Some((end, Ok(members))) => match said_nonce(&members) {
                Some(said) if !nonce.is_empty() && said == nonce => {
                    objects.found.push(opened(&members)?);
                    end
                }
                Some(_) if members.iter().any(|(key, _)| key == "result") => {
                    objects.foreign = true;
                    end
                }
                Some(_) | None => start + 1,
            },
            Some((_, Err(error))) if begins_ours(&text[start..], nonce) => {
                return Err(Unreadable::at("envelope", error).into());
            }
            None if begins_ours(&text[start..], nonce) => {
                return Err(Bad::Cut("its JSON object is never closed"));
            }
            Some((_, Err(_))) | None => start + 1,
        };
    }
    Ok(objects)
}

fn next_start(text: &str, from: usize) -> Option<usize> {
    let opens = |at: &usize| text[at + 1..].trim_start().starts_with('"');
    text[from..].match_indices('{').map(|(at, _)| from + at).find(opens)
}

/// Whether an object's first member is this nonce: then it is our envelope, however it goes on.
fn begins_ours(text: &str, nonce: &str) -> bool {
    let quoted = serde_json::Value::from(nonce).to_string();
    let mut rest = Some(text);
    for token in ["{", "\"nonce\"", ":", &quoted] {
        rest = rest.and_then(|rest| rest.trim_start().strip_prefix(token));
    }
    !nonce.is_empty() && rest.is_some()
}

/// An object's members, keys read and values as written. Refuses what is no object and keys that stand twice.
fn members(object: &str) -> Result<Vec<(String, &str)>, String> {
    let bytes = object.as_bytes();
    let blank = |at: usize| at + bytes[at..].iter().take_while(|b| b" \t\r\n".contains(b)).count();
    let (mut members, mut seen) = (Vec::new(), BTreeSet::new());
    let mut at = blank(1);
    loop {
        let key_end = if bytes.get(at) == Some(&b'"') { value_end(bytes, at) } else { None };
        let key_end = key_end.ok_or("expected a key in quotes")?;
        let key: String = serde_json::from_str(&object[at..key_end]).map_err(|e| e.to_string())?;
        if !seen.insert(key.clone()) {
            return Err(twice(&key));
        }
        at = blank(key_end);
        if bytes.get(at) != Some(&b':') {
            return Err(format!("expected a colon after {key:?}"));
        }
        at = blank(at + 1);
        let end = value_end(bytes, at).ok_or_else(|| format!("the value of {key:?} is not whole"))?;
        members.push((key, &object[at..end]));
        at = blank(end);
        match bytes.get(at) {
            Some(b',') => at = blank(at + 1),
            Some(b'}') if at + 1 == bytes.len() => return Ok(members),
            Some(_) | None => return Err("expected a comma or the end of the object".to_owned()),
        }
    }
}

fn said_nonce(members: &[(String, &str)]) -> Option<String> {
    let (_, raw) = members.iter().find(|(key, _)| key == "nonce")?;
    serde_json::from_str(raw).ok()
}

fn opened(members: &[(String, &str)]) -> Result<Opened, Bad> {
    let wrong = |what: &str| Bad::from(Unreadable::at("envelope", what));
    let (mut files_read, mut payload) = (None, None);
    for (key, raw) in members {
        match key.as_str() {
            "result" if raw.starts_with('{') => payload = Some((*raw).to_owned()),
            "result" => return Err(wrong("\"result\" must be an object")),
            "files_read" => files_read = Some(files(raw).ok_or_else(|| wrong(FILES))?),
            _ => drop(parse(raw).map_err(|error| wrong(&error))?),
        }
    }
    match (files_read, payload) {
        (Some(files_read), Some(payload)) => Ok(Opened { files_read, payload }),
        (None, _) => Err(wrong(FILES)),
        (_, None) => Err(wrong("\"result\" is missing")),
    }
}

const FILES: &str = "\"files_read\" must be a list of paths";

fn files(raw: &str) -> Option<Vec<String>> {
    match parse(raw).ok()? {
        Json::List(items) => items.iter().map(|item| item.as_text().map(str::to_owned)).collect(),
        Json::Null | Json::Bool(_) | Json::Whole(_) | Json::Other(_) | Json::Text(_) | Json::Object(_) => {
            None
        }
    }
}

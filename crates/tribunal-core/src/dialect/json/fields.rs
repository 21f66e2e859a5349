//! Reads the fields of one object: what is odd is kept and complained about, what is missing and needed is refused.
//!
//! A text field always yields text, so that no finding is lost over a type; a list of findings that is no list is
//! never read as an empty one.

use super::{Json, Members};
use crate::dialect::{FINDINGS_MAX, Unreadable, location};
use crate::domain::{Complaint, Location};

/// Longest quotation of an agent's text in a complaint, in characters.
const SHOWN_MAX: usize = 60;

/// What a reader noticed so far.
pub(crate) type Notes = Vec<Complaint>;

/// Notes a complaint.
pub(crate) fn note(notes: &mut Notes, place: &str, what: impl Into<String>) {
    notes.push(Complaint { place: place.to_owned(), what: what.into() });
}

/// An agent's text, quoted and cut for a complaint.
pub(crate) fn shown(text: &str) -> String {
    let cut: String = text.chars().take(SHOWN_MAX).collect();
    let more = if cut.len() < text.len() { "..." } else { "" };
    format!("{cut:?}{more}")
}

/// The fields of one object, and where it stands in the reply.
#[derive(Debug, Clone)]
pub(crate) struct Fields<'a> {
    object: &'a Members<'a>,
    pub(crate) place: String,
}

impl<'a> Fields<'a> {
    /// The fields of a value that must be an object.
    pub(crate) fn of(json: &'a Json<'a>, place: impl Into<String>) -> Result<Self, Unreadable> {
        let place = place.into();
        match json.as_object() {
            Some(object) => Ok(Self { object, place }),
            None => Err(Unreadable::at(place, format!("expected an object, not {}", kind(json)))),
        }
    }

    /// The field, unless it is absent or null.
    pub(crate) fn some(&self, key: &str) -> Option<&'a Json<'a>> {
        self.object.get(key).filter(|json| **json != Json::Null)
    }

    /// All keys, in order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.object.keys().map(|key| &**key)
    }

    /// A text; empty where absent. Anything else is kept as the JSON it was.
    pub(crate) fn text(&self, key: &str, notes: &mut Notes) -> String {
        self.some(key).map(|json| text_of(json, &self.place, key, notes)).unwrap_or_default()
    }

    /// A text that is worth having; none where absent or empty.
    pub(crate) fn optional(&self, key: &str, notes: &mut Notes) -> Option<String> {
        Some(self.text(key, notes)).filter(|text| !text.is_empty())
    }

    /// A word from a table; none where absent or no text.
    pub(crate) fn word(&self, key: &str) -> Option<&'a str> {
        self.some(key).and_then(Json::as_text)
    }

    /// A word, where there is one; anything but a text is refused, so that no other value passes for an absent one.
    pub(crate) fn stated(&self, key: &str) -> Result<Option<&'a str>, Unreadable> {
        match self.some(key) {
            None => Ok(None),
            Some(Json::Text(word)) => Ok(Some(word)),
            Some(other) => Err(self.wrong(format!("{key:?} must be a text, not {}", kind(other)))),
        }
    }

    /// The same fields under another name for people.
    pub(crate) fn placed(self, place: &str) -> Self {
        Self { place: place.to_owned(), ..self }
    }

    /// A list that must be there.
    pub(crate) fn list(&self, key: &str) -> Result<&'a [Json<'a>], Unreadable> {
        match self.object.get(key) {
            Some(Json::List(items)) if items.len() > FINDINGS_MAX => {
                Err(self.wrong(format!("{key:?} has {} elements, more than {FINDINGS_MAX}", items.len())))
            }
            Some(Json::List(items)) => Ok(items),
            Some(other) => Err(self.wrong(format!("{key:?} must be a list, not {}", kind(other)))),
            None => Err(self.wrong(format!("{key:?} is missing; send an empty list if there are none"))),
        }
    }

    /// A list; absent or null means empty.
    pub(crate) fn list_or_none(&self, key: &str) -> Result<&'a [Json<'a>], Unreadable> {
        if self.some(key).is_none() { Ok(&[]) } else { self.list(key) }
    }

    /// A list of texts; absent or null means empty.
    pub(crate) fn texts(&self, key: &str, notes: &mut Notes) -> Result<Vec<String>, Unreadable> {
        Ok(self.list_or_none(key)?.iter().map(|json| text_of(json, &self.place, key, notes)).collect())
    }

    /// An object within; absent or null means none.
    pub(crate) fn child(&self, key: &str) -> Result<Option<Fields<'a>>, Unreadable> {
        self.some(key).map(|json| Fields::of(json, key)).transpose()
    }

    /// A count, also as a numeric string. A count is a claim that may be stricter than the findings, so one that
    /// cannot be read is refused instead of forgotten.
    pub(crate) fn count(&self, key: &str) -> Result<Option<u32>, Unreadable> {
        let Some(json) = self.some(key) else { return Ok(None) };
        match whole(json) {
            Some(count) => Ok(Some(count)),
            None => Err(self.wrong(format!("{key:?} must be a whole number, not {}", raw(json)))),
        }
    }

    /// A yes or no, also as a word; anything else is complained about and not taken.
    pub(crate) fn flag(&self, key: &str, notes: &mut Notes) -> Option<bool> {
        let json = self.some(key)?;
        let flag = match json {
            Json::Bool(flag) => Some(*flag),
            Json::Text(word) => word.trim().to_lowercase().parse().ok(),
            Json::Null | Json::Whole(_) | Json::Other(_) | Json::List(_) | Json::Object(_) => None,
        };
        if flag.is_none() {
            note(notes, &self.place, format!("{key:?} is neither true nor false: {}", raw(json)));
        }
        flag
    }

    /// A line number, also as a numeric string; anything else costs the line, never the finding.
    pub(crate) fn line(&self, key: &str, notes: &mut Notes) -> Option<u32> {
        let json = self.some(key)?;
        let line = whole(json).filter(|line| *line > 0);
        if line.is_none() {
            note(notes, &self.place, format!("{key:?} is no line number: {}", raw(json)));
        }
        line
    }

    /// `path:line`, or a list of them. What is no path is complained about; a bad line costs the line.
    pub(crate) fn places(&self, key: &str, notes: &mut Notes) -> Vec<Location> {
        let texts = match self.some(key) {
            None => Vec::new(),
            Some(Json::List(items)) => items.iter().map(|i| text_of(i, &self.place, key, notes)).collect(),
            Some(other) => vec![text_of(other, &self.place, key, notes)],
        };
        texts.iter().filter(|t| !t.trim().is_empty()).filter_map(|t| self.place_in(t, notes)).collect()
    }

    /// Says what is wrong here.
    pub(crate) fn wrong(&self, what: impl Into<String>) -> Unreadable {
        Unreadable::at(self.place.clone(), what)
    }

    fn place_in(&self, text: &str, notes: &mut Notes) -> Option<Location> {
        let found = location(text);
        if found.is_none() {
            note(notes, &self.place, format!("{} is no path", shown(text)));
        }
        let found = found?;
        match found.path.rsplit_once(':') {
            Some((path, tail)) if found.line.is_none() && numeric(tail) => {
                note(notes, &self.place, format!("{} is no line number", shown(tail)));
                Some(Location { path: path.to_owned(), line: None, end: None })
            }
            Some(_) | None => Some(found),
        }
    }
}

/// Digits, a sign, a dot or an exponent: meant as a line number.
fn numeric(tail: &str) -> bool {
    tail.bytes().any(|b| b.is_ascii_digit())
        && tail.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E' | b' '))
}

fn text_of(json: &Json<'_>, place: &str, key: &str, notes: &mut Notes) -> String {
    match json {
        Json::Text(text) => text.clone().into_owned(),
        Json::Null => String::new(),
        Json::Whole(number) => number.to_string(),
        Json::Bool(_) | Json::Other(_) | Json::List(_) | Json::Object(_) => {
            note(notes, place, format!("{key:?} is {}, kept as written", kind(json)));
            compact(json)
        }
    }
}

fn whole(json: &Json<'_>) -> Option<u32> {
    if let Json::Whole(number) = json {
        return u32::try_from(*number).ok();
    }
    let digits = json.as_text()?.trim();
    if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn raw(json: &Json<'_>) -> String {
    match json.as_text() {
        Some(text) => shown(text),
        None => shown(&compact(json)).trim_matches('"').to_owned(),
    }
}

fn compact(json: &Json<'_>) -> String {
    serde_json::to_string(json).expect("a tree that was read has text keys and finite numbers")
}

fn kind(json: &Json<'_>) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Whole(_) | Json::Other(_) => "a number",
        Json::Text(_) => "a text",
        Json::List(_) => "a list",
        Json::Object(_) => "an object",
    }
}

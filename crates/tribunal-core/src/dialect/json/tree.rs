//! A JSON value without doubt: repeated keys and deep nesting are refused, in unknown fields too.
//!
//! serde_json decides what is JSON. A plain `Value` would keep the last of two equal keys, which lets a reply show
//! one finding to people and another to us.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::DEPTH_MAX;

/// A JSON value. Objects compare without regard to order, as JSON says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Whole(u64),
    /// Negative, fractional, or beyond `u64`.
    Other(serde_json::Number),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// The text, where it is one.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            Json::Null
            | Json::Bool(_)
            | Json::Whole(_)
            | Json::Other(_)
            | Json::List(_)
            | Json::Object(_) => None,
        }
    }

    /// The members, where it is an object.
    pub(crate) fn as_object(&self) -> Option<&BTreeMap<String, Json>> {
        match self {
            Json::Object(members) => Some(members),
            Json::Null | Json::Bool(_) | Json::Whole(_) | Json::Other(_) | Json::Text(_) | Json::List(_) => {
                None
            }
        }
    }

    /// The text itself, where it is one.
    pub(crate) fn into_text(self) -> Option<String> {
        match self {
            Json::Text(text) => Some(text),
            Json::Null
            | Json::Bool(_)
            | Json::Whole(_)
            | Json::Other(_)
            | Json::List(_)
            | Json::Object(_) => None,
        }
    }
}

/// Reads one whole JSON value, and nothing beside it.
pub(crate) fn parse(text: &str) -> Result<Json, String> {
    parse_plain(text).or_else(|error| match quoted_huge(text) {
        Some(text) => parse_plain(&text),
        None => Err(error),
    })
}

/// Writes a document of ours, indented for people.
pub(crate) fn written(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document)
        .expect("our documents have text keys and plain values, and a String accepts every write")
}

fn parse_plain(text: &str) -> Result<Json, String> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict { depth: 0 }.deserialize(&mut reader).map_err(|e| e.to_string())?;
    reader.end().map_err(|e| e.to_string())?;
    Ok(value)
}

/// Puts numbers that no float can hold, such as `1e400`, in quotes: legal JSON that serde_json refuses, kept as a
/// numeric string so that a silly line number costs the line and not the finding. None if there is no such number.
fn quoted_huge(text: &str) -> Option<String> {
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        at = match byte {
            b'"' => string_end(bytes, at)?,
            b'-' | b'0'..=b'9' => {
                let end = number_end(bytes, at);
                if is_huge(&text[at..end]) && is_value(bytes, at, end) {
                    out.push_str(&text[copied..at]);
                    out.push('"');
                    out.push_str(&text[at..end]);
                    out.push('"');
                    copied = end;
                }
                end
            }
            _ => at + 1,
        };
    }
    out.push_str(&text[copied..]);
    (copied > 0).then_some(out)
}

/// The index after the string that opens at `start`; none if it never closes.
pub(super) fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn number_end(bytes: &[u8], start: usize) -> usize {
    let more = |b: &&u8| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    start + bytes[start..].iter().take_while(more).count()
}

fn is_huge(number: &str) -> bool {
    number.parse::<f64>().is_ok_and(f64::is_infinite) && serde_json::from_str::<IgnoredAny>(number).is_ok()
}

/// Whether the text between stands where a value may: quoting a key would make JSON of what is none.
fn is_value(bytes: &[u8], start: usize, end: usize) -> bool {
    let before = bytes[..start].iter().rev().find(|b| !b.is_ascii_whitespace());
    let after = bytes[end..].iter().find(|b| !b.is_ascii_whitespace());
    matches!(before, Some(b':' | b'[' | b',')) && matches!(after, Some(b',' | b']' | b'}'))
}

/// Builds a `Json`, knowing how deep it is.
#[derive(Clone, Copy)]
struct Strict {
    depth: usize,
}

impl Strict {
    fn deeper<E: Error>(self) -> Result<Strict, E> {
        if self.depth >= DEPTH_MAX {
            return Err(E::custom(format!("nested deeper than {DEPTH_MAX} levels")));
        }
        Ok(Strict { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Json;
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Json, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Whole(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(u64::try_from(value).map_or_else(|_| Json::Other(value.into()), Json::Whole))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        let number = serde_json::Number::from_f64(value).ok_or_else(|| E::custom("not a finite number"))?;
        Ok(Json::Other(number))
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }
    fn visit_string<E: Error>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let inner = self.deeper()?;
        let mut object = BTreeMap::new();
        while let Some(key) = members.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {key:?} stands twice in one object")));
            }
            object.insert(key, members.next_value_seed(inner)?);
        }
        Ok(Json::Object(object))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => writer.serialize_unit(),
            Json::Bool(value) => writer.serialize_bool(*value),
            Json::Whole(value) => writer.serialize_u64(*value),
            Json::Other(value) => value.serialize(writer),
            Json::Text(value) => writer.serialize_str(value),
            Json::List(items) => items.serialize(writer),
            Json::Object(members) => members.serialize(writer),
        }
    }
}

//! A JSON value without doubt: repeated keys and deep nesting are refused, in unknown fields too.
//!
//! serde_json decides what is JSON. A plain `Value` would keep the last of two equal keys, which lets a reply show
//! one finding to people and another to us.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::DEPTH_MAX;

/// A JSON value. Objects compare without regard to order, as JSON says. Texts without escapes are borrowed from the
/// reply: a reply of ten thousand findings is mostly text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Whole(u64),
    /// Negative, fractional, or beyond `u64`.
    Other(serde_json::Number),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Members<'a>),
}

/// An object's members.
pub(crate) type Members<'a> = BTreeMap<Cow<'a, str>, Json<'a>>;

impl<'a> Json<'a> {
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
    pub(crate) fn as_object(&self) -> Option<&Members<'a>> {
        match self {
            Json::Object(members) => Some(members),
            Json::Null | Json::Bool(_) | Json::Whole(_) | Json::Other(_) | Json::Text(_) | Json::List(_) => {
                None
            }
        }
    }

    /// The same value, borrowing nothing.
    fn into_owned(self) -> Json<'static> {
        let member =
            |(key, value): (Cow<'_, str>, Json<'_>)| (Cow::Owned(key.into_owned()), value.into_owned());
        match self {
            Json::Null => Json::Null,
            Json::Bool(value) => Json::Bool(value),
            Json::Whole(value) => Json::Whole(value),
            Json::Other(value) => Json::Other(value),
            Json::Text(text) => Json::Text(Cow::Owned(text.into_owned())),
            Json::List(items) => Json::List(items.into_iter().map(Json::into_owned).collect()),
            Json::Object(members) => Json::Object(members.into_iter().map(member).collect()),
        }
    }
}

/// Reads one whole JSON value, and nothing beside it.
pub(crate) fn parse(text: &str) -> Result<Json<'_>, String> {
    parse_plain(text).or_else(|error| match quoted_huge(text) {
        Some(text) => parse_plain(&text).map(Json::into_owned),
        None => Err(error),
    })
}

/// Writes a document of ours, indented for people.
pub(crate) fn written(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document)
        .expect("our documents have text keys and plain values, and a String accepts every write")
}

fn parse_plain(text: &str) -> Result<Json<'_>, String> {
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
    type Value = Json<'de>;
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Json<'de>, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E: Error>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Whole(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(u64::try_from(value).map_or_else(|_| Json::Other(value.into()), Json::Whole))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Json<'de>, E> {
        let number = serde_json::Number::from_f64(value).ok_or_else(|| E::custom("not a finite number"))?;
        Ok(Json::Other(number))
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(value.to_owned())))
    }
    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json<'de>, A::Error> {
        let inner = self.deeper()?;
        let mut object = BTreeMap::new();
        while let Some(Key(key)) = members.next_key()? {
            let value = members.next_value_seed(inner)?;
            match object.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(place) => return Err(A::Error::custom(twice(place.key()))),
            }
        }
        Ok(Json::Object(object))
    }
}

/// Says which key stands twice.
pub(crate) fn twice(key: &str) -> String {
    format!("the key {key:?} stands twice in one object")
}

/// A key, borrowed where it can be.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl Serialize for Json<'_> {
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

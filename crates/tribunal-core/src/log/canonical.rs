//! Canonical JSON: no white space, keys sorted. The same value gives the same bytes in every build.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use sha2::Digest;

/// A value as canonical JSON.
///
/// # Panics
/// If the value cannot be JSON at all; our own types are plain data with string keys and no floats, and always can.
pub fn canonical(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("our own types are plain data and always JSON");
    let mut text = String::new();
    write(&value, &mut text);
    text
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&sha2::Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |n: u8| char::from(DIGITS[usize::from(n)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Sorted here and not by the map: another crate in the build may switch on insertion order.
fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(&String, &Value)> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            list(out, ['{', '}'], &entries, |(key, value), out| {
                let _ = write!(out, "{}:", Value::String((*key).clone()));
                write(value, out);
            });
        }
        Value::Array(items) => list(out, ['[', ']'], items, write),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let _ = write!(out, "{value}");
        }
    }
}

fn list<T>(out: &mut String, [open, close]: [char; 2], items: &[T], item: impl Fn(&T, &mut String)) {
    out.push(open);
    for (i, entry) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        item(entry, out);
    }
    out.push(close);
}

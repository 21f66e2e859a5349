//! The hash that a verdict names: which policy, exactly, made it.
//!
//! It is over the resolved protocol, not the file: comments and the order of keys do not matter, every value does.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::Digest;

use super::Protocol;

/// SHA-256, in hexadecimal, over the protocol as JSON without white space and with sorted keys.
pub fn hash(protocol: &Protocol) -> String {
    // A protocol holds no map with keys that are not strings and no float, the two things that JSON refuses.
    let value = serde_json::to_value(protocol).expect("a protocol is plain data and always JSON");
    let mut text = String::new();
    canonical(&value, &mut text);
    sha2::Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Writes JSON with sorted keys. Sorted here and not by the map: another crate in the build may switch its order.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(&String, &Value)> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            list(out, ['{', '}'], &entries, |(key, value), out| {
                let _ = write!(out, "{}:", Value::String((*key).clone()));
                canonical(value, out);
            });
        }
        Value::Array(items) => list(out, ['[', ']'], items, canonical),
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

#[cfg(test)]
mod tests;

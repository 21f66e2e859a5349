//! Canonical JSON: no white space, keys sorted. The same value gives the same bytes in every build.

mod writer;

use serde::Serialize;
use sha2::Digest;

/// A value as canonical JSON.
///
/// # Panics
/// If the value cannot be JSON at all; our own types are plain data with string keys and no floats, and always can.
pub fn canonical(value: &impl Serialize) -> String {
    let bytes = canonical_after(Vec::new(), value);
    String::from_utf8(bytes).expect("JSON of texts is text")
}

/// A value as canonical JSON, behind what is there already. Panics as `canonical` does.
pub(super) fn canonical_after(bytes: Vec<u8>, value: &impl Serialize) -> Vec<u8> {
    let mut out = writer::Out::behind(bytes);
    value.serialize(writer::Writer(&mut out)).expect("our own types are plain data and always JSON");
    out.bytes
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&sha2::Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

#[cfg(test)]
mod tests;

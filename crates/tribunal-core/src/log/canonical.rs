//! Canonical JSON: no white space, keys sorted. The same value gives the same bytes in every build.

mod writer;

use serde::Serialize;
use sha2::Digest;

/// A value as canonical JSON.
///
/// # Panics
/// If the value cannot be JSON at all; our own types are plain data with string keys and no floats, and always can.
pub fn canonical(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    value.serialize(writer::Writer(&mut out)).expect("our own types are plain data and always JSON");
    String::from_utf8(out).expect("JSON of texts is text")
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

#[cfg(test)]
mod tests;

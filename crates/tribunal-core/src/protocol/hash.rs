//! The hash that a verdict names: which policy, exactly, made it.
//!
//! It is over the resolved protocol, not the file: comments and the order of keys do not matter, every value does.

use super::Protocol;
use crate::log::{canonical, sha256};

/// SHA-256, in hexadecimal, over the protocol as canonical JSON.
pub fn hash(protocol: &Protocol) -> String {
    sha256(canonical(protocol).as_bytes())
}

#[cfg(test)]
mod tests;

//! HMAC-SHA-256 (RFC 2104), small enough to read, checked against the vectors of RFC 4231.

use sha2::{Digest, Sha256};

/// SHA-256 works on blocks of this many bytes.
const BLOCK: usize = 64;

/// The message authentication code of a message under a key.
pub fn hmac_sha256(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0_u8; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let pad = |byte: u8| block.map(|b| b ^ byte);
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(pad(0x5c)).chain_update(inner).finalize().into()
}

/// Compares without telling by its duration where two codes differ.
pub(super) fn same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len() && left.iter().zip(right).fold(0, |odd, (l, r)| odd | (l ^ r)) == 0
}

#[cfg(test)]
mod tests;

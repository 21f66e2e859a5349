//! The vectors of RFC 4231.

use super::{hmac_sha256, same};
use crate::log::hex;

fn check(key: &[u8], message: &[u8], code: &str) {
    assert_eq!(hex(&hmac_sha256(key, message))[..code.len()], *code);
}

#[test]
fn the_vectors_of_rfc_4231() {
    check(&[0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    check(
        b"Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
    check(&[0xaa; 20], &[0xdd; 50], "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    let counting: Vec<u8> = (1..=25).collect();
    check(&counting, &[0xcd; 50], "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
    check(&[0x0c; 20], b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b");
    check(
        &[0xaa; 131],
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    );
    check(
        &[0xaa; 131],
        b"This is a test using a larger than block-size key and a larger than block-size data. The key needs to \
          be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    );
}

#[test]
fn codes_are_compared_whole() {
    assert!(same(b"abc", b"abc"));
    assert!(!same(b"abc", b"abd"));
    assert!(!same(b"abc", b"ab"));
}

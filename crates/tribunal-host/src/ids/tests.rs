//! Nonces and run names differ.

use std::collections::BTreeSet;

use super::*;

#[test]
fn nonces_differ_and_have_128_bits() {
    let drawn: BTreeSet<String> = (0..1000).map(|_| nonce()).collect();
    assert_eq!(drawn.len(), 1000);
    assert!(drawn.iter().all(|n| n.len() == 32));
}

#[test]
fn runs_of_one_moment_have_different_names() {
    let names: BTreeSet<String> = (0..1000).map(|_| run_id(Timestamp(7)).to_string()).collect();
    assert!(names.len() > 990);
}

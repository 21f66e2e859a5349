//! Unified diffs as git writes them. What must hold is stated in `tribunal_testkit::invariants`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tribunal_testkit::invariants;

fuzz_target!(|input: &[u8]| invariants::hold("diff", input));

//! The envelope around every reply, and each dialect behind it. What must hold is stated in `tribunal_testkit::invariants`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tribunal_testkit::invariants;

fuzz_target!(|input: &[u8]| invariants::hold("envelope", input));

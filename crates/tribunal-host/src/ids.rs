//! The one place that mints identifiers: run names and the nonce of each question to an agent.

use std::hash::{BuildHasher, Hasher, RandomState};

use tribunal_core::domain::{RunId, Timestamp};

/// A word nobody who has not read the question can know: 128 bits from the operating system's seed.
pub fn nonce() -> String {
    // Each RandomState is keyed from the system's source of randomness; hashing nothing with two of them gives 128
    // bits that text in a repository cannot foresee.
    let draw = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", draw(), draw())
}

/// A new run's name: when it began, and enough chance that two machines never agree.
pub fn run_id(now: Timestamp) -> RunId {
    let chance = RandomState::new().build_hasher().finish();
    RunId::parse(&format!("run-{:011x}-{:08x}", now.0, chance & 0xffff_ffff))
        .expect("hexadecimal digits are a name")
}

#[cfg(test)]
mod tests;

//! Measures what must be fast, as ratios against the bare work in the same run. `cargo xtask bench` runs it.
//!
//! Every figure is the best of several runs: the machine may be busy, and the fastest run is the one least disturbed.
//! Nothing here passes or fails a test; `docs/benchmarks.md` keeps the figures with the command that made them.

mod hostile;
mod logs;
mod replies;

use std::time::{Duration, Instant};

/// How often each thing is measured; the best counts.
const RUNS: usize = 7;

/// The parts, by the word that asks for one alone.
const PARTS: [(&str, fn()); 3] =
    [("logs", logs::measure), ("replies", replies::measure), ("hostile", hostile::measure)];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let asked = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    PARTS.iter().filter(|(name, _)| asked(name)).for_each(|(_, measure)| measure());
}

/// The best time of several runs.
fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            std::hint::black_box(work());
            begun.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Prints one figure.
#[allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn figure(what: &str, value: &str) {
    println!("{what:<58} {value}");
}

//! Measures what must be fast, as ratios against the bare work in the same run. `cargo xtask bench` runs it.
//!
//! Every figure is the best of several runs: the machine may be busy, and the fastest run is the one least disturbed.
//! Nothing here passes or fails a test; `docs/benchmarks.md` keeps the figures with the command that made them.

mod hostile;
mod local;
mod logs;
mod replies;

use std::time::{Duration, Instant};

/// How often each thing is measured; the best counts.
const RUNS: usize = 7;

/// The parts: the group they belong to, the word that asks for one alone, and what is done.
const PARTS: [(&str, &str, fn()); 8] = [
    ("core", "logs", logs::measure),
    ("core", "replies", replies::measure),
    ("core", "hostile", hostile::measure),
    ("local", "verdict", local::verdict),
    ("local", "queue", local::queue),
    ("local", "start", local::commands),
    ("local", "large", local::large),
    ("local", "linear", local::linear),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some(local::agent::AGENT) => local::agent::answer(),
        Some(local::queue::QUEUE) => local::queue::drive(&words[1..]),
        Some(_) | None => measure(&words),
    }
}

/// Measures the parts that are asked for, by word or group; all of them if none is.
fn measure(wanted: &[String]) {
    let known = |word: &String| PARTS.iter().any(|(group, name, _)| word == group || word == name);
    if let Some(odd) = wanted.iter().find(|word| !known(word)) {
        let names: Vec<&str> = PARTS.iter().map(|(_, name, _)| *name).collect();
        figure(&format!("{odd:?} is no part"), &format!("name core, local or one of {}", names.join(", ")));
        return;
    }
    let asked = |part: &&(&str, &str, fn())| {
        wanted.is_empty() || wanted.iter().any(|word| word == part.0 || word == part.1)
    };
    PARTS.iter().filter(asked).for_each(|(_, _, measure)| measure());
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

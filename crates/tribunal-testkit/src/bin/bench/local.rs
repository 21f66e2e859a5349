//! A review of a real repository, from the command line and in one process, beside the bare work in the same run.
//!
//! Each part prints its figures with their goal and whether it was met. `stage` is the repository, the home and the agent;
//! `agent` is the agent: this very program, which answers at once.

pub mod agent;
mod commands;
mod large;
mod linear;
pub mod queue;
mod stage;
mod verdict;

pub use commands::measure as commands;
pub use large::measure as large;
pub use linear::measure as linear;
pub use queue::measure as queue;
pub use verdict::measure as verdict;

use std::time::Duration;

use super::figure;

/// A figure beside its goal.
fn judged(what: &str, value: &str, goal: &str, met: bool) {
    let word = if met { "met" } else { "NOT MET" };
    figure(what, &format!("{value:<34} goal {goal}: {word}"));
}

/// Milliseconds with two digits behind the point.
fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// The middle and the smallest of several times.
struct Times(Vec<Duration>);

impl Times {
    fn of(mut all: Vec<Duration>) -> Self {
        all.sort_unstable();
        Self(all)
    }

    fn p50(&self) -> Duration {
        self.0.get(self.0.len() / 2).copied().unwrap_or_default()
    }

    fn least(&self) -> Duration {
        self.0.first().copied().unwrap_or_default()
    }
}

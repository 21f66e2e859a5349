//! Named steps, run in order; the first that fails stops the chore and is named.
//!
//! A step's own output goes straight to the terminal, so that the closing lines of cargo and nextest are in CI's log.

use std::io::Write;
use std::time::Instant;

use crate::workspace::Failure;

/// One thing to do, with the name people see.
pub struct Step<'a> {
    name: String,
    work: Box<dyn FnOnce() -> Result<(), Failure> + 'a>,
}

impl<'a> Step<'a> {
    /// Names a piece of work.
    pub fn new(name: impl Into<String>, work: impl FnOnce() -> Result<(), Failure> + 'a) -> Self {
        Self { name: name.into(), work: Box::new(work) }
    }
}

/// Runs the steps in order and says how long each took. What cannot be said (a closed pipe) is not worth failing for.
pub fn run_all(steps: Vec<Step<'_>>, out: &mut dyn Write) -> Result<(), Failure> {
    let begin = Instant::now();
    let count = steps.len();
    for Step { name, work } in steps {
        let _ = writeln!(out, "==> {name}");
        let start = Instant::now();
        let result = work();
        let seconds = start.elapsed().as_secs_f32();
        match result {
            Ok(()) => drop(writeln!(out, "==> {name}: ok, {seconds:.1} s")),
            Err(failure) => {
                let _ = writeln!(out, "==> {name}: FAILED, {seconds:.1} s");
                return Err(Failure::Step { name, cause: Box::new(failure) });
            }
        }
    }
    let _ = writeln!(out, "==> all {count} steps passed, {:.1} s", begin.elapsed().as_secs_f32());
    Ok(())
}

#[cfg(test)]
mod tests;

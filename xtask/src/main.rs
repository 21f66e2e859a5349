//! The project's chores as one program: `cargo xtask WORD`.
//!
//! This file turns the command line into steps and the result into an exit code: 0 when every step passed, 1 when
//! one failed, 2 when the command line was wrong. What the words mean is in `chores`, what a tidy tree is in `tidy`, what
//! safeguards are in `sabotage`.
//! It has no dependency but the standard library, so that a chore starts on a new machine within seconds.

mod chores;
mod command;
mod replays;
mod sabotage;
mod setup;
mod step;
mod tidy;
mod workspace;

use std::process::ExitCode;

use command::Command;
use workspace::{Failure, Workspace};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match Command::read(&words) {
        Ok(command) => finish(perform(command)),
        Err(wrong) => {
            eprintln!("{wrong}\n\n{}", command::USAGE);
            ExitCode::from(2)
        }
    }
}

fn perform(command: Command) -> Result<(), Failure> {
    let workspace = Workspace::located()?;
    let steps = chores::steps(&workspace, command)?;
    step::run_all(steps, &mut std::io::stderr())
}

fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

//! `tribunal`: takes a change to a verdict and shows how it got there. The only binary.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::main())
}

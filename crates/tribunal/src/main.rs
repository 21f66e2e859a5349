//! `tribunal`: takes a change to a verdict and shows how it got there. The only binary.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == tribunal_host::process::SUPERVISE) {
        return tribunal_host::process::supervise(words);
    }
    ExitCode::from(cli::main())
}

//! `tribunal explain FILE`: why a verdict is what it is.

use tribunal_core::tell;

use super::args::Log;
use super::failure::Failure;
use super::json;
use super::out::say;
use super::replay::load;

/// Explains a log.
pub fn run(args: &Log) -> Result<u8, Failure> {
    let (_, run) = load(&args.file)?;
    let Some(explanation) = tell::explain(&run) else {
        return Err(Failure::Content(format!("{}: the log holds no run", args.file.display())));
    };
    if args.json {
        json::tell("explanation", &explanation);
    } else {
        say(explanation.to_text().trim_end());
    }
    Ok(0)
}

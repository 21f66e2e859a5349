//! The command line: what was typed, which command it means, which exit code says how it went.
//!
//! Exit codes: 0 approved (or the command worked), 1 changes requested, 2 inconclusive or not reviewed, 3 needs a
//! person, 4 aborted, 5 still going elsewhere, 64 wrong usage, 65 wrong content, 66 a file that cannot be read, 69 `doctor`
//! found a problem, 70 the journal or git failed, 74 a file that cannot be written, 130 interrupted.

mod act;
mod args;
mod cells;
mod db;
mod demo;
mod doctor;
mod drive;
mod explain;
mod export;
mod failure;
mod home;
mod init;
mod json;
mod live;
mod manual;
mod out;
mod papers;
mod protocols;
mod replay;
mod review;
mod runs;
mod stage;
mod summary;
mod validate;

use clap::FromArgMatches;

/// Wrong words on the command line.
const EX_USAGE: u8 = 64;

/// The answer could not be written.
const EX_IOERR: u8 = 74;

/// Runs the command that was typed.
pub fn main() -> u8 {
    let typed = manual::command().try_get_matches().and_then(|words| args::Args::from_arg_matches(&words));
    let args = match typed {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let done = match args.command {
        args::Command::Demo { json } => demo::run(json),
        args::Command::Init(init) => init::run(&init),
        args::Command::Doctor(doctor) => doctor::run(&doctor),
        args::Command::Review(review) => review::run(&review),
        args::Command::Protocols(protocols) => protocols::run(protocols.command, protocols.json),
        args::Command::Replay(file) => replay::run(&file),
        args::Command::Explain(file) => explain::run(&file),
        args::Command::Runs(args) => runs::list(&args),
        args::Command::Show(named) => runs::show(&named),
        args::Command::Log(follow) => runs::log(&follow),
        args::Command::Resume(named) => act::resume(&named),
        args::Command::Abort(decide) => act::abort(&decide),
        args::Command::Decide(decide) => act::decide(&decide),
        args::Command::Submit(submit) => act::submit(&submit),
        args::Command::Answer(answer) => act::answer(&answer),
        args::Command::Validate(validate) => validate::run(&validate),
        args::Command::Export(args) => export::run(&args),
        args::Command::Metrics { json } => export::figures(json),
        args::Command::Db { command, json } => db::run(&command, json),
        args::Command::Completions { shell } => manual::completions(shell),
        args::Command::Man { command } => manual::page(&command),
    };
    let code = done.unwrap_or_else(|failure| {
        let failure = failure.for_want_of_room(&places());
        json::complain(&failure);
        failure.exit_code()
    });
    match out::unsaid() {
        // An answer that is cut must not look like a good one.
        Some(why) if code == 0 => {
            let what = format!("the answer could not be written to the end: {why}; make room and try again");
            json::complain(&failure::Failure::Unwritable(what));
            EX_IOERR
        }
        Some(_) | None => code,
    }
}

/// The disks a command writes to: that of its home, and that of the repository it is in.
fn places() -> Vec<std::path::PathBuf> {
    home::Home::find().map(|home| home.root().to_owned()).into_iter().chain(std::env::current_dir()).collect()
}

/// Help and version are no mistakes; everything else typed wrong is.
fn usage(error: &clap::Error) -> u8 {
    let text = error.render().to_string();
    if error.use_stderr() {
        json::misread(text.trim_end());
        return EX_USAGE;
    }
    out::say(text.trim_end());
    0
}

//! What can be typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

/// Drives a code change through review, answer, fix and re-review to a verdict one can trust.
#[derive(Debug, Parser)]
#[command(name = "tribunal", version, propagate_version = true, arg_required_else_help = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Watch a scripted panel review, dispute, fix and re-review a change.
    Demo {
        /// Print events as JSON, one a line.
        #[arg(long)]
        json: bool,
    },
    /// Write a commented tribunal.toml for this repository; never over one that is there.
    Init(Init),
    /// Say what works here, what does not, and where every setting comes from; changes nothing.
    Doctor(Doctor),
    /// Review a change to a verdict.
    Review(Box<Review>),
    /// List the last runs, newest first.
    Runs(Runs),
    /// Show how a run stands and what can be done.
    Show(Named),
    /// Print what happened in a run.
    Log(Follow),
    /// Go on with a run that was stopped or waits.
    Resume(Named),
    /// End a run.
    Abort(Abort),
    /// Decide what a run waits for.
    Decide(Decide),
    /// Hand in a person's review, in the protocol's own format.
    Submit(Submit),
    /// Hand in a person's answers, in the protocol's own format.
    Answer(Answer),
    /// The gate: 0 only if exactly this change has an approving verdict.
    Validate(Validate),
    /// Write a run in another form.
    Export(Export),
    /// Figures over all runs: rounds, rejections, adoption, cost.
    Metrics {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check or copy the journal.
    Db {
        /// What to do with it.
        #[command(subcommand)]
        command: DbCommand,
        /// Print JSON.
        #[arg(long, global = true)]
        json: bool,
    },
    /// List the protocols, print one, check a file, import a mode file.
    Protocols(Protocols),
    /// Prove a log: check its chain, recompute every consequence, show what happened.
    Replay(Log),
    /// Say which rule, findings, answers, rulings and limits made a verdict.
    Explain(Log),
    /// Print what makes a shell complete the words of tribunal.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print a manual page, for `man -l -` or a file.
    Man {
        /// The command it is about; nothing means tribunal itself.
        command: Vec<String>,
    },
}

/// `tribunal init`.
#[derive(Debug, ClapArgs)]
pub struct Init {
    /// Show the file instead of writing it.
    #[arg(long)]
    pub print: bool,
    /// Print JSON: the file's place and text, and what was found.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal doctor`.
#[derive(Debug, ClapArgs)]
pub struct Doctor {
    /// What a review would be told to compare with; settings are read from there.
    #[arg(long, value_name = "BRANCH")]
    pub base: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Shells whose completion is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Shell {
    /// Bash.
    Bash,
    /// Zsh.
    Zsh,
    /// Fish.
    Fish,
}

/// `tribunal review`.
#[derive(Debug, ClapArgs)]
pub struct Review {
    /// The change: a branch, a commit, A..B; nothing means the current branch.
    #[arg(value_name = "RANGE", conflicts_with = "script")]
    pub range: Option<String>,
    /// What it is compared with; otherwise the remote's default branch, main, master or trunk.
    #[arg(long, value_name = "BRANCH", conflicts_with = "script")]
    pub base: Option<String>,
    /// Play a file of replies without any repository (see docs/scripted-agents.md).
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// A built-in protocol's name, or a protocol file; zero-tolerance unless configured.
    #[arg(long, value_name = "NAME|FILE")]
    pub protocol: Option<String>,
    /// Who answers and fixes; repeat for a second choice.
    #[arg(long = "author", value_name = "AGENT", conflicts_with = "script")]
    pub authors: Vec<String>,
    /// A file with the story the change is held against.
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    pub story: Option<PathBuf>,
    /// A file with the plan the change is held against.
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    pub plan: Option<PathBuf>,
    /// Most that may be spent, in whole dollars.
    #[arg(long, value_name = "DOLLARS", conflicts_with = "script", value_parser = dollars, allow_negative_numbers = true)]
    pub budget: Option<u64>,
    /// How many agents may work at once.
    #[arg(long, value_name = "N", conflicts_with = "script", value_parser = positive, allow_negative_numbers = true)]
    pub jobs: Option<u32>,
    /// Review uncommitted work too, from a snapshot.
    #[arg(long, conflicts_with = "script")]
    pub dirty: bool,
    /// Leave the branch alone; fixes go to tribunal/RUN.
    #[arg(long, conflicts_with = "script")]
    pub no_apply: bool,
    /// Let agents, linters and checks run without a sandbox.
    #[arg(long, conflicts_with = "script")]
    pub unsandboxed: bool,
    /// The protocol's mode, where it has modes.
    #[arg(long)]
    pub mode: Option<String>,
    /// Who reviews: an agent, or in a script the name of a seat; repeat for each.
    #[arg(long = "reviewer", value_name = "NAME")]
    pub reviewers: Vec<String>,
    /// The group in ids such as TL-AUTH-1-001; CHANGE unless said.
    #[arg(long, value_parser = group)]
    pub group: Option<String>,
    /// A file the scripted change touches; repeat for each.
    #[arg(long = "file", value_name = "PATH", requires = "script", default_value = "src/lib.rs")]
    pub files: Vec<String>,
    /// Review only: no author acts.
    #[arg(long)]
    pub no_fix: bool,
    /// Say what would be done, do nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Fewer rounds than the protocol allows.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub max_rounds: Option<u32>,
    /// Write the scripted run's log here.
    #[arg(long, value_name = "FILE", requires = "script")]
    pub log: Option<PathBuf>,
    /// Print events as JSON, one a line.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal protocols`.
#[derive(Debug, ClapArgs)]
pub struct Protocols {
    /// What to do with them; without a word, list them.
    #[command(subcommand)]
    pub command: Option<ProtocolsCommand>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
}

/// What can be done with protocols.
#[derive(Debug, Subcommand)]
pub enum ProtocolsCommand {
    /// Print a built-in protocol's file, to copy and change.
    Show {
        /// Its name.
        name: String,
    },
    /// Check a protocol file.
    Check {
        /// The file.
        file: PathBuf,
    },
    /// Turn a mode file in the shape of `mode/*.json` into a protocol file.
    Import {
        /// The mode file.
        file: PathBuf,
        /// The mode's name; without one, the file's.
        #[arg(long)]
        mode: Option<String>,
    },
}

/// `tribunal runs`.
#[derive(Debug, ClapArgs)]
pub struct Runs {
    /// List every run there is.
    #[arg(long)]
    pub all: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A run, by its name or the beginning of it.
#[derive(Debug, ClapArgs)]
pub struct Named {
    /// The run: its name, or the beginning of it; `tribunal runs` lists them.
    pub run: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal log`.
#[derive(Debug, ClapArgs)]
pub struct Follow {
    /// The run: its name, or the beginning of it; `tribunal runs` lists them.
    pub run: String,
    /// Go on printing until the run rests.
    #[arg(long, short)]
    pub follow: bool,
    /// Print JSON, one event a line.
    #[arg(long)]
    pub json: bool,
}

/// A person's decision.
#[derive(Debug, ClapArgs)]
pub struct Decide {
    /// The run: its name, or the beginning of it; `tribunal runs` lists them.
    pub run: String,
    /// What is chosen; `tribunal show` lists what is offered.
    pub choice: Option<String>,
    /// Why; some choices need it.
    #[arg(long, value_name = "TEXT")]
    pub why: Option<String>,
    /// Who decides; otherwise the user of this machine.
    #[arg(long, value_name = "NAME")]
    pub who: Option<String>,
    /// A finding it is about; repeat for each.
    #[arg(long = "finding", value_name = "ID")]
    pub findings: Vec<String>,
    /// The author that is named, where the choice names one.
    #[arg(long, value_name = "AGENT")]
    pub author: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal abort`.
#[derive(Debug, ClapArgs)]
pub struct Abort {
    /// The run: its name, or the beginning of it; `tribunal runs` lists them.
    pub run: String,
    /// Why.
    #[arg(long, value_name = "TEXT")]
    pub why: Option<String>,
    /// Who decides; otherwise the user of this machine.
    #[arg(long, value_name = "NAME")]
    pub who: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal submit`.
#[derive(Debug, ClapArgs)]
pub struct Submit {
    /// The run: its name, or the beginning of it; `tribunal runs` lists them.
    pub run: String,
    /// The review.
    pub file: PathBuf,
    /// The seat it is for, where several are asked.
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal answer`.
#[derive(Debug, ClapArgs)]
pub struct Answer {
    /// The run: its name, or the beginning of it; `tribunal runs` lists them.
    pub run: String,
    /// The answers.
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal validate`.
#[derive(Debug, ClapArgs)]
pub struct Validate {
    /// The change: a branch, a commit, A..B; nothing means the current branch.
    pub range: Option<String>,
    /// What it is compared with.
    #[arg(long, value_name = "BRANCH")]
    pub base: Option<String>,
    /// The protocol it must be approved by.
    #[arg(long, value_name = "NAME|FILE")]
    pub protocol: Option<String>,
    /// Its mode.
    #[arg(long)]
    pub mode: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `tribunal export`.
#[derive(Debug, ClapArgs)]
pub struct Export {
    /// A log file, or a run of the journal.
    #[arg(value_name = "FILE|RUN")]
    pub run: PathBuf,
    /// The form.
    #[arg(long, value_enum, default_value = "md")]
    pub format: Format,
    /// The round, for the protocol's own format; the last unless said.
    #[arg(long, value_name = "N", value_parser = positive)]
    pub round: Option<u32>,
    /// Write to this file instead of the terminal; for findings documents, this folder.
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Print JSON around it: what was written, and where.
    #[arg(long)]
    pub json: bool,
}

/// Forms a run can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A report for people.
    Md,
    /// Everything, as JSON.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// What reviewdog reads.
    Rdjson,
    /// A round's review in the protocol's own format.
    Dialect,
    /// Epic's findings documents, a file per round, under docs/progress or in the folder given with --output.
    Findings,
    /// Epic's completion report.
    Completion,
    /// The run's log, which `tribunal replay` proves.
    Log,
}

/// What can be done with the journal.
#[derive(Debug, Subcommand)]
pub enum DbCommand {
    /// Prove everything in it: pages, chains, and every consequence.
    Check,
    /// Copy it to a new file, while it is in use.
    Backup {
        /// The new file.
        #[arg(value_name = "FILE")]
        to: PathBuf,
    },
}

/// A log and how to show it.
#[derive(Debug, ClapArgs)]
pub struct Log {
    /// A log file, or a run of the journal.
    #[arg(value_name = "FILE|RUN")]
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A count of something there must be.
fn positive(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "write a whole number from 1".to_owned())
}

fn dollars(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number of dollars".to_owned())
}

/// As the engine has it; said here, before a run gets a name.
fn group(text: &str) -> Result<String, String> {
    let fits = (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    if fits { Ok(text.to_owned()) } else { Err("a group is 1 to 64 letters and digits".to_owned()) }
}

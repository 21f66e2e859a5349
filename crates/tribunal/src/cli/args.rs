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
    Demo,
    /// Review a change to a verdict; so far with scripted agents.
    Review(Review),
    /// List the protocols, print one, check a file, import a mode file.
    Protocols(Protocols),
    /// Prove a log: check its chain, recompute every consequence, show what happened.
    Replay(Log),
    /// Say which rule, findings, answers, rulings and limits made a verdict.
    Explain(Log),
}

/// `tribunal review`.
#[derive(Debug, ClapArgs)]
pub struct Review {
    /// The file of replies that reviewers, author and people give (see docs/scripted-agents.md).
    #[arg(long, value_name = "FILE")]
    pub script: PathBuf,
    /// A built-in protocol's name, or a protocol file.
    #[arg(long, value_name = "NAME|FILE", default_value = "zero-tolerance")]
    pub protocol: String,
    /// The protocol's mode, where it has modes.
    #[arg(long)]
    pub mode: Option<String>,
    /// Name of a seat on the panel; repeat for each.
    #[arg(long = "reviewer", value_name = "NAME")]
    pub reviewers: Vec<String>,
    /// The group in ids such as TL-AUTH-1-001.
    #[arg(long, default_value = "CHANGE")]
    pub group: String,
    /// A file the scripted change touches; repeat for each.
    #[arg(long = "file", value_name = "PATH", default_value = "src/lib.rs")]
    pub files: Vec<String>,
    /// Review only: no author acts.
    #[arg(long)]
    pub no_fix: bool,
    /// Say what would be done, do nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Fewer rounds than the protocol allows.
    #[arg(long, value_name = "N")]
    pub max_rounds: Option<u32>,
    /// Write the run's log here.
    #[arg(long, value_name = "FILE")]
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

/// A log and how to show it.
#[derive(Debug, ClapArgs)]
pub struct Log {
    /// The log.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

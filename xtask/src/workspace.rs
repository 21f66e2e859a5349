//! The workspace and the programs run in it. Nothing here knows why a program is run.

use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Why a chore could not be done.
#[derive(Debug)]
pub enum Failure {
    /// A step failed.
    Step {
        /// Its name.
        name: String,
        /// Why.
        cause: Box<Failure>,
    },
    /// A program could not be started.
    NotStarted {
        /// The command line.
        line: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A program said no.
    Exit {
        /// The command line.
        line: String,
        /// How it ended.
        status: String,
    },
    /// Something is not there.
    Missing {
        /// What.
        what: String,
        /// What to do about it.
        remedy: String,
    },
    /// A file could not be read or made.
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The tree breaks this many of its own rules; they were printed.
    Untidy(usize),
    /// This many safeguards can be switched off without a test failing; they were printed.
    Survived(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Step { name, cause } => write!(f, "step `{name}` failed: {cause}"),
            Failure::NotStarted { line, source } => write!(f, "could not start `{line}`: {source}"),
            Failure::Exit { line, status } => write!(f, "`{line}` ended with {status}"),
            Failure::Missing { what, remedy } => write!(f, "{what} is missing; {remedy}"),
            Failure::File { path, source } => write!(f, "{}: {source}", path.display()),
            Failure::Untidy(count) => write!(f, "{count} breach(es) of the tidy rules, listed above"),
            Failure::Survived(count) => {
                write!(f, "{count} safeguard(s) are not proved by a test, listed above")
            }
        }
    }
}

/// The root of the workspace, where every program is run.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The directory of the workspace's manifest.
    pub root: PathBuf,
}

impl Workspace {
    /// Asks cargo, which says where this package lies when it runs it. Not fixed at build time: a program built in
    /// one worktree must not tidy another.
    pub fn located() -> Result<Self, Failure> {
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let root = package.and_then(|p| p.parent().map(PathBuf::from));
        root.map(|root| Self { root }).ok_or_else(|| Failure::Missing {
            what: "the workspace".into(),
            remedy: "start the chores with `cargo xtask`".into(),
        })
    }

    /// A program to be run in the root, with standard input closed. What cargo told this program about its own
    /// package is not passed on: it would differ from a plain call and make build scripts run again.
    pub fn program(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.current_dir(&self.root).stdin(Stdio::null());
        let own = |key: &OsStr| {
            let key = key.to_string_lossy();
            key.starts_with("CARGO_PKG_") || key.starts_with("CARGO_MANIFEST_") || key == "CARGO"
        };
        for (key, _) in std::env::vars_os().filter(|(key, _)| own(key)) {
            command.env_remove(key);
        }
        command
    }

    /// A whole command line, program first.
    pub fn line(&self, words: &[&str]) -> Command {
        let (name, arguments) = words.split_first().expect("a command line starts with a program");
        let mut command = self.program(name);
        command.args(arguments);
        command
    }

    /// Runs a command line and shows what it says.
    pub fn run(&self, words: &[&str]) -> Result<(), Failure> {
        run(self.line(words))
    }

    /// Whether a command line works; what it says is not shown.
    pub fn works(&self, words: &[&str]) -> bool {
        let mut command = self.line(words);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}

/// Runs a command and shows what it says.
pub fn run(mut command: Command) -> Result<(), Failure> {
    let line = written(&command);
    match command.status() {
        Err(source) => Err(Failure::NotStarted { line, source }),
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Exit { line, status: status.to_string() }),
    }
}

/// The command line for people.
pub fn written(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

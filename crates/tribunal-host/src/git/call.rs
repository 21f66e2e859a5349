//! The one way git is started: a cleared environment, settings that switch off everything a repository can name to be
//! run, no shell, bounded output, a limit on time.
//!
//! What git says is returned; what it means is for the callers. Conversations with a git that stays are in `talk`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::GitError;
use super::den::{Den, read_bounded};
use super::discover::Layout;
use super::talk::Talk;

/// Longest a call may take; a diff of a very large change on a slow disk stays far below.
pub(super) const WALL_MAX: Duration = Duration::from_secs(120);

/// Most bytes a call may write unless it says otherwise; the paths of a million files.
const OUTPUT_MAX: u64 = 64 * 1024 * 1024;

/// Most bytes kept of what git says went wrong.
const SAID_MAX: usize = 4096;

/// Settings for every call, stronger than any file: nothing is run, fetched, recursed into, cached or tidied up.
const SETTINGS: &[&str] = &[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.attributesFile=/dev/null",
    "core.untrackedCache=false",
    "core.splitIndex=false",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=false",
    "core.sshCommand=false",
    "core.gitProxy=false",
    "core.alternateRefsCommand=false",
    "core.quotePath=false",
    "core.protectHFS=true",
    "core.protectNTFS=true",
    "core.fsync=all",
    "sequence.editor=false",
    "credential.helper=",
    "protocol.allow=never",
    "submodule.recurse=false",
    "diff.external=",
    "gc.auto=0",
    "maintenance.auto=false",
    "gpg.program=false",
    "advice.detachedHead=false",
    "advice.graftFileDeprecated=false",
];

/// The whole environment, besides PATH and the places of a call.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("LC_ALL", "C.UTF-8"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_ASKPASS", "false"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_GRAFT_FILE", "/dev/null"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_PROTOCOL_FROM_USER", "0"),
    ("GIT_COMMITTER_NAME", "tribunal"),
    ("GIT_COMMITTER_EMAIL", "tribunal@localhost"),
];

/// Where git is and what it says of itself, without any repository. `private` is as in `Setting`.
pub fn installed(private: &Path) -> Result<(PathBuf, String), GitError> {
    let git = Git::find(Den::new(private)?)?;
    let version = git.version()?;
    Ok((git.program.clone(), version))
}

/// Starts git, and counts how often.
#[derive(Debug)]
pub(super) struct Git {
    program: PathBuf,
    path: OsString,
    /// Our own git directory and files.
    pub den: Den,
    started: AtomicU32,
}

impl Git {
    /// Finds git in the directories of PATH. Relative ones are passed over: they could be inside the repository.
    pub fn find(den: Den) -> Result<Self, GitError> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let directories = std::env::split_paths(&path).filter(|directory| directory.is_absolute());
        let directories: Vec<PathBuf> = directories.collect();
        let program = directories.iter().map(|d| d.join("git")).find(|file| file.is_file());
        let program = program.ok_or(GitError::NoProgram)?;
        let path = std::env::join_paths(&directories).unwrap_or_default();
        Ok(Self { program, path, den, started: AtomicU32::new(0) })
    }

    #[cfg(test)]
    pub fn with_program(mut self, program: PathBuf) -> Self {
        self.program = program;
        self
    }

    /// How many git processes were started.
    pub fn started(&self) -> u32 {
        self.started.load(Ordering::Relaxed)
    }

    /// A call that sees a git directory of the user: to read objects and to move refs.
    pub fn real(&self, git_dir: &Path, command: &str) -> Call<'_> {
        self.call(command).env("GIT_DIR", git_dir)
    }

    /// A call that sees the user's objects and nothing else of the user.
    pub fn plain(&self, layout: &Layout, command: &str) -> Call<'_> {
        self.over_objects(layout, command).env("GIT_DIR", self.den.plain_dir())
    }

    /// A call about a work tree: it sees the user's objects, ignore rules and attributes, but no other setting.
    pub fn private(&self, layout: &Layout, command: &str) -> Call<'_> {
        self.over_objects(layout, command).env("GIT_DIR", self.den.git_dir())
    }

    fn over_objects(&self, layout: &Layout, command: &str) -> Call<'_> {
        self.call(command).env("GIT_OBJECT_DIRECTORY", layout.common_dir.join("objects"))
    }

    /// What `git version` says.
    pub fn version(&self) -> Result<String, GitError> {
        let said = self.call("version").ok()?;
        Ok(String::from_utf8_lossy(&said).trim().to_owned())
    }

    fn call(&self, command: &str) -> Call<'_> {
        let call =
            Call { git: self, args: Vec::new(), env: Vec::new(), place: self.den.empty(), input: None };
        call.arg(command)
    }
}

/// One call in the making.
#[derive(Debug)]
pub(super) struct Call<'a> {
    git: &'a Git,
    args: Vec<OsString>,
    env: Vec<(&'static str, OsString)>,
    place: PathBuf,
    input: Option<Vec<u8>>,
}

impl<'a> Call<'a> {
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    pub fn args(mut self, args: &[&str]) -> Self {
        self.args.extend(args.iter().map(OsString::from));
        self
    }

    pub fn env(mut self, name: &'static str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name, value.as_ref().to_owned()));
        self
    }

    /// Where git is started; an empty directory unless said otherwise.
    pub fn at(mut self, place: &Path) -> Self {
        self.place = place.to_owned();
        self
    }

    /// What git reads. From a file, so that neither side can wait for the other.
    pub fn input(mut self, bytes: Vec<u8>) -> Self {
        self.input = Some(bytes);
        self
    }

    /// What git wrote, if it ended well.
    pub fn ok(self) -> Result<Vec<u8>, GitError> {
        self.ok_within(OUTPUT_MAX, WALL_MAX)
    }

    /// What git wrote, if it ended well within these limits.
    pub fn ok_within(self, bytes: u64, wall: Duration) -> Result<Vec<u8>, GitError> {
        let name = self.name();
        let said = self.run(bytes, wall)?;
        match said.status.success() {
            true => Ok(said.out),
            false => Err(GitError::Failed { command: name, status: said.status.to_string(), said: said.err }),
        }
    }

    /// Starts a git that stays, to be talked to.
    pub fn talk(self) -> Result<Talk, GitError> {
        let name = self.name();
        let (said, errors) = self.git.den.output()?;
        let child = self.spawn(Stdio::piped(), errors.into())?;
        Talk::new(child, name, said)
    }

    fn run(mut self, bytes: u64, wall: Duration) -> Result<Said, GitError> {
        let command = self.name();
        let (said, errors) = self.git.den.output()?;
        let (asked, input) = match self.input.take() {
            Some(bytes) => self.git.den.input(&bytes).map(|(path, file)| (Some(path), file.into()))?,
            None => (None, Stdio::null()),
        };
        let child = self.spawn(input, errors.into())?;
        let done = finish(child, command, bytes, wall);
        let err = first_words(&said);
        for file in asked.iter().chain([&said]) {
            // Only litter in our own directory if it stays.
            let _ = fs::remove_file(file);
        }
        let (status, out) = done?;
        Ok(Said { status, out, err })
    }

    fn spawn(&self, input: Stdio, errors: Stdio) -> Result<Child, GitError> {
        let git = self.git;
        let mut command = Command::new(&git.program);
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        command.args(&self.args).env_clear().current_dir(&self.place);
        command.env("PATH", &git.path).env("HOME", git.den.empty()).envs(ENVIRONMENT.iter().copied());
        command.envs(self.env.iter().map(|(name, value)| (*name, value)));
        // In a group of its own, so that a Ctrl-C for us does not stop git half way through a work tree.
        command.process_group(0).stdin(input).stdout(Stdio::piped()).stderr(errors);
        let child = command.spawn().map_err(GitError::io("start", &git.program))?;
        git.started.fetch_add(1, Ordering::Relaxed);
        Ok(child)
    }

    fn name(&self) -> String {
        let words: Vec<_> = self.args.iter().map(|arg| arg.to_string_lossy()).collect();
        words.join(" ")
    }
}

#[derive(Debug)]
struct Said {
    status: ExitStatus,
    out: Vec<u8>,
    err: String,
}

/// Reads to the end within the limits, and never leaves a process behind.
fn finish(
    mut child: Child,
    command: String,
    bytes: u64,
    wall: Duration,
) -> Result<(ExitStatus, Vec<u8>), GitError> {
    let out = child.stdout.take().expect("stdout of every call is a pipe");
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut taken = Vec::new();
        let read = out.take(bytes + 1).read_to_end(&mut taken);
        // Nobody waits any more if the time was up.
        let _ = send.send(read.map(|_| taken));
    });
    let read = receive.recv_timeout(wall);
    let whole = matches!(&read, Ok(Ok(taken)) if taken.len() as u64 <= bytes);
    if !whole {
        // It may have ended on its own in this moment.
        let _ = child.kill();
    }
    let status = child.wait().map_err(GitError::io("wait for", Path::new("git")))?;
    match read {
        Err(_) => Err(GitError::TimedOut { command, limit: wall }),
        Ok(Err(source)) => Err(GitError::Io { doing: "read from", path: "git".into(), source }),
        Ok(Ok(_)) if !whole => {
            Err(GitError::TooMuch { what: format!("the output of `git {command}`"), limit: bytes })
        }
        Ok(Ok(taken)) => Ok((status, taken)),
    }
}

/// What a program wrote to this file, cut to a length that people read.
pub(super) fn first_words(file: &Path) -> String {
    let bytes = read_bounded(file, OUTPUT_MAX).ok().flatten().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(SAID_MAX)]).trim().to_owned();
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests;

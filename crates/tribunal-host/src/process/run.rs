//! Our side of a supervised program: starts it, listens, and closes the pipe when it has had its time.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::capture::{Printed, capture};
use super::supervise::{SUPERVISE, UNWRITTEN};

/// How often a waiting runner looks whether it was cancelled.
const LOOK_UP: Duration = Duration::from_millis(50);

/// How long a supervisor may take, beyond the grace it gives, before it is killed itself.
const SUPERVISOR_LATE: Duration = Duration::from_secs(15);

/// A program to run.
#[derive(Debug, Clone)]
pub struct Job {
    /// Our own binary, which supervises.
    pub supervisor: PathBuf,
    /// A private directory for what we and the supervisor write about this program.
    pub desk: PathBuf,
    /// The program and its words.
    pub command: Vec<OsString>,
    /// Where it runs.
    pub directory: PathBuf,
    /// What it reads; nothing: its input is empty.
    pub input: Option<Vec<u8>>,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// Longest time it may take.
    pub wall: Duration,
    /// Longest time it may say nothing.
    pub idle: Duration,
    /// How long it may clean up after it was told to end.
    pub grace: Duration,
    /// Most bytes kept of what it prints; the rest is counted.
    pub keep_max: usize,
}

/// Tells running programs to end. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends them all.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// The flag itself, for handlers of signals, which can do no more than set one.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether somebody did.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Which limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// It took too long.
    Wall,
    /// It said nothing for too long.
    Idle,
}

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// By itself.
    Exited(i32),
    /// By a signal that was not ours.
    Signalled(i32),
    /// Because of a limit.
    TimedOut(Limit),
    /// Because we were told to stop.
    Cancelled,
    /// It could not be started, or nobody can say what became of it.
    Lost(String),
    /// Our own side failed: a disk, a pipe. Nothing was learned about the program.
    Broken(String),
}

/// A program that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub how: How,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it printed as errors.
    pub stderr: Vec<u8>,
    /// Bytes of either that were not kept.
    pub cut: u64,
    /// How long it took.
    pub took: Duration,
}

/// Runs a program to its end, or to ours.
pub fn run(job: &Job, cancel: &Cancel) -> Ended {
    let begun = Instant::now();
    let broken = |why: String| Ended {
        how: How::Broken(why),
        stdout: Vec::new(),
        stderr: Vec::new(),
        cut: 0,
        took: begun.elapsed(),
    };
    let child = match start(job) {
        Ok(child) => child,
        Err(error) => return broken(format!("{} could not be used: {error}", job.desk.display())),
    };
    match attend(job, child, cancel, begun) {
        Ok(ended) => ended,
        Err(error) => broken(error.to_string()),
    }
}

fn status_file(job: &Job) -> PathBuf {
    job.desk.join("status")
}

fn start(job: &Job) -> std::io::Result<Child> {
    std::fs::create_dir_all(&job.desk)?;
    let status = status_file(job);
    if status.exists() {
        std::fs::remove_file(&status)?;
    }
    let input = job.desk.join("input");
    if let Some(bytes) = &job.input {
        std::fs::write(&input, bytes)?;
    }
    let stdin: &Path = if job.input.is_some() { &input } else { Path::new("-") };
    // In a group of its own: a Ctrl-C at the terminal is for us, and we end what is below the supervisor by its pipe.
    Command::new(&job.supervisor)
        .process_group(0)
        .arg(SUPERVISE)
        .arg(&status)
        .arg(stdin)
        .arg(job.grace.as_millis().to_string())
        .args(&job.command)
        .current_dir(&job.directory)
        .env_clear()
        .envs(job.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

fn attend(job: &Job, mut child: Child, cancel: &Cancel, begun: Instant) -> std::io::Result<Ended> {
    let missing = || std::io::Error::other("a pipe to the supervisor is missing");
    let leash = child.stdin.take().ok_or_else(missing)?;
    let (heard, hear) = channel();
    let out = capture(child.stdout.take().ok_or_else(missing)?, job.keep_max, heard.clone());
    let err = capture(child.stderr.take().ok_or_else(missing)?, job.keep_max, heard);
    let stopped = listen(job, &hear, cancel, begun);
    // Closing our end is all it takes; the supervisor ends the tree below it.
    drop(leash);
    if stopped.is_some() {
        enforce(&mut child, &hear, job.grace + SUPERVISOR_LATE)?;
    }
    let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
    let ended = child.wait()?;
    let how = stopped.unwrap_or_else(|| told(&status_file(job), ended));
    Ok(report(how, out, err, begun))
}

fn report(how: How, out: Printed, err: Printed, begun: Instant) -> Ended {
    let cut = out.cut + err.cut;
    Ended { how, stdout: out.kept, stderr: err.kept, cut, took: begun.elapsed() }
}

/// Waits while the program may run; why it had to be stopped, or nothing when its pipes closed.
fn listen(job: &Job, hear: &Receiver<()>, cancel: &Cancel, begun: Instant) -> Option<How> {
    let mut last = Instant::now();
    loop {
        match hear.recv_timeout(LOOK_UP) {
            Ok(()) => last = Instant::now(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        if cancel.is_cancelled() {
            return Some(How::Cancelled);
        } else if begun.elapsed() >= job.wall {
            return Some(How::TimedOut(Limit::Wall));
        } else if last.elapsed() >= job.idle {
            return Some(How::TimedOut(Limit::Idle));
        }
    }
}

/// A supervisor whose pipes are not closed in time is killed; what is below it then belongs to the next start.
fn enforce(child: &mut Child, hear: &Receiver<()>, within: Duration) -> std::io::Result<()> {
    let begun = Instant::now();
    loop {
        match hear.recv_timeout(within.saturating_sub(begun.elapsed())) {
            Ok(()) if begun.elapsed() < within => {}
            Ok(()) | Err(RecvTimeoutError::Timeout) => return child.kill(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// What the supervisor wrote about the end.
fn told(file: &Path, supervisor: std::process::ExitStatus) -> How {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        // It says so if it could not write, and then the disk is to blame.
        Err(_) if supervisor.code() == Some(i32::from(UNWRITTEN)) => {
            return How::Broken(format!("{} could not be written", file.display()));
        }
        Err(_) => return How::Lost(format!("the supervisor left no word ({supervisor})")),
    };
    let number = |word: &str| word.trim().parse().ok();
    if let Some(code) = text.strip_prefix("exited ").and_then(number) {
        How::Exited(code)
    } else if let Some(signal) = text.strip_prefix("signalled ").and_then(number) {
        How::Signalled(signal)
    } else {
        How::Lost(text)
    }
}

#[cfg(test)]
mod tests;

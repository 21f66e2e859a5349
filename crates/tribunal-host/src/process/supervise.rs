//! The supervisor: a process that runs one program and lets nothing of it outlive its end.
//!
//! It becomes the reaper of everything below it, so a descendant that leaves its group, its session or its parent still
//! ends up here. Its standard input is the pipe to whoever started it: the end of it means stop.

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Signal, WaitId, WaitIdOptions, getpid, set_child_subreaper, waitid};

use super::tree::{descendants, signal};

/// The word that makes our binary a supervisor.
pub const SUPERVISE: &str = "__supervise";

/// The exit code of a supervisor that could not write how the program ended.
pub(super) const UNWRITTEN: u8 = 74;

/// How often the table of processes is read while a tree is being ended.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// Longest time a tree of killed processes may take to be gone; more means that the kernel holds one.
const GONE_WITHIN: Duration = Duration::from_secs(10);

/// `__supervise STATUS-FILE STDIN-FILE|- GRACE-MS PROGRAM [WORDS...]`. Writes how the program ended to the status file.
pub fn supervise(words: impl Iterator<Item = OsString>) -> ExitCode {
    let Some(order) = Order::read(words) else { return ExitCode::from(64) };
    let told = match order.perform() {
        Ok(status) => words_of(status),
        Err(error) => format!("not started: {error}"),
    };
    // Whoever reads it wants the whole line or none.
    let partial = order.status.with_extension("partial");
    let written = std::fs::write(&partial, told).and_then(|()| std::fs::rename(&partial, &order.status));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => {
            // Half a word is none.
            let _ = std::fs::remove_file(&partial);
            ExitCode::from(UNWRITTEN)
        }
    }
}

fn words_of(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited {code}"),
        (None, Some(signal)) => format!("signalled {signal}"),
        (None, None) => "signalled 0".to_owned(),
    }
}

struct Order {
    status: PathBuf,
    stdin: Option<PathBuf>,
    grace: Duration,
    program: OsString,
    words: Vec<OsString>,
}

enum News {
    /// Whoever started us is gone, or wants an end.
    Stop,
    Ended(std::io::Result<ExitStatus>),
}

impl Order {
    fn read(mut words: impl Iterator<Item = OsString>) -> Option<Self> {
        let status = PathBuf::from(words.next()?);
        let stdin = Some(words.next()?).filter(|word| word != "-").map(PathBuf::from);
        let grace = Duration::from_millis(words.next()?.to_str()?.parse().ok()?);
        Some(Self { status, stdin, grace, program: words.next()?, words: words.collect() })
    }

    fn perform(&self) -> std::io::Result<ExitStatus> {
        set_child_subreaper(Some(getpid()))?;
        let stdin =
            self.stdin.as_ref().map_or(Ok(Stdio::null()), |path| std::fs::File::open(path).map(Into::into));
        let child = Command::new(&self.program).args(&self.words).stdin(stdin?).process_group(0).spawn()?;
        let group = child.id();
        let (tell, news) = channel();
        let watcher = tell.clone();
        std::thread::spawn(move || watch(&mut std::io::stdin(), || drop(watcher.send(News::Stop))));
        std::thread::spawn(move || drop(tell.send(News::Ended(ended(child)))));
        let status = self.wait_for(&news, group);
        end_all();
        status
    }

    /// The program's own end, hastened when we are told to stop.
    fn wait_for(&self, news: &Receiver<News>, group: u32) -> std::io::Result<ExitStatus> {
        let gone = || std::io::Error::other("the thread that waits for the program is gone");
        match news.recv().map_err(|_| gone())? {
            News::Ended(status) => return status,
            News::Stop => below(group).into_iter().for_each(|pid| signal(pid, Signal::TERM)),
        }
        match news.recv_timeout(self.grace) {
            Ok(News::Ended(status)) => return status,
            Ok(News::Stop) | Err(RecvTimeoutError::Timeout) => end_all(),
            Err(RecvTimeoutError::Disconnected) => return Err(gone()),
        }
        loop {
            if let News::Ended(status) = news.recv().map_err(|_| gone())? {
                return status;
            }
        }
    }
}

/// Waits for the end of a pipe; what is in it is of no interest.
fn watch(pipe: &mut impl Read, stop: impl FnOnce()) {
    let mut rest = [0; 64];
    while pipe.read(&mut rest).is_ok_and(|count| count > 0) {}
    stop();
}

fn ended(mut child: Child) -> std::io::Result<ExitStatus> {
    child.wait()
}

/// Whether the kernel says that nothing at all is below us. Whoever loses its parent becomes our child, so whatever is alive
/// below us is a child of ours or below one. The usual end, and far cheaper than the table of all processes.
fn childless() -> bool {
    let asked = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::All, asked).is_err_and(|error| error == Errno::CHILD)
}

/// The program and everything it started.
fn below(program: u32) -> Vec<u32> {
    let mut all = descendants(std::process::id());
    all.extend(Some(program).filter(|pid| !all.contains(pid)));
    all
}

/// Kills everything below us until nothing is left: whatever is born meanwhile is found the next time. Zombies count as
/// gone; they leave the table with us.
fn end_all() {
    if childless() {
        return;
    }
    let begun = Instant::now();
    loop {
        let left = descendants(std::process::id());
        if left.is_empty() || begun.elapsed() > GONE_WITHIN {
            return;
        }
        left.into_iter().for_each(|pid| signal(pid, Signal::KILL));
        // The table of processes tells nobody that it changed; all one can do is look again.
        std::thread::park_timeout(LOOK_AGAIN);
    }
}

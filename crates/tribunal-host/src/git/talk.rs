//! A conversation with a git that stays: short questions in, answers out, each within a limit of time.
//!
//! A thread takes in what git writes, so that a git that hangs cannot hang us. Callers keep what they have asked and
//! not yet read below `ASKED_MAX`, so that asking never waits for a full pipe.

use std::fmt;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use super::GitError;
use super::call::{WALL_MAX, first_words};

/// Most bytes of questions without an answer. Every pipe holds this much, so writing them never waits.
pub(super) const ASKED_MAX: usize = 4096;

/// Bytes taken from the pipe at once; the size of a pipe on Linux.
const CHUNK: usize = 64 * 1024;

/// Most chunks waiting to be read; together 1 MiB.
const CHUNKS_MAX: usize = 16;

/// How long git may take to leave once nothing more is asked.
const LEAVE_MAX: Duration = Duration::from_secs(2);

/// A git that stays.
pub(super) struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    at: usize,
    command: String,
    said: PathBuf,
    limit: Duration,
}

impl Talk {
    pub fn new(mut child: Child, command: String, said: PathBuf) -> Result<Self, GitError> {
        let stdin = child.stdin.take();
        let out = child.stdout.take().expect("stdout of every call is a pipe");
        let (send, chunks) = mpsc::sync_channel(CHUNKS_MAX);
        thread::spawn(move || take_in(out, &send));
        Ok(Self { child, stdin, chunks, chunk: Vec::new(), at: 0, command, said, limit: WALL_MAX })
    }

    #[cfg(test)]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    pub fn ask(&mut self, bytes: &[u8]) -> Result<(), GitError> {
        let stdin = self.stdin.as_mut().expect("stdin is only taken when the talk ends");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).map_err(|_| self.broken_off())
    }

    /// The bytes up to a separator, which is taken away.
    pub fn until(&mut self, separator: u8, limit: usize) -> Result<Vec<u8>, GitError> {
        let mut taken = Vec::new();
        loop {
            let rest = self.rest()?;
            let end = rest.iter().position(|b| *b == separator);
            let part = &rest[..end.unwrap_or(rest.len())];
            taken.extend_from_slice(part);
            let passed = part.len() + usize::from(end.is_some());
            self.at += passed;
            if taken.len() > limit {
                return Err(GitError::TooMuch {
                    what: format!("an answer of `git {}`", self.command),
                    limit: limit as u64,
                });
            }
            if end.is_some() {
                return Ok(taken);
            }
        }
    }

    /// Hands over this many bytes in pieces; the reader may stop the whole by an error.
    pub fn exactly(
        &mut self,
        mut count: u64,
        take: &mut dyn FnMut(&[u8]) -> Result<(), GitError>,
    ) -> Result<(), GitError> {
        while count > 0 {
            let rest = self.rest()?;
            let part = &rest[..rest.len().min(usize::try_from(count).unwrap_or(usize::MAX))];
            take(part)?;
            let length = part.len();
            self.at += length;
            count -= length as u64;
        }
        Ok(())
    }

    fn rest(&mut self) -> Result<&[u8], GitError> {
        if self.at == self.chunk.len() {
            self.chunk = match self.chunks.recv_timeout(self.limit) {
                Ok(chunk) => chunk,
                Err(RecvTimeoutError::Disconnected) => return Err(self.broken_off()),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(GitError::TimedOut { command: self.command.clone(), limit: self.limit });
                }
            };
            self.at = 0;
        }
        Ok(&self.chunk[self.at..])
    }

    /// Git ended before it answered. Its exit status is awaited, so what it said is complete.
    fn broken_off(&mut self) -> GitError {
        drop(self.stdin.take());
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        GitError::Failed { command: self.command.clone(), status, said: first_words(&self.said) }
    }
}

/// Nothing stays behind. Closing stdin lets git clean up (an unfinished ref transaction is undone); a git that has
/// more to say than that, or does not end by itself, is killed.
impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let last = (0..=CHUNKS_MAX).map(|_| self.chunks.recv_timeout(self.limit.min(LEAVE_MAX)));
        let ended = last.take_while(|word| !matches!(word, Err(RecvTimeoutError::Timeout)));
        if !ended.into_iter().any(|word| word.is_err()) {
            // It may have ended on its own in this moment.
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.said);
    }
}

impl fmt::Debug for Talk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Talk({} as {})", self.command, self.child.id())
    }
}

fn take_in(mut out: ChildStdout, send: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; CHUNK];
    while let Ok(count @ 1..) = out.read(&mut buffer) {
        if send.send(buffer[..count].to_vec()).is_err() {
            return;
        }
    }
}

/// Reads the answers of a talk as plain words; for those that are one line.
pub(super) fn line(talk: &mut Talk) -> Result<String, GitError> {
    let line = talk.until(b'\n', ASKED_MAX)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

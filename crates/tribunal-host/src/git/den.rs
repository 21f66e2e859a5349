//! A private directory for one opened repository: two git directories of our own over the user's objects, an empty
//! place to start git in, and room for the files that calls need. Removed when the repository is closed.
//!
//! The git directories have no hook, no filter, no ref and only those settings that `discover` let through; a call
//! that uses one cannot be told by the user's configuration to run anything.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::GitError;

/// Numbers dens of one process, so that two repositories never share one.
static DENS: AtomicU32 = AtomicU32::new(0);

/// Most bytes of a file of the repository that is copied in: a list of ignore rules, not a dump.
const COPIED_MAX: u64 = 4 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Den {
    root: PathBuf,
    files: AtomicU32,
}

impl Den {
    /// Makes a den below a directory that only this user can write to.
    pub fn new(below: &Path) -> Result<Self, GitError> {
        fs::create_dir_all(below).map_err(GitError::io("create", below))?;
        let root = loop {
            let number = DENS.fetch_add(1, Ordering::Relaxed);
            let root = below.join(format!("git-{}-{number}", std::process::id()));
            match make(&root) {
                // Left behind by a process of the same number that was killed.
                Err(GitError::Io { source, .. }) if source.kind() == ErrorKind::AlreadyExists => {}
                made => break made.map(|()| root)?,
            }
        };
        let root = root.canonicalize().map_err(GitError::io("find", &root))?;
        let den = Self { root, files: AtomicU32::new(0) };
        // No place for objects: every call over these directories names the user's.
        for part in ["empty", "git", "git/refs", "git/info", "plain", "plain/refs"] {
            make(&den.root.join(part))?;
        }
        den.set("HEAD", b"ref: refs/heads/none\n")?;
        let plain = den.plain_dir().join("HEAD");
        fs::write(&plain, "ref: refs/heads/none\n").map_err(GitError::io("write", &plain))?;
        Ok(den)
    }

    /// Who we are: whoever owns what we make.
    pub fn user(&self) -> Result<u32, GitError> {
        fs::metadata(&self.root).map(|m| m.uid()).map_err(GitError::io("read", &self.root))
    }

    /// The private git directory for calls that need no work tree: it has not even attributes.
    pub fn plain_dir(&self) -> PathBuf {
        self.root.join("plain")
    }

    /// The private git directory for calls about work trees.
    pub fn git_dir(&self) -> PathBuf {
        self.root.join("git")
    }

    /// An empty directory, to start git in and as its home.
    pub fn empty(&self) -> PathBuf {
        self.root.join("empty")
    }

    /// Writes a file of the private git directory.
    pub fn set(&self, name: &str, bytes: &[u8]) -> Result<(), GitError> {
        let path = self.git_dir().join(name);
        fs::write(&path, bytes).map_err(GitError::io("write", &path))
    }

    /// Removes a file of the private git directory, if it is there.
    pub fn unset(&self, name: &str) -> Result<(), GitError> {
        let path = self.git_dir().join(name);
        match fs::remove_file(&path) {
            Err(error) if !missing(&error) => Err(GitError::io("remove", &path)(error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Copies a file of the user's git directory to the same name in ours, if it is there.
    pub fn copy(&self, from: &Path, name: &str) -> Result<(), GitError> {
        match read_bounded(from, COPIED_MAX)? {
            Some(bytes) => self.set(name, &bytes),
            None => Ok(()),
        }
    }

    /// A path that nothing has used yet.
    pub fn fresh(&self, kind: &str) -> PathBuf {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        self.root.join(format!("{kind}-{number}"))
    }

    /// A new empty directory.
    pub fn fresh_dir(&self, kind: &str) -> Result<PathBuf, GitError> {
        let path = self.fresh(kind);
        make(&path)?;
        Ok(path)
    }

    /// A new file with this content, opened for reading from its start.
    pub fn input(&self, bytes: &[u8]) -> Result<(PathBuf, File), GitError> {
        let path = self.fresh("in");
        let mut file = create(&path)?;
        file.write_all(bytes).map_err(GitError::io("write", &path))?;
        let file = File::open(&path).map_err(GitError::io("read", &path))?;
        Ok((path, file))
    }

    /// A new empty file that a program may write to.
    pub fn output(&self) -> Result<(PathBuf, File), GitError> {
        let path = self.fresh("err");
        let file = create(&path)?;
        Ok((path, file))
    }
}

impl Drop for Den {
    fn drop(&mut self) {
        // Whoever owns the directory above removes what we could not.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Reads a file of at most `limit` bytes; none if there is no such file.
pub(super) fn read_bounded(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, GitError> {
    // Asked before it is opened: opening a FIFO in place of the file would wait for ever.
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Ok(None),
        Err(error) if missing(&error) => return Ok(None),
        Err(error) => return Err(GitError::io("read", path)(error)),
    }
    let file = File::open(path).map_err(GitError::io("read", path))?;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(GitError::io("read", path))?;
    match bytes.len() as u64 > limit {
        true => Err(GitError::TooMuch { what: path.display().to_string(), limit }),
        false => Ok(Some(bytes)),
    }
}

/// Whether there is no such file, also because what should be a directory above it is none.
pub(super) fn missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn make(path: &Path) -> Result<(), GitError> {
    DirBuilder::new().mode(0o700).create(path).map_err(GitError::io("create", path))
}

fn create(path: &Path) -> Result<File, GitError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options.open(path).map_err(GitError::io("create", path))
}

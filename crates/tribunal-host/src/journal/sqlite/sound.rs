//! Whether all pages of a journal must be looked at before it is used.
//!
//! Looking at all of them takes longer the longer the file is, and a file that lies as one of our own processes left it has
//! not changed since. So a note beside the journal says how it lay when its pages were found whole, or when a process that
//! had found them whole last wrote to it: its place on the disk, its size, its times, its WAL, and the boot. Anything else
//! than exactly that, and the pages are looked at again: after a restart, a restore, an edit, a process that was killed
//! while it moved pages. The note is a hint and never trusted for more: losing it, or half of it, costs one look.
//!
//! What a note cannot see is a disk that changes bytes under a file that nobody touches. That is noticed when such a page is
//! used, when the chain of its run is verified, at the first start after the next boot, and by `tribunal db check`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::disk::{beside, reserve};
use crate::proc::boot;

/// How a file lies there; two that are equal mean that nobody touched it in between.
pub type Mark = String;

/// What is known of a journal's pages. Dropped after the connections, it notes how they left the file.
pub struct Sound {
    path: PathBuf,
    /// Which start of the machine; none if nobody can say, and then nothing is ever known.
    boot: Option<String>,
    /// What this process noted last.
    noted: Mutex<Option<Mark>>,
    wrote: AtomicBool,
    doubted: AtomicBool,
}

impl Sound {
    /// For the journal in this file.
    pub fn of(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            boot: boot().ok(),
            noted: Mutex::new(None),
            wrote: AtomicBool::new(false),
            doubted: AtomicBool::new(false),
        }
    }

    /// How the file lies there now; none if nobody can say.
    pub fn mark(&self) -> Option<Mark> {
        let boot = self.boot.as_ref()?;
        let found = fs::metadata(&self.path).ok()?;
        let (device, inode, size) = (found.dev(), found.ino(), found.size());
        let (modified, changed) = ((found.mtime(), found.mtime_nsec()), (found.ctime(), found.ctime_nsec()));
        // Its content says itself what of it counts; an empty one is none.
        let wal = fs::metadata(beside(&self.path, "-wal")).ok().filter(|wal| wal.size() > 0);
        let wal = wal.map_or(0, |wal| wal.ino());
        Some(format!("{boot} {device} {inode} {size} {modified:?} {changed:?} {wal}\n"))
    }

    /// Whether this is how a process of ours left the file.
    pub fn knows(&self, mark: Option<&Mark>) -> bool {
        mark.is_some_and(|mark| fs::read_to_string(self.place()).is_ok_and(|noted| noted == *mark))
    }

    /// Notes that the pages were whole when the file lay there like this.
    pub fn note(&self, mark: Option<Mark>) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if mark.is_none() || *noted == mark || self.doubted.load(Ordering::SeqCst) {
            return;
        }
        // Only the user reads it, like the journal; that it is there already is the usual case. If it cannot be written
        // the pages are looked at again next time, which is all it is for.
        let _ = reserve(&self.place());
        let _ = fs::write(self.place(), mark.as_deref().unwrap_or_default());
        *noted = mark;
    }

    /// Notes that this process wrote to the file.
    pub fn written(&self) {
        self.wrote.store(true, Ordering::SeqCst);
        self.note(self.mark());
    }

    /// Forgets what is known: the file did not do what it should.
    pub fn doubt(&self) {
        self.doubted.store(true, Ordering::SeqCst);
        // One that cannot be removed does not fit the file any more once anybody writes to it.
        let _ = fs::remove_file(self.place());
    }

    fn place(&self) -> PathBuf {
        beside(&self.path, "-sound")
    }
}

impl Drop for Sound {
    fn drop(&mut self) {
        if self.wrote.load(Ordering::SeqCst) {
            self.note(self.mark());
        }
    }
}

//! A directory that goes away with its value.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A new directory below the system's directory for temporary files.
#[derive(Debug)]
pub struct TempDir(PathBuf);

impl TempDir {
    /// Makes it.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn new() -> Self {
        Self::below(&std::env::temp_dir())
    }

    /// Makes it in memory where the system offers that: for tests that make thousands and ask nothing of the disk.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Self::below(memory) } else { Self::new() }
    }

    fn below(directory: &Path) -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tribunal-test-{}-{number}", std::process::id());
        let path = directory.join(name);
        // A process with the same number may have left one behind.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("the directory for temporary files can be written to");
        Self(path.canonicalize().expect("it was just made"))
    }

    /// Where it is, without links in the way.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for TempDir {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Only litter if it stays.
        let _ = fs::remove_dir_all(&self.0);
    }
}

//! A directory of its own for a test, removed with everything in it when the test is done.

use std::fs;
use std::path::{Path, PathBuf};

use tribunal_host::ids;

/// A directory that goes away.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new, empty directory.
    ///
    /// # Panics
    /// If the system's directory for temporary files cannot be written to.
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("tribunal-{}", ids::nonce()));
        fs::create_dir(&path).expect("temporary files can be made");
        Self(path)
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A path in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in nobody's way.
        let _ = fs::remove_dir_all(&self.0);
    }
}

//! A directory of our own for as long as a command runs, where nothing else may be touched.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use tribunal_host::ids;

use super::failure::Failure;

/// A directory that goes away with its command.
pub struct Stage(PathBuf);

impl Stage {
    /// Makes one among the temporary files; only this user can read it.
    pub fn new(purpose: &str) -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("tribunal-{purpose}-{}", ids::nonce()));
        let made = DirBuilder::new().mode(0o700).create(&path);
        made.map_err(|e| {
            Failure::Unwritable(format!(
                "cannot make {}: {e}; set TMPDIR to a directory that can be written to",
                path.display()
            ))
        })?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

//! A place of its own for each effect, and what was found there after a crash.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tribunal_core::domain::{Commit, EffectKey};

use super::Hands;
use crate::disk;

/// What a program came to, kept until the run has recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kept {
    /// The nonce it was asked with.
    pub nonce: String,
    /// What it printed.
    pub printed: String,
    /// What its work was committed as, for authors.
    pub commit: Option<Commit>,
}

impl Hands {
    /// The directory of an effect.
    pub(super) fn place(&self, key: &EffectKey) -> PathBuf {
        self.desk.join(key.to_string().replace('/', "."))
    }

    /// An empty directory below an effect's own.
    pub(super) fn fresh(&self, key: &EffectKey, name: &str) -> Result<PathBuf, String> {
        let path = self.place(key).join(name);
        let told = |e: std::io::Error| format!("could not make {}: {e}", path.display());
        match fs::remove_dir_all(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(told(e)),
            Ok(()) | Err(_) => {}
        }
        disk::make(&path).map_err(told)?;
        Ok(path)
    }

    /// Keeps what a program came to: all of it or nothing, and durable before the run records it.
    pub(super) fn keep(&self, key: &EffectKey, kept: &Kept) -> Result<(), String> {
        let path = self.place(key).join("came-to.json");
        let text = tribunal_core::log::canonical(kept);
        disk::write(&path, text.as_bytes()).map_err(|e| format!("could not write {}: {e}", path.display()))
    }

    /// What an effect that was begun before came to, if it got that far.
    pub(super) fn kept(&self, key: &EffectKey) -> Option<Kept> {
        let text = fs::read_to_string(self.place(key).join("came-to.json")).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Removes what is no longer needed of an effect's directory; what cannot be removed is left.
    pub(super) fn clear(path: &Path) {
        drop(fs::remove_dir_all(path));
    }
}

#[cfg(test)]
mod tests;

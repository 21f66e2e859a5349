//! A copy of the tree in which safeguards are switched off, with a target directory of its own that stays from one to the
//! next. Only files whose bytes differ are written, so that cargo builds again what changed and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};

use super::list::Safeguard;
use crate::tidy;
use crate::workspace::{Failure, Workspace};

/// A copy.
pub struct Copy {
    /// Where programs are run.
    pub workspace: Workspace,
    /// Where cargo builds.
    pub target: PathBuf,
}

impl Copy {
    /// The copy with this number, as the tree is now. It lies outside the tree and is used again the next time.
    pub fn of(tree: &Workspace, number: usize) -> Result<Self, Failure> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(&tree.root);
        let place = std::env::temp_dir().join(format!("tribunal-sabotage-{hash:016x}"));
        let copy = Self {
            workspace: Workspace { root: place.join(format!("tree-{number}")) },
            target: place.join(format!("target-{number}")),
        };
        copy.follow(tree)?;
        Ok(copy)
    }

    fn follow(&self, tree: &Workspace) -> Result<(), Failure> {
        let listed = tidy::listed(tree)?;
        for path in &listed {
            match fs::read(tree.root.join(path)) {
                Ok(bytes) => self.write(path, &bytes)?,
                // Deleted, but not yet in the index.
                Err(_) => drop(fs::remove_file(self.workspace.root.join(path))),
            }
        }
        let listed: BTreeSet<PathBuf> = listed.iter().map(|path| self.workspace.root.join(path)).collect();
        remove_others(&self.workspace.root, &listed)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        let full = self.workspace.root.join(path);
        if fs::read(&full).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        let directory = full.parent().unwrap_or(&self.workspace.root);
        let written = fs::create_dir_all(directory).and_then(|()| fs::write(&full, bytes));
        written.map_err(|source| Failure::File { path: full, source })
    }

    /// Does something while a safeguard is switched off, then switches it on again.
    pub fn without<T>(&self, one: &Safeguard, work: impl FnOnce() -> T) -> Result<T, Failure> {
        let path = self.workspace.root.join(&one.file);
        let text = fs::read_to_string(&path).map_err(|source| Failure::File { path, source })?;
        self.write(&one.file, text.replacen(&one.old, &one.new, 1).as_bytes())?;
        let done = work();
        self.write(&one.file, text.as_bytes())?;
        Ok(done)
    }
}

fn remove_others(directory: &Path, listed: &BTreeSet<PathBuf>) -> Result<(), Failure> {
    let failed = |source| Failure::File { path: directory.to_owned(), source };
    for entry in fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            remove_others(&path, listed)?;
        } else if !listed.contains(&path) {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! A directory in memory: taken from the disk, laid down somewhere else. So a moment of a test can be kept and gone back to.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A directory.
    Directory,
    /// A file.
    File {
        /// Its content.
        bytes: Vec<u8>,
        /// Its mode.
        mode: u32,
        /// When it was changed.
        changed: SystemTime,
    },
}

/// All that lies below a directory, by its path from there. Links are not followed and not kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree(pub BTreeMap<PathBuf, Node>);

impl Tree {
    /// Takes a directory as it is; one that is not there has nothing in it.
    pub fn of(root: &Path) -> Self {
        let mut tree = Self::default();
        tree.take(root, Path::new(""));
        tree
    }

    fn take(&mut self, directory: &Path, name: &Path) {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), name.join(entry.file_name()));
            let Ok(found) = entry.metadata() else { continue };
            if found.is_dir() {
                self.take(&path, &name);
                self.0.insert(name, Node::Directory);
            } else if found.is_file()
                && let (Ok(bytes), Ok(changed)) = (fs::read(&path), found.modified())
            {
                let mode = found.permissions().mode() & 0o7777;
                self.0.insert(name, Node::File { bytes, mode, changed });
            }
        }
    }

    /// Lays it down below a directory, with the times of change it had.
    ///
    /// # Panics
    /// If something cannot be written.
    pub fn lay(&self, root: &Path) {
        fs::create_dir_all(root).expect("a directory can be made");
        for (name, node) in &self.0 {
            let path = root.join(name);
            match node {
                Node::Directory => fs::create_dir_all(&path).expect("a directory can be made"),
                Node::File { bytes, mode, changed } => lay_file(&path, bytes, *mode, *changed),
            }
        }
    }
}

fn lay_file(path: &Path, bytes: &[u8], mode: u32, changed: SystemTime) {
    fs::create_dir_all(path.parent().expect("a file has a directory")).expect("a directory can be made");
    fs::write(path, bytes).expect("a file can be written");
    let file = File::options().append(true).open(path).expect("it was just written");
    file.set_modified(changed).expect("it is ours");
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

//! A file system that knows what of it is durable: content since the last sync of its file, names since the last sync of their
//! directory, and nothing else. Real ones keep more; none has to.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tribunal_testkit::repo::{Node, Tree};

use crate::trace::Op;

/// What is left when the power goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Only what was synced.
    Synced,
    /// Every name, but only the content that was synced.
    Names,
    /// Every content, but only the names that were synced.
    Content,
    /// Everything, as when only the process ends.
    All,
}

type Names = BTreeMap<OsString, usize>;

#[derive(Debug, Clone)]
enum Inode {
    File { bytes: Vec<u8>, durable: Vec<u8>, mode: u32, next: usize },
    Directory { names: Names, durable: Names },
}

/// The files below a directory.
#[derive(Debug, Clone)]
pub struct Shelf {
    root: PathBuf,
    inodes: Vec<Inode>,
}

impl Shelf {
    /// A directory as it was before, all of it durable.
    pub fn new(root: &Path, tree: &Tree) -> Self {
        let mut shelf = Self { root: root.to_owned(), inodes: vec![directory()] };
        for (path, node) in &tree.0 {
            match node {
                Node::Directory => shelf.make(&root.join(path)),
                Node::File { bytes, mode, .. } => {
                    let bytes = bytes.clone();
                    shelf.above(&root.join(path));
                    shelf.put(
                        &root.join(path),
                        Inode::File { durable: bytes.clone(), bytes, mode: *mode, next: 0 },
                    );
                }
            }
        }
        shelf.inodes.iter_mut().for_each(|inode| {
            if let Inode::Directory { names, durable } = inode {
                durable.clone_from(names);
            }
        });
        shelf
    }

    /// The directories above a path, made if they are not there yet.
    fn above(&mut self, path: &Path) {
        let parent = path.parent().expect("it is below the root");
        if parent.starts_with(&self.root) && self.find(parent).is_none() {
            self.above(parent);
            self.make(parent);
        }
    }

    fn find(&self, path: &Path) -> Option<usize> {
        let mut at = 0;
        for part in path.strip_prefix(&self.root).ok()? {
            match &self.inodes[at] {
                Inode::Directory { names, .. } => at = *names.get(part)?,
                Inode::File { .. } => return None,
            }
        }
        Some(at)
    }

    fn names(&mut self, path: &Path) -> Option<&mut Names> {
        let parent = self.find(path.parent()?)?;
        match &mut self.inodes[parent] {
            Inode::Directory { names, .. } => Some(names),
            Inode::File { .. } => None,
        }
    }

    fn name(&mut self, path: &Path, inode: usize) {
        let name = path.file_name().expect("it has a name").to_owned();
        if let Some(names) = self.names(path) {
            names.insert(name, inode);
        }
    }

    fn unname(&mut self, path: &Path) -> Option<usize> {
        let name = path.file_name()?.to_owned();
        self.names(path)?.remove(&name)
    }

    fn put(&mut self, path: &Path, inode: Inode) {
        self.inodes.push(inode);
        self.name(path, self.inodes.len() - 1);
    }

    fn make(&mut self, path: &Path) {
        if self.find(path).is_none() {
            self.above(path);
            self.put(path, directory());
        }
    }

    /// Whether an operation is about what is on the shelf.
    pub fn holds(&self, op: &Op) -> bool {
        match op {
            Op::Open { path, .. }
            | Op::Write { path, .. }
            | Op::Seek { path, .. }
            | Op::Cut { path, .. }
            | Op::Sync { path }
            | Op::Make { path }
            | Op::Remove { path } => path.starts_with(&self.root),
            Op::Rename { from, to } | Op::Link { from, to } => {
                from.starts_with(&self.root) && to.starts_with(&self.root)
            }
        }
    }

    /// Does what was done.
    pub fn perform(&mut self, op: &Op) {
        match op {
            Op::Open { path, makes, empties, appends } => self.open(path, *makes, *empties, *appends),
            Op::Write { path, at, bytes } => self.file(path, |all, _, next| {
                let at = at.unwrap_or(*next);
                all.resize(all.len().max(at + bytes.len()), 0);
                all[at..at + bytes.len()].copy_from_slice(bytes);
                *next = at + bytes.len();
            }),
            Op::Seek { path, to } => self.file(path, |_, _, next| *next = *to),
            Op::Cut { path, to } => self.file(path, |all, _, _| all.resize(*to, 0)),
            Op::Sync { path } => self.sync(path),
            Op::Make { path } => self.make(path),
            Op::Rename { from, to } => {
                if let Some(inode) = self.unname(from) {
                    self.name(to, inode);
                }
            }
            Op::Link { from, to } => {
                if let Some(inode) = self.find(from) {
                    self.name(to, inode);
                }
            }
            Op::Remove { path } => drop(self.unname(path)),
        }
    }

    fn open(&mut self, path: &Path, makes: bool, empties: bool, appends: bool) {
        if makes && self.find(path).is_none() {
            self.put(path, Inode::File { bytes: Vec::new(), durable: Vec::new(), mode: 0o644, next: 0 });
        }
        self.file(path, |all, _, next| {
            if empties {
                all.clear();
            }
            *next = if appends { all.len() } else { 0 };
        });
    }

    fn file(&mut self, path: &Path, act: impl FnOnce(&mut Vec<u8>, &mut Vec<u8>, &mut usize)) {
        let Some(at) = self.find(path) else { return };
        if let Inode::File { bytes, durable, next, .. } = &mut self.inodes[at] {
            act(bytes, durable, next);
        }
    }

    fn sync(&mut self, path: &Path) {
        let Some(at) = self.find(path) else { return };
        match &mut self.inodes[at] {
            Inode::File { bytes, durable, .. } => durable.clone_from(bytes),
            Inode::Directory { names, durable } => durable.clone_from(names),
        }
    }

    /// What is left.
    pub fn left(&self, left: Left) -> Tree {
        let mut tree = Tree::default();
        self.walk(0, Path::new(""), left, &mut tree);
        tree
    }

    fn walk(&self, at: usize, path: &Path, left: Left, tree: &mut Tree) {
        let (every_name, all_bytes) =
            (matches!(left, Left::Names | Left::All), matches!(left, Left::Content | Left::All));
        let node = match &self.inodes[at] {
            Inode::File { bytes, durable, mode, .. } => {
                let bytes = if all_bytes { bytes.clone() } else { durable.clone() };
                Node::File { bytes, mode: *mode, changed: SystemTime::UNIX_EPOCH }
            }
            Inode::Directory { names, durable } => {
                for (name, inode) in if every_name { names } else { durable } {
                    self.walk(*inode, &path.join(name), left, tree);
                }
                Node::Directory
            }
        };
        if path != Path::new("") {
            tree.0.insert(path.to_owned(), node);
        }
    }
}

fn directory() -> Inode {
    Inode::Directory { names: Names::new(), durable: Names::new() }
}

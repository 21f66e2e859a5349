//! Writes the tree of a commit into a directory for agents: our own code over raw objects, so no filter, hook or
//! attribute has a say. What cannot be written safely is left out and recorded, never silently.
//!
//! Links come last, when every file is in place, so nothing is ever written through one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use tribunal_core::domain::Commit;

use super::links::stays_inside;
use super::names::objection;
use super::objects::{EntryKind, Kind, Named, Objects, TreeEntry};
use super::{GitError, ObjectId, RepoPath};

/// Most files of a checkout. A tree can name the same tree many times over and so be billions of files.
const FILES_MAX: u64 = 1_000_000;

/// Most bytes of a checkout.
const BYTES_MAX: u64 = 2 * 1024 * 1024 * 1024;

/// Most bytes of one file; larger ones are data nobody reviews, and are left out.
const FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Longest path inside the tree; with the directory around it, it stays below what systems take.
const PATH_MAX: usize = 3072;

/// Deepest nesting of directories.
const DEPTH_MAX: usize = 256;

/// Longest target of a link.
const TARGET_MAX: u64 = 4096;

/// How much may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutLimits {
    /// Most files and links.
    pub files: u64,
    /// Most bytes in all.
    pub bytes: u64,
    /// Most bytes of one file; larger ones are left out.
    pub file_bytes: u64,
}

impl Default for CheckoutLimits {
    fn default() -> Self {
        Self { files: FILES_MAX, bytes: BYTES_MAX, file_bytes: FILE_BYTES_MAX }
    }
}

/// Why something of a tree was not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It is a submodule.
    Gitlink,
    /// Some file system takes its name for `.git`.
    DotGit,
    /// Its name is empty, `.`, `..`, or has a `/` or NUL in it.
    Name,
    /// Its path is too long or too deep.
    TooLong,
    /// Its tree has the name twice.
    Twice,
    /// It is a link that leads out of the tree, into a `.git`, or round in a circle.
    LeadsOut,
    /// It is larger than a file may be.
    TooLarge,
}

/// Something of the tree that is not in the checkout.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// Where it would be. For a directory, everything below it is left out too.
    pub path: RepoPath,
    /// Why.
    pub why: Why,
}

/// A tree on disk, and what is known of each file, so that changes can be told later.
#[derive(Debug, Clone)]
pub struct Checkout {
    /// Where it is.
    pub root: PathBuf,
    /// Whose tree.
    pub commit: Commit,
    /// What is not there, sorted.
    pub left_out: Vec<LeftOut>,
    pub(super) written: BTreeMap<RepoPath, Written>,
    /// Anything changed after the checkout has a change time at or after this one.
    pub(super) stamp: (i64, i64),
}

impl Checkout {
    /// How many files and links were written.
    pub fn files(&self) -> usize {
        self.written.len()
    }
}

/// One file or link as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub kind: EntryKind,
    pub id: ObjectId,
    pub mark: Mark,
}

/// What the system says of a file. The change time cannot be set by programs, so an equal mark that is older than
/// the stamp means an equal file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    device: u64,
    inode: u64,
    pub size: u64,
    mode: u32,
    modified: (i64, i64),
    pub changed: (i64, i64),
}

impl Mark {
    pub fn of(found: &Metadata) -> Self {
        Self {
            device: found.dev(),
            inode: found.ino(),
            size: found.size(),
            mode: found.mode(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        }
    }

    pub fn same_file(&self, other: &Mark) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}

pub(super) fn checkout(
    objects: &mut Objects,
    commit: &Commit,
    into: &Path,
    limits: &CheckoutLimits,
) -> Result<Checkout, GitError> {
    let into = into.canonicalize().map_err(GitError::io("find", into))?;
    if fs::read_dir(&into).map_err(GitError::io("read", &into))?.next().is_some() {
        let source = std::io::Error::from(std::io::ErrorKind::DirectoryNotEmpty);
        return Err(GitError::Io { doing: "check out into", path: into, source });
    }
    let plan = plan(objects, commit, limits)?;
    let mut writer =
        Writer { root: into, limits, commit, bytes: 0, written: BTreeMap::new(), left_out: plan.left_out };
    for directory in &plan.directories {
        writer.directory(directory)?;
    }
    let (links, files): (Vec<_>, Vec<_>) = plan.entries.into_iter().partition(|e| e.kind == EntryKind::Link);
    writer.files(objects, &files)?;
    writer.links(objects, &links)?;
    writer.left_out.sort();
    let stamp = stamp(&writer.root)?;
    let Writer { root, written, left_out, .. } = writer;
    Ok(Checkout { root, commit: commit.clone(), left_out, written, stamp })
}

/// Everything below a commit's tree but the trees themselves.
pub(super) fn entries(
    objects: &mut Objects,
    commit: &Commit,
    limits: &CheckoutLimits,
) -> Result<Vec<TreeEntry>, GitError> {
    Ok(plan(objects, commit, limits)?.all)
}

/// What shall be written, before anything is.
#[derive(Default)]
struct Plan {
    /// In an order in which parents come first.
    directories: Vec<RepoPath>,
    entries: Vec<TreeEntry>,
    left_out: Vec<LeftOut>,
    /// Files, links and gitlinks, whether they may be written or not.
    all: Vec<TreeEntry>,
}

fn plan(objects: &mut Objects, commit: &Commit, limits: &CheckoutLimits) -> Result<Plan, GitError> {
    let root = objects.commit(commit.into())?.tree;
    let mut plan = Plan::default();
    let mut level = vec![(RepoPath::new(Vec::new()), root)];
    let mut depth = 0;
    while !level.is_empty() {
        depth += 1;
        let ids: Vec<ObjectId> = level.iter().map(|(_, id)| *id).collect();
        let mut trees = Vec::with_capacity(ids.len());
        objects.each(&ids, &mut |_, body| {
            trees.push(body.of_kind(Kind::Tree)?.whole(u64::from(u32::MAX))?);
            Ok(())
        })?;
        let mut next = Vec::new();
        for ((path, id), bytes) in level.iter().zip(&trees) {
            for entry in plan.admit(path, objects.parse_tree(*id, bytes)?) {
                next.push((entry.path, entry.id));
            }
            if plan.size() + next.len() as u64 > limits.files {
                return Err(GitError::TooLarge {
                    commit: commit.clone(),
                    limit: limits.files,
                    unit: "files",
                });
            }
        }
        if depth >= DEPTH_MAX {
            plan.left_out.extend(next.drain(..).map(|(path, _)| LeftOut { path, why: Why::TooLong }));
        }
        plan.directories.extend(next.iter().map(|(path, _)| path.clone()));
        level = next;
    }
    Ok(plan)
}

impl Plan {
    fn size(&self) -> u64 {
        (self.all.len() + self.directories.len()) as u64
    }

    /// Sorts the entries of one tree into those that may be written and those that are left out; gives back the
    /// directories among the first.
    fn admit(&mut self, parent: &RepoPath, tree: Vec<Named>) -> Vec<TreeEntry> {
        let mut names = HashSet::new();
        let mut twice = HashSet::new();
        for entry in &tree {
            if !names.insert(entry.name.clone()) {
                twice.insert(entry.name.clone());
            }
        }
        let mut directories = Vec::new();
        for Named { name, kind, id } in tree {
            let entry = TreeEntry { path: parent.child(&name), kind, id };
            let again = twice.contains(&name).then_some(Why::Twice);
            let long = (entry.path.as_bytes().len() > PATH_MAX).then_some(Why::TooLong);
            let gitlink = (kind == EntryKind::Gitlink).then_some(Why::Gitlink);
            let why = objection(&name).or(again).or(long).or(gitlink);
            if kind != EntryKind::Tree {
                self.all.push(entry.clone());
            }
            match (why, kind) {
                (Some(why), _) => self.left_out.push(LeftOut { path: entry.path, why }),
                (None, EntryKind::Tree) => directories.push(entry),
                (None, EntryKind::File { .. } | EntryKind::Link | EntryKind::Gitlink) => {
                    self.entries.push(entry)
                }
            }
        }
        directories
    }
}

struct Writer<'a> {
    root: PathBuf,
    limits: &'a CheckoutLimits,
    commit: &'a Commit,
    bytes: u64,
    written: BTreeMap<RepoPath, Written>,
    left_out: Vec<LeftOut>,
}

impl Writer<'_> {
    fn directory(&self, path: &RepoPath) -> Result<(), GitError> {
        let place = path.below(&self.root);
        DirBuilder::new().mode(0o755).create(&place).map_err(GitError::io("create", &place))
    }

    fn files(&mut self, objects: &mut Objects, files: &[TreeEntry]) -> Result<(), GitError> {
        let ids: Vec<ObjectId> = files.iter().map(|entry| entry.id).collect();
        objects.each(&ids, &mut |at, body| {
            let entry = &files[at];
            body.of_kind(Kind::Blob)?;
            if body.size > self.limits.file_bytes {
                self.left_out.push(LeftOut { path: entry.path.clone(), why: Why::TooLarge });
                return Ok(());
            }
            self.count(body.size)?;
            let place = entry.path.below(&self.root);
            let executable = entry.kind == EntryKind::File { executable: true };
            let mut file = create(&place, executable).map_err(GitError::io("create", &place))?;
            body.pour(&mut |part| file.write_all(part).map_err(GitError::io("write", &place)))?;
            let found = file.metadata().map_err(GitError::io("read", &place))?;
            self.record(entry, &found);
            Ok(())
        })
    }

    fn links(&mut self, objects: &mut Objects, links: &[TreeEntry]) -> Result<(), GitError> {
        let ids: Vec<ObjectId> = links.iter().map(|entry| entry.id).collect();
        let mut targets = BTreeMap::new();
        objects.each(&ids, &mut |at, body| {
            body.of_kind(Kind::Blob)?;
            // Too long a target is recorded below, as one that does not stay inside.
            let target = if body.size > TARGET_MAX { Vec::new() } else { body.whole(TARGET_MAX)? };
            targets.insert(links[at].path.clone(), target);
            Ok(())
        })?;
        for entry in links {
            let target = &targets[&entry.path];
            if !stays_inside(&targets, &entry.path) || target.contains(&0) {
                self.left_out.push(LeftOut { path: entry.path.clone(), why: Why::LeadsOut });
                continue;
            }
            self.count(target.len() as u64)?;
            let place = entry.path.below(&self.root);
            symlink(std::ffi::OsStr::from_bytes(target), &place).map_err(GitError::io("create", &place))?;
            let found = fs::symlink_metadata(&place).map_err(GitError::io("read", &place))?;
            self.record(entry, &found);
        }
        Ok(())
    }

    fn count(&mut self, size: u64) -> Result<(), GitError> {
        self.bytes += size;
        let (limit, commit) = (self.limits.bytes, self.commit.clone());
        let over = self.bytes > limit;
        if over { Err(GitError::TooLarge { commit, limit, unit: "bytes" }) } else { Ok(()) }
    }

    fn record(&mut self, entry: &TreeEntry, found: &Metadata) {
        let written = Written { kind: entry.kind, id: entry.id, mark: Mark::of(found) };
        self.written.insert(entry.path.clone(), written);
    }
}

/// A new file: never one that is there already, and never through a link.
fn create(place: &Path, executable: bool) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(if executable { 0o755 } else { 0o644 });
    options.open(place)
}

/// The file system's own time now, by a file that is made and removed.
fn stamp(root: &Path) -> Result<(i64, i64), GitError> {
    let place = root.join(".tribunal-stamp");
    // A tree that has this name itself gives no stamp: then every file is in doubt and is compared.
    let Ok(file) = create(&place, false) else { return Ok((i64::MIN, 0)) };
    let found = file.metadata().map_err(GitError::io("read", &place))?;
    fs::remove_file(&place).map_err(GitError::io("remove", &place))?;
    Ok((found.ctime(), found.ctime_nsec()))
}

/// Whether one of the paths left out is this path, lies below it, or is above it.
pub(super) fn touches_left_out(left_out: &BTreeSet<RepoPath>, path: &RepoPath) -> bool {
    left_out.iter().any(|out| out.is_within(path) || path.is_within(out))
}

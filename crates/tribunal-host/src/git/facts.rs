//! How a repository stands: where HEAD is, what is under way, who has which branch checked out. Read from the files of
//! the git directory, without starting git and without writing anything.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::den::read_bounded;
use super::discover::{Layout, leads_to, work_tree_of_main};
use super::{GitError, ObjectId};

/// Most bytes of the small files in a git directory: one ref or one path.
const SMALL_MAX: u64 = 64 * 1024;

/// Most linked worktrees that are looked at.
const WORKTREES_MAX: usize = 4096;

/// Which hash names the objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectFormat {
    /// 40 digits.
    Sha1,
    /// 64 digits.
    Sha256,
}

impl ObjectFormat {
    /// Bytes of an object's name inside a tree.
    pub(super) fn raw_length(self) -> usize {
        match self {
            ObjectFormat::Sha1 => 20,
            ObjectFormat::Sha256 => 32,
        }
    }

    /// The name that means "no object".
    pub(super) fn nothing(self) -> ObjectId {
        ObjectId::from_raw(&[0; 32][..self.raw_length()]).expect("both lengths are lengths of ids")
    }
}

/// Where HEAD points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// At a branch, by its full name. Whether it has a commit yet is for `Repository::head_commit`.
    Branch(String),
    /// At a commit, without a branch.
    Detached(ObjectId),
}

impl Head {
    /// The full name of the branch, where there is one.
    pub fn branch(&self) -> Option<&str> {
        match self {
            Head::Branch(name) => Some(name),
            Head::Detached(_) => None,
        }
    }
}

/// What was begun and not ended in a work tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// `git merge`.
    Merge,
    /// `git rebase`.
    Rebase,
    /// `git am`.
    Am,
    /// `git cherry-pick`.
    CherryPick,
    /// `git revert`.
    Revert,
    /// `git bisect`.
    Bisect,
}

impl Operation {
    /// As people call it.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Merge => "merge",
            Operation::Rebase => "rebase",
            Operation::Am => "am",
            Operation::CherryPick => "cherry-pick",
            Operation::Revert => "revert",
            Operation::Bisect => "bisect",
        }
    }
}

/// One work tree of the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worktree {
    /// Its root.
    pub root: PathBuf,
    /// Its own git directory: index, HEAD and what is under way.
    pub git_dir: PathBuf,
    /// Where its HEAD points.
    pub head: Head,
    /// What is under way in it.
    pub operations: Vec<Operation>,
    /// The branches that what is under way will come back to.
    pub returns_to: Vec<String>,
}

impl Worktree {
    /// Whether a branch is in use here: checked out, or to be come back to.
    pub fn uses(&self, branch: &str) -> bool {
        self.head.branch() == Some(branch) || self.returns_to.iter().any(|name| name == branch)
    }
}

/// Where the HEAD of a git directory points.
pub(super) fn head(git_dir: &Path) -> Result<Head, GitError> {
    let path = git_dir.join("HEAD");
    // Very old repositories have a symbolic link here.
    if let Ok(target) = fs::read_link(&path) {
        return Ok(Head::Branch(target.to_string_lossy().into_owned()));
    }
    let text = small(&path)?.unwrap_or_default();
    match text.strip_prefix("ref:") {
        Some(name) => Ok(Head::Branch(name.trim().to_owned())),
        None => {
            let id = ObjectId::from_hex(text.trim().as_bytes());
            id.map(Head::Detached).ok_or_else(|| GitError::garbled(path.display().to_string()))
        }
    }
}

/// What is under way in the work tree of a git directory.
pub(super) fn operations(git_dir: &Path) -> Vec<Operation> {
    let there = |name: &str| git_dir.join(name).symlink_metadata().is_ok();
    let picks = small(&git_dir.join("sequencer/todo")).ok().flatten().unwrap_or_default();
    let picking = |word: &str| picks.lines().any(|line| line.starts_with(word));
    let applying = there("rebase-apply/applying");
    let rules = [
        (Operation::Merge, there("MERGE_HEAD")),
        (Operation::Rebase, there("rebase-merge") || (there("rebase-apply") && !applying)),
        (Operation::Am, applying),
        (Operation::CherryPick, there("CHERRY_PICK_HEAD") || picking("pick")),
        (Operation::Revert, there("REVERT_HEAD") || picking("revert")),
        (Operation::Bisect, there("BISECT_LOG")),
    ];
    rules.into_iter().filter(|(_, under_way)| *under_way).map(|(operation, _)| operation).collect()
}

/// Every work tree of the repository that still exists: the main one and the linked ones.
pub(super) fn worktrees(layout: &Layout) -> Result<Vec<Worktree>, GitError> {
    let mut found = Vec::new();
    if let Some(root) = work_tree_of_main(layout)? {
        found.push(worktree(root, layout.common_dir.clone())?);
    }
    let linked = layout.common_dir.join("worktrees");
    let entries = match fs::read_dir(&linked) {
        Ok(entries) => entries,
        Err(error) if super::den::missing(&error) => return Ok(found),
        Err(error) => return Err(GitError::io("read", &linked)(error)),
    };
    for entry in entries.take(WORKTREES_MAX) {
        let git_dir = entry.map_err(GitError::io("read", &linked))?.path();
        let Some(file) = small_path(&git_dir.join("gitdir"))? else { continue };
        let dot_git = git_dir.join(file);
        // A work tree that was removed by hand has nothing left that could be harmed; and what is in its place by now
        // may belong to another repository.
        if let Some(root) = dot_git.parent().filter(|_| leads_to(&dot_git, &git_dir)) {
            found.push(worktree(root.to_owned(), git_dir)?);
        }
    }
    found.sort_by(|a, b| a.root.cmp(&b.root));
    Ok(found)
}

fn worktree(root: PathBuf, git_dir: PathBuf) -> Result<Worktree, GitError> {
    let head = head(&git_dir)?;
    let operations = operations(&git_dir);
    let names = ["rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"];
    let mut returns_to = Vec::new();
    for name in names {
        let text = small(&git_dir.join(name))?.unwrap_or_default();
        match text.trim() {
            "" | "detached HEAD" => {}
            full if full.starts_with("refs/") => returns_to.push(full.to_owned()),
            short => returns_to.push(format!("refs/heads/{short}")),
        }
    }
    Ok(Worktree { root, git_dir, head, operations, returns_to })
}

/// The commits where a shallow clone ends.
pub(super) fn shallow(common_dir: &Path) -> Result<Vec<ObjectId>, GitError> {
    let path = common_dir.join("shallow");
    let bytes = read_bounded(&path, 64 * SMALL_MAX)?.unwrap_or_default();
    Ok(bytes.split(|b| *b == b'\n').filter_map(ObjectId::from_hex).collect())
}

/// A small file that holds one path.
pub(super) fn small_path(path: &Path) -> Result<Option<PathBuf>, GitError> {
    let bytes = read_bounded(path, SMALL_MAX)?;
    let bare = |bytes: Vec<u8>| PathBuf::from(OsStr::from_bytes(bytes.strip_suffix(b"\n").unwrap_or(&bytes)));
    Ok(bytes.map(bare))
}

/// A small file of text.
pub(super) fn small(path: &Path) -> Result<Option<String>, GitError> {
    let bytes = read_bounded(path, SMALL_MAX)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

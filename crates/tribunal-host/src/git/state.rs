//! Uncommitted work: what `git status` says of a work tree, compared with any commit, without touching anything.
//!
//! The private git directory has no filter drivers. A file that a driver such as LFS rewrites and whose times changed
//! since git last looked is compared as it lies there and may be called changed; `git status` by the user ends that.

use std::collections::BTreeSet;
use std::path::Path;

use super::call::Git;
use super::discover::{Layout, furnish_work_tree};
use super::{GitError, ObjectId, RepoPath};

/// The uncommitted paths of a work tree, each list sorted. A path can be staged and unstaged at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Differs between HEAD and the index.
    pub staged: Vec<RepoPath>,
    /// Differs between the index and the work tree.
    pub unstaged: Vec<RepoPath>,
    /// Neither tracked nor ignored. A repository inside the work tree is one path that ends in `/`.
    pub untracked: Vec<RepoPath>,
    /// In conflict.
    pub conflicted: Vec<RepoPath>,
}

impl State {
    /// Nothing uncommitted at all.
    pub fn is_clean(&self) -> bool {
        self.is_clean_but_untracked() && self.untracked.is_empty()
    }

    /// No tracked file differs from HEAD.
    pub fn is_clean_but_untracked(&self) -> bool {
        self.staged.is_empty() && self.unstaged.is_empty() && self.conflicted.is_empty()
    }

    /// Every uncommitted path, once.
    pub fn paths(&self) -> Vec<RepoPath> {
        once(&[&self.staged, &self.unstaged, &self.untracked, &self.conflicted])
    }

    /// Every tracked path with uncommitted changes, once.
    pub fn tracked(&self) -> Vec<RepoPath> {
        once(&[&self.staged, &self.unstaged, &self.conflicted])
    }
}

fn once(lists: &[&Vec<RepoPath>]) -> Vec<RepoPath> {
    let all: BTreeSet<&RepoPath> = lists.iter().copied().flatten().collect();
    all.into_iter().cloned().collect()
}

/// Compares a work tree and its index with a commit, or with nothing for a branch without one.
pub(super) fn state(
    git: &Git,
    layout: &Layout,
    git_dir: &Path,
    root: &Path,
    head: Option<ObjectId>,
) -> Result<State, GitError> {
    furnish_work_tree(&git.den, git_dir, head)?;
    let call = git.private(layout, "status").args(&[
        "--porcelain=v2",
        "-z",
        "--untracked-files=all",
        "--ignored=no",
        // Whether a submodule is at another commit is read from its HEAD; looking for changes inside it would start
        // a git there, under that repository's own settings.
        "--ignore-submodules=dirty",
        "--no-renames",
    ]);
    let out = call.env("GIT_WORK_TREE", root).env("GIT_INDEX_FILE", git_dir.join("index")).at(root).ok()?;
    parse(&out).ok_or_else(|| GitError::garbled("the output of `git status`"))
}

fn parse(out: &[u8]) -> Option<State> {
    let mut state = State::default();
    for record in out.split(|b| *b == 0).filter(|record| !record.is_empty()) {
        let (kind, rest) = (record[0], record.get(2..)?);
        match kind {
            b'1' => {
                let path = RepoPath::new(rest.splitn(8, |b| *b == b' ').nth(7)?);
                if rest[0] != b'.' {
                    state.staged.push(path.clone());
                }
                if *rest.get(1)? != b'.' {
                    state.unstaged.push(path);
                }
            }
            b'u' => state.conflicted.push(RepoPath::new(rest.splitn(10, |b| *b == b' ').nth(9)?)),
            b'?' => state.untracked.push(RepoPath::new(rest)),
            b'#' => {}
            _ => return None,
        }
    }
    for list in [&mut state.staged, &mut state.unstaged, &mut state.untracked, &mut state.conflicted] {
        list.sort();
    }
    Some(state)
}

//! An opened repository: the door of this room. Each method is one question or one deed; the files around do the work.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tribunal_core::domain::{Commit, RunId};

use super::call::Git;
use super::checkout::{self, Checkout, CheckoutLimits};
use super::den::Den;
use super::diff::{self, Diff};
use super::discover::{self, Layout, Trust};
use super::facts::{self, Head, ObjectFormat, Operation, Worktree};
use super::harvest::{self, Harvest, HarvestRefused, Portion};
use super::land::{self, Kept, LandRefused, Landed};
use super::objects::{EntryKind, Objects, TreeEntry};
use super::range::{self, Change};
use super::snapshot::{self, DirtySnapshot};
use super::state::{self, State};
use super::store::Authorship;
use super::{GitError, ObjectId, RepoPath};

/// What opening a repository needs besides its place.
#[derive(Debug, Clone)]
pub struct Setting {
    /// A directory of ours, outside every repository, that only this user can write to. A part of it is used while
    /// the repository is open and removed afterwards.
    pub private: PathBuf,
    /// The person's own ignore rules, from `personal_ignore_file`.
    pub ignore_file: Option<PathBuf>,
    /// Whose repositories are opened.
    pub trust: Trust,
}

/// An opened repository.
#[derive(Debug)]
pub struct Repository {
    pub(super) git: Arc<Git>,
    pub(super) layout: Arc<Layout>,
    pub(super) objects: Objects,
    /// What `state` found, until somebody asks for it.
    found: Option<State>,
}

impl Repository {
    /// Opens the repository that a path is in: a work tree, a linked one, a submodule or a bare repository. Starts
    /// no process.
    pub fn open(path: &Path, setting: &Setting) -> Result<Self, GitError> {
        let den = Den::new(&setting.private)?;
        let layout = Arc::new(discover::discover(path, setting.trust, den.user()?)?);
        discover::furnish(&den, &layout, setting.ignore_file.as_deref())?;
        let git = Arc::new(Git::find(den)?);
        let objects = Objects::new(Arc::clone(&git), Arc::clone(&layout));
        Ok(Self { git, layout, objects, found: None })
    }

    /// How many git processes this repository has started so far.
    pub fn git_processes_started(&self) -> u32 {
        self.git.started()
    }

    /// What `git version` says.
    pub fn git_version(&self) -> Result<String, GitError> {
        self.git.version()
    }

    /// HEAD and index of this work tree.
    pub fn git_dir(&self) -> &Path {
        &self.layout.git_dir
    }

    /// Objects, refs and settings of all work trees.
    pub fn common_dir(&self) -> &Path {
        &self.layout.common_dir
    }

    /// The root of the work tree; none if bare.
    pub fn work_tree(&self) -> Option<&Path> {
        self.layout.work_tree.as_deref()
    }

    /// Which hash names the objects.
    pub fn object_format(&self) -> ObjectFormat {
        self.layout.format
    }

    /// Whether history was cut when it was cloned.
    pub fn is_shallow(&self) -> bool {
        !self.layout.shallow.is_empty()
    }

    /// Whether objects were left out when it was cloned.
    pub fn is_partial(&self) -> bool {
        self.layout.partial
    }

    /// Whether only a part of the tree is checked out.
    pub fn is_sparse(&self) -> bool {
        self.layout.sparse
    }

    /// Where HEAD is now.
    pub fn head(&self) -> Result<Head, GitError> {
        facts::head(&self.layout.git_dir)
    }

    /// What is under way in this work tree now.
    pub fn operations(&self) -> Vec<Operation> {
        facts::operations(&self.layout.git_dir)
    }

    /// All work trees of the repository now.
    pub fn worktrees(&self) -> Result<Vec<Worktree>, GitError> {
        facts::worktrees(&self.layout)
    }

    /// The commit at HEAD now; none on a branch without one.
    pub fn head_commit(&mut self) -> Result<Option<Commit>, GitError> {
        Ok(self.head_id()?.map(|id| id.commit()))
    }

    /// The commit a branch, tag or other name means now; none if it means nothing.
    pub fn resolve(&mut self, name: &str) -> Result<Option<Commit>, GitError> {
        Ok(self.objects.commit_named(name)?.map(|id| id.commit()))
    }

    /// Uncommitted work in this work tree; nothing for a bare repository.
    pub fn state(&mut self) -> Result<State, GitError> {
        let state = self.look()?;
        self.found = Some(state.clone());
        Ok(state)
    }

    /// What `state` found, the first time this is asked after it; looked at anew every other time. A run that begins looks
    /// whether there is uncommitted work and reads its change right after that; one `git status` answers both.
    pub fn state_found(&mut self) -> Result<State, GitError> {
        self.found.take().map_or_else(|| self.look(), Ok)
    }

    fn look(&mut self) -> Result<State, GitError> {
        let head = self.head_id()?;
        match &self.layout.work_tree {
            Some(root) => state::state(&self.git, &self.layout, &self.layout.git_dir, root, head),
            None => Ok(State::default()),
        }
    }

    /// The change that is meant: nothing for the current branch, a branch, a commit, `A..B` or `A...B`.
    pub fn range(&mut self, spec: Option<&str>, base: Option<&str>) -> Result<Change, GitError> {
        range::range(self, spec, base)
    }

    /// What lies between two commits: the unified diff and the list of files.
    pub fn diff(&mut self, base: &Commit, head: &Commit) -> Result<Diff, GitError> {
        diff::diff(&self.git, &self.layout, base.into(), head.into())
    }

    /// The same with another limit on its bytes.
    pub fn diff_within(&mut self, base: &Commit, head: &Commit, limit: u64) -> Result<Diff, GitError> {
        diff::diff_within(&self.git, &self.layout, base.into(), head.into(), limit)
    }

    /// A file of a commit, of at most `limit` bytes; none if the commit has no such file.
    pub fn blob(
        &mut self,
        commit: &Commit,
        path: &RepoPath,
        limit: u64,
    ) -> Result<Option<Vec<u8>>, GitError> {
        let mut tree = self.objects.commit(commit.into())?.tree;
        let mut parts = path.as_bytes().split(|b| *b == b'/').peekable();
        while let Some(part) = parts.next() {
            let found = self.objects.tree(tree)?.into_iter().find(|entry| entry.name == part);
            match (found.map(|entry| (entry.kind, entry.id)), parts.peek()) {
                (Some((EntryKind::File { .. }, id)), None) => return self.objects.blob(id, limit).map(Some),
                (Some((EntryKind::Tree, id)), Some(_)) => tree = id,
                (_, _) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Everything below a commit's tree but the trees themselves, within the limits of a checkout.
    pub fn tree(&mut self, commit: &Commit) -> Result<Vec<TreeEntry>, GitError> {
        checkout::entries(&mut self.objects, commit, &CheckoutLimits::default())
    }

    /// Writes the tree of a commit into an empty directory: raw bytes, no filter, no hook. See `Checkout` for what
    /// is left out.
    pub fn checkout(
        &mut self,
        commit: &Commit,
        into: &Path,
        limits: &CheckoutLimits,
    ) -> Result<Checkout, GitError> {
        checkout::checkout(&mut self.objects, commit, into, limits)
    }

    /// Makes a commit of what was changed in a checkout, on top of the commit it was made from. Writes objects; moves
    /// no ref and touches no index.
    pub fn harvest(&mut self, checkout: &Checkout, author: &Authorship) -> Result<Harvest, HarvestRefused> {
        harvest::harvest(self, checkout, &[], author)
    }

    /// The same in several commits, one on top of the other: first the portions in their order, then the rest. The last one
    /// has everything.
    pub fn harvest_in(
        &mut self,
        checkout: &Checkout,
        portions: &[Portion],
        rest: &Authorship,
    ) -> Result<Harvest, HarvestRefused> {
        harvest::harvest(self, checkout, portions, rest)
    }

    /// Makes a commit of the work tree as it is: tracked changes and untracked files that are not ignored. Writes
    /// objects; moves no ref and touches no index.
    pub fn snapshot_dirty(&mut self, author: &Authorship) -> Result<DirtySnapshot, GitError> {
        snapshot::snapshot_dirty(self, author)
    }

    /// Moves a branch from one commit to a later one, with the work tree that has it checked out. See `land`.
    pub fn land(
        &mut self,
        branch: &str,
        from: &Commit,
        to: &Commit,
        run: &RunId,
    ) -> Result<Landed, LandRefused> {
        land::land(self, land::Try::First, branch, from, to, run, &mut |_| Ok(()))
    }

    /// The same once more, after a landing that was begun and cut off: what it left half done in the work tree is undone
    /// before.
    pub fn land_again(
        &mut self,
        branch: &str,
        from: &Commit,
        to: &Commit,
        run: &RunId,
    ) -> Result<Landed, LandRefused> {
        land::land(self, land::Try::Again, branch, from, to, run, &mut |_| Ok(()))
    }

    /// Keeps a commit on a branch of the run's own, `refs/heads/tribunal/<run>`, which must be where the caller left
    /// it: nowhere, or at `previous`.
    pub fn keep(
        &mut self,
        run: &RunId,
        commit: &Commit,
        previous: Option<&Commit>,
    ) -> Result<Kept, LandRefused> {
        land::keep(self, run, commit, previous)
    }

    pub(super) fn head_id(&mut self) -> Result<Option<ObjectId>, GitError> {
        match self.head()? {
            Head::Detached(id) => Ok(Some(id)),
            Head::Branch(name) => self.objects.commit_named(&name),
        }
    }
}

//! Brings a fix home: moves a branch by compare and swap, together with the one clean work tree that has it checked
//! out; or keeps the fix on a branch of its own.
//!
//! A landing with a work tree goes like this, and can be interrupted anywhere:
//!
//! 1. The ref is locked and seen to be at `from` (`update-ref`, prepared but not committed). Nobody can move it now.
//! 2. Index and files go from `from` to `to` (`read-tree -m -u`), under the index lock; a file that is not as the index
//!    says is never overwritten, and then step 1 is undone.
//! 3. The ref is committed.
//!
//! | interrupted | what is there | what the next call with the same arguments does |
//! |---|---|---|
//! | before 2 | everything as before; git drops its lock when we are gone | starts over |
//! | inside 2, git failed or was killed too | branch and index at `from`, some files new or cut | undoes those, then starts over; refuses while a killed git's lock of the index is there |
//! | after 2, and the power went | the same with the index at `to` | completes the files, then goes on as below |
//! | between 2 and 3 | branch at `from`, index and files at `to`: the fix looks staged | sees that, does step 3, says so |
//! | after 3 | done | says that it was done already |
//!
//! The tree goes first because the other order, interrupted, would look like somebody had staged the undoing of the fix.
//! Untracked and ignored files are never overwritten: whatever is in the way of a new path refuses the landing. Between
//! git's own look at a file and its writing there are some microseconds in which an edit would be lost, as with every
//! git command that changes files. No hook and no filter runs; a path that has a filter refuses the landing.

mod refs;
mod refused;
mod tree;

use std::path::PathBuf;

use tribunal_core::domain::{Commit, RunId};

pub use refused::LandRefused;

use self::refs::Transaction;
use super::history::is_ancestor;
use super::repository::Repository;
use super::{GitError, ObjectId, Worktree, diff};
use crate::disk;

/// What came of a landing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Landed {
    /// The branch was moved; no work tree has it checked out.
    Branch,
    /// The branch was moved, and the work tree that has it checked out with it.
    WithTree {
        /// The work tree.
        root: PathBuf,
    },
    /// An earlier landing was interrupted after the work tree was moved; now the branch was moved too.
    Finished {
        /// The work tree.
        root: PathBuf,
    },
    /// The branch was there already; nothing was done.
    Already,
}

/// A commit that is kept on a branch of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The full name of the branch.
    pub branch: String,
    /// Whether it was there already and nothing was done.
    pub already: bool,
}

/// Places at which a landing can be interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Boundary {
    /// Everything was looked at; nothing is locked.
    Inspected,
    /// The ref is locked; nothing is changed.
    Prepared,
    /// Index and files are at `to`, the ref is not.
    TreeMoved,
}

/// Told of every boundary; an error stops the landing there, as if the process had ended.
pub(super) type Watch<'a> = &'a mut dyn FnMut(Boundary) -> Result<(), GitError>;

/// Whether the same landing may have been begun before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Try {
    /// It was not.
    First,
    /// It may have been cut off anywhere.
    Again,
}

/// Lands, and makes the names of index and branch durable, in this order: git has synced what it wrote, not the directories it
/// wrote to. So does a landing that was done already, since whoever did it may have been cut off before this.
pub(super) fn land(
    repository: &mut Repository,
    nth: Try,
    branch: &str,
    from: &Commit,
    to: &Commit,
    run: &RunId,
    watch: Watch<'_>,
) -> Result<Landed, LandRefused> {
    let landed = moved(repository, nth, branch, from, to, run, watch)?;
    settle(repository, branch)?;
    Ok(landed)
}

/// Not before the ref was moved: until then git's locks lie in the same directories, and would outlive a power cut.
fn settle(repository: &Repository, branch: &str) -> Result<(), GitError> {
    for tree in repository.worktrees()?.iter().filter(|tree| tree.uses(branch)) {
        disk::sync(&tree.git_dir).map_err(GitError::io("make durable", &tree.git_dir))?;
    }
    let directory = &repository.layout.common_dir;
    let durable = disk::sync_names(directory, [directory.join(branch)]);
    durable.map_err(GitError::io("make durable", &directory.join(branch)))
}

fn moved(
    repository: &mut Repository,
    nth: Try,
    branch: &str,
    from: &Commit,
    to: &Commit,
    run: &RunId,
    watch: Watch<'_>,
) -> Result<Landed, LandRefused> {
    refs::check_branch(&repository.layout.common_dir, branch)?;
    let now = repository.resolve(branch)?;
    if now.as_ref() == Some(to) {
        return Ok(Landed::Already);
    }
    if now.as_ref() != Some(from) {
        return Err(LandRefused::Moved { branch: branch.to_owned(), now, expected: Some(from.clone()) });
    }
    let step = Step { branch, from: from.into(), to: to.into(), run };
    let shallow = repository.layout.shallow.clone();
    if !is_ancestor(&mut repository.objects, &shallow, step.from, step.to)? {
        return Err(LandRefused::NotForward { from: from.clone(), to: to.clone() });
    }
    let users: Vec<Worktree> = repository.worktrees()?.into_iter().filter(|tree| tree.uses(branch)).collect();
    match users.as_slice() {
        [] => {
            let common_dir = repository.layout.common_dir.clone();
            watch(Boundary::Inspected)?;
            let prepared = Transaction::prepare(repository, &common_dir, &step.moves())?;
            watch(Boundary::Prepared)?;
            prepared.commit()?;
            Ok(Landed::Branch)
        }
        [one] => with_tree(repository, one, nth, &step, watch),
        several => {
            Err(LandRefused::Several { roots: several.iter().map(|tree| tree.root.clone()).collect() })
        }
    }
}

/// The arguments of one landing.
struct Step<'a> {
    branch: &'a str,
    from: ObjectId,
    to: ObjectId,
    run: &'a RunId,
}

impl Step<'_> {
    fn moves(&self) -> refs::Move<'_> {
        refs::Move { name: self.branch, old: self.from, new: self.to, run: self.run }
    }
}

fn with_tree(
    repository: &mut Repository,
    tree: &Worktree,
    nth: Try,
    step: &Step<'_>,
    watch: Watch<'_>,
) -> Result<Landed, LandRefused> {
    let files = diff::files(&repository.git, &repository.layout, step.from, step.to)?;
    if nth == Try::Again {
        tree::mend(repository, tree, step.from, &files)?;
        tree::mend(repository, tree, step.to, &files)?;
    }
    let readiness = tree::inspect(repository, tree, step.from, step.to, &files)?;
    watch(Boundary::Inspected)?;
    let prepared = Transaction::prepare(repository, &tree.git_dir, &step.moves())?;
    watch(Boundary::Prepared)?;
    let root = tree.root.clone();
    if readiness == tree::Readiness::HalfLanded {
        tree::settle(tree, &files)?;
        prepared.commit()?;
        return Ok(Landed::Finished { root });
    }
    tree::move_to(repository, tree, step.from, step.to)?;
    tree::settle(tree, &files)?;
    watch(Boundary::TreeMoved)?;
    if let Err(refused) = prepared.commit() {
        // The lock was ours, so only the disk can have failed; the tree goes back to where the branch still is.
        tree::move_to(repository, tree, step.to, step.from)?;
        return Err(refused);
    }
    Ok(Landed::WithTree { root })
}

pub(super) fn keep(
    repository: &mut Repository,
    run: &RunId,
    commit: &Commit,
    previous: Option<&Commit>,
) -> Result<Kept, LandRefused> {
    let branch = format!("refs/heads/tribunal/{}", encoded(run));
    let now = repository.resolve(&branch)?;
    if now.as_ref() == Some(commit) {
        settle(repository, &branch)?;
        return Ok(Kept { branch, already: true });
    }
    if let Some(tree) = repository.worktrees()?.into_iter().find(|tree| tree.uses(&branch)) {
        return Err(LandRefused::InUse { branch, root: tree.root });
    }
    let old = previous.map_or(repository.layout.format.nothing(), ObjectId::from);
    let moves = refs::Move { name: &branch, old, new: commit.into(), run };
    let common_dir = repository.layout.common_dir.clone();
    Transaction::prepare(repository, &common_dir, &moves)?.commit()?;
    settle(repository, &branch)?;
    Ok(Kept { branch, already: false })
}

/// A run's name as a part of a ref: what may not stand there, or could end one badly, is written as a number.
fn encoded(run: &RunId) -> String {
    let letter = |c: char| match c.is_ascii_alphanumeric() || "-_".contains(c) {
        true => c.to_string(),
        false => format!("={:02x}", u32::from(c)),
    };
    run.as_str().chars().map(letter).collect()
}

#[cfg(test)]
mod tests;

//! The change as it stands now: commits, files, what is uncommitted.

use std::sync::{Arc, PoisonError};

use tribunal_core::domain::{Commit, Snapshot};
use tribunal_core::engine::{Input, Run};

use crate::config::Order;
use crate::git::{ChangedFile, GitError, RepoPath, Repository};

use super::{Hands, Performed, said};

/// A change that was read.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub base: Commit,
    pub head: Commit,
    /// The unified diff.
    pub patch: Arc<Vec<u8>>,
    pub files: Arc<Vec<ChangedFile>>,
}

impl Hands {
    pub(super) fn read_change(&self, run: &Run) -> Performed {
        let mut repository = self.repository();
        let head = self.under_review(&mut repository, run)?;
        let seen = self.between(&mut repository, run, &head)?;
        let book = run.book();
        let (first, last) = (&book.opening.head, &book.tip);
        let touched = paths(&self.files_between(&mut repository, last, &head)?);
        let renames = self.files_between(&mut repository, first, &head)?;
        let renamed = |file: &ChangedFile| Some((file.old_path.as_ref()?.to_string(), file.path.to_string()));
        let snapshot = Snapshot {
            base: seen.base.clone(),
            head,
            files: paths(&seen.files),
            renames: renames.iter().filter_map(renamed).collect(),
            touched,
            uncommitted: self.uncommitted(&mut repository)?,
            pull: None,
        };
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(seen);
        Ok(said(Input::ChangeRead(snapshot)))
    }

    pub(super) fn read_head(&self, run: &Run) -> Performed {
        let head = self.under_review(&mut self.repository(), run)?;
        Ok(said(Input::HeadRead { head }))
    }

    /// The change between its base and this head, read once.
    pub(super) fn seen(&self, run: &Run, head: &Commit) -> Result<Seen, String> {
        match self.last_seen().filter(|seen| seen.head == *head) {
            Some(seen) => Ok(seen),
            None => self.between(&mut self.repository(), run, head),
        }
    }

    fn last_seen(&self) -> Option<Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn between(&self, repository: &mut Repository, run: &Run, head: &Commit) -> Result<Seen, String> {
        let range = repository.range(Some(head.as_str()), Some(&self.order.base));
        let base = match range {
            Ok(change) => change.base,
            Err(GitError::Empty { head, .. }) => head,
            // The name of the base may be gone by now; the commit it meant is on record.
            Err(GitError::NoSuchRevision { .. }) => run.book().opening.base.clone(),
            Err(error) => return Err(told(&error)),
        };
        // What lies between two commits never changes; a later gate looks at the same ones.
        if let Some(seen) = self.last_seen().filter(|seen| seen.base == base && seen.head == *head) {
            return Ok(seen);
        }
        let diff = repository.diff(&base, head).map_err(|e| told(&e))?;
        Ok(Seen { base, head: head.clone(), patch: Arc::new(diff.patch), files: Arc::new(diff.files) })
    }

    fn files_between(
        &self,
        repository: &mut Repository,
        from: &Commit,
        to: &Commit,
    ) -> Result<Vec<ChangedFile>, String> {
        if from == to {
            return Ok(Vec::new());
        }
        Ok(repository.diff(from, to).map_err(|e| told(&e))?.files)
    }

    pub(super) fn under_review(&self, repository: &mut Repository, run: &Run) -> Result<Commit, String> {
        under_review(repository, &self.order, run)
    }

    /// Uncommitted work, where the branch under review is what is checked out here.
    fn uncommitted(&self, repository: &mut Repository) -> Result<Vec<String>, String> {
        let here = repository.head().map_err(|e| told(&e))?.branch().map(str::to_owned);
        if self.order.snapshot.is_some() || here.is_none() || here != self.order.branch {
            return Ok(Vec::new());
        }
        let state = repository.state_found().map_err(|e| told(&e))?;
        let tracked = state.staged.iter().chain(&state.unstaged).chain(&state.conflicted);
        let mut paths: Vec<String> = tracked.map(RepoPath::to_string).collect();
        paths.sort_unstable();
        paths.dedup();
        Ok(paths)
    }
}

/// Where the change under review is now. Fixes that could not be put on the branch are on a branch of the run's own; they
/// count as long as the branch has not gone elsewhere.
pub fn under_review(repository: &mut Repository, order: &Order, run: &Run) -> Result<Commit, String> {
    let branch = match (&order.snapshot, &order.branch) {
        (Some(snapshot), _) => snapshot.clone(),
        (None, Some(branch)) => {
            let tip = repository.resolve(branch).map_err(|e| told(&e))?;
            tip.ok_or_else(|| format!("{branch} is gone; nothing can be reviewed any more"))?
        }
        (None, None) => run.book().opening.head.clone(),
    };
    let Some(aside) = repository.resolve(&aside(run)).map_err(|e| told(&e))? else { return Ok(branch) };
    let change = repository.range(Some(aside.as_str()), Some(branch.as_str()));
    let builds_on = change.is_ok_and(|change| change.base == branch);
    Ok(if builds_on { aside } else { branch })
}

/// The branch of the run's own.
pub(super) fn aside(run: &Run) -> String {
    format!("refs/heads/tribunal/{}", run.book().opening.run)
}

pub(super) fn told(error: &GitError) -> String {
    error.told()
}

fn paths(files: &[ChangedFile]) -> Vec<String> {
    files.iter().map(|file| file.path.to_string()).collect()
}

//! Which change is meant, and whether it can be reviewed as it lies there.

use std::collections::BTreeSet;

use tribunal_core::domain::{Commit, RunId, Timestamp};

use super::{StartError, Wish};
use crate::config::ConfigFile;
use crate::git::{Authorship, Change, GitError, Operation, Repository, State};

/// The change that is meant. What a branch is compared with can stand in the settings, which stand in what it is
/// compared with; so only the user's own file can say it, and the flag. A change without a difference is one too: the
/// run says that nothing was reviewed.
pub(super) fn change(
    repository: &mut Repository,
    wish: &Wish,
    user: &ConfigFile,
) -> Result<Change, StartError> {
    if wish.range.is_none() {
        refuse_unfinished(repository)?;
    }
    ranged(repository, wish, wish.base.as_deref().or(user.base.as_deref()))
}

/// The same change against the remote's branch of the base's name, where there is one. A range says itself what it
/// compares.
pub(super) fn against_remote(
    repository: &mut Repository,
    wish: &Wish,
    change: &Change,
) -> Result<Option<Change>, StartError> {
    if wish.range.as_deref().is_some_and(|range| range.contains("..")) {
        return Ok(None);
    }
    let name = format!("origin/{}", change.base_name.trim_start_matches("refs/heads/"));
    if repository.resolve(&format!("refs/remotes/{name}"))?.is_none() {
        return Ok(None);
    }
    ranged(repository, wish, Some(&name)).map(Some)
}

fn ranged(repository: &mut Repository, wish: &Wish, base: Option<&str>) -> Result<Change, StartError> {
    match repository.range(wish.range.as_deref(), base) {
        Err(GitError::Empty { head, base_name, branch }) => {
            Ok(Change { branch, base: head.clone(), head, base_name })
        }
        found => Ok(found?),
    }
}

/// In the middle of a rebase or a merge nobody means what lies at HEAD just now.
fn refuse_unfinished(repository: &Repository) -> Result<(), StartError> {
    match repository.operations().into_iter().find(|operation| *operation != Operation::Bisect) {
        Some(operation) => Err(StartError::Unfinished { operation: operation.name() }),
        None => Ok(()),
    }
}

/// A commit of the work that is not committed.
pub(super) fn snapshot(
    repository: &mut Repository,
    run: &RunId,
    now: Timestamp,
) -> Result<Commit, StartError> {
    let author = Authorship {
        name: "tribunal".to_owned(),
        email: "tribunal@localhost".to_owned(),
        at: now,
        message: format!("Uncommitted work\n\nReview-Run: {run}\n"),
    };
    Ok(repository.snapshot_dirty(&author)?.commit)
}

/// A review of the commits alone would leave the rest of the work unseen, where what is checked out is what is reviewed.
pub(super) fn refuse_dirty(repository: &mut Repository, change: &Change) -> Result<(), StartError> {
    let here = repository.head()?;
    let same = match here.branch() {
        Some(branch) => change.branch.as_deref() == Some(branch),
        None => repository.head_commit()?.as_ref() == Some(&change.head),
    };
    if !same || repository.work_tree().is_none() {
        return Ok(());
    }
    let state = repository.state()?;
    if state.is_clean_but_untracked() { Ok(()) } else { Err(StartError::Dirty { paths: paths(&state) }) }
}

fn paths(state: &State) -> Vec<String> {
    let tracked = state.staged.iter().chain(&state.unstaged).chain(&state.conflicted);
    let paths: BTreeSet<String> = tracked.map(ToString::to_string).collect();
    paths.into_iter().collect()
}

//! Makes a commit of a work tree as it is, for reviews of uncommitted work. The user's checkout is only read: the
//! index is a private one that begins at HEAD, and no ref points to the commit.
//!
//! Line endings are converted as the repository's attributes say; filter drivers are not run.

use tribunal_core::domain::Commit;

use super::repository::Repository;
use super::store::{self, Authorship};
use super::{GitError, Head, RepoPath};

/// A commit of uncommitted work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirtySnapshot {
    /// The commit; HEAD itself if the work tree is clean.
    pub commit: Commit,
    /// The paths in which it differs from HEAD, as far as `git status` says so.
    pub paths: Vec<RepoPath>,
    /// Repositories inside the work tree, which are not part of it.
    pub left_out: Vec<RepoPath>,
}

pub(super) fn snapshot_dirty(
    repository: &mut Repository,
    author: &Authorship,
) -> Result<DirtySnapshot, GitError> {
    let Some(root) = repository.layout.work_tree.clone() else {
        return Err(GitError::Bare { path: repository.layout.git_dir.clone() });
    };
    let head = match (repository.head_id()?, repository.head()?) {
        (Some(head), _) => head,
        (None, Head::Branch(branch)) => return Err(GitError::Unborn { branch }),
        (None, Head::Detached(id)) => {
            return Err(GitError::Missing { object: id.to_string(), partial: repository.layout.partial });
        }
    };
    let state = repository.state()?;
    if !state.conflicted.is_empty() {
        return Err(GitError::Conflicted { paths: state.conflicted });
    }
    let (left_out, paths): (Vec<_>, Vec<_>) =
        state.paths().into_iter().partition(|p| p.as_bytes().ends_with(b"/"));
    if paths.is_empty() {
        return Ok(DirtySnapshot { commit: head.commit(), paths, left_out });
    }
    let (git, layout) = (&repository.git, &repository.layout);
    let index = store::index_of(git, layout, head)?;
    let input: Vec<u8> = paths.iter().flat_map(|path| [path.as_bytes(), b"\0"].concat()).collect();
    let call = git.private(layout, "update-index").args(&["-z", "--add", "--remove", "--replace", "--stdin"]);
    call.env("GIT_WORK_TREE", &root).env("GIT_INDEX_FILE", &index).at(&root).input(input).ok()?;
    let tree = store::tree(git, layout, &index)?;
    let commit = store::commit(git, layout, tree, head, author)?;
    store::settle(&layout.clone(), &mut repository.objects, commit, &paths)?;
    Ok(DirtySnapshot { commit: commit.commit(), paths, left_out })
}

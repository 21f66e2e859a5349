//! Why a landing did not happen. Nothing was changed.

use std::path::PathBuf;

use tribunal_core::domain::Commit;

use crate::git::{GitError, Operation, RepoPath};

/// Why a branch was not moved. Neither the branch nor any file was changed.
#[derive(Debug, thiserror::Error)]
pub enum LandRefused {
    /// Not a branch that can be moved.
    #[error("{name:?} is not a branch that can be moved: {why}")]
    NotABranch {
        /// What was named.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// Somebody else moved it.
    #[error("{branch} is {}, not {}; somebody else moved it", place(now.as_ref()), place(expected.as_ref()))]
    Moved {
        /// The branch.
        branch: String,
        /// Where it is.
        now: Option<Commit>,
        /// Where it was expected.
        expected: Option<Commit>,
    },
    /// The new commit does not build on the old one.
    #[error("{} does not build on {}", to.short(), from.short())]
    NotForward {
        /// The old commit.
        from: Commit,
        /// The new one.
        to: Commit,
    },
    /// Uncommitted work.
    #[error("{} has uncommitted work: {}", root.display(), some(paths))]
    Dirty {
        /// The work tree.
        root: PathBuf,
        /// What is uncommitted.
        paths: Vec<RepoPath>,
    },
    /// Something was begun and not ended.
    #[error("a {} is under way in {}", operation.name(), root.display())]
    UnderWay {
        /// The work tree.
        root: PathBuf,
        /// What.
        operation: Operation,
    },
    /// More than one work tree has the branch.
    #[error("the branch is checked out in {} work trees", roots.len())]
    Several {
        /// Which.
        roots: Vec<PathBuf>,
    },
    /// Only a part of the tree is there.
    #[error("{} is a sparse checkout", root.display())]
    Sparse {
        /// The work tree.
        root: PathBuf,
    },
    /// The kept branch is checked out.
    #[error("{branch} is checked out in {}", root.display())]
    InUse {
        /// The branch.
        branch: String,
        /// The work tree.
        root: PathBuf,
    },
    /// A lock of git.
    #[error("{} is there: another git works here, or one was ended in the middle", path.display())]
    Locked {
        /// The lock.
        path: PathBuf,
    },
    /// A file that git does not know is where a new one would go.
    #[error("{path} in {} is in the way of a new file", root.display())]
    InTheWay {
        /// The work tree.
        root: PathBuf,
        /// The file.
        path: RepoPath,
    },
    /// A filter program would have to run.
    #[error("{path} in {} is under a filter, and filters are not run", root.display())]
    Filtered {
        /// The work tree.
        root: PathBuf,
        /// The file.
        path: RepoPath,
    },
    /// The world said no.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl LandRefused {
    /// What a person can do about it. The fix is a commit and stays one, whatever happens to the branch.
    pub fn remedy(&self) -> String {
        let fixed = match self {
            LandRefused::NotABranch { .. } => "review a branch to have fixes landed on it",
            LandRefused::Moved { .. } => "review the branch as it is now",
            LandRefused::NotForward { .. } => "merge the fix by hand",
            LandRefused::Dirty { .. } => "commit or stash, then merge the branch the fix is kept on",
            LandRefused::UnderWay { .. } => "finish or abort it, then merge the branch the fix is kept on",
            LandRefused::Several { .. } | LandRefused::Sparse { .. } | LandRefused::Filtered { .. } => {
                "merge the branch the fix is kept on"
            }
            LandRefused::InUse { .. } => "check out another branch there",
            LandRefused::Locked { .. } => "if no git is running, remove the lock and try again",
            LandRefused::InTheWay { .. } => "move the file away, then merge the branch the fix is kept on",
            LandRefused::Git(error) => return error.remedy(),
        };
        fixed.to_owned()
    }
}

fn place(commit: Option<&Commit>) -> String {
    commit.map_or_else(|| "nowhere".to_owned(), |commit| format!("at {}", commit.short()))
}

fn some(paths: &[RepoPath]) -> String {
    let first: Vec<String> = paths.iter().take(3).map(ToString::to_string).collect();
    let more = paths.len().saturating_sub(3);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", first.join(", "))
}

//! What can go wrong with a repository. The message says what happened; `remedy` says what a person can do.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tribunal_core::domain::Commit;

use super::RepoPath;

/// The world said no. Unless the message says otherwise nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// No git program.
    #[error("there is no git in the directories of PATH")]
    NoProgram,
    /// A git that lacks what is needed.
    #[error("{found} is too old; tribunal needs git 2.40 or newer")]
    TooOld {
        /// What `git version` says.
        found: String,
    },
    /// Nothing here.
    #[error("{} is not inside a git repository", path.display())]
    NotARepository {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// Somebody else's repository: whoever owns it could have prepared it.
    #[error(
        "{} belongs to user {owner}, and you are user {me}; nothing in the repository was read",
        path.display()
    )]
    Owner {
        /// What belongs to somebody else.
        path: PathBuf,
        /// To whom.
        owner: u32,
        /// Who we are.
        me: u32,
    },
    /// A kind of repository that cannot be handled safely.
    #[error("{what}")]
    Unsupported {
        /// What is unusual.
        what: String,
        /// What to do.
        remedy: String,
    },
    /// A file or directory could not be used.
    #[error("could not {doing} {}: {source}", path.display())]
    Io {
        /// A verb: read, write, create.
        doing: &'static str,
        /// What.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Git itself said no.
    #[error("`git {command}` failed ({status}): {said}")]
    Failed {
        /// The command and its options.
        command: String,
        /// How it ended.
        status: String,
        /// What it wrote to stderr.
        said: String,
    },
    /// Git took too long and was ended.
    #[error("`git {command}` did not answer within {} seconds and was ended", limit.as_secs_f32())]
    TimedOut {
        /// The command and its options.
        command: String,
        /// The limit.
        limit: Duration,
    },
    /// More than is taken in.
    #[error("{what} is larger than the limit of {limit} bytes; it was not read to the end")]
    TooMuch {
        /// What was being read.
        what: String,
        /// The limit.
        limit: u64,
    },
    /// Something that should be readable is not.
    #[error("{what} cannot be understood")]
    Garbled {
        /// What.
        what: String,
    },
    /// A name that means nothing here.
    #[error("there is no branch, tag or commit `{spec}`{}", suggestion(near))]
    NoSuchRevision {
        /// What was asked for.
        spec: String,
        /// Names that look like it.
        near: Vec<String>,
    },
    /// A text that cannot be a revision.
    #[error("{spec:?} cannot be a revision: {why}")]
    BadRevision {
        /// What was asked for.
        spec: String,
        /// Why not.
        why: &'static str,
    },
    /// No commit yet.
    #[error("the branch {branch} has no commit yet, so there is nothing to review")]
    Unborn {
        /// The branch.
        branch: String,
    },
    /// Nothing to compare with.
    #[error("nothing was found to compare with; looked for {}{}", tried.join(", "), branches(there))]
    NoBase {
        /// What was looked for.
        tried: Vec<String>,
        /// Branches that could be it.
        there: Vec<String>,
    },
    /// No common commit.
    #[error("{} and {} have no commit in common", one.short(), other.short())]
    Unrelated {
        /// One.
        one: Commit,
        /// The other.
        other: Commit,
    },
    /// A shallow clone ends before the common commit.
    #[error(
        "this clone is shallow and its history ends before {} and {} meet",
        one.short(),
        other.short()
    )]
    CutOff {
        /// One.
        one: Commit,
        /// The other.
        other: Commit,
    },
    /// Nothing changed.
    #[error("{} has nothing that {base_name} does not have", head.short())]
    Empty {
        /// The head.
        head: Commit,
        /// What it was compared with.
        base_name: String,
        /// The branch, in full, where one was meant.
        branch: Option<String>,
    },
    /// History is longer than is walked.
    #[error("no common commit among the latest {visited} commits")]
    TooFar {
        /// How many were looked at.
        visited: usize,
    },
    /// An object is not here.
    #[error("the object {object} is not in this {}", clone_kind(*partial))]
    Missing {
        /// Its name, or what git called it.
        object: String,
        /// Whether the clone is a partial one.
        partial: bool,
    },
    /// Unresolved conflicts.
    #[error("{} of the work tree are in conflict, the first is {}", paths.len(), first(paths))]
    Conflicted {
        /// Which.
        paths: Vec<RepoPath>,
    },
    /// A work tree was needed.
    #[error("{} is a bare repository; it has no work tree", path.display())]
    Bare {
        /// The repository.
        path: PathBuf,
    },
    /// A tree that is larger than a checkout may be.
    #[error("the tree of {} has more than {limit} {unit}; the checkout was stopped and is incomplete", commit.short())]
    TooLarge {
        /// Whose tree.
        commit: Commit,
        /// The limit.
        limit: u64,
        /// Of what.
        unit: &'static str,
    },
}

impl GitError {
    /// What happened and what to do, in one line.
    pub fn told(&self) -> String {
        let what = self.to_string();
        let between = if what.ends_with('?') { "" } else { ";" };
        format!("{what}{between} {}", self.remedy())
    }

    /// What a person can do about it.
    pub fn remedy(&self) -> String {
        let fixed = match self {
            GitError::NoProgram | GitError::TooOld { .. } => "install git 2.40 or newer",
            GitError::NotARepository { .. } => "go into a repository, or make one with `git init`",
            GitError::Owner { .. } => {
                "run as the owner, change the owner with `chown -R`, or work in a clone of your own"
            }
            GitError::Unsupported { remedy, .. } => remedy,
            GitError::Io { .. } => "see to it that the file can be used, then try again",
            GitError::Failed { .. } => "read what git says above; `git fsck` checks the repository",
            GitError::TimedOut { .. } => "try again; a repository on a slow disk may need `git gc` first",
            GitError::TooMuch { .. } => "review a smaller range",
            GitError::Garbled { .. } => "`git fsck` checks the repository",
            GitError::NoSuchRevision { .. } => "`git branch --all` lists what there is",
            GitError::BadRevision { .. } => "give a branch, a commit, A..B or A...B",
            GitError::Unborn { .. } => "make a first commit",
            GitError::NoBase { .. } => "name what to compare with by --base",
            GitError::Unrelated { .. } => "choose another base with --base",
            GitError::CutOff { .. } => "`git fetch --unshallow` gets the whole history",
            GitError::Empty { .. } => {
                "commit something, review uncommitted work with --dirty, or name another base; X^..X is the change of one commit"
            }
            GitError::TooFar { .. } => "name a closer base with --base",
            GitError::Missing { partial: true, .. } => {
                "`git fetch --refetch --no-filter` gets all objects; tribunal itself fetches nothing"
            }
            GitError::Missing { partial: false, .. } => "`git fsck` says what is damaged",
            GitError::Conflicted { .. } => "resolve the conflicts and try again",
            GitError::Bare { .. } => "name the change as A..B, or work in a clone",
            GitError::TooLarge { .. } => "raise the limit, or review a smaller repository",
        };
        fixed.to_owned()
    }

    /// Whether a disk or a program failed, rather than what was asked for being wrong.
    pub fn is_breakdown(&self) -> bool {
        matches!(self, GitError::Io { .. } | GitError::Failed { .. } | GitError::TimedOut { .. })
    }

    pub(super) fn io<'a>(
        doing: &'static str,
        path: &'a Path,
    ) -> impl FnOnce(io::Error) -> GitError + use<'a> {
        move |source| GitError::Io { doing, path: path.to_owned(), source }
    }

    pub(super) fn garbled(what: impl Into<String>) -> GitError {
        GitError::Garbled { what: what.into() }
    }
}

fn suggestion(near: &[String]) -> String {
    match near {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

fn branches(there: &[String]) -> String {
    match there {
        [] => "; there is no other branch".to_owned(),
        names => format!("; branches here: {}", names.join(", ")),
    }
}

fn clone_kind(partial: bool) -> &'static str {
    if partial { "partial clone" } else { "repository" }
}

fn first(paths: &[RepoPath]) -> String {
    paths.first().map(ToString::to_string).unwrap_or_default()
}

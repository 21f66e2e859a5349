//! Opening a test's repository, and short words for what tests compare.

use std::path::Path;

use tribunal_core::domain::{Commit, RunId, Timestamp};
use tribunal_host::git::{Authorship, GitError, Repository, Setting, Trust};
use tribunal_testkit::repo::TestRepo;

pub fn setting(repo: &TestRepo) -> Setting {
    Setting { private: repo.private(), ignore_file: None, trust: Trust::OwnOnly }
}

pub fn try_open(repo: &TestRepo, path: &Path) -> Result<Repository, GitError> {
    Repository::open(path, &setting(repo))
}

pub fn open(repo: &TestRepo) -> Repository {
    try_open(repo, repo.root()).unwrap()
}

pub fn commit(id: &str) -> Commit {
    Commit::parse(id).unwrap()
}

pub fn run_id() -> RunId {
    RunId::parse("run-0123-4567").unwrap()
}

pub fn author() -> Authorship {
    Authorship {
        name: "tribunal".into(),
        email: "tribunal@localhost".into(),
        at: Timestamp(1_750_000_000_000),
        message: "fix: what the review found\n\nReview-Run: run-0123-4567".into(),
    }
}

/// Paths as people see them.
pub fn shown<T: ToString>(paths: &[T]) -> Vec<String> {
    paths.iter().map(ToString::to_string).collect()
}

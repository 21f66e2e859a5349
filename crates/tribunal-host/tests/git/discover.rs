//! Finding repositories, and saying why one is not opened.

use std::fs;

use tribunal_host::git::{GitError, ObjectFormat, personal_ignore_file};
use tribunal_testkit::repo::{TempDir, TestRepo};

use crate::common::{open, setting, shown, try_open};

#[test]
fn nothing_here() {
    let repo = TestRepo::empty();
    let error = try_open(&repo, repo.around()).unwrap_err();
    assert!(matches!(&error, GitError::NotARepository { path } if path == repo.around()), "{error}");
    assert!(!repo.private().exists() || fs::read_dir(repo.private()).unwrap().count() == 0);
}

#[test]
fn facts_of_a_plain_repository() {
    let repo = TestRepo::branched();
    let opened = open(&repo);
    assert_eq!((opened.git_dir(), opened.work_tree()), (&*repo.root().join(".git"), Some(repo.root())));
    assert_eq!(opened.object_format(), ObjectFormat::Sha1);
    assert!(
        opened.operations().is_empty() && !opened.is_shallow() && !opened.is_partial() && !opened.is_sparse()
    );
    assert!(opened.git_version().unwrap().starts_with("git version "));
}

#[test]
fn from_inside_the_git_directory() {
    let repo = TestRepo::branched();
    let opened = try_open(&repo, &repo.root().join(".git/refs")).unwrap();
    assert_eq!(opened.work_tree(), Some(repo.root()));
}

#[track_caller]
fn unsupported(repo: &TestRepo, words: &str) {
    let error = try_open(repo, repo.root()).unwrap_err();
    assert!(matches!(&error, GitError::Unsupported { .. }) && error.to_string().contains(words), "{error}");
}

#[test]
fn a_work_tree_elsewhere_is_refused() {
    let repo = TestRepo::branched();
    repo.git(&["config", "core.worktree", repo.around().to_str().unwrap()]);
    unsupported(&repo, "core.worktree");
}

#[test]
fn unknown_extensions_and_versions_are_refused() {
    let repo = TestRepo::branched();
    repo.git(&["config", "core.repositoryFormatVersion", "1"]);
    repo.git(&["config", "extensions.refStorage", "reftable"]);
    unsupported(&repo, "reftable");
    repo.git_in(repo.around(), &["config", "--file", "repo/.git/config", "extensions.refStorage", "files"]);
    open(&repo);
    repo.git_in(repo.around(), &["config", "--file", "repo/.git/config", "extensions.shiny", "1"]);
    unsupported(&repo, "extension shiny");
    repo.git_in(
        repo.around(),
        &["config", "--file", "repo/.git/config", "core.repositoryFormatVersion", "7"],
    );
    unsupported(&repo, "version 7");
}

#[test]
fn a_broken_gitfile_is_named() {
    let repo = TestRepo::branched();
    repo.git(&["worktree", "add", "--quiet", "-b", "linked", "../linked"]);
    fs::remove_dir_all(repo.root().join(".git/worktrees")).unwrap();
    let error = try_open(&repo, &repo.around().join("linked")).unwrap_err();
    assert!(error.to_string().contains("does not lead to a git directory"), "{error}");
}

#[test]
fn a_persons_own_ignore_rules_hold() {
    let repo = TestRepo::branched();
    let home = TempDir::new();
    let rules = home.path().join(".config/git/ignore");
    fs::create_dir_all(rules.parent().unwrap()).unwrap();
    assert_eq!(personal_ignore_file(home.path()).unwrap(), None);
    fs::write(&rules, "*.mine\n").unwrap();
    assert_eq!(personal_ignore_file(home.path()).unwrap(), Some(rules));
    fs::write(home.path().join(".gitconfig"), "[core]\n\texcludesFile = ~/other\n").unwrap();
    fs::write(home.path().join("other"), "*.other\n*.kept").unwrap();
    repo.write(".git/info/exclude", "*.excluded\n!x.kept\n");
    for name in ["a.other", "b.excluded", "c.mine", "x.kept"] {
        repo.write(name, "");
    }
    let mut setting = setting(&repo);
    setting.ignore_file = personal_ignore_file(home.path()).unwrap();
    let mut opened = tribunal_host::git::Repository::open(repo.root(), &setting).unwrap();
    assert_eq!(shown(&opened.state().unwrap().untracked), ["c.mine", "x.kept"]);
}

/// The one reader of objects stays; what others do meanwhile is seen.
#[test]
fn a_branch_that_moves_is_seen_where_it_is() {
    let repo = TestRepo::branched();
    let mut opened = open(&repo);
    let at = |id: &str| Some(crate::common::commit(id));
    let (main, feature) = (repo.id("main"), repo.id("feature"));
    assert_eq!(opened.resolve("refs/heads/feature").unwrap(), at(&feature));
    let moved = repo.commit("more");
    assert_eq!(opened.resolve("refs/heads/feature").unwrap(), at(&moved));
    repo.git(&["pack-refs", "--all"]);
    assert_eq!(opened.resolve("refs/heads/feature").unwrap(), at(&moved));
    repo.git(&["update-ref", "refs/heads/feature", &main]);
    repo.git(&["pack-refs", "--all"]);
    assert_eq!(opened.resolve("refs/heads/feature").unwrap(), at(&main));
    repo.git(&["update-ref", "refs/heads/feature", &moved]);
    repo.git(&["repack", "--quiet", "-a", "-d"]);
    assert_eq!(opened.resolve("refs/heads/feature").unwrap(), at(&moved));
    assert_eq!(opened.tree(&crate::common::commit(&moved)).unwrap().len(), 2);
    repo.git(&["update-ref", "-d", "refs/heads/feature"]);
    assert_eq!(opened.resolve("refs/heads/feature").unwrap(), None);
    assert_eq!(opened.git_processes_started(), 1);
}

/// Some questions end git itself; the next one starts another.
#[test]
fn a_reader_that_ended_is_started_again() {
    let repo = TestRepo::branched();
    let mut opened = open(&repo);
    let error = opened.resolve("HEAD@{99999}").unwrap_err();
    assert!(matches!(&error, GitError::Failed { said, .. } if said.contains("only has")), "{error}");
    assert_eq!(opened.resolve("HEAD").unwrap(), Some(crate::common::commit(&repo.id("HEAD"))));
    assert_eq!(opened.git_processes_started(), 2);
}

#[test]
fn files_and_trees_are_read_from_a_commit() {
    let repo = TestRepo::branched();
    let mut opened = open(&repo);
    let main = crate::common::commit(&repo.id("main"));
    let path = |text: &str| tribunal_host::git::RepoPath::new(text);
    repo.write("src/lib.rs", "not committed\n");
    assert_eq!(opened.blob(&main, &path("src/lib.rs"), 100).unwrap().unwrap(), b"fn a() {}\n");
    for absent in ["src", "src/lib.rs/x", "none", "", "src/", "/a.txt", "../a.txt"] {
        assert_eq!(opened.blob(&main, &path(absent), 100).unwrap(), None, "{absent}");
    }
    assert!(matches!(opened.blob(&main, &path("a.txt"), 3), Err(GitError::TooMuch { limit: 3, .. })));
    let tree: Vec<String> = opened.tree(&main).unwrap().iter().map(|entry| entry.path.to_string()).collect();
    assert_eq!(tree, ["a.txt", "src/lib.rs"]);
}

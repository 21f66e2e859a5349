//! The repository states of the reliability page: each opens or says clearly why not, and none is changed by looking.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::process::Command;

use tribunal_host::git::GitError;
use tribunal_testkit::repo::TestRepo;

use crate::common::try_open;
use crate::tour::tour;

/// What a tour of the plain repository tells after its head and facts.
const PLAIN: &str = "state: clean\nchange: 1 changed, 2 checked out, 1 harvested\nsnapshot: ";

#[track_caller]
fn tells(repo: &TestRepo, expected: &str) {
    assert_eq!(tour(repo, repo.root(), None), expected);
}

#[test]
fn clean_and_from_a_directory_inside() {
    let repo = TestRepo::branched();
    tells(&repo, &format!("head: refs/heads/feature\n{PLAIN}"));
    assert_eq!(tour(&repo, &repo.root().join("src"), None), format!("head: refs/heads/feature\n{PLAIN}"));
}

#[test]
fn detached() {
    let repo = TestRepo::branched();
    repo.git(&["checkout", "--quiet", "--detach"]);
    tells(&repo, &format!("head: detached\n{PLAIN}"));
}

#[test]
fn unborn() {
    let repo = TestRepo::empty();
    let nothing = "the branch main has no commit yet, so there is nothing to review";
    let nothing_full = nothing.replace("main", "refs/heads/main");
    tells(
        &repo,
        &format!(
            "head: refs/heads/main, unborn\nstate: clean\nchange refused: {nothing}\nsnapshot refused: {nothing_full}"
        ),
    );
}

#[test]
fn unborn_with_an_index() {
    let repo = TestRepo::empty();
    repo.write("a", "a");
    repo.git(&["add", "a"]);
    repo.write("b", "b");
    let told = tour(&repo, repo.root(), None);
    assert!(told.starts_with("head: refs/heads/main, unborn\nstate: staged a, untracked b\n"), "{told}");
}

#[test]
fn dirty_in_every_way() {
    let repo = TestRepo::branched();
    repo.write(".gitignore", "*.log\n");
    repo.commit("rules");
    repo.write("a.txt", "changed\n");
    repo.write("staged", "staged\n");
    repo.git(&["add", "staged"]);
    repo.write("dir/untracked", "untracked\n");
    repo.write("ignored.log", "ignored\n");
    fs::remove_file(repo.root().join("src/lib.rs")).unwrap();
    tells(
        &repo,
        "head: refs/heads/feature\n\
         state: staged staged, unstaged a.txt src/lib.rs, untracked dir/untracked\n\
         change: 2 changed, 3 checked out, 1 harvested\n\
         snapshot: a.txt dir/untracked src/lib.rs staged",
    );
}

/// A branch `other` that conflicts with `feature` in `src/lib.rs`.
fn with_conflict() -> TestRepo {
    let repo = TestRepo::branched();
    repo.git(&["checkout", "--quiet", "-b", "other", "main"]);
    repo.write("src/lib.rs", "fn c() {}\n");
    repo.commit("other");
    repo.git(&["checkout", "--quiet", "feature"]);
    repo
}

const CONFLICTED: &str = "state: conflicted src/lib.rs\nchange: 1 changed, 2 checked out, 1 harvested\n\
    snapshot refused: 1 of the work tree are in conflict, the first is src/lib.rs";

#[test]
fn in_the_middle_of_a_merge() {
    let repo = with_conflict();
    repo.try_git(&["merge", "other"]);
    tells(&repo, &format!("head: refs/heads/feature\nunder way: merge\n{CONFLICTED}"));
}

#[test]
fn in_the_middle_of_a_cherry_pick() {
    let repo = with_conflict();
    repo.try_git(&["cherry-pick", "other"]);
    tells(&repo, &format!("head: refs/heads/feature\nunder way: cherry-pick\n{CONFLICTED}"));
}

#[test]
fn in_the_middle_of_a_revert() {
    let repo = with_conflict();
    repo.write("src/lib.rs", "later\n");
    repo.commit("later");
    repo.try_git(&["revert", "--no-edit", "HEAD~1"]);
    let told = tour(&repo, repo.root(), None);
    assert!(told.starts_with("head: refs/heads/feature\nunder way: revert\nstate: conflicted"), "{told}");
}

#[test]
fn in_the_middle_of_a_rebase() {
    let repo = with_conflict();
    repo.try_git(&["rebase", "other"]);
    let opened = try_open(&repo, repo.root()).unwrap();
    let trees = opened.worktrees().unwrap();
    assert!(trees[0].uses("refs/heads/feature") && trees[0].head.branch().is_none());
    drop(opened);
    fs::remove_dir_all(repo.private()).unwrap();
    let told = tour(&repo, repo.root(), Some("feature"));
    assert!(told.starts_with(&format!("head: detached\nunder way: rebase\n{CONFLICTED}")), "{told}");
}

#[test]
fn in_the_middle_of_an_am() {
    let repo = with_conflict();
    let patch = repo.git(&["format-patch", "-1", "--stdout", "other"]);
    fs::write(repo.around().join("patch"), patch + "\n").unwrap();
    repo.try_git(&["am", "../patch"]);
    tells(&repo, &format!("head: refs/heads/feature\nunder way: am\n{PLAIN}"));
}

#[test]
fn in_the_middle_of_a_bisect() {
    let repo = with_conflict();
    repo.git(&["bisect", "start"]);
    tells(&repo, &format!("head: refs/heads/feature\nunder way: bisect\n{PLAIN}"));
}

#[test]
fn with_a_stash() {
    let repo = TestRepo::branched();
    repo.write("a.txt", "stashed\n");
    repo.git(&["stash"]);
    tells(&repo, &format!("head: refs/heads/feature\n{PLAIN}"));
}

#[test]
fn with_a_lock_of_the_index() {
    let repo = TestRepo::branched();
    repo.write(".git/index.lock", "");
    repo.write("a.txt", "changed\n");
    tells(&repo, &format!("head: refs/heads/feature\n{PLAIN}a.txt").replace("clean", "unstaged a.txt"));
}

#[test]
fn with_files_that_were_only_touched() {
    let repo = TestRepo::branched();
    repo.write("a.txt", "one\n");
    tells(&repo, &format!("head: refs/heads/feature\n{PLAIN}"));
}

#[test]
fn shallow() {
    let repo = TestRepo::branched();
    repo.write("a.txt", "more\n");
    repo.commit("third");
    let url = format!("file://{}", repo.root().display());
    let clone = repo.around().join("clone");
    repo.git(&["clone", "--quiet", "--depth=1", "--no-single-branch", &url, "../clone"]);
    let cut = "change refused: this clone is shallow and its history ends before <id> and <id> meet";
    assert_eq!(
        tour(&repo, &clone, Some("origin/main..feature")),
        format!("head: refs/heads/feature\nshallow\nstate: clean\n{cut}\nsnapshot: ")
    );
}

#[test]
fn partial_clone_without_its_blobs() {
    let repo = TestRepo::branched();
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", repo.root().display());
    let clone = repo.around().join("clone");
    repo.git(&["clone", "--quiet", "--no-checkout", "--filter=blob:none", &url, "../clone"]);
    let told = tour(&repo, &clone, Some("origin/main..feature"));
    let absent = "change refused: the object <id> is not in this partial clone";
    assert!(
        told.starts_with("head: refs/heads/feature\npartial\nstate: staged a.txt src/lib.rs\n"),
        "{told}"
    );
    assert!(told.contains(absent), "{told}");
}

#[test]
fn partial_clone_that_has_what_is_needed() {
    let repo = TestRepo::branched();
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", repo.root().display());
    repo.git(&["clone", "--quiet", "--filter=blob:limit=1m", &url, "../clone"]);
    let told = tour(&repo, &repo.around().join("clone"), Some("origin/main..feature"));
    assert_eq!(told, format!("head: refs/heads/feature\npartial\n{PLAIN}"));
}

#[test]
fn sparse_checkout_with_a_sparse_index() {
    for index in ["--sparse-index", "--no-sparse-index"] {
        let repo = TestRepo::branched();
        repo.write("big/file", "big\n");
        repo.commit("big");
        repo.git(&["sparse-checkout", "set", "--cone", index, "src"]);
        assert!(!repo.root().join("big").exists());
        repo.write("a.txt", "changed\n");
        tells(
            &repo,
            "head: refs/heads/feature\nsparse\nstate: unstaged a.txt\n\
             change: 2 changed, 3 checked out, 1 harvested\nsnapshot: a.txt",
        );
        let snapshot = repo.git(&["fsck", "--unreachable", "--no-reflogs", "--no-progress"]);
        assert!(snapshot.contains("unreachable commit"), "{snapshot}");
    }
}

#[test]
fn with_a_split_index() {
    let repo = TestRepo::branched();
    repo.git(&["update-index", "--split-index"]);
    repo.write("a.txt", "changed\n");
    tells(&repo, &format!("head: refs/heads/feature\n{PLAIN}a.txt").replace("clean", "unstaged a.txt"));
}

#[test]
fn with_submodules() {
    let inner = TestRepo::branched();
    let repo = TestRepo::branched();
    let url = inner.root().display().to_string();
    repo.git(&["submodule", "--quiet", "add", &url, "sub"]);
    repo.commit("with a submodule");
    tells(
        &repo,
        "head: refs/heads/feature\nstate: clean\n\
         change: 3 changed, 3 checked out without sub Gitlink, 1 harvested\nsnapshot: ",
    );
    // From inside, the submodule is a repository of its own.
    let told = tour(&repo, &repo.root().join("sub/src"), Some("HEAD~1..HEAD"));
    assert_eq!(told, format!("head: refs/heads/feature\n{PLAIN}"));
    // At another commit it shows; changes inside it are its own business.
    repo.git_in(&repo.root().join("sub"), &["checkout", "--quiet", "HEAD~1"]);
    fs::write(repo.root().join("sub/new"), "new").unwrap();
    let told = tour(&repo, repo.root(), None);
    assert!(told.contains("state: unstaged sub\n"), "{told}");
}

#[test]
fn with_lfs_pointers() {
    let repo = TestRepo::branched();
    repo.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
    repo.write("x.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n");
    repo.commit("pointer");
    repo.git(&["config", "filter.lfs.clean", "false"]);
    repo.git(&["config", "filter.lfs.required", "true"]);
    tells(
        &repo,
        "head: refs/heads/feature\nstate: clean\nchange: 3 changed, 4 checked out, 1 harvested\nsnapshot: ",
    );
}

#[test]
fn linked_worktree() {
    let repo = TestRepo::branched();
    repo.git(&["worktree", "add", "--quiet", "-b", "linked", "../linked"]);
    let linked = repo.around().join("linked");
    assert_eq!(tour(&repo, &linked.join("src"), None), format!("head: refs/heads/linked\n{PLAIN}"));
    let opened = try_open(&repo, &linked).unwrap();
    assert_eq!((opened.work_tree(), opened.common_dir()), (Some(&*linked), &*repo.root().join(".git")));
    assert_eq!(opened.git_dir(), repo.root().join(".git/worktrees/linked"));
    let trees = opened.worktrees().unwrap();
    let roots: Vec<_> = trees.iter().map(|tree| (tree.root.as_path(), tree.head.branch().unwrap())).collect();
    assert_eq!(roots, [(&*linked, "refs/heads/linked"), (repo.root(), "refs/heads/feature")]);
}

#[test]
fn bare() {
    let repo = TestRepo::branched();
    repo.git(&["clone", "--quiet", "--bare", ".", "../bare.git"]);
    assert_eq!(
        tour(&repo, &repo.around().join("bare.git"), None),
        format!(
            "head: refs/heads/feature\nbare\nstate: clean\nchange: 1 changed, 2 checked out, 1 harvested\n\
             snapshot refused: {} is a bare repository; it has no work tree",
            repo.around().join("bare.git").display()
        )
    );
}

#[test]
fn sha256() {
    let repo = TestRepo::with(&["--object-format=sha256"]);
    repo.write("a.txt", "one\n");
    repo.commit("first");
    repo.git(&["checkout", "--quiet", "-b", "feature"]);
    repo.write("a.txt", "two\n");
    assert_eq!(repo.commit("second").len(), 64);
    repo.write("b", "dirty\n");
    tells(
        &repo,
        "head: refs/heads/feature\nstate: untracked b\nchange: 1 changed, 1 checked out, 1 harvested\nsnapshot: b",
    );
}

#[test]
fn packed_refs_and_objects_only() {
    let repo = TestRepo::branched();
    repo.git(&["pack-refs", "--all"]);
    repo.git(&["repack", "--quiet", "-a", "-d"]);
    assert!(!repo.root().join(".git/refs/heads/feature").exists());
    tells(&repo, &format!("head: refs/heads/feature\n{PLAIN}"));
}

#[test]
fn paths_that_differ_in_case_only() {
    let repo = TestRepo::branched();
    repo.write("README", "big\n");
    repo.write("readme", "small\n");
    repo.commit("both");
    tells(
        &repo,
        "head: refs/heads/feature\nstate: clean\nchange: 3 changed, 4 checked out, 1 harvested\nsnapshot: ",
    );
}

#[test]
fn line_endings_by_attribute() {
    let repo = TestRepo::branched();
    repo.write(".gitattributes", "*.txt text eol=crlf\n");
    repo.write("c.txt", "one\r\ntwo\r\n");
    repo.commit("endings");
    // Touched, so that git has to compare the contents.
    repo.write("c.txt", "one\r\ntwo\r\n");
    let mut opened = try_open(&repo, repo.root()).unwrap();
    let head = opened.head_commit().unwrap().unwrap();
    let raw = opened.blob(&head, &tribunal_host::git::RepoPath::new("c.txt"), 100).unwrap();
    assert_eq!(raw.as_deref(), Some(&b"one\ntwo\n"[..]));
    drop(opened);
    tells(
        &repo,
        "head: refs/heads/feature\nstate: clean\nchange: 3 changed, 4 checked out, 1 harvested\nsnapshot: ",
    );
}

#[test]
fn file_modes() {
    let repo = TestRepo::branched();
    let script = repo.write("run", "#!/bin/true\n");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    symlink("run", repo.root().join("link")).unwrap();
    repo.commit("modes");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o644)).unwrap();
    tells(
        &repo,
        "head: refs/heads/feature\nstate: unstaged run\nchange: 3 changed, 4 checked out, 1 harvested\nsnapshot: run",
    );
    repo.git(&["config", "core.fileMode", "false"]);
    let told = tour(&repo, repo.root(), None);
    assert!(told.contains("state: clean"), "{told}");
}

#[test]
fn odd_names() {
    let repo = TestRepo::branched();
    for name in [
        &b"with space"[..],
        b"new\nline",
        b"tab\there",
        b"quo\"te",
        b"back\\slash",
        b"\xff\xfe",
        b"-h",
        b"--x=y",
    ] {
        repo.write(name, "one\n");
    }
    repo.commit("odd");
    repo.write("new\nline", "two\n");
    repo.write(b"un\xfftracked\n", "x");
    tells(
        &repo,
        "head: refs/heads/feature\nstate: unstaged \"new\\nline\", untracked \"un\\377tracked\\n\"\n\
         change: 9 changed, 10 checked out, 1 harvested\nsnapshot: \"new\\nline\" \"un\\377tracked\\n\"",
    );
}

#[test]
fn a_repository_in_an_odd_place() {
    let repo = TestRepo::branched();
    let odd = repo.around().join("od d\nplace \"x\"");
    fs::rename(repo.root(), &odd).unwrap();
    assert_eq!(tour(&repo, &odd, None), format!("head: refs/heads/feature\n{PLAIN}"));
}

/// Needs the right to give files away; without it there is nobody else whose repository this could be.
#[test]
fn somebody_elses() {
    let repo = TestRepo::branched();
    if chown(repo.root(), Some(65534), None).is_err() {
        return;
    }
    let error = try_open(&repo, repo.root()).unwrap_err();
    assert!(matches!(&error, GitError::Owner { path, owner: 65534, .. } if path == repo.root()), "{error}");
    assert!(error.remedy().contains("chown"));
    let mut setting = crate::common::setting(&repo);
    setting.trust = tribunal_host::git::Trust::AnyOwner;
    let mut opened = tribunal_host::git::Repository::open(repo.root(), &setting).unwrap();
    assert!(opened.state().unwrap().is_clean());
}

/// Permissions do not bind root, so root runs this test again as nobody.
#[test]
fn a_git_directory_that_cannot_be_written() {
    let repo = TestRepo::branched();
    repo.write("a.txt", "changed\n");
    let set_mode = |mode: u32| {
        for directory in [".", "objects", "refs/heads"] {
            let place = repo.root().join(".git").join(directory);
            fs::set_permissions(place, fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    set_mode(0o555);
    let told = match fs::write(repo.root().join(".git/probe"), "") {
        Err(_) => tour(&repo, repo.root(), None),
        Ok(()) => return as_nobody("states::a_git_directory_that_cannot_be_written"),
    };
    // So that it can be removed.
    set_mode(0o755);
    assert!(told.starts_with("head: refs/heads/feature\nstate: unstaged a.txt\n"), "{told}");
    assert!(told.contains("2 checked out, harvest refused: `git hash-object"), "{told}");
    assert!(told.contains("snapshot refused: `git update-index"), "{told}");
    assert!(told.contains("insufficient permission for adding an object"), "{told}");
}

fn as_nobody(test: &str) {
    let program = std::env::current_exe().unwrap();
    let temp = tribunal_testkit::repo::TempDir::new();
    let copy = temp.path().join("tests");
    // Where the tests are built nobody may be able to go.
    fs::copy(program, &copy).unwrap();
    chown(temp.path(), Some(65534), Some(65534)).unwrap();
    let mut again = Command::new(&copy);
    again.args(["--exact", test]).env("TMPDIR", temp.path()).current_dir(temp.path()).gid(65534).uid(65534);
    // Another test that starts a program just now may still hold the copy open for writing.
    let output = loop {
        match again.output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            other => break other.unwrap(),
        }
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

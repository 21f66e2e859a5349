//! Landings that are interrupted, and edits that come in between. The rest is in `tests/git`.

use std::fs;

use tribunal_testkit::repo::TestRepo;

use super::*;
use crate::git::{Setting, Trust};

fn open(repo: &TestRepo) -> Repository {
    let setting = Setting { private: repo.private(), ignore_file: None, trust: Trust::OwnOnly };
    Repository::open(repo.root(), &setting).unwrap()
}

/// A clean checkout of `feature`, and a fix on top of it that is on no branch.
fn with_fix() -> (TestRepo, Commit, Commit) {
    let repo = TestRepo::branched();
    let from = repo.id("feature");
    repo.write("src/lib.rs", "fixed\n");
    repo.write("new/file", "new\n");
    fs::remove_file(repo.root().join("a.txt")).unwrap();
    let to = repo.commit("fix");
    repo.git(&["reset", "--quiet", "--hard", &from]);
    (repo, Commit::parse(&from).unwrap(), Commit::parse(&to).unwrap())
}

fn go(repo: &TestRepo, from: &Commit, to: &Commit, watch: Watch<'_>) -> Result<Landed, LandRefused> {
    let run = RunId::parse("run-1").unwrap();
    land(&mut open(repo), Try::First, "refs/heads/feature", from, to, &run, watch)
}

fn again(repo: &TestRepo, from: &Commit, to: &Commit) -> Result<Landed, LandRefused> {
    let run = RunId::parse("run-1").unwrap();
    land(&mut open(repo), Try::Again, "refs/heads/feature", from, to, &run, &mut |_| Ok(()))
}

/// A git that failed or was killed while it wrote the work tree: each file is old, new, cut or gone, the index is old.
#[test]
fn files_that_were_half_written_are_undone_and_the_landing_starts_over() {
    let written: [(&str, Option<&str>); 6] = [
        ("src/lib.rs", Some("fixed\n")),
        ("src/lib.rs", Some("fix")),
        ("src/lib.rs", Some("")),
        ("src/lib.rs", None),
        ("new/file", Some("n")),
        ("a.txt", None),
    ];
    for (path, text) in written {
        let (repo, from, to) = with_fix();
        match text {
            Some(text) => drop(repo.write(path, text)),
            None => fs::remove_file(repo.root().join(path)).unwrap(),
        }
        assert!(
            go(&repo, &from, &to, &mut |_| Ok(())).is_err(),
            "{path} {text:?}: the first try touches nothing"
        );
        assert!(matches!(again(&repo, &from, &to), Ok(Landed::WithTree { .. })), "{path} {text:?}");
        assert_eq!(repo.git(&["status", "--porcelain"]), "");
        assert_eq!(repo.id("feature"), to.to_string());
    }
}

/// The power went after the index was written: the files of the change are there in name only.
#[test]
fn files_that_were_lost_behind_the_index_are_completed() {
    for (path, text) in [("src/lib.rs", Some("")), ("new/file", Some("n")), ("new/file", None)] {
        let (repo, from, to) = with_fix();
        go(&repo, &from, &to, &mut stop_at(Boundary::TreeMoved)).unwrap_err();
        match text {
            Some(text) => drop(repo.write(path, text)),
            None => fs::remove_file(repo.root().join(path)).unwrap(),
        }
        assert!(matches!(again(&repo, &from, &to), Ok(Landed::Finished { .. })), "{path} {text:?}");
        assert_eq!(repo.git(&["status", "--porcelain"]), "");
        assert_eq!(repo.id("feature"), to.to_string());
    }
}

#[test]
fn what_somebody_wrote_meanwhile_is_never_undone() {
    let written = [("src/lib.rs", "fixed\nand more"), ("src/lib.rs", "mine"), ("new/file", "mine")];
    for (path, text) in written {
        let (repo, from, to) = with_fix();
        repo.write(path, text);
        let before = repo.fingerprint();
        again(&repo, &from, &to).unwrap_err();
        assert_eq!(repo.fingerprint(), before, "{path} {text:?}");
    }
    // With one edit in the tree, what was half written stays as well.
    let (repo, from, to) = with_fix();
    repo.write("src/lib.rs", "fix");
    repo.write("a.txt", "mine\n");
    let before = repo.fingerprint();
    assert!(matches!(again(&repo, &from, &to), Err(LandRefused::Dirty { .. })));
    assert_eq!(repo.fingerprint(), before);
}

fn stop_at(place: Boundary) -> impl FnMut(Boundary) -> Result<(), GitError> {
    move |at| if at == place { Err(GitError::garbled("the process ended here")) } else { Ok(()) }
}

#[test]
fn interrupted_before_the_tree_nothing_has_happened() {
    let (repo, from, to) = with_fix();
    let before = repo.fingerprint();
    go(&repo, &from, &to, &mut stop_at(Boundary::Prepared)).unwrap_err();
    assert_eq!(before.changes(&repo.fingerprint()), Vec::<String>::new());
    let landed = go(&repo, &from, &to, &mut |_| Ok(())).unwrap();
    assert_eq!(landed, Landed::WithTree { root: repo.root().to_owned() });
}

#[test]
fn interrupted_between_tree_and_branch_the_next_call_finishes() {
    let (repo, from, to) = with_fix();
    go(&repo, &from, &to, &mut stop_at(Boundary::TreeMoved)).unwrap_err();
    assert_eq!(repo.id("feature"), from.as_str());
    assert_eq!(repo.git(&["status", "--porcelain"]), "D  a.txt\nA  new/file\nM  src/lib.rs");
    let landed = go(&repo, &from, &to, &mut |_| Ok(())).unwrap();
    assert_eq!(landed, Landed::Finished { root: repo.root().to_owned() });
    assert_eq!((repo.id("feature"), repo.git(&["status", "--porcelain"])), (to.to_string(), String::new()));
    assert_eq!(go(&repo, &from, &to, &mut |_| Ok(())).unwrap(), Landed::Already);
}

#[test]
fn half_landed_with_an_edit_on_top_is_dirty() {
    let (repo, from, to) = with_fix();
    go(&repo, &from, &to, &mut stop_at(Boundary::TreeMoved)).unwrap_err();
    repo.write("src/lib.rs", "mine\n");
    let refused = go(&repo, &from, &to, &mut |_| Ok(())).unwrap_err();
    assert!(matches!(refused, LandRefused::Dirty { .. }), "{refused}");
    assert_eq!(fs::read_to_string(repo.root().join("src/lib.rs")).unwrap(), "mine\n");
}

/// Edits the tree after it was inspected and before it is moved.
#[track_caller]
fn edited_in_between(edit: impl Fn(&TestRepo)) -> LandRefused {
    let (repo, from, to) = with_fix();
    let mut after_edit = None;
    let refused = go(&repo, &from, &to, &mut |at| {
        if at == Boundary::Prepared {
            edit(&repo);
            after_edit = Some(repo.fingerprint());
        }
        Ok(())
    })
    .unwrap_err();
    // The landing's own locks of the ref were there and are gone.
    let changes = after_edit.unwrap().changes(&repo.fingerprint());
    assert_eq!(changes, [".git/HEAD.lock", ".git/refs/heads/feature.lock"]);
    assert_eq!(repo.id("feature"), from.as_str());
    refused
}

#[test]
fn an_edit_in_between_is_never_lost() {
    let refused = edited_in_between(|repo| drop(repo.write("src/lib.rs", "mine\n")));
    assert!(matches!(&refused, LandRefused::Dirty { .. }), "{refused}");
}

#[test]
fn a_file_that_appears_in_between_is_never_lost() {
    let refused = edited_in_between(|repo| drop(repo.write("new/file", "mine\n")));
    assert!(matches!(&refused, LandRefused::InTheWay { .. }), "{refused}");
}

#[test]
fn a_git_that_starts_in_between_is_waited_for_by_nobody() {
    let refused = edited_in_between(|repo| drop(repo.write(".git/index.lock", "")));
    assert!(matches!(&refused, LandRefused::Locked { .. }), "{refused}");
}

#[test]
fn a_branch_that_moves_after_it_was_looked_at_is_not_moved_back() {
    for checked_out in ["feature", "main"] {
        let (repo, from, to) = with_fix();
        repo.git(&["checkout", "--quiet", checked_out]);
        let refused = go(&repo, &from, &to, &mut |at| {
            if at == Boundary::Inspected {
                repo.git(&["update-ref", "refs/heads/feature", "main"]);
            }
            Ok(())
        });
        let moved = |now: &Option<Commit>| now.as_ref().is_some_and(|now| now.as_str() == repo.id("main"));
        assert!(matches!(&refused, Err(LandRefused::Moved { now, .. }) if moved(now)), "{refused:?}");
        assert_eq!(repo.id("feature"), repo.id("main"));
    }
}

#[test]
fn nobody_can_move_the_branch_in_between() {
    let (repo, from, to) = with_fix();
    let landed = go(&repo, &from, &to, &mut |at| {
        if at == Boundary::Inspected {
            return Ok(());
        }
        let moved = repo.try_git(&["update-ref", "refs/heads/feature", "main"]);
        assert!(!moved.status.success(), "the branch could be moved at {at:?}");
        Ok(())
    });
    assert_eq!(landed.unwrap(), Landed::WithTree { root: repo.root().to_owned() });
}

#[test]
fn a_ref_lock_that_was_left_behind_is_named() {
    let (repo, from, to) = with_fix();
    let lock = repo.write(".git/refs/heads/feature.lock", "");
    let refused = go(&repo, &from, &to, &mut |_| Ok(())).unwrap_err();
    assert!(matches!(&refused, LandRefused::Locked { path } if *path == lock), "{refused}");
}

#[test]
fn run_names_become_parts_of_refs() {
    let shown = |name: &str| encoded(&RunId::parse(name).unwrap());
    assert_eq!(shown("run-0_1"), "run-0_1");
    assert_eq!(shown("a/b..c.lock:@#"), "a=2fb=2e=2ec=2elock=3a=40=23");
}

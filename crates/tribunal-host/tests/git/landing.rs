//! Bringing fixes home. What happens when it is interrupted is in `land/tests.rs`.

use std::fs;
use std::path::Path;

use tribunal_core::domain::{Commit, RunId};
use tribunal_host::git::{Kept, LandRefused, Landed};
use tribunal_testkit::repo::{Fingerprint, TestRepo};

use crate::common::{commit, open, run_id};

const FEATURE: &str = "refs/heads/feature";

struct Scene {
    repo: TestRepo,
    from: Commit,
    to: Commit,
}

/// A clean checkout of `feature`, and a fix of `src/lib.rs` and `new/file` that is on no branch.
fn scene() -> Scene {
    let repo = TestRepo::branched();
    let from = repo.id("feature");
    repo.write("src/lib.rs", "fixed\n");
    repo.write("new/file", "new\n");
    let to = repo.commit("fix");
    repo.git(&["reset", "--quiet", "--hard", &from]);
    Scene { from: commit(&from), to: commit(&to), repo }
}

impl Scene {
    fn land(&self) -> Result<Landed, LandRefused> {
        open(&self.repo).land(FEATURE, &self.from, &self.to, &run_id())
    }

    fn look(&self) -> Fingerprint {
        fs::create_dir_all(self.repo.private()).unwrap();
        Fingerprint::of(self.repo.around())
    }

    /// Lands; what changed but for the objects must be exactly this.
    #[track_caller]
    fn lands(&self, expected: &Landed, changes: &[&str]) {
        let before = self.look();
        assert_eq!(self.land().unwrap(), *expected);
        let changed = before.changes(&self.look());
        let changed: Vec<&str> =
            changed.iter().map(String::as_str).filter(|path| *path != "private").collect();
        assert_eq!(changed, changes);
        assert_eq!(self.repo.id("feature"), self.to.as_str());
    }

    /// Does not land, and changes nothing at all.
    #[track_caller]
    fn refused(&self) -> LandRefused {
        let before = self.look();
        let refused = self.land().unwrap_err();
        let changed = before.changes(&self.look());
        let changed: Vec<&String> = changed.iter().filter(|path| *path != "private").collect();
        assert!(changed.is_empty(), "{changed:?}");
        assert!(!refused.remedy().is_empty());
        refused
    }
}

#[test]
fn a_clean_work_tree_moves_with_its_branch() {
    let scene = scene();
    let root = scene.repo.root().to_owned();
    scene.repo.write("untracked", "mine\n");
    scene.lands(
        &Landed::WithTree { root },
        &[
            "repo",
            "repo/.git/index",
            "repo/.git/logs/HEAD",
            "repo/.git/logs/refs/heads/feature",
            "repo/.git/refs/heads/feature",
            "repo/new",
            "repo/new/file",
            "repo/src",
            "repo/src/lib.rs",
        ],
    );
    let repo = &scene.repo;
    assert_eq!(repo.git(&["status", "--porcelain"]), "?? untracked");
    assert_eq!(repo.git(&["log", "-1", "-g", "--format=%gs %gn"]), "tribunal: run-0123-4567 tribunal");
    assert_eq!(repo.git(&["log", "-1", "-g", "--format=%gs", FEATURE]), "tribunal: run-0123-4567");
    assert_eq!(scene.land().unwrap(), Landed::Already);
}

#[test]
fn a_branch_that_nobody_has_checked_out() {
    let scene = scene();
    scene.repo.git(&["checkout", "--quiet", "main"]);
    scene.lands(&Landed::Branch, &["repo/.git/logs/refs/heads/feature", "repo/.git/refs/heads/feature"]);
}

#[test]
fn a_branch_of_a_bare_repository() {
    let scene = scene();
    scene.repo.git(&["config", "core.bare", "true"]);
    assert_eq!(scene.land().unwrap(), Landed::Branch);
}

#[test]
fn a_branch_that_another_work_tree_has_checked_out() {
    let scene = scene();
    scene.repo.git(&["checkout", "--quiet", "main"]);
    scene.repo.git(&["worktree", "add", "--quiet", "../linked", "feature"]);
    let linked = scene.repo.around().join("linked");
    scene.lands(
        &Landed::WithTree { root: linked.clone() },
        &[
            "linked",
            "linked/new",
            "linked/new/file",
            "linked/src",
            "linked/src/lib.rs",
            "repo/.git/logs/refs/heads/feature",
            "repo/.git/refs/heads/feature",
            "repo/.git/worktrees/linked/index",
            "repo/.git/worktrees/linked/logs/HEAD",
        ],
    );
    assert_eq!(scene.repo.git_in(&linked, &["status", "--porcelain"]), "");
}

/// Where a work tree once was, another repository may be by now.
#[test]
fn a_work_tree_of_another_repository_is_not_touched() {
    let scene = scene();
    scene.repo.git(&["checkout", "--quiet", "main"]);
    scene.repo.git(&["worktree", "add", "--quiet", "../linked", "feature"]);
    let linked = scene.repo.around().join("linked");
    let other = TestRepo::branched();
    fs::remove_dir_all(&linked).unwrap();
    other.git(&["worktree", "add", "--quiet", "--detach", linked.to_str().unwrap(), "feature"]);
    scene.lands(&Landed::Branch, &["repo/.git/logs/refs/heads/feature", "repo/.git/refs/heads/feature"]);
}

#[test]
fn files_that_were_only_touched_do_not_hinder() {
    let scene = scene();
    let content = fs::read(scene.repo.root().join("src/lib.rs")).unwrap();
    fs::remove_file(scene.repo.root().join("src/lib.rs")).unwrap();
    scene.repo.write("src/lib.rs", content);
    assert!(matches!(scene.land().unwrap(), Landed::WithTree { .. }));
}

#[test]
fn a_split_index_becomes_a_whole_one() {
    let scene = scene();
    scene.repo.git(&["update-index", "--split-index"]);
    assert!(matches!(scene.land().unwrap(), Landed::WithTree { .. }));
    assert_eq!(scene.repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn line_endings_are_written_as_the_attributes_say() {
    let repo = TestRepo::branched();
    repo.write(".gitattributes", "*.txt text eol=crlf\n");
    repo.write("a.txt", "one\r\n");
    let from = repo.commit("endings");
    repo.write("a.txt", "two\r\n");
    let to = repo.commit("fix");
    repo.git(&["reset", "--quiet", "--hard", &from]);
    let scene = Scene { from: commit(&from), to: commit(&to), repo };
    assert!(matches!(scene.land().unwrap(), Landed::WithTree { .. }));
    assert_eq!(fs::read(scene.repo.root().join("a.txt")).unwrap(), b"two\r\n");
    assert_eq!(scene.repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn the_swap_is_lost_to_whoever_was_first() {
    let scene = scene();
    scene.repo.write("a.txt", "theirs\n");
    let theirs = commit(&scene.repo.commit("somebody was first"));
    let LandRefused::Moved { branch, now, expected } = scene.refused() else {
        panic!("the branch has moved")
    };
    assert_eq!((branch.as_str(), now, expected), (FEATURE, Some(theirs), Some(scene.from.clone())));
}

#[test]
fn uncommitted_work_is_never_touched() {
    let edit: &[fn(&TestRepo)] = &[
        |repo| drop(repo.write("src/lib.rs", "mine\n")),
        |repo| drop(repo.write("a.txt", "mine, and not in the fix\n")),
        |repo| fs::remove_file(repo.root().join("a.txt")).unwrap(),
        |repo| {
            repo.write("staged", "mine\n");
            repo.git(&["add", "staged"]);
        },
    ];
    for edit in edit {
        let scene = scene();
        edit(&scene.repo);
        let refused = scene.refused();
        assert!(matches!(&refused, LandRefused::Dirty { paths, .. } if paths.len() == 1), "{refused}");
    }
}

/// Git itself would overwrite an ignored file.
#[test]
fn files_in_the_way_are_never_touched() {
    let place: &[(&str, &str)] = &[("new/file", ""), ("new/file", "/new\n"), ("new", ""), ("new", "new\n")];
    for (path, rules) in place {
        let scene = scene();
        scene.repo.write(".git/info/exclude", rules);
        scene.repo.write(path, "mine\n");
        let refused = scene.refused();
        assert!(
            matches!(&refused, LandRefused::InTheWay { path: found, .. } if found.to_string() == *path),
            "{refused}"
        );
    }
}

#[test]
fn what_is_under_way_is_left_alone() {
    let scene = scene();
    scene.repo.git(&["bisect", "start"]);
    assert!(matches!(scene.refused(), LandRefused::UnderWay { .. }));
    scene.repo.git(&["bisect", "bad"]);
    scene.repo.git(&["bisect", "good", "main"]);
    scene.repo.try_git(&["checkout", "--quiet", "--detach", "main"]);
    // HEAD is elsewhere, but bisect will come back to the branch.
    assert!(matches!(scene.refused(), LandRefused::UnderWay { .. }));
}

#[test]
fn a_branch_in_several_work_trees_stays() {
    let scene = scene();
    scene.repo.git(&["worktree", "add", "--quiet", "--force", "../linked", "feature"]);
    assert!(matches!(scene.refused(), LandRefused::Several { roots } if roots.len() == 2));
}

#[test]
fn locks_sparse_trees_and_filters_refuse() {
    let locked = scene();
    locked.repo.write(".git/index.lock", "");
    assert!(matches!(locked.refused(), LandRefused::Locked { .. }));
    let sparse = scene();
    sparse.repo.git(&["sparse-checkout", "set", "src"]);
    assert!(matches!(sparse.refused(), LandRefused::Sparse { .. }));
    let filtered = scene();
    filtered.repo.write(".git/info/attributes", "*.rs filter=lfs\n");
    assert!(
        matches!(filtered.refused(), LandRefused::Filtered { path, .. } if path.to_string() == "src/lib.rs")
    );
}

#[test]
fn only_forward_and_only_branches() {
    let scene = scene();
    let mut opened = open(&scene.repo);
    let main = commit(&scene.repo.id("main"));
    let mut land = |branch: &str, to: &Commit| opened.land(branch, &scene.from, to, &run_id()).unwrap_err();
    assert!(matches!(land(FEATURE, &main), LandRefused::NotForward { .. }));
    for name in [
        "feature",
        "HEAD",
        "refs/tags/x",
        "refs/heads/",
        "refs/heads/a..b",
        "refs/heads/a b",
        "refs/heads/x.lock",
    ] {
        assert!(matches!(land(name, &scene.to), LandRefused::NotABranch { .. }), "{name}");
    }
    scene.repo.git(&["symbolic-ref", "refs/heads/alias", FEATURE]);
    assert!(matches!(land("refs/heads/alias", &scene.to), LandRefused::NotABranch { .. }));
}

#[test]
fn fixes_are_kept_on_a_branch_of_their_own() {
    let scene = scene();
    let mut opened = open(&scene.repo);
    let branch = "refs/heads/tribunal/run-0123-4567".to_owned();
    let mut keep = |commit: &Commit, previous: Option<&Commit>| opened.keep(&run_id(), commit, previous);
    assert_eq!(keep(&scene.from, None).unwrap(), Kept { branch: branch.clone(), already: false });
    assert_eq!(keep(&scene.from, None).unwrap(), Kept { branch: branch.clone(), already: true });
    assert!(matches!(keep(&scene.to, None), Err(LandRefused::Moved { .. })));
    assert_eq!(keep(&scene.to, Some(&scene.from)).unwrap(), Kept { branch: branch.clone(), already: false });
    assert_eq!(scene.repo.id(&branch), scene.to.as_str());
    scene.repo.git(&["checkout", "--quiet", &branch["refs/heads/".len()..]]);
    let main = commit(&scene.repo.id("main"));
    assert!(matches!(keep(&main, Some(&scene.to)), Err(LandRefused::InUse { .. })));
}

#[test]
fn a_branch_named_tribunal_is_in_the_way_of_keeping() {
    let scene = scene();
    scene.repo.git(&["branch", "tribunal"]);
    let refused = open(&scene.repo).keep(&run_id(), &scene.to, None).unwrap_err();
    assert!(refused.to_string().contains("refs/heads/tribunal"), "{refused}");
}

/// Eight fixes for one branch at once: one lands, the others are told.
#[test]
fn of_many_at_once_one_wins() {
    let scene = scene();
    scene.repo.git(&["checkout", "--quiet", "main"]);
    let tree = scene.repo.id("feature^{tree}");
    let fix = |at: usize| scene.repo.git(&["commit-tree", "-p", "feature", "-m", &at.to_string(), &tree]);
    let fixes: Vec<Commit> = (0..8).map(|at| commit(&fix(at))).collect();
    let (repo, from): (&Path, &Commit) = (scene.repo.root(), &scene.from);
    let setting = crate::common::setting(&scene.repo);
    let landed: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = fixes
            .iter()
            .map(|to| {
                let setting = setting.clone();
                scope.spawn(move || {
                    let mut opened = tribunal_host::git::Repository::open(repo, &setting).unwrap();
                    let run = RunId::parse("run-x").unwrap();
                    match opened.land(FEATURE, from, to, &run) {
                        Ok(landed) => landed == Landed::Branch,
                        Err(LandRefused::Moved { .. } | LandRefused::Locked { .. } | LandRefused::Git(_)) => {
                            false
                        }
                        Err(other) => panic!("{other}"),
                    }
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(landed.iter().filter(|won| **won).count(), 1);
    let winner = landed.iter().position(|won| *won).unwrap();
    assert_eq!(scene.repo.id("feature"), fixes[winner].as_str());
}

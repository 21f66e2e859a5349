//! Which change is meant, and what is said where that is unclear.

use tribunal_host::git::{Change, GitError};
use tribunal_testkit::repo::TestRepo;

use crate::common::{commit, open};

fn range(repo: &TestRepo, spec: &str, base: Option<&str>) -> Result<Change, GitError> {
    open(repo).range(Some(spec).filter(|spec| !spec.is_empty()), base)
}

#[track_caller]
fn is(
    repo: &TestRepo,
    spec: &str,
    base: Option<&str>,
    branch: Option<&str>,
    base_name: &str,
    ids: [&str; 2],
) {
    let expected = Change {
        branch: branch.map(str::to_owned),
        base: commit(&repo.id(ids[0])),
        head: commit(&repo.id(ids[1])),
        base_name: base_name.to_owned(),
    };
    assert_eq!(range(repo, spec, base).unwrap(), expected, "{spec}");
}

#[track_caller]
fn refused(repo: &TestRepo, spec: &str, base: Option<&str>, message: &str) {
    let error = range(repo, spec, base).unwrap_err();
    assert_eq!(error.to_string(), message);
    assert!(!error.remedy().is_empty());
}

/// `feature` has two commits on top of `main`, and `main` has gone on since.
fn parted() -> TestRepo {
    let repo = TestRepo::branched();
    repo.write("more", "more\n");
    repo.commit("third");
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write("other", "other\n");
    repo.commit("main goes on");
    repo.git(&["tag", "-a", "-m", "v1", "v1"]);
    repo.git(&["checkout", "--quiet", "feature"]);
    repo
}

const FEATURE: Option<&str> = Some("refs/heads/feature");

#[test]
fn every_form() {
    let repo = parted();
    is(&repo, "", None, FEATURE, "main", ["main~1", "feature"]);
    is(&repo, "feature", None, FEATURE, "main", ["main~1", "feature"]);
    is(&repo, "refs/heads/feature", None, FEATURE, "main", ["main~1", "feature"]);
    is(&repo, "HEAD", None, FEATURE, "main", ["main~1", "feature"]);
    is(&repo, "main..feature", None, FEATURE, "main", ["main~1", "feature"]);
    is(&repo, "main...feature", None, FEATURE, "main", ["main~1", "feature"]);
    is(&repo, "main..", None, FEATURE, "main", ["main~1", "feature"]);
    is(&repo, "..main", None, Some("refs/heads/main"), "HEAD", ["main~1", "main"]);
    is(&repo, "v1..feature", None, FEATURE, "v1", ["main~1", "feature"]);
    is(&repo, "feature~1", None, None, "main", ["main~1", "feature~1"]);
    is(&repo, "", Some("feature~1"), FEATURE, "feature~1", ["feature~1", "feature"]);
    is(&repo, &repo.id("feature"), None, None, "main", ["main~1", "feature"]);
    is(&repo, &repo.id("feature")[..12], None, None, "main", ["main~1", "feature"]);
    is(&repo, "feature^..feature", None, FEATURE, "feature^", ["feature~1", "feature"]);
}

#[test]
fn detached_has_no_branch_to_move() {
    let repo = parted();
    repo.git(&["checkout", "--quiet", "--detach"]);
    is(&repo, "", None, None, "main", ["main~1", "feature"]);
}

#[test]
fn the_base_of_a_clone_is_the_remotes_default_branch() {
    let repo = parted();
    repo.git(&["remote", "add", "origin", "."]);
    repo.git(&["remote", "add", "fork", "."]);
    repo.git(&["update-ref", "refs/remotes/origin/dev", "main~1"]);
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev"]);
    is(&repo, "", None, FEATURE, "origin/HEAD", ["main~1", "feature"]);
    repo.git(&["checkout", "--quiet", "main"]);
    is(&repo, "", None, Some("refs/heads/main"), "origin/HEAD", ["main~1", "main"]);
    repo.git(&["update-ref", "refs/remotes/fork/HEAD", "feature~1"]);
    repo.git(&["config", "branch.feature.remote", "fork"]);
    is(&repo, "feature", None, FEATURE, "fork/HEAD", ["feature~1", "feature"]);
}

#[test]
fn other_trunks() {
    for trunk in ["master", "trunk"] {
        let repo = parted();
        repo.git(&["branch", "-m", "main", trunk]);
        is(&repo, "", None, FEATURE, trunk, [&format!("{trunk}~1"), "feature"]);
    }
}

#[test]
fn a_branch_is_never_its_own_base() {
    let repo = parted();
    repo.git(&["checkout", "--quiet", "main"]);
    refused(
        &repo,
        "",
        None,
        "nothing was found to compare with; looked for origin/HEAD, origin/main, master, origin/master, trunk, \
         origin/trunk; branches here: feature",
    );
}

#[test]
fn what_is_not_there() {
    let repo = parted();
    refused(&repo, "featrue", None, "there is no branch, tag or commit `featrue`; did you mean feature?");
    refused(&repo, "zzz", None, "there is no branch, tag or commit `zzz`");
    refused(&repo, "", Some("mian"), "there is no branch, tag or commit `mian`; did you mean main?");
    refused(&repo, "main..featur", None, "there is no branch, tag or commit `featur`; did you mean feature?");
    refused(&repo, "feature:a.txt", None, "there is no branch, tag or commit `feature:a.txt`");
    refused(&repo, "a\nb", None, "\"a\\nb\" cannot be a revision: it has a control character");
}

#[test]
fn nothing_to_review() {
    let repo = parted();
    let short = |revision: &str| repo.id(revision)[..10].to_owned();
    refused(&repo, "main~1", None, &format!("{} has nothing that main does not have", short("main~1")));
    refused(
        &repo,
        "feature..feature",
        None,
        &format!("{} has nothing that feature does not have", short("feature")),
    );
}

#[test]
fn unrelated_histories() {
    let repo = parted();
    repo.git(&["checkout", "--quiet", "--orphan", "alone"]);
    repo.commit("alone");
    let (main, alone) = (repo.id("main"), repo.id("alone"));
    refused(&repo, "", None, &format!("{} and {} have no commit in common", &main[..10], &alone[..10]));
}

#[test]
fn branches_named_like_options() {
    let repo = parted();
    for name in ["-h", "--upload-pack=x", "--output=x"] {
        repo.git(&["update-ref", &format!("refs/heads/{name}"), "feature"]);
        is(&repo, name, None, Some(&format!("refs/heads/{name}")), "main", ["main~1", "feature"]);
    }
}

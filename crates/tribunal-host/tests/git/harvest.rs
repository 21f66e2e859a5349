//! What an agent made of a checkout: a commit, or a refusal that names everything that must not be there.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use tribunal_host::git::{
    Checkout, CheckoutLimits, Harvest, HarvestRefused, HarvestedPath, Refused, RepoPath, Repository,
};
use tribunal_testkit::repo::TestRepo;

use crate::checkout::place;
use crate::common::{author, commit, open, shown};

struct Scene {
    repo: TestRepo,
    opened: Repository,
    checkout: Checkout,
}

impl Scene {
    fn new(repo: TestRepo) -> Self {
        let mut opened = open(&repo);
        let head = commit(&repo.id("HEAD"));
        let checkout = opened.checkout(&head, &place(&repo), &CheckoutLimits::default()).unwrap();
        Self { repo, opened, checkout }
    }

    fn root(&self) -> &Path {
        &self.checkout.root
    }

    fn harvest(&mut self) -> Result<Harvest, HarvestRefused> {
        self.opened.harvest(&self.checkout, &author())
    }

    #[track_caller]
    fn refused(&mut self, expected: &[Refused]) {
        match self.harvest() {
            Err(HarvestRefused::Found(found)) => assert_eq!(found, expected),
            other => panic!("{other:?}"),
        }
    }
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text)
}

fn told(harvest: &Harvest) -> Vec<String> {
    let line = |changed: &HarvestedPath| match changed {
        HarvestedPath::Added(path) => format!("+ {path}"),
        HarvestedPath::Deleted(path) => format!("- {path}"),
        HarvestedPath::Modified(path) => format!("~ {path}"),
    };
    harvest.changed.iter().map(line).collect()
}

#[test]
fn no_change_is_no_commit() {
    let mut scene = Scene::new(TestRepo::branched());
    // Times alone say nothing.
    fs::write(scene.root().join("a.txt"), "one\n").unwrap();
    let harvest = scene.harvest().unwrap();
    assert_eq!(harvest, Harvest { commit: None, changed: vec![], new_executables: vec![] });
}

#[test]
fn every_kind_of_change_is_in_the_commit() {
    let repo = TestRepo::branched();
    repo.write("was-file", "f\n");
    repo.write("was-dir/inner", "d\n");
    repo.write("was-link-target", "t\n");
    symlink("a.txt", repo.root().join("link")).unwrap();
    repo.write("same", "same\n");
    repo.commit("more");
    let mut scene = Scene::new(repo);
    let root = scene.root().to_owned();
    fs::write(root.join("src/lib.rs"), "fn fixed() {}\r\n").unwrap();
    fs::remove_file(root.join("a.txt")).unwrap();
    fs::create_dir_all(root.join("new/deep")).unwrap();
    fs::write(root.join("new/deep/od\nd \"name\""), b"\xff\0").unwrap();
    fs::set_permissions(root.join("same"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::remove_file(root.join("was-file")).unwrap();
    fs::create_dir(root.join("was-file")).unwrap();
    fs::write(root.join("was-file/now"), "x\n").unwrap();
    fs::remove_dir_all(root.join("was-dir")).unwrap();
    fs::write(root.join("was-dir"), "y\n").unwrap();
    fs::remove_file(root.join("link")).unwrap();
    symlink("src/lib.rs", root.join("link")).unwrap();
    let before = scene.repo.fingerprint();
    let harvest = scene.harvest().unwrap();
    assert_eq!(before.changes(&scene.repo.fingerprint()), Vec::<String>::new());
    assert_eq!(
        told(&harvest),
        [
            "- a.txt",
            "~ link",
            "+ \"new/deep/od\\nd \\\"name\\\"\"",
            "~ same",
            "~ src/lib.rs",
            "+ was-dir",
            "- was-dir/inner",
            "- was-file",
            "+ was-file/now",
        ]
    );
    assert_eq!(shown(&harvest.new_executables), ["same"]);
    let id = harvest.commit.unwrap();
    let repo = &scene.repo;
    let names = repo.git(&["ls-tree", "-r", "-z", id.as_str()]);
    let names: Vec<&str> =
        names.split_terminator('\0').map(|line| line.split('\t').next_back().unwrap()).collect();
    assert_eq!(names.len(), 7);
    assert_eq!(repo.git(&["cat-file", "blob", &format!("{id}:src/lib.rs")]), "fn fixed() {}\r");
    assert_eq!(repo.id(&format!("{id}^")), repo.id("HEAD"));
    assert_eq!(
        repo.git(&["log", "-1", "--format=%an <%ae> %at%n%cn <%ce> %ct%n%B", id.as_str()]),
        "tribunal <tribunal@localhost> 1750000000\ntribunal <tribunal@localhost> 1750000000\n\
         fix: what the review found\n\nReview-Run: run-0123-4567"
    );
    repo.git(&["fsck", "--strict"]);
    // The same again is the same commit.
    assert_eq!(scene.harvest().unwrap().commit, Some(id));
}

/// The agent may set times as it likes; the time of the change itself it cannot set.
#[test]
fn a_change_under_the_old_time_and_size_is_seen() {
    let mut scene = Scene::new(TestRepo::branched());
    let file = scene.root().join("a.txt");
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    let opened = fs::OpenOptions::new().write(true).open(&file).unwrap();
    fs::write(&file, "two\n").unwrap();
    opened.set_modified(time).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), time);
    assert_eq!(told(&scene.harvest().unwrap()), ["~ a.txt"]);
}

#[test]
fn what_is_ignored_stays_behind() {
    let repo = TestRepo::branched();
    repo.write(".gitignore", "/target/\n*.log\n!keep.log\n");
    repo.write("kept.log", "tracked all the same\n");
    repo.git(&["add", "--force", "kept.log"]);
    repo.commit("rules");
    let mut scene = Scene::new(repo);
    let root = scene.root().to_owned();
    fs::create_dir_all(root.join("target/debug/.git")).unwrap();
    fs::create_dir_all(root.join("src/target")).unwrap();
    for name in
        ["target/debug/out", "x.log", "keep.log", "kept.log", "src/y.log", "src/target/z", ":(top)odd*"]
    {
        fs::write(root.join(name), "new\n").unwrap();
    }
    assert_eq!(
        told(&scene.harvest().unwrap()),
        ["+ :(top)odd*", "+ keep.log", "~ kept.log", "+ src/target/z"]
    );
}

#[test]
fn nested_repositories_are_refused() {
    for name in [".git", ".GIT", "git~1", ".g\u{200c}it"] {
        let mut scene = Scene::new(TestRepo::branched());
        fs::create_dir_all(scene.root().join("sub").join(name)).unwrap();
        scene.refused(&[Refused::Repository(path(&format!("sub/{name}")))]);
    }
    let mut scene = Scene::new(TestRepo::branched());
    fs::write(scene.root().join(".git"), "gitdir: /elsewhere\n").unwrap();
    scene.refused(&[Refused::Repository(path(".git"))]);
}

#[test]
fn links_that_lead_out_are_refused() {
    let repo = TestRepo::branched();
    repo.write("d/e/file", "x\n");
    symlink("d/e/../..", repo.root().join("around")).unwrap();
    repo.commit("a link that stays");
    let mut scene = Scene::new(repo);
    let root = scene.root().to_owned();
    assert_eq!(scene.checkout.left_out, []);
    symlink("/etc/passwd", root.join("absolute")).unwrap();
    symlink("..", root.join("src/fine")).unwrap();
    symlink("../..", root.join("src/above")).unwrap();
    // With this link in its way, a link that the agent did not touch leads out too.
    fs::remove_dir_all(root.join("d/e")).unwrap();
    symlink(".", root.join("d/e")).unwrap();
    scene.refused(&[
        Refused::Link(path("absolute")),
        Refused::Link(path("around")),
        Refused::Link(path("src/above")),
    ]);
}

#[test]
fn a_directory_that_became_a_link_is_not_followed() {
    let repo = TestRepo::branched();
    repo.write("other/lib.rs", "other\n");
    repo.commit("other");
    let mut scene = Scene::new(repo);
    fs::remove_dir_all(scene.root().join("src")).unwrap();
    symlink("other", scene.root().join("src")).unwrap();
    assert_eq!(told(&scene.harvest().unwrap()), ["+ src", "- src/lib.rs"]);
}

#[test]
fn what_is_no_file_is_refused() {
    let mut scene = Scene::new(TestRepo::branched());
    let fifo = scene.root().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let _socket = UnixListener::bind(scene.root().join("socket")).unwrap();
    scene.refused(&[Refused::Special(path("fifo")), Refused::Special(path("socket"))]);
}

/// Git would wait for ever at the first question about ignored files.
#[test]
fn ignore_rules_that_are_no_file_are_refused() {
    let mut scene = Scene::new(TestRepo::branched());
    assert!(Command::new("mkfifo").arg(scene.root().join("src/.gitignore")).status().unwrap().success());
    fs::write(scene.root().join("src/new"), "x").unwrap();
    scene.refused(&[Refused::Special(path("src/.gitignore"))]);
}

#[test]
fn a_large_file_that_was_there_may_stay() {
    let repo = TestRepo::branched();
    repo.write("large", vec![b'x'; 16 * 1024 * 1024 + 1]);
    repo.commit("large");
    let mut scene = Scene::new(repo);
    let content = fs::read(scene.root().join("large")).unwrap();
    fs::write(scene.root().join("large"), &content).unwrap();
    assert_eq!(told(&scene.harvest().unwrap()), Vec::<String>::new());
    fs::write(scene.root().join("large"), &content[1..]).unwrap();
    fs::write(scene.root().join("a.txt"), "fixed\n").unwrap();
    assert_eq!(told(&scene.harvest().unwrap()), ["~ a.txt", "~ large"]);
    fs::write(scene.root().join("large"), content.iter().map(|_| b'y').collect::<Vec<u8>>()).unwrap();
    scene.refused(&[Refused::Large(path("large"))]);
}

#[test]
fn what_is_too_large_is_refused() {
    let mut scene = Scene::new(TestRepo::branched());
    let file = fs::File::create(scene.root().join("large")).unwrap();
    file.set_len(16 * 1024 * 1024 + 1).unwrap();
    scene.refused(&[Refused::Large(path("large"))]);
}

#[test]
fn what_was_left_out_stays_as_it_was() {
    let repo = TestRepo::branched();
    symlink("/etc/passwd", repo.root().join("out")).unwrap();
    repo.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,1111111111111111111111111111111111111111,sub/module",
    ]);
    repo.git(&["add", "out"]);
    repo.git(&["commit", "--quiet", "--message", "left out"]);
    let mut scene = Scene::new(repo);
    fs::write(scene.root().join("a.txt"), "fixed\n").unwrap();
    let harvest = scene.harvest().unwrap();
    assert_eq!(told(&harvest), ["~ a.txt"]);
    let tree = scene.repo.git(&["ls-tree", "-r", "--name-only", harvest.commit.unwrap().as_str()]);
    assert_eq!(tree, "a.txt\nout\nsrc/lib.rs\nsub/module");
    // Nothing may take its place.
    fs::write(scene.root().join("out"), "x").unwrap();
    fs::remove_dir(scene.root().join("sub")).unwrap();
    fs::write(scene.root().join("sub"), "x").unwrap();
    scene.refused(&[Refused::LeftOut(path("out")), Refused::LeftOut(path("sub"))]);
}

#[test]
fn a_checkout_that_is_gone_is_an_error_and_not_a_deletion() {
    let mut scene = Scene::new(TestRepo::branched());
    fs::remove_dir_all(scene.root()).unwrap();
    assert!(matches!(scene.harvest(), Err(HarvestRefused::Git(_))));
}

//! Trees on disk: exact where they are safe, left out and recorded where they are not.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use tribunal_host::git::{Checkout, CheckoutLimits, GitError};
use tribunal_testkit::repo::TestRepo;

use crate::common::{commit, open};

pub fn place(repo: &TestRepo) -> PathBuf {
    let into = repo.around().join("tree");
    fs::create_dir(&into).unwrap();
    into
}

fn check_out(repo: &TestRepo, limits: &CheckoutLimits) -> Result<Checkout, GitError> {
    open(repo).checkout(&commit(&repo.id("HEAD")), &place(repo), limits)
}

fn left_out(checkout: &Checkout) -> Vec<String> {
    checkout.left_out.iter().map(|out| format!("{} {:?}", out.path, out.why)).collect()
}

/// A commit of a tree that git's own commands would not make: entries are mode, kind, id and name.
pub fn commit_of(repo: &TestRepo, entries: &[(&str, &str, &[u8])]) -> String {
    let mut tree = Vec::new();
    for (mode, id, name) in entries {
        tree.extend_from_slice(mode.as_bytes());
        tree.push(b' ');
        tree.extend_from_slice(name);
        tree.push(0);
        let digit = |at: usize| u8::from_str_radix(&id[at..at + 2], 16).unwrap();
        tree.extend((0..id.len()).step_by(2).map(digit));
    }
    fs::write(repo.around().join("raw"), tree).unwrap();
    let tree = repo.git(&["hash-object", "-w", "-t", "tree", "--literally", "../raw"]);
    let id = repo.git(&["commit-tree", "-m", "by hand", &tree]);
    repo.git(&["update-ref", "HEAD", &id]);
    id
}

fn blob(repo: &TestRepo, content: &str) -> String {
    fs::write(repo.around().join("blob"), content).unwrap();
    repo.git(&["hash-object", "-w", "../blob"])
}

#[test]
fn bytes_modes_and_links_are_as_in_the_commit() {
    let repo = TestRepo::empty();
    repo.write(".gitattributes", "*.txt text eol=crlf\n*.id ident\n");
    repo.write("crlf.txt", "one\r\ntwo\r\n");
    repo.write("x.id", "$Id$\n");
    repo.write("bin", b"\0\xff\r\n");
    repo.write("empty", "");
    repo.write("deep/er/file", "deep\n");
    let run = repo.write("run", "#!/bin/true\n");
    fs::set_permissions(run, fs::Permissions::from_mode(0o755)).unwrap();
    symlink("../run", repo.root().join("deep/link")).unwrap();
    repo.commit("all");
    let checkout = check_out(&repo, &CheckoutLimits::default()).unwrap();
    assert_eq!((checkout.files(), left_out(&checkout)), (8, vec![]));
    let read = |name: &str| fs::read(checkout.root.join(name)).unwrap();
    assert_eq!(read("crlf.txt"), b"one\ntwo\n");
    assert_eq!(read("x.id"), b"$Id$\n");
    assert_eq!(read("bin"), b"\0\xff\r\n");
    assert_eq!((read("empty"), read("deep/er/file")), (vec![], b"deep\n".to_vec()));
    assert_eq!(fs::read_link(checkout.root.join("deep/link")).unwrap(), Path::new("../run"));
    let mode = |name: &str| fs::metadata(checkout.root.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("run") & 0o100, mode("empty") & 0o100), (0o100, 0));
    assert!(!checkout.root.join(".git").exists() && !checkout.root.join(".tribunal-stamp").exists());
}

#[test]
fn links_that_lead_out_are_left_out() {
    let repo = TestRepo::empty();
    repo.write("a/b/file", "x\n");
    for (target, link) in [
        ("/etc/passwd", "absolute"),
        ("../outside", "above"),
        ("a/b/file", "fine"),
        ("..", "a/b/up"),
        ("a/b/up/../..", "by-way"),
        ("loop", "loop"),
        (".git/config", "into-git"),
    ] {
        symlink(target, repo.root().join(link)).unwrap();
    }
    repo.commit("links");
    let checkout = check_out(&repo, &CheckoutLimits::default()).unwrap();
    let expected =
        ["above LeadsOut", "absolute LeadsOut", "by-way LeadsOut", "into-git LeadsOut", "loop LeadsOut"];
    assert_eq!(left_out(&checkout), expected);
    assert!(checkout.root.join("fine").is_file());
    assert!(
        expected
            .iter()
            .all(|line| { checkout.root.join(line.split(' ').next().unwrap()).symlink_metadata().is_err() })
    );
}

#[test]
fn names_that_escape_or_pose_as_a_repository_are_left_out() {
    let repo = TestRepo::empty();
    let file = blob(&repo, "x\n");
    commit_of(&repo, &[("100644", &file, b"hooks")]);
    let inner = repo.id("HEAD^{tree}");
    let entries: &[(&str, &str, &[u8])] = &[
        ("100644", &file, b".."),
        ("100644", &file, b"../../escaped"),
        ("100644", &file, b"/absolute"),
        ("40000", &inner, b".git"),
        ("40000", &inner, b".GiT"),
        ("40000", &inner, ".g\u{200c}it".as_bytes()),
        ("40000", &inner, b"git~1"),
        ("100644", &file, b".git "),
        ("100644", &file, b""),
        ("100644", &file, b"fine"),
    ];
    commit_of(&repo, entries);
    let checkout = check_out(&repo, &CheckoutLimits::default()).unwrap();
    assert_eq!((checkout.files(), checkout.left_out.len()), (1, 9));
    let names: Vec<_> = fs::read_dir(&checkout.root).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["fine"]);
    assert!(!repo.around().join("escaped").exists());
}

/// The same name as a link and as a directory: git once wrote the directory's files through the link.
#[test]
fn a_name_that_stands_twice_is_left_out_twice() {
    let repo = TestRepo::empty();
    let (file, link) = (blob(&repo, "x\n"), blob(&repo, "other"));
    commit_of(&repo, &[("100644", &file, b"inner")]);
    let inner = repo.id("HEAD^{tree}");
    commit_of(&repo, &[("120000", &link, b"a"), ("40000", &inner, b"a"), ("40000", &inner, b"other")]);
    let checkout = check_out(&repo, &CheckoutLimits::default()).unwrap();
    assert_eq!(left_out(&checkout), ["a Twice", "a Twice"]);
    assert_eq!(checkout.files(), 1);
}

#[test]
fn too_long_and_too_deep_is_left_out() {
    let repo = TestRepo::empty();
    let file = blob(&repo, "x\n");
    commit_of(&repo, &[("100644", &file, &[b'n'; 300]), ("100644", &file, b"f")]);
    let checkout = check_out(&repo, &CheckoutLimits::default()).unwrap();
    assert_eq!((checkout.files(), checkout.left_out.len()), (1, 1));
    fs::remove_dir_all(&checkout.root).unwrap();
    for depth in [255, 256] {
        let deep = format!("{}f", "d/".repeat(depth));
        repo.git(&["update-index", "--add", "--cacheinfo", &format!("100644,{file},{deep}")]);
    }
    repo.git(&["commit", "--quiet", "--message", "deep"]);
    let checkout = check_out(&repo, &CheckoutLimits::default()).unwrap();
    let deepest = "d/".repeat(256);
    assert_eq!(
        (checkout.files(), left_out(&checkout)),
        (1, vec![format!("{} TooLong", deepest.trim_end_matches('/'))])
    );
}

/// Ten trees, each naming the next ten times, are ten thousand million files.
#[test]
fn a_bomb_is_stopped_by_its_number_of_files() {
    let repo = TestRepo::empty();
    let file = blob(&repo, "x\n");
    let names: Vec<Vec<u8>> = (b'0'..=b'9').map(|digit| vec![digit]).collect();
    let files: Vec<(&str, &str, &[u8])> = names.iter().map(|name| ("100644", &*file, &**name)).collect();
    commit_of(&repo, &files);
    for _ in 0..9 {
        let inner = repo.id("HEAD^{tree}");
        let trees: Vec<(&str, &str, &[u8])> = names.iter().map(|name| ("40000", &*inner, &**name)).collect();
        commit_of(&repo, &trees);
    }
    let limits = CheckoutLimits { files: 20_000, ..CheckoutLimits::default() };
    let error = check_out(&repo, &limits).unwrap_err();
    assert!(matches!(error, GitError::TooLarge { limit: 20_000, unit: "files", .. }), "{error}");
    assert_eq!(fs::read_dir(repo.around().join("tree")).unwrap().count(), 0);
}

#[test]
fn one_file_more_than_allowed_is_too_many() {
    let repo = TestRepo::empty();
    repo.write("one", "x");
    repo.write("two", "x");
    repo.commit("files");
    assert_eq!(
        check_out(&repo, &CheckoutLimits { files: 2, ..CheckoutLimits::default() }).unwrap().files(),
        2
    );
    fs::remove_dir_all(repo.around().join("tree")).unwrap();
    let error = check_out(&repo, &CheckoutLimits { files: 1, ..CheckoutLimits::default() }).unwrap_err();
    assert!(matches!(error, GitError::TooLarge { limit: 1, unit: "files", .. }), "{error}");
}

#[test]
fn bytes_are_limited_in_one_file_and_in_all() {
    let repo = TestRepo::empty();
    repo.write("large", "x".repeat(1000));
    repo.write("small", "x");
    repo.commit("sizes");
    let limits = CheckoutLimits { file_bytes: 999, ..CheckoutLimits::default() };
    let checkout = check_out(&repo, &limits).unwrap();
    assert_eq!((checkout.files(), left_out(&checkout)), (1, vec!["large TooLarge".to_owned()]));
    fs::remove_dir_all(&checkout.root).unwrap();
    let error = check_out(&repo, &CheckoutLimits { bytes: 1000, ..CheckoutLimits::default() }).unwrap_err();
    assert!(matches!(error, GitError::TooLarge { limit: 1000, unit: "bytes", .. }), "{error}");
}

#[test]
fn only_into_an_empty_directory() {
    let repo = TestRepo::branched();
    let into = place(&repo);
    fs::write(into.join("there"), "").unwrap();
    let head = commit(&repo.id("HEAD"));
    let error = open(&repo).checkout(&head, &into, &CheckoutLimits::default()).unwrap_err();
    assert!(error.to_string().starts_with("could not check out into"), "{error}");
    assert!(open(&repo).checkout(&head, &into.join("none"), &CheckoutLimits::default()).is_err());
}

#[test]
fn ten_thousand_files() {
    let repo = TestRepo::empty();
    for at in 0..10_000 {
        repo.write(format!("d{}/f{at}", at % 100), format!("{}\n", at % 100));
    }
    repo.commit("many");
    let checkout = check_out(&repo, &CheckoutLimits::default()).unwrap();
    assert_eq!(checkout.files(), 10_000);
    assert_eq!(fs::read(checkout.root.join("d42/f1042")).unwrap(), b"42\n");
}

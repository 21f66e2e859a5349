//! The work tree as a commit.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use tribunal_testkit::repo::TestRepo;

use crate::common::{author, open, shown};

#[test]
fn a_clean_tree_is_its_head() {
    let repo = TestRepo::branched();
    let snapshot = open(&repo).snapshot_dirty(&author()).unwrap();
    assert_eq!((snapshot.commit.as_str(), snapshot.paths.len()), (&*repo.id("HEAD"), 0));
}

#[test]
fn a_snapshot_is_what_add_all_would_commit() {
    let repo = TestRepo::branched();
    repo.write(".gitignore", "*.log\n");
    repo.write(".gitattributes", "*.txt text eol=crlf\n");
    repo.write("was-file", "f\n");
    repo.write("was-dir/inner", "d\n");
    repo.commit("base");
    repo.write("a.txt", "one\r\nmore\r\n");
    repo.write("staged then edited", "staged\n");
    repo.git(&["add", "staged then edited"]);
    repo.write("staged then edited", "edited\n");
    repo.write("staged then gone", "x\n");
    repo.git(&["add", "staged then gone"]);
    fs::remove_file(repo.root().join("staged then gone")).unwrap();
    repo.git(&["rm", "--quiet", "--cached", "src/lib.rs"]);
    fs::remove_file(repo.root().join("was-file")).unwrap();
    repo.write("was-file/now", "x\n");
    fs::remove_dir_all(repo.root().join("was-dir")).unwrap();
    repo.write("was-dir", "y\n");
    repo.write("x.log", "ignored\n");
    symlink("a.txt", repo.root().join("link")).unwrap();
    let run = repo.write("new/run", "#!/bin/true\n");
    fs::set_permissions(run, fs::Permissions::from_mode(0o755)).unwrap();
    let nested = repo.root().join("nested");
    repo.git(&["init", "--quiet", "nested"]);
    fs::write(nested.join("file"), "not ours\n").unwrap();
    let before = repo.fingerprint();
    let mut opened = open(&repo);
    let snapshot = opened.snapshot_dirty(&author()).unwrap();
    assert_eq!(before.changes(&repo.fingerprint()), Vec::<String>::new());
    assert_eq!(shown(&snapshot.left_out), ["nested/"]);
    assert_eq!(opened.snapshot_dirty(&author()).unwrap(), snapshot);
    fs::remove_dir_all(nested).unwrap();
    let theirs = repo.commit("everything");
    assert_eq!(repo.id(&format!("{}^{{tree}}", snapshot.commit)), repo.id(&format!("{theirs}^{{tree}}")));
    assert_eq!(repo.id(&format!("{}^", snapshot.commit)), repo.id("HEAD~1"));
}

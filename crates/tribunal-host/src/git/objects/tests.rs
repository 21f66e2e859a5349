//! What is said of a git that is too old, and records that are not what they should be.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use tribunal_testkit::repo::TestRepo;

use super::*;
use crate::git::den::Den;
use crate::git::discover::{Trust, discover};

#[test]
fn a_git_that_is_too_old_is_named() {
    let repo = TestRepo::branched();
    let old = repo.around().join("old-git");
    let text = "#!/bin/sh\ncase \"$*\" in *version*) echo git version 2.30.1;; *) echo usage: >&2; exit 129;; esac\n";
    fs::write(&old, text).unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
    let den = Den::new(&repo.private()).unwrap();
    let layout = discover(repo.root(), Trust::AnyOwner, 0).unwrap();
    let git = Git::find(den).unwrap().with_program(old);
    let error = Objects::new(Arc::new(git), Arc::new(layout)).commit_named("HEAD").unwrap_err();
    assert_eq!(error.to_string(), "git version 2.30.1 is too old; tribunal needs git 2.40 or newer");
}

#[test]
fn commits_are_read_by_their_headers_only() {
    let (tree, parent) = ("1".repeat(40), "2".repeat(40));
    let text = format!(
        "tree {tree}\nparent {parent}\nauthor A <a@b> 5 +0000\ncommitter B <x> 7> -3 +0100\ngpgsig x\n parent {tree}\n\n\
         parent {tree}\n"
    );
    let id = |text: &str| ObjectId::from_hex(text.as_bytes()).unwrap();
    let expected = CommitRecord { tree: id(&tree), parents: vec![id(&parent)], when: -3 };
    assert_eq!(parse_commit(text.as_bytes()), Some(expected));
    for bad in ["", "parent x\n\n", "tree x\n\n", "tree\n\n"] {
        assert_eq!(parse_commit(bad.as_bytes()), None, "{bad:?}");
    }
}

#[test]
fn trees_that_are_cut_are_no_trees() {
    let whole = [&b"100644 a\0"[..], &[7; 20], b"40000 d\0", &[8; 20]].concat();
    assert_eq!(parse_tree(&whole, 20).unwrap().len(), 2);
    for length in (1..whole.len()).filter(|length| *length != 29) {
        assert_eq!(parse_tree(&whole[..length], 20), None, "{length}");
    }
    assert_eq!(parse_tree(b"170000 a\0", 0), None);
}

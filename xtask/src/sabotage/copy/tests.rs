//! A copy follows its tree, is edited, and is as it was afterwards.

use super::*;
use crate::sabotage::list;

const LIST: &str = "[[safeguard]]\nname = \"a\"\nprotects = \"b.\"\nfile = \"src/a.rs\"\nold = \"on\"\nnew = \"off\"\n\
                    package = \"p\"\ntarget = \"lib\"\n";

/// A repository with one file in a directory that goes with it.
struct Repository(Workspace);

impl Repository {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("tribunal-xtask-{}-{name}", std::process::id()));
        fs::create_dir_all(root.join("src")).unwrap();
        let workspace = Workspace { root };
        assert!(workspace.works(&["git", "init", "--quiet"]));
        fs::write(workspace.root.join("src/a.rs"), "on").unwrap();
        Self(workspace)
    }

    fn copy(&self) -> Copy {
        Copy::of(&self.0, 1).unwrap()
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let copy = Copy::of(&self.0, 1);
        let _ = fs::remove_dir_all(&self.0.root);
        let _ = fs::remove_dir_all(copy.unwrap().workspace.root.parent().unwrap());
    }
}

fn names(directory: &Path) -> Vec<String> {
    let mut all: Vec<String> =
        fs::read_dir(directory).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    all.sort();
    all
}

#[test]
fn a_copy_lies_outside_and_follows_its_tree() {
    let repository = Repository::new("follows");
    let src = repository.copy().workspace.root.join("src");
    assert!(!src.starts_with(&repository.0.root));
    fs::write(repository.0.root.join("src/b.rs"), [0xff]).unwrap();
    fs::write(repository.0.root.join("src/a.rs"), "other").unwrap();
    fs::write(src.join("left.rs"), "of yesterday").unwrap();
    repository.copy();
    assert_eq!(names(&src), ["a.rs", "b.rs"]);
    assert_eq!(fs::read(src.join("b.rs")).unwrap(), [0xff]);
    assert_eq!(fs::read(src.join("a.rs")).unwrap(), b"other");
}

#[test]
fn a_safeguard_is_off_in_the_copy_and_only_meanwhile() {
    let repository = Repository::new("edits");
    let (copy, one) = (repository.copy(), list::read("l", LIST).unwrap().remove(0));
    let text = || fs::read_to_string(copy.workspace.root.join("src/a.rs")).unwrap();
    assert_eq!(copy.without(&one, text).unwrap(), "off");
    assert_eq!(text(), "on");
    assert_eq!(fs::read_to_string(repository.0.root.join("src/a.rs")).unwrap(), "on");
}

//! Where a patch may write.

use std::fs;
use std::os::unix::fs::symlink;

use tribunal_testkit::repo::TempDir;

use super::apply;

/// A patch may come from an agent, and the tree from the branch under review.
#[test]
fn a_patch_is_applied_to_plain_files_inside_only() {
    let temp = TempDir::new();
    let (tree, outside) = (temp.path().join("tree"), temp.path().join("outside"));
    fs::create_dir(&tree).unwrap();
    fs::create_dir(&outside).unwrap();
    for place in [tree.join("file"), outside.join("file")] {
        fs::write(place, "old\n").unwrap();
    }
    symlink(outside.join("file"), tree.join("link")).unwrap();
    symlink(&outside, tree.join("directory")).unwrap();
    let patch = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1,1 +1,1 @@\n-old\n+new\n");
    for path in ["link", "directory/file", "../outside/file", "missing"] {
        assert!(matches!(apply(&patch(path), &tree), Ok(Err(_))), "{path}");
    }
    assert_eq!(fs::read_to_string(outside.join("file")).unwrap(), "old\n");
    assert_eq!(apply(&patch("file"), &tree), Ok(Ok(())));
    assert_eq!(fs::read_to_string(tree.join("file")).unwrap(), "new\n");
}

//! Diffs nobody's git wrote: each is refused at the line that is wrong, in words.

use crate::diff::{Diff, Wrong};

const HEAD: &str = "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n";

fn refused(text: &str) -> (usize, Wrong) {
    let error = Diff::read(text.as_bytes()).expect_err(text);
    (error.line, error.what)
}

fn under_head(body: &str) -> (usize, Wrong) {
    refused(&format!("{HEAD}{body}"))
}

#[test]
fn counts_that_do_not_add_up() {
    let cut = Wrong::CutHunk;
    assert_eq!(under_head("@@ -1,2 +1,2 @@\n a\n"), (7, cut));
    assert_eq!(under_head("@@ -1,2 +1,3 @@\n a\n-b\n+c\n"), (9, cut));
    assert_eq!(under_head("@@ -1,1 +1,3 @@\n a\n-b\n+c\n"), (7, cut));
    assert_eq!(under_head("@@ -1,4294967295 +1,2 @@\n a\n"), (5, Wrong::BadHunk));
    assert_eq!(under_head("@@ -1,1000000000 +1,1000000000 @@\n a\n"), (7, cut));
    assert_eq!(under_head("@@ -1 +1 @@\n-a\n+b\n+c\n"), (8, Wrong::Stray));
    assert_eq!(under_head("@@ -1 +1 @@\n-a\n+b\n c\n"), (8, Wrong::Stray));
    assert_eq!(under_head("@@ -1 +1 @@\n-a\n*b\n"), (7, cut));
    assert_eq!(under_head("@@ -1,2 +1,2 @@\n-a\n+b\ndiff --git a/y b/y\n"), (8, cut));
}

#[test]
fn heads_of_hunks_that_are_none() {
    for head in [
        "@@ -1 +1\n",
        "@@ -a +1 @@\n",
        "@@ -1 @@\n",
        "@@ -0 +1 @@\n",
        "@@ -0,0 +0,0 @@\n",
        "@@ -1,1,1 +1 @@\n",
        "@@ --1 +1 @@\n",
        "@@ -1 +1 @@x\n",
        "@@ -99999999999 +1 @@\n",
        "@@  -1 +1 @@\n",
    ] {
        assert_eq!(under_head(head), (5, Wrong::BadHunk), "{head:?}");
    }
}

#[test]
fn hunks_that_overlap_or_drift() {
    let first = "@@ -1 +1 @@\n-a\n+b\n";
    let misplaced = Wrong::Misplaced;
    assert_eq!(under_head(&format!("{first}@@ -1 +1 @@\n-a\n+b\n")), (8, misplaced));
    assert_eq!(under_head(&format!("{first}@@ -5 +6 @@\n-a\n+b\n")), (8, misplaced));
    assert_eq!(under_head("@@ -5 +6 @@\n-a\n+b\n"), (5, misplaced));
    assert_eq!(under_head("@@ -5,0 +5 @@\n+b\n"), (5, misplaced));
}

#[test]
fn lines_behind_the_end_of_a_side() {
    let ended = Wrong::AfterTheEnd;
    assert_eq!(under_head("@@ -1,2 +1 @@\n-a\n\\ No newline at end of file\n-b\n+c\n"), (8, ended));
    assert_eq!(under_head("@@ -1,2 +1,2 @@\n a\n\\ No newline at end of file\n b\n"), (8, ended));
    let added = "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..2222222\n--- /dev/null\n+++ b/x\n";
    assert_eq!(refused(&format!("{added}@@ -1 +1 @@\n-a\n+b\n")), (7, ended));
    assert_eq!(under_head("@@ -1 +1 @@\n\\ No newline at end of file\n-a\n+b\n"), (6, Wrong::CutHunk));
    let twice = "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n\\ No newline at end of file\n+b\n";
    assert_eq!(under_head(twice), (8, Wrong::CutHunk));
}

#[test]
fn headers_that_contradict_each_other() {
    let names = Wrong::PathsDisagree;
    assert_eq!(refused("diff --git a/x b/y\nindex 1..2\n"), (2, Wrong::BadHeader));
    assert_eq!(refused("diff --git a/x b/y\nold mode 100644\nnew mode 100755\n"), (1, names));
    assert_eq!(refused("diff --git a/x b/x\nindex 1111..2222 100644\n--- a/x\n+++ b/y\n"), (4, names));
    assert_eq!(
        refused("diff --git a/x b/x\nindex 1111..2222 100644\n--- a/x\n@@ -1 +1 @@\n"),
        (4, Wrong::BadHeader)
    );
    assert_eq!(refused("diff --git x x\nold mode 100644\nnew mode 100755\n"), (1, names));
    assert_eq!(refused("diff --git a/x b/y\nrename from x\nrename to z\n"), (1, names));
    assert_eq!(refused("diff --git a/x b/x\nBinary files a/x and b/y differ\n"), (2, names));
    let both = Wrong::Contradiction;
    assert_eq!(refused("diff --git a/x b/x\nnew file mode 100644\ndeleted file mode 100644\n"), (1, both));
    assert_eq!(refused("diff --git a/x b/x\nold mode 100644\nold mode 100644\n"), (3, both));
    assert_eq!(refused("diff --git a/x b/x\nold mode 100644\n"), (1, both));
    assert_eq!(refused("diff --git a/x b/y\nrename from x\n"), (1, both));
    assert_eq!(refused("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"), (7, both));
    assert_eq!(refused("diff --git a/x b/x\nnew file mode 10064\n"), (2, Wrong::BadHeader));
    assert_eq!(refused("diff --git a/x b/x\nsimilarity index 101%\n"), (2, Wrong::BadHeader));
}

#[test]
fn files_of_which_nothing_or_too_little_is_said() {
    assert_eq!(refused("diff --git a/x b/x\n"), (2, Wrong::NoChange));
    assert_eq!(refused("diff --git a/x b/x\nindex 1111111..2222222 100644\n"), (3, Wrong::NoChange));
    assert_eq!(
        refused("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..2222222\n"),
        (4, Wrong::NoChange)
    );
    assert_eq!(refused(HEAD), (5, Wrong::NoChange));
}

#[test]
fn paths_nobody_has() {
    let bad = Wrong::BadPath;
    for path in ["../x", "x//y", "./x", "x/..", "/x"] {
        assert_eq!(
            refused(&format!("diff --git a/{path} b/{path}\nold mode 100644\nnew mode 100755\n")),
            (1, bad)
        );
    }
    assert_eq!(refused("diff --git a/ b/\nold mode 100644\nnew mode 100755\n"), (1, bad));
    let nul = "diff --git \"a/\\000\" \"b/\\000\"\nold mode 100644\nnew mode 100755\n";
    assert_eq!(refused(nul), (1, bad));
    let long = "x".repeat(5000);
    assert_eq!(
        refused(&format!("diff --git a/{long} b/{long}\nold mode 100644\nnew mode 100755\n")),
        (1, bad)
    );
    let twice = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n".repeat(2);
    assert_eq!(refused(&twice), (4, Wrong::PathTwice));
}

#[test]
fn what_is_no_diff_at_all() {
    assert_eq!(refused("\n"), (1, Wrong::Stray));
    assert_eq!(refused("Hello.\n"), (1, Wrong::Stray));
    assert_eq!(refused("Hello."), (1, Wrong::CutLine));
    assert_eq!(refused("diff --cc x\nindex 1,2..3\n"), (1, Wrong::Combined));
    assert_eq!(refused(&HEAD.replace('\n', "\r\n")), (2, Wrong::BadHeader));
    assert_eq!(refused("* Unmerged path x\n"), (1, Wrong::Stray));
    assert_eq!(refused("diff --git a/x b/x\nGIT binary patch\nliteral 6\nNcmZ\n\n"), (4, Wrong::BadBinary));
    assert_eq!(refused(":100644 100644 1111111 2222222 M\tx\n\n"), (3, Wrong::ListingDiffers));
    assert_eq!(refused(":100644 100644 1111111 2222222 M\tx\n"), (2, Wrong::BadListing));
    assert_eq!(refused(":100644 1111111 2222222 M\tx\n\n"), (1, Wrong::BadListing));
}

/// A hunk decides by its counts alone what belongs to it.
#[test]
fn headers_inside_a_hunk_are_text() {
    let inner = "+diff --git a/y b/y\n+@@ -1 +1 @@\n+\\ No newline at end of file\n---- a/z\n";
    let text = format!("{HEAD}@@ -1,2 +1,4 @@\n-a\n{inner}+end\n");
    let diff = Diff::read(text.as_bytes()).unwrap();
    assert_eq!(diff.files().len(), 1);
    assert_eq!(diff.files()[0].added().count(), 4);
}

#[test]
fn bytes_that_are_no_text() {
    let text = b"diff --git \"a/\\377\" \"b/\\377\"\nindex 1111111..2222222 100644\n--- \"a/\\377\"\n+++ \"b/\\377\"\n@@ -1 +1 @@\n-\xff\xfe\x00\n+\xc0\n";
    let diff = Diff::read(text).unwrap();
    assert_eq!(diff.files()[0].path().bytes(), b"\xff");
    assert_eq!(diff.files()[0].path().text(), "\"\\377\"");
    assert_eq!(diff.text_at("\"\\377\"", 1), Some(&b"\xc0"[..]));
}

//! What is applied, and everything that is not.

use super::*;

const TEXT: &str = "one\ntwo\nthree\nfour\n";

fn of(patch: &str) -> Result<String, PatchRefused> {
    let changed = apply(patch, |path| (path == "src/a.rs").then(|| TEXT.to_owned()))?;
    Ok(changed.into_values().next().unwrap())
}

fn patch(hunk: &str) -> String {
    format!("diff --git a/src/a.rs b/src/a.rs\nindex 1..2 100644\n--- a/src/a.rs\n+++ b/src/a.rs\n{hunk}")
}

#[test]
fn lines_are_replaced_where_the_patch_says() {
    assert_eq!(of(&patch("@@ -1,3 +1,2 @@\n one\n-two\n-three\n+2\n")).unwrap(), "one\n2\nfour\n");
    assert_eq!(of(&patch("@@ -0,0 +1 @@\n+zero\n")).unwrap(), format!("zero\n{TEXT}"));
    assert_eq!(of(&patch("@@ -1 +0,0 @@\n-one\n@@ -4 +3 @@\n-four\n+4\n")).unwrap(), "two\nthree\n4\n");
}

#[test]
fn lines_that_moved_are_found_if_there_is_one_place() {
    assert_eq!(of(&patch("@@ -90,2 +90,2 @@\n two\n-three\n+3\n")).unwrap(), "one\ntwo\n3\nfour\n");
    let twice = apply("--- a\n+++ a\n@@ -9 +9 @@\n-x\n+y\n", |_| Some("x\nx\n".to_owned()));
    assert_eq!(twice, Err(PatchRefused::Unclear { path: "a".to_owned() }));
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let refused = |line: usize| Err(PatchRefused::DoesNotFit { path: "src/a.rs".to_owned(), line });
    assert_eq!(of(&patch("@@ -2 +2 @@\n-TWO\n+2\n")), refused(2));
    assert_eq!(of(&patch("@@ -77,0 +78 @@\n+lost\n")), refused(77));
    assert_eq!(of(&patch("@@ -4,2 +4,2 @@\n four\n-five\n+5\n")), refused(4));
}

#[test]
fn what_cannot_be_read_is_refused_by_its_line() {
    let cases = [
        ("", 1, "it names no file"),
        ("--- a/x\n", 1, "a line with +++ must follow"),
        ("--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", 1, "both names must be the same file of the tree"),
        ("@@ -1 +1 @@\n-a\n+b\n", 1, "a hunk before any file"),
        ("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n+b\n", 3, "the hunk is cut"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n*a\n", 4, "a line of a hunk begins with a space, + or -"),
        ("--- a/x\n+++ b/x\n@@ 1 1 @@\n", 3, "not `@@ -1,2 +3,4 @@`"),
        ("--- a/x\n+++ b/x\nhello\n", 3, "a hunk must follow"),
    ];
    for (text, line, what) in cases {
        let refused = apply(text, |_| Some(TEXT.to_owned())).unwrap_err();
        let line_told = if what == "a line with +++ must follow" { line + 1 } else { line };
        assert_eq!(refused, PatchRefused::Unreadable { line: line_told, what }, "{text:?}");
    }
}

#[test]
fn no_path_leads_out_of_the_tree() {
    for path in ["/etc/passwd", "a/../../x", "../x", ".git/config", "x/.GIT/hooks/y", "a//b", "/dev/null"] {
        let text = format!("--- {path}\n+++ {path}\n@@ -1 +1 @@\n-one\n+1\n");
        assert!(apply(&text, |_| Some(TEXT.to_owned())).is_err(), "{path}");
    }
    assert_eq!(
        apply("--- a/no\n+++ b/no\n@@ -1 +1 @@\n-one\n+1\n", |_| None),
        Err(PatchRefused::NoSuchFile("no".to_owned()))
    );
}

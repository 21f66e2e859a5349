//! Names that must not be written, and names that look bad and are fine.

use super::*;

#[test]
fn everything_some_system_takes_for_dot_git() {
    let names: &[&[u8]] = &[
        b".git",
        b".GIT",
        b".Git",
        b".git.",
        b".git ",
        b".git . .",
        b".git::$INDEX_ALLOCATION",
        b".GIT:x",
        b"git~1",
        b"GIT~1",
        b"git~2 ",
        b"git~1.",
        ".g\u{200c}it".as_bytes(),
        "\u{feff}.GIT".as_bytes(),
        ".gi\u{206f}t".as_bytes(),
        b"a\\.git",
        b".git\\hooks",
        b"a\\GIT~1",
    ];
    for name in names {
        assert_eq!(objection(name), Some(Why::DotGit), "{}", name.escape_ascii());
    }
}

#[test]
fn names_that_are_no_names() {
    for name in [&b""[..], b".", b"..", b"a/b", b"/", b"a\0"] {
        assert_eq!(objection(name), Some(Why::Name), "{}", name.escape_ascii());
    }
    assert_eq!(objection(&[b'a'; 256]), Some(Why::TooLong));
}

#[test]
fn names_that_are_fine() {
    let names: &[&[u8]] = &[
        b".gitignore",
        b".gitmodules",
        b"git",
        b"git~",
        b"git~10",
        b"..a",
        b"...",
        b"x.git",
        b"-h",
        b"--upload-pack=x",
        b"\n",
        b"\xff\xfe",
        b"a\\b",
        b" ",
        &[b'a'; 255],
    ];
    for name in names {
        assert_eq!(objection(name), None, "{}", name.escape_ascii());
    }
}

#[test]
fn branches_are_what_git_takes() {
    let repo = tribunal_testkit::repo::TestRepo::empty();
    let names = [
        "a", "a/b", "-h", "--x=y", "a.b", "@", "a@b", "a@{b", "a~1", "a^", "a:b", "a?", "a*", "a[", "a\\b",
        "a b", "a..b", ".a", "a/.b", "a.lock", "a.lock/b", "a.", "a/", "/a", "a//b", "", "\u{e9}", "a\tb",
        "\u{7f}",
    ];
    for name in names {
        let theirs = repo.try_git(&["check-ref-format", &format!("refs/heads/{name}")]).status.success();
        // Git takes this one as a ref; as a short name it means HEAD.
        assert_eq!(is_branch(name), theirs && name != "@", "{name:?}");
    }
}

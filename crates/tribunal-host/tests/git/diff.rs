//! What a change changes: list and patch.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use tribunal_host::git::{ChangedFile, Diff, EntryKind, FileStatus, GitError};
use tribunal_testkit::repo::TestRepo;

use crate::common::{commit, open};

fn diff(repo: &TestRepo) -> Diff {
    open(repo).diff(&commit(&repo.id("HEAD~1")), &commit(&repo.id("HEAD"))).unwrap()
}

fn line(file: &ChangedFile) -> String {
    let old = file.old_path.as_ref().map(|path| format!("{path} -> ")).unwrap_or_default();
    let mode = |side: Option<EntryKind>| side.map_or("none".to_owned(), |kind| format!("{kind:?}"));
    let (from, to) = (mode(file.old.map(|(kind, _)| kind)), mode(file.new.map(|(kind, _)| kind)));
    let modes = if from == to { String::new() } else { format!(" {from} -> {to}") };
    format!("{:?} {old}{}{modes}", file.status, file.path)
}

#[test]
fn every_kind_of_change() {
    let repo = TestRepo::empty();
    let long: String = (0..40).map(|n| format!("line {n}\n")).collect();
    for (name, content) in
        [("edited", "a\n"), ("gone", "g\n"), ("mode", "m\n"), ("typed", "t\n"), ("old name", &long)]
    {
        repo.write(name, content);
    }
    repo.write("binary", b"\0one");
    repo.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,1111111111111111111111111111111111111111,sub",
    ]);
    repo.git(&["add", "--all", "--", ":!sub"]);
    repo.git(&["commit", "--quiet", "--message", "one"]);
    repo.write("edited", "b\n");
    fs::remove_file(repo.root().join("gone")).unwrap();
    fs::set_permissions(repo.root().join("mode"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::remove_file(repo.root().join("typed")).unwrap();
    symlink("edited", repo.root().join("typed")).unwrap();
    fs::remove_file(repo.root().join("old name")).unwrap();
    repo.write("new\tname", long.replace("line 7\n", "line seven\n"));
    repo.write("binary", b"\0two");
    repo.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,2222222222222222222222222222222222222222,sub",
    ]);
    repo.git(&["add", "--all", "--", ":!sub"]);
    repo.git(&["commit", "--quiet", "--message", "two"]);
    let diff = diff(&repo);
    let lines: Vec<String> = diff.files.iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "Modified binary",
            "Modified edited",
            "Deleted gone File { executable: false } -> none",
            "Modified mode File { executable: false } -> File { executable: true }",
            "Renamed { similarity: 96 } old name -> \"new\\tname\"",
            "Modified sub",
            "Retyped typed File { executable: false } -> Link",
        ]
    );
    let patch = String::from_utf8(diff.patch).unwrap();
    for part in [
        "Binary files a/binary and b/binary differ\n",
        "-Subproject commit 1111111111111111111111111111111111111111\n+Subproject commit 2222",
        "rename from old name\nrename to \"new\\tname\"\n",
        "old mode 100644\nnew mode 100755\n",
        "deleted file mode 100644\nindex ",
        "\n-a\n+b\n",
    ] {
        assert!(patch.contains(part), "{part:?} is not in {patch}");
    }
    let index = patch.lines().find(|line| line.starts_with("index ")).unwrap();
    assert_eq!(index.split([' ', '.']).filter(|word| word.len() == 40).count(), 2);
}

#[test]
fn odd_paths_are_exact_in_the_list_and_quoted_in_the_patch() {
    let repo = TestRepo::empty();
    repo.commit("nothing");
    let names: &[&[u8]] =
        &[b"new\nline", b"quo\"te", b"tab\t", b"\xff\xfe", "na\u{ef}ve".as_bytes(), b":x", b"a b"];
    for name in names {
        repo.write(name, "x\n");
    }
    repo.commit("odd");
    let diff = diff(&repo);
    let mut found: Vec<&[u8]> = diff.files.iter().map(|file| file.path.as_bytes()).collect();
    let mut expected = names.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert!(diff.files.iter().all(|file| file.status == FileStatus::Added));
    let has = |part: &[u8]| diff.patch.windows(part.len()).any(|window| window == part);
    for header in
        [&b"+++ \"b/new\\nline\"\n"[..], b"+++ \"b/quo\\\"te\"\n", b"+++ b/\xff\xfe\n", b"+++ b/a b\t\n"]
    {
        assert!(has(header), "{}", header.escape_ascii());
    }
    assert!(diff.patch.starts_with(b"diff --git a/"), "{}", diff.patch[..40].escape_ascii());
}

#[test]
fn a_branch_cannot_hide_its_files_by_attributes() {
    let repo = TestRepo::branched();
    repo.write(".gitattributes", "*.rs binary -diff\n");
    repo.write("src/lib.rs", "fn evil() {}\n");
    repo.write(".git/info/attributes", "*.rs -diff\n");
    repo.commit("hides");
    let patch = String::from_utf8(diff(&repo).patch).unwrap();
    assert!(patch.contains("+fn evil() {}\n"), "{patch}");
}

#[test]
fn the_users_settings_do_not_change_the_bytes() {
    let repo = TestRepo::branched();
    let before = diff(&repo);
    for (name, value) in [
        ("diff.noprefix", "true"),
        ("diff.context", "0"),
        ("diff.renames", "false"),
        ("diff.external", "false"),
        ("color.ui", "always"),
        ("core.quotePath", "true"),
        ("diff.algorithm", "patience"),
    ] {
        repo.git(&["config", name, value]);
    }
    assert_eq!(diff(&repo), before);
}

#[test]
fn a_diff_over_the_limit_says_so() {
    let repo = TestRepo::branched();
    let ids = [commit(&repo.id("HEAD~1")), commit(&repo.id("HEAD"))];
    let error = open(&repo).diff_within(&ids[0], &ids[1], 100).unwrap_err();
    assert!(matches!(error, GitError::TooMuch { limit: 100, .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "the diff is larger than the limit of 100 bytes; it was not read to the end"
    );
}

#[test]
fn the_same_commit_twice_has_no_difference() {
    let repo = TestRepo::branched();
    let head = commit(&repo.id("HEAD"));
    assert_eq!(open(&repo).diff(&head, &head).unwrap(), Diff { patch: Vec::new(), files: Vec::new() });
}

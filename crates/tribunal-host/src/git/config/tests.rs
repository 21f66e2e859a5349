//! The configuration format, compared with what git itself reads.

use tribunal_testkit::repo::TestRepo;

use super::*;

const ODD: &str = "\u{feff}# comment\n[core]\n\tBare = false ; comment\n\tworktree = \"a # b\" c  \n[Remote \"O\\\"x\"]\n\
    promisor\n url = a\\\n  b\\tc\\\\ # d\n[branch.Old]\n\tremote=x\n[core]\n filemode\n\tempty =\n\teol = lf \t\n";

#[test]
fn reads_what_git_reads() {
    let repo = TestRepo::empty();
    repo.write("odd", ODD);
    let listed = repo.git(&["config", "--file", "odd", "--list", "-z"]);
    let theirs = listed.split('\0').filter(|entry| !entry.is_empty());
    let theirs: Vec<(String, String)> = theirs
        .map(|entry| entry.split_once('\n').unwrap_or((entry, "true")))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    assert_eq!(Config::parse(ODD.as_bytes()).unwrap().entries, theirs);
}

#[test]
fn the_last_word_wins_and_flags_have_many_spellings() {
    let config = Config::parse(b"[a]\nx = yes\n[a]\nx = off\ny = On\nz = 0\nw\n").unwrap();
    let flags = ["a.x", "a.y", "a.z", "a.w", "a.none"].map(|name| config.flag(name));
    assert_eq!(flags, [Some(false), Some(true), Some(false), Some(true), None]);
}

#[test]
fn what_is_no_configuration_is_refused() {
    for text in
        ["x = 1\n", "[a\n", "[a \"b]\n", "[a]\n= 1\n", "[a]\nx = \"y\n", "[a]\nx = \\q\n", "[a]\nx y\n"]
    {
        assert!(Config::parse(text.as_bytes()).is_err(), "{text:?}");
    }
}

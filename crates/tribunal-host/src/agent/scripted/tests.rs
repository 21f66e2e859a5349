//! Scripts, right and wrong.

use super::*;

#[test]
fn each_speaker_has_its_own_list() {
    let mut script = Script::read("s", "# c\n\n== a\none\n== b\ntwo\n== a\nthree\n").unwrap();
    let says = |text: &str| Some(Turn::Says { text: text.to_owned(), commits: true, patch: None });
    assert_eq!(script.next("a"), says("one\n"));
    assert_eq!(script.next("a"), says("three\n"));
    assert_eq!(script.next("a"), None);
    assert_eq!(script.left(), ["b"]);
}

#[test]
fn wrong_scripts_say_where_and_what() {
    let wrong = [
        ("hello", "s:1: text before the first `== SPEAKER` line; begin with one"),
        (
            "== a\nx\n== a fails oops",
            "s:3: \"oops\" is no failure; write empty, crash, timeout, rate-limited, truncated, refused or missing",
        ),
        ("== tests\nt explode", "s:1: a test does not \"explode\"; write pass, fail or skip"),
        ("== author, maybe\n", "s:1: \"maybe\" is not known here; write `no commit` or nothing"),
        ("== decide now", "s:1: write `== decide CHOICE by WHO: WHY`"),
        ("== two words\n", "s:1: \"two words\" is no speaker; write a seat, `author`, `tests` or `decide`"),
    ];
    for (text, error) in wrong {
        assert_eq!(Script::read("s", text).unwrap_err().to_string(), error);
    }
}

#[test]
fn a_decision_has_all_its_parts() {
    let mut script = Script::read("s", "== decide override by ann findings F1,F2: it is fine\n").unwrap();
    let Some(Turn::Decides { choice, who, why, findings, .. }) = script.next("decide") else {
        unreachable!()
    };
    assert_eq!((choice, who.as_str(), why.as_str()), (Choice::Override, "ann", "it is fine"));
    assert_eq!(findings, [FindingId(1), FindingId(2)]);
}

//! The lists cannot rot.

use super::*;
use crate::tidy::File;

const LIST: &str = "\
[[safeguard]]
name = \"NAME\"
protects = \"Something bad.\"
file = \"crates/p/src/a.rs\"
old = \"OLD\"
new = \"fn b() {}\"
package = \"p\"
target = \"TARGET\"
filter = \"FILTER\"
";

/// What is said about a list with these words in it; the file has `fn a() {}` once and `x` twice.
fn said(name: &str, old: &str, target: &str, filter: &str) -> Vec<String> {
    let list = LIST.replace("NAME", name).replace("OLD", old).replace("TARGET", target);
    said_of(&list.replace("FILTER", filter))
}

fn said_of(list: &str) -> Vec<String> {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let files = vec![
        file("crates/p/Cargo.toml", "[package]\nname = \"p\"\n"),
        file("crates/p/src/a.rs", "fn a() {}\n// x x\n"),
        file("crates/p/src/lib.rs", "mod a;\n"),
        file("crates/p/tests/t/main.rs", "fn it_bites() {}\n"),
        file("xtask/sabotage/a.toml", list),
    ];
    fits_the_tree(&Tree { files }).iter().map(ToString::to_string).collect()
}

fn at(line: usize, what: &str) -> Vec<String> {
    vec![format!("xtask/sabotage/a.toml:{line}: {what}")]
}

#[test]
fn a_list_that_fits_is_no_breach() {
    assert_eq!(said("a-1", "fn a() {}", "lib", ""), [""; 0]);
    assert_eq!(said("a-1", "fn a() {}", "t", "it_bites"), [""; 0]);
}

#[test]
fn an_old_text_that_is_gone_or_there_twice_is_a_breach() {
    let file = "crates/p/src/a.rs, must be once";
    assert_eq!(said("a", "fn c() {}", "lib", ""), at(1, &format!("`a`: its old text is 0 times in {file}")));
    assert_eq!(said("a", "x", "lib", ""), at(1, &format!("`a`: its old text is 2 times in {file}")));
}

#[test]
fn a_test_that_does_not_exist_is_a_breach() {
    let missing = "`p u` names no target: there is no tests/u.rs or tests/u/main.rs";
    assert_eq!(said("a", "fn a() {}", "u", ""), at(1, missing));
    let unnamed = "`p t x::it_barks`: no function is named like that";
    assert_eq!(said("a", "fn a() {}", "t", "x::it_barks"), at(1, unnamed));
}

#[test]
fn a_name_that_is_there_twice_or_is_none_is_a_breach() {
    let one = LIST.replace("OLD", "fn a() {}").replace("TARGET", "lib").replace("FILTER", "");
    assert_eq!(said_of(&one.replace("NAME", "a").repeat(2)), at(10, "`a` is there twice"));
    let none = "`A b` is no name; write small letters, digits and `-`";
    assert_eq!(said_of(&one.replace("NAME", "A b")), at(1, none));
    let story = "`a`: say in one sentence, with its full stop, what it protects from";
    assert_eq!(said_of(&one.replace("NAME", "a").replace("bad.", "bad")), at(1, story));
    let same = "`a` switches nothing off: old and new are the same";
    assert_eq!(said_of(&one.replace("NAME", "a").replace("fn b", "fn a")), at(1, same));
}

#[test]
fn a_list_that_cannot_be_read_is_a_breach() {
    assert_eq!(said_of("[[safeguard]]\nnonsense\n"), at(2, "no `key = value`"));
}

/// The lists as they are: issue 3 asks for all safeguards, one by one.
#[test]
fn there_are_at_least_sixty() {
    let lists = concat!(env!("CARGO_MANIFEST_DIR"), "/sabotage");
    let read = std::fs::read_dir(lists).unwrap().map(|entry| std::fs::read_to_string(entry.unwrap().path()));
    let count: usize = read.map(|text| list::read("l", &text.unwrap()).unwrap().len()).sum();
    assert!(count >= 60, "{count}");
}

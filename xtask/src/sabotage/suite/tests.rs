//! The whole way, with a real cargo on a small crate: what is caught, what survives, what does not build, what never ran.

use std::fs;
use std::path::Path;

use super::*;

const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", "[workspace]\nmembers = [\"p\"]\nresolver = \"3\"\n"),
    ("Cargo.lock", "version = 4\n\n[[package]]\nname = \"p\"\nversion = \"0.1.0\"\n"),
    ("p/Cargo.toml", "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
    ("p/src/lib.rs", "pub fn limit(n: u32) -> u32 {\n    n.min(9)\n}\n#[cfg(test)]\nmod tests;\n"),
    (
        "p/src/tests.rs",
        "#[test]\nfn it_bites() {\n    assert_eq!(super::limit(10), 9);\n}\n#[test]\nfn it_sleeps() {}\n",
    ),
];

fn safeguard(name: &str, new: &str, filter: &str) -> String {
    format!(
        "[[safeguard]]\nname = \"{name}\"\nprotects = \"Too much.\"\nfile = \"p/src/lib.rs\"\nold = \"n.min(9)\"\n\
         new = \"{new}\"\npackage = \"p\"\ntarget = \"lib\"\nfilter = \"{filter}\"\n\n"
    )
}

fn put(root: &Path, path: &str, text: &str) {
    let full = root.join(path);
    fs::create_dir_all(full.parent().unwrap()).unwrap();
    fs::write(full, text).unwrap();
}

#[test]
fn only_what_a_test_notices_is_caught() {
    let root = std::env::temp_dir().join(format!("tribunal-xtask-{}-suite", std::process::id()));
    FILES.iter().for_each(|(path, text)| put(&root, path, text));
    let list = [
        safeguard("caught", "n", "it_bites"),
        safeguard("asleep", "n", "it_sleeps"),
        safeguard("unbuilt", "n.max(", "it_bites"),
        // A name that is there, of a function that is no test.
        safeguard("unselected", "n", "limit"),
    ];
    put(&root, "xtask/sabotage/p.toml", &list.concat());
    let workspace = Workspace { root: root.clone() };
    assert!(workspace.works(&["git", "init", "--quiet"]));
    let copy = Copy::of(&workspace, 1).unwrap();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let all = tried_all(&workspace, &names(&[]), 1).unwrap();
    let of =
        |name: &str| all.iter().find(|tried| tried.name == name).map(|tried| tried.came.clone()).unwrap();
    assert_eq!(of("caught"), Verdict::Caught(vec!["tests::it_bites".to_owned()]));
    assert_eq!(of("asleep"), Verdict::Survived("1 tests passed: p lib it_sleeps".to_owned()));
    assert!(
        matches!(of("unbuilt"), Verdict::Survived(why) if why.starts_with("it does not build without it:\nerror"))
    );
    assert_eq!(of("unselected"), Verdict::Survived("no test is selected: p lib limit".to_owned()));
    assert!(matches!(run(&workspace, &names(&["asleep"]), 1), Err(Failure::Survived(1))));
    run(&workspace, &names(&["caught"]), 1).unwrap();
    assert!(matches!(run(&workspace, &names(&["caugt"]), 1), Err(Failure::Missing { .. })));
    assert_eq!(
        fs::read_to_string(root.join("p/src/lib.rs")).unwrap(),
        FILES[3].1,
        "the tree itself is left alone"
    );
    fs::remove_dir_all(copy.workspace.root.parent().unwrap()).unwrap();
    fs::remove_dir_all(root).unwrap();
}

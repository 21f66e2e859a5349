//! The rules about rooms bite, however the manifest is written.

use super::super::tree::tests::{said, tree};
use super::*;

const PATH: &str = "crates/x/Cargo.toml";

fn manifest(name: &str, rest: &str) -> String {
    format!("[package]\nname = \"{name}\"\n\n{rest}")
}

fn core(rest: &str) -> String {
    let list: String = CORE_MAY_USE.iter().map(|name| format!("{name}.workspace = true\n")).collect();
    manifest(CORE, &format!("[dependencies]\n{list}\n{rest}"))
}

#[test]
fn every_way_to_write_a_dependency_is_read() {
    let text = "[dependencies]\na = \"1\"\n# b = \"1\"\nc.workspace = true\nd = { package = \"e\" }\n\"f\" = \"1\"\n\
                [dependencies.g]\nversion = \"1\"\n\
                [dependencies.alias]\npackage = \"m\"\n[target.'cfg(unix)'.dependencies]\nh = \"1\"\n\
                [build-dependencies]\ni = \"1\"\n[dev-dependencies]\nj = \"1\"\n[workspace.dependencies]\nk = \"1\"\n\
                [features]\nl = []\n";
    let tree = tree(&[(PATH, text)]);
    let read: Vec<String> =
        dependencies(&tree.files[0]).iter().map(|d| format!("{}{}", d.name, u8::from(d.built))).collect();
    assert_eq!(read, ["a1", "c1", "e1", "f1", "g1", "alias1", "m1", "h1", "i1", "j0"]);
}

#[test]
fn core_is_built_from_its_list_and_nothing_else() {
    assert_eq!(said(core_dependencies, &[(PATH, &core("[dev-dependencies]\nproptest = \"1\"\n"))]), [""; 0]);
    let more = core("[target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n");
    let expected = [format!("{PATH}:13: core may not be built from `libc`")];
    assert_eq!(said(core_dependencies, &[(PATH, &more)]), expected);
    let less = core("").replace("toml.workspace = true\n", "");
    let expected = [format!("{PATH}: `toml` is on tidy's list for core but not here")];
    assert_eq!(said(core_dependencies, &[(PATH, &less)]), expected);
}

#[test]
fn dependencies_point_one_way() {
    let wrong = [
        (CORE, "[dependencies]\ntribunal-host.workspace = true\n", HOST),
        (CORE, "[dependencies]\ntribunal-testkit.workspace = true\n", TESTKIT),
        (HOST, "[dependencies]\ntribunal = { path = \"../tribunal\" }\n", "tribunal"),
        (HOST, "[dependencies]\nkit = { package = \"tribunal-testkit\" }\n", TESTKIT),
        ("tribunal", "[build-dependencies]\nxtask = \"1\"\n", "xtask"),
        (CORE, "[dev-dependencies]\ntribunal-host.workspace = true\n", HOST),
    ];
    for (name, rest, other) in wrong {
        let expected = [format!("{PATH}:5: `{name}` may not depend on `{other}`")];
        assert_eq!(said(direction, &[(PATH, &manifest(name, rest))]), expected);
    }
    let right = "[dependencies]\ntribunal-core = \"1\"\ntribunal-host = \"1\"\nclap = \"4\"\n\
                 [dev-dependencies]\ntribunal-testkit = \"1\"\n";
    assert_eq!(said(direction, &[(PATH, &manifest("tribunal", right))]), [""; 0]);
}

#[test]
fn a_list_of_dependencies_that_cannot_be_read_is_a_breach() {
    let text = format!("dependencies = {{ a = \"1\" }}\n{}", manifest(HOST, "dev-dependencies.b = \"1\"\n"));
    let expected = [
        format!("{PATH}: `dependencies = {{ a = \"1\" }}`: write `[dependencies]` as a table"),
        format!("{PATH}: `dev-dependencies.b = \"1\"`: write `[dependencies]` as a table"),
    ];
    assert_eq!(said(direction, &[(PATH, &text)]), expected);
}

#[test]
fn a_room_nobody_placed_is_a_breach() {
    let expected = [format!("{PATH}: the room `cellar` is not on tidy's map of rooms")];
    assert_eq!(said(direction, &[(PATH, &manifest("cellar", ""))]), expected);
}

#[test]
fn the_world_in_core_bites_in_code_and_only_there() {
    let at = |file: &str| format!("crates/tribunal-core/src/{file}");
    for name in WORLDLY_TYPES {
        let text = format!("// {name}\nuse x::{name};\nlet s = \"{name}\";\nlet {name}s = 1;\n");
        let expected = format!("{}:2: `{name}` in core, which decides and touches nothing", at("a.rs"));
        assert_eq!(
            said(core_is_pure, &[(&at("a.rs"), &text), ("crates/tribunal-host/src/a.rs", &text)]),
            [expected]
        );
    }
    for name in WORLDLY_MODULES {
        for text in [format!("std::{name}::x()"), format!("use std::{{collections::BTreeMap, {name}}};")] {
            let expected =
                format!("{}:1: `std::{name}` in core, which decides and touches nothing", at("a.rs"));
            assert_eq!(said(core_is_pure, &[(&at("a.rs"), &text)]), [expected]);
        }
    }
}

//! Which room may see which: the manifests, and what core's code may name.
//!
//! Manifests are read line by line, which is enough for the way people write them; a list of dependencies written in a
//! way that this cannot read is a breach, since a dependency nobody sees would point any way it likes.

use super::source::{code, uses, words};
use super::{Breach, File, Tree};

/// The only crates core is built from. None of them can reach a clock, a file, a socket or a process on its own.
const CORE_MAY_USE: &[&str] = &["serde", "serde_json", "sha1", "sha2", "thiserror", "toml"];

const CORE: &str = "tribunal-core";
const HOST: &str = "tribunal-host";
const TESTKIT: &str = "tribunal-testkit";

/// Each room with the rooms it may be built from.
const ROOMS: &[(&str, &[&str])] = &[
    (CORE, &[]),
    (HOST, &[CORE]),
    ("tribunal", &[CORE, HOST]),
    (TESTKIT, &[CORE, HOST]),
    ("xtask", &[]),
    ("tribunal-fuzz", &[CORE, HOST, TESTKIT]),
];

/// What would let the world into core, as types.
const WORLDLY_TYPES: &[&str] = &["HashMap", "HashSet", "SystemTime", "Instant"];

/// What would let the world into core, as modules of `std`.
const WORLDLY_MODULES: &[&str] = &["fs", "net", "process", "env"];

/// Core's list of dependencies is exactly the agreed one.
pub fn core_dependencies(tree: &Tree) -> Vec<Breach> {
    let manifests = tree.files.iter().filter(|file| package(file) == Some(CORE));
    manifests.flat_map(|file| differences(file, CORE_MAY_USE)).collect()
}

/// Dependencies between rooms point one way; only tests may use the testkit.
pub fn direction(tree: &Tree) -> Vec<Breach> {
    let check = |file: &File| match (package(file), package(file).and_then(room)) {
        (None, _) => Vec::new(),
        (Some(name), None) => vec![file.breach(format!("the room `{name}` is not on tidy's map of rooms"))],
        (Some(name), Some(may_use)) => wrong_ways(file, name, may_use),
    };
    tree.files.iter().flat_map(check).collect()
}

/// Core names nothing that reaches the world or has a random order.
pub fn core_is_pure(tree: &Tree) -> Vec<Breach> {
    tree.under("crates/tribunal-core/src/").filter(|file| file.is_rust()).flat_map(worldly).collect()
}

fn worldly(file: &File) -> Vec<Breach> {
    let code = code(&file.text);
    let types =
        WORLDLY_TYPES.iter().flat_map(|name| words(&code, name).map(move |at| (at, (*name).to_owned())));
    let modules = WORLDLY_MODULES
        .iter()
        .flat_map(|name| uses(&code, "std", name).into_iter().map(move |at| (at, format!("std::{name}"))));
    let blame =
        |(at, name)| file.breach_at(at, format!("`{name}` in core, which decides and touches nothing"));
    types.chain(modules).map(blame).collect()
}

fn differences(file: &File, expected: &[&str]) -> Vec<Breach> {
    let used: Vec<Dependency> = dependencies(file).into_iter().filter(|d| d.built).collect();
    let extra = used.iter().filter(|d| !expected.contains(&d.name.as_str()));
    let extra = extra.map(|d| file.breach_at(d.offset, format!("core may not be built from `{}`", d.name)));
    let absent = expected.iter().filter(|name| !used.iter().any(|d| d.name == **name));
    let absent = absent.map(|name| file.breach(format!("`{name}` is on tidy's list for core but not here")));
    extra.chain(absent).collect()
}

fn wrong_ways(file: &File, name: &str, may_use: &[&str]) -> Vec<Breach> {
    let allowed = |d: &Dependency| may_use.contains(&d.name.as_str()) || (!d.built && d.name == TESTKIT);
    let wrong = |d: &Dependency| room(&d.name).is_some() && !allowed(d);
    let wrong = dependencies(file).into_iter().filter(wrong);
    let wrong = wrong.map(|d| file.breach_at(d.offset, format!("`{name}` may not depend on `{}`", d.name)));
    let unread = file.text.lines().filter(|line| is_unreadable(line));
    wrong
        .chain(unread.map(|line| file.breach(format!("`{line}`: write `[dependencies]` as a table"))))
        .collect()
}

fn room(name: &str) -> Option<&'static [&'static str]> {
    ROOMS.iter().find(|(room, _)| *room == name).map(|(_, may_use)| *may_use)
}

/// One line of a manifest that brings a crate in.
#[derive(Debug, PartialEq, Eq)]
struct Dependency {
    name: String,
    /// Built into the room itself, not only into its tests.
    built: bool,
    offset: usize,
}

/// Everything a manifest brings in, for any target, under the crate's own name where it is renamed.
fn dependencies(file: &File) -> Vec<Dependency> {
    let (mut found, mut section, mut offset) = (Vec::new(), "", 0);
    for line in file.text.split_inclusive('\n') {
        let (start, line) = (offset, line.trim());
        offset += file.text[start..].find('\n').map_or(0, |end| end + 1);
        match line.strip_prefix('[') {
            Some(header) => {
                section = header.trim_matches(['[', ']']);
                found.extend(own_table(section).map(|name| dependency(section, name, start)));
            }
            None if is_list(section) || (own_table(section).is_some() && key(line) == "package") => {
                found.extend(named(line).map(|name| dependency(section, name, start)));
            }
            None => {}
        }
    }
    found
}

fn dependency(section: &str, name: &str, offset: usize) -> Dependency {
    Dependency { name: name.to_owned(), built: !section.contains("dev-dependencies"), offset }
}

/// `[dependencies]`, `[build-dependencies]`, `[target.'cfg(unix)'.dependencies]`; not the workspace's list of versions.
fn is_list(section: &str) -> bool {
    section.ends_with("dependencies") && !section.starts_with("workspace")
}

/// The name in `[dependencies.name]`.
fn own_table(section: &str) -> Option<&str> {
    let (list, name) = section.rsplit_once('.')?;
    is_list(list).then(|| name.trim_matches(['"', '\'']))
}

/// The crate in `name = ...`, `name.workspace = true`, `alias = { package = "name", ... }`, or `package = "name"` on a
/// line of its own.
fn named(line: &str) -> Option<&str> {
    let renamed = line.split_once("package").and_then(|(_, rest)| rest.split('"').nth(1));
    let plain = key(line).split('.').next().filter(|name| !name.is_empty());
    renamed.or(plain.map(|name| name.trim_matches('"')))
}

/// What stands before the `=`; nothing for a comment or an empty line.
fn key(line: &str) -> &str {
    line.split_once('=').map_or("", |(key, _)| key.trim()).split('#').next().unwrap_or_default()
}

/// `dependencies.name = ...` and `dependencies = { ... }` outside a table of their own.
fn is_unreadable(line: &str) -> bool {
    key(line.trim()).split('.').any(|part| part.trim_matches('"').ends_with("dependencies"))
}

/// The name of the package a manifest describes.
fn package(file: &File) -> Option<&str> {
    let is_manifest = file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml");
    let (_, body) = file.text.split_once("[package]").filter(|_| is_manifest)?;
    let line = body.lines().find(|line| line.split('=').next().is_some_and(|key| key.trim() == "name"))?;
    line.split('"').nth(1)
}

#[cfg(test)]
mod tests;

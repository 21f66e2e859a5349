//! Words that must not stand in the sources, and paths that must not stand anywhere.

use super::source::{Kind, only, uses, words};
use super::{Breach, File, Tree};

/// Promises to a later self. Found in comments and literals too.
const PROMISES: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// Code that stands for code, or was left over from a search.
const STANDINS: &[&str] = &["todo!(", "unimplemented!(", "dbg!("];

/// The shells, by the names under which they are started.
const SHELLS: &[&str] = &["sh", "bash", "/bin/sh", "/bin/bash"];

/// Directories that exist on the machine of whoever wrote the file.
const MACHINE: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/")];

/// Homes; a name follows.
const HOMES: &str = concat!("/ho", "me/");

/// Nothing is left for later: what is not done is not in the tree.
pub fn nothing_left_to_do(tree: &Tree) -> Vec<Breach> {
    let check = |file: &File| {
        let spoken = only(&file.text, &[Kind::Code, Kind::Comment]);
        let promises = PROMISES.iter().flat_map(|word| find(file, &file.text, word));
        promises.chain(STANDINS.iter().flat_map(|word| find(file, &spoken, word))).collect::<Vec<_>>()
    };
    tree.rust().flat_map(check).collect()
}

/// A test that is not run proves nothing.
pub fn no_ignored_test(tree: &Tree) -> Vec<Breach> {
    let spoken = |file: &File| only(&file.text, &[Kind::Code, Kind::Comment]);
    tree.rust().flat_map(|file| find(file, &spoken(file), "#[ignore").collect::<Vec<_>>()).collect()
}

/// Whoever sleeps waits too long or not long enough; wait for what is awaited.
pub fn no_sleeping(tree: &Tree) -> Vec<Breach> {
    let check = |file: &File| {
        let spoken = only(&file.text, &[Kind::Code, Kind::Comment]);
        let mut found = Vec::new();
        for parent in ["thread", "time"] {
            let what = format!("`{parent}::sleep`; wait for the event, or ask for a timer");
            found.extend(uses(&spoken, parent, "sleep").into_iter().map(|at| file.breach_at(at, &what)));
        }
        found
    };
    tree.rust().flat_map(check).collect()
}

/// A shell reads its arguments again; programs are started with a list of arguments.
pub fn no_shell(tree: &Tree) -> Vec<Breach> {
    let check = |file: &File| {
        let text = only(&file.text, &[Kind::Code, Kind::Literal]);
        let starts = |shell: &&str| {
            let call = format!("Command::new(\"{shell}\"");
            text.match_indices(&call).map(|(at, _)| file.breach_at(at, "starts a shell")).collect::<Vec<_>>()
        };
        SHELLS.iter().flat_map(starts).collect::<Vec<_>>()
    };
    tree.rust().flat_map(check).collect()
}

/// The tree means the same on every machine.
pub fn no_machine_path(tree: &Tree) -> Vec<Breach> {
    let check = |file: &File| {
        let fixed = MACHINE.iter().flat_map(|path| file.text.match_indices(path));
        let homes =
            file.text.match_indices(HOMES).filter(|(at, _)| names_a_user(&file.text[at + HOMES.len()..]));
        let whole = |(at, _): &(usize, &str)| starts_a_path(&file.text[..*at]);
        fixed
            .chain(homes)
            .filter(whole)
            .map(|(at, _)| file.breach_at(at, "a path of one machine"))
            .collect::<Vec<_>>()
    };
    tree.files.iter().flat_map(check).collect()
}

fn find<'a>(file: &'a File, text: &'a str, word: &'a str) -> impl Iterator<Item = Breach> + 'a {
    words(text, word).map(move |at| file.breach_at(at, format!("`{word}`")))
}

/// Whether the next `/` is the root, not a part of a longer path, address or template.
fn starts_a_path(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric() || "_-.~})*".contains(c))
}

fn names_a_user(after: &str) -> bool {
    let name = after.find(|c: char| !(c.is_ascii_alphanumeric() || "_-.".contains(c)));
    name.is_some_and(|end| end > 0 && after[end..].starts_with('/'))
}

#[cfg(test)]
mod tests;

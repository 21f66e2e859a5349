//! Whether the lists still fit the tree: every safeguard is where its list says, exactly once, and its test exists. Fast
//! enough for tidy; that the test also fails is what `suite` shows.

use super::list::{self, LISTS, Safeguard, Target, Test, Unreadable};
use crate::tidy::{Breach, Tree};

/// Most characters of what a safeguard protects from: a sentence, not a story.
const PROTECTS_MAX: usize = 200;

/// All safeguards, in the order of the lists, and every list that cannot be read.
pub fn safeguards(tree: &Tree) -> (Vec<Safeguard>, Vec<Breach>) {
    let (mut all, mut breaches) = (Vec::new(), Vec::new());
    for file in tree.under(LISTS).filter(|file| file.path.ends_with(".toml")) {
        match list::read(&file.path, &file.text) {
            Ok(read) => all.extend(read),
            Err(Unreadable { line, what }) => {
                breaches.push(Breach { path: file.path.clone(), line: Some(line), what });
            }
        }
    }
    (all, breaches)
}

/// What is wrong with the lists.
pub fn fits_the_tree(tree: &Tree) -> Vec<Breach> {
    let (all, mut breaches) = safeguards(tree);
    for (at, one) in all.iter().enumerate() {
        let said_before = all.iter().take(at).any(|other| other.name == one.name);
        let twice = said_before.then(|| format!("`{}` is there twice", one.name));
        let wrong = [twice, badly_said(one), misplaced(tree, one), no_test(tree, &one.test)];
        breaches.extend(wrong.into_iter().flatten().map(|what| Breach {
            path: one.at.path.clone(),
            line: Some(one.at.line),
            what,
        }));
    }
    breaches
}

fn badly_said(one: &Safeguard) -> Option<String> {
    let name = &one.name;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return Some(format!("`{name}` is no name; write small letters, digits and `-`"));
    }
    let long = one.protects.chars().count() > PROTECTS_MAX;
    if long || !one.protects.ends_with('.') {
        return Some(format!("`{name}`: say in one sentence, with its full stop, what it protects from"));
    }
    (one.old == one.new).then(|| format!("`{name}` switches nothing off: old and new are the same"))
}

fn misplaced(tree: &Tree, one: &Safeguard) -> Option<String> {
    let Safeguard { name, file: path, old, .. } = one;
    let Some(file) = tree.files.iter().find(|file| file.path == *path) else {
        return Some(format!("`{name}`: there is no {path}"));
    };
    match file.text.matches(old.as_str()).count() {
        1 => None,
        count => Some(format!("`{name}`: its old text is {count} times in {path}, must be once")),
    }
}

fn no_test(tree: &Tree, test: &Test) -> Option<String> {
    let manifest = format!("name = \"{}\"", test.program.package);
    let holds = |file: &&crate::tidy::File| {
        file.path.ends_with("/Cargo.toml") && file.text.lines().any(|line| line == manifest)
    };
    let Some(room) = tree.files.iter().find(holds).and_then(|file| file.path.strip_suffix("Cargo.toml"))
    else {
        return Some(format!("there is no package `{}`", test.program.package));
    };
    let places = match &test.program.target {
        Target::Lib => vec!["src/lib.rs".to_owned()],
        Target::Bin => vec!["src/main.rs".to_owned()],
        Target::Tests(name) => vec![format!("tests/{name}.rs"), format!("tests/{name}/main.rs")],
    };
    if !tree.under(room).any(|file| places.iter().any(|place| file.path == format!("{room}{place}"))) {
        return Some(format!("`{test}` names no target: there is no {}", places.join(" or ")));
    }
    // Tests that a macro makes are written elsewhere; so any file may know the name.
    let last = test.filter.rsplit("::").next().unwrap_or_default();
    let known = last.is_empty() || tree.rust().any(|file| file.text.contains(&format!("fn {last}")));
    (!known).then(|| format!("`{test}`: no function is named like that"))
}

#[cfg(test)]
mod tests;

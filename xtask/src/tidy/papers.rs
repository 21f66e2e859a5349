//! Documents that can be checked are checked.

use super::source::words;
use super::{Breach, Tree};

const DOCUMENTS: &str = "docs/protocols/";

/// Where the protocols that ship may lie.
const PROTOCOLS: &[&str] = &["protocols/", "crates/tribunal-core/protocols/"];

/// Every protocol that ships is spoken of by name in `docs/protocols/`, as soon as there is anything in there.
pub fn protocols_are_documented(tree: &Tree) -> Vec<Breach> {
    let documents: Vec<&str> = tree.under(DOCUMENTS).map(|file| file.text.as_str()).collect();
    if documents.is_empty() {
        return Vec::new();
    }
    let mentioned = |name: &str| documents.iter().any(|text| words(text, name).next().is_some());
    let files = PROTOCOLS.iter().flat_map(|directory| tree.under(directory));
    let silent = files.filter(|file| !mentioned(stem(&file.path)));
    silent
        .map(|file| file.breach(format!("`{}` is not mentioned in {DOCUMENTS}", stem(&file.path))))
        .collect()
}

/// Users read what changed.
pub fn changelog_exists(tree: &Tree) -> Vec<Breach> {
    let path = "CHANGELOG.md";
    match tree.files.iter().any(|file| file.path == path) {
        true => Vec::new(),
        false => vec![Breach { path: path.into(), line: None, what: "is missing".into() }],
    }
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests;

//! The outer form of files: how they open, how long they are, what stands at the ends of lines.

use super::{Breach, File, Tree};

/// Most lines of a file. The style asks for 400; beyond this a file has two subjects.
const LINES_MAX: usize = 600;

/// Most lines of a `tests.rs`, which grows with what it proves.
const TEST_LINES_MAX: usize = 1200;

/// Every Rust file says in its first line what it is for.
pub fn opens_with_its_purpose(tree: &Tree) -> Vec<Breach> {
    let silent = tree.rust().filter(|file| !file.text.starts_with("//!"));
    silent.map(|file| file.breach("opens without `//!`; say what the file is for")).collect()
}

/// No file outgrows a reader.
pub fn short_enough(tree: &Tree) -> Vec<Breach> {
    let too_long = |file: &File| {
        let most = if file.path.ends_with("/tests.rs") { TEST_LINES_MAX } else { LINES_MAX };
        let lines = file.text.lines().count();
        (lines > most).then(|| file.breach(format!("{lines} lines, at most {most}; split it by subject")))
    };
    tree.rust().filter_map(too_long).collect()
}

/// No white space at the end of a line in what people write, and no tabs in Rust. Files below `crates/` that are not
/// Rust or TOML are what agents wrote or shall read, and stay as they are.
pub fn no_stray_space(tree: &Tree) -> Vec<Breach> {
    tree.files.iter().filter(|file| is_ours(file)).flat_map(stray_space).collect()
}

fn is_ours(file: &File) -> bool {
    let written = file.path.ends_with(".md") || file.path.starts_with(".ci/");
    file.is_rust() || file.path.ends_with(".toml") || (written && !file.path.starts_with("crates/"))
}

fn stray_space(file: &File) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut offset = 0;
    for line in file.text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        if bare.ends_with(char::is_whitespace) {
            breaches.push(file.breach_at(offset, "white space at the end of the line"));
        }
        if file.is_rust() && bare.contains('\t') {
            breaches.push(file.breach_at(offset, "a tab; write spaces, or `\\t` in a literal"));
        }
        offset += line.len();
    }
    breaches
}

#[cfg(test)]
mod tests;

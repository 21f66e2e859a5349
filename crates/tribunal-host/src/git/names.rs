//! Which names may be written to a disk, and which are names of branches. Pure.
//!
//! A tree object can hold any bytes as names, and file systems take some of them for others: `.GIT`, `.git.` and
//! `git~1` all reach `.git` somewhere. Whoever gets a file in there has a program run by the next git command.

use super::Why;

/// Longest name that file systems take.
const NAME_MAX: usize = 255;

/// Longest name of a branch.
const BRANCH_MAX: usize = 1000;

/// Letters that HFS+ passes over when it compares names.
const IGNORED_BY_HFS: &[char] = &[
    '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{206a}', '\u{206b}', '\u{206c}', '\u{206d}', '\u{206e}', '\u{206f}', '\u{feff}',
];

/// Why one name of a tree may not be written; none if it may.
pub(super) fn objection(name: &[u8]) -> Option<Why> {
    let odd = name.is_empty() || name.contains(&b'/') || name.contains(&0) || matches!(name, b"." | b"..");
    if odd {
        return Some(Why::Name);
    }
    if is_dot_git(name) {
        return Some(Why::DotGit);
    }
    (name.len() > NAME_MAX).then_some(Why::TooLong)
}

/// Whether git takes this as the name of a branch, after `refs/heads/`. Stricter than what it looks up: `x~1` is no
/// branch, though a commit is found by it.
pub(super) fn is_branch(name: &str) -> bool {
    let odd = |c: char| c.is_control() || " ~^:?*[\\".contains(c);
    let bad = |part: &str| part.is_empty() || part.starts_with('.') || part.ends_with(".lock");
    let bad = name.contains(odd) || name.contains("..") || name.contains("@{") || name.split('/').any(bad);
    !bad && !name.ends_with('.') && name != "@" && name.len() <= BRANCH_MAX
}

/// Whether any file system takes this name for `.git`. A backslash separates names on some, so each part is looked at.
pub(super) fn is_dot_git(name: &[u8]) -> bool {
    name.split(|b| *b == b'\\').any(|part| is_dot_git_on_hfs(part) || is_dot_git_on_ntfs(part))
}

fn is_dot_git_on_hfs(name: &[u8]) -> bool {
    let text = String::from_utf8_lossy(name);
    text.chars().filter(|c| !IGNORED_BY_HFS.contains(c)).collect::<String>().eq_ignore_ascii_case(".git")
}

/// NTFS drops dots and spaces at the end and what follows a colon, and has short names such as `git~1`.
fn is_dot_git_on_ntfs(name: &[u8]) -> bool {
    let stem = name.split(|b| *b == b':').next().unwrap_or_default();
    let end = stem.iter().rposition(|b| !b". ".contains(b)).map_or(0, |at| at + 1);
    let stem = stem[..end].to_ascii_lowercase();
    stem == b".git" || (stem.len() == 5 && stem.starts_with(b"git~") && stem[4].is_ascii_digit())
}

#[cfg(test)]
mod tests;

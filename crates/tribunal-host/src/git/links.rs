//! Where symbolic links lead, worked out on paper. Pure: the links of a tree are a map, and no file is looked at.
//!
//! Judging one target by counting its `..` is not enough: a link that stays inside can lead out when another link is a
//! part of its way. So a way is followed through all links of the tree, as the system would.

use std::collections::{BTreeMap, VecDeque};

use super::RepoPath;
use super::names::is_dot_git;

/// Most links on one way, as on Linux. A way with more is a loop for the system too.
const HOPS_MAX: usize = 40;

/// Most parts of one way; beyond it a way is as good as endless.
const PARTS_MAX: usize = 4096;

/// Whether the link at this path stays inside the tree and out of any `.git`. Loops do not.
pub(super) fn stays_inside(links: &BTreeMap<RepoPath, Vec<u8>>, path: &RepoPath) -> bool {
    follow(links, path).is_some()
}

fn follow(links: &BTreeMap<RepoPath, Vec<u8>>, path: &RepoPath) -> Option<()> {
    let mut ahead: VecDeque<Vec<u8>> = parts(path.as_bytes()).collect();
    let mut here: Vec<Vec<u8>> = Vec::new();
    let mut hops = 0;
    while let Some(part) = ahead.pop_front() {
        match part.as_slice() {
            b"" | b"." => continue,
            b".." => {
                here.pop()?;
                continue;
            }
            name if is_dot_git(name) => return None,
            _ => here.push(part),
        }
        let Some(target) = links.get(&RepoPath::new(here.join(&b'/'))) else { continue };
        hops += 1;
        if hops > HOPS_MAX || target.is_empty() || target[0] == b'/' || ahead.len() > PARTS_MAX {
            return None;
        }
        here.pop();
        parts(target).rev().for_each(|part| ahead.push_front(part));
    }
    Some(())
}

fn parts(path: &[u8]) -> impl DoubleEndedIterator<Item = Vec<u8>> + '_ {
    path.split(|b| *b == b'/').map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests;

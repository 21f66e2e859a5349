//! Writes objects: blobs from files, a tree by changing another, a commit. Through a private index; no ref is moved and
//! the user's index is never opened.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tribunal_core::domain::Timestamp;

use super::call::Git;
use super::discover::Layout;
use super::objects::{EntryKind, Named, Objects};
use super::{GitError, ObjectId, RepoPath};
use crate::disk;

/// Who makes a commit, when, and what it says. The same values over the same tree give the same commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorship {
    /// A name, such as `tribunal`.
    pub name: String,
    /// A mail address, such as `tribunal@localhost`.
    pub email: String,
    /// When; the milliseconds are dropped.
    pub at: Timestamp,
    /// The message, with its trailers.
    pub message: String,
}

/// One path of a tree as it shall be: an entry, or none.
pub(super) type Edit = (RepoPath, Option<(EntryKind, ObjectId)>);

/// Stores the files of a directory, named by numbers from 0, as blobs: their bytes as they are.
pub(super) fn blobs(
    git: &Git,
    layout: &Layout,
    directory: &Path,
    count: usize,
) -> Result<Vec<ObjectId>, GitError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let names: String = (0..count).map(|number| format!("{number}\n")).collect();
    let call = git.plain(layout, "hash-object").args(&["-w", "--no-filters", "--stdin-paths"]);
    let out = call.at(directory).input(names.into_bytes()).ok()?;
    let ids: Option<Vec<ObjectId>> = lines(&out).map(ObjectId::from_hex).collect();
    ids.filter(|ids| ids.len() == count).ok_or_else(|| GitError::garbled("the output of `git hash-object`"))
}

/// A private index that holds the tree of a commit.
pub(super) fn index_of(git: &Git, layout: &Layout, commit: ObjectId) -> Result<PathBuf, GitError> {
    let index = git.den.fresh("index");
    git.plain(layout, "read-tree").env("GIT_INDEX_FILE", &index).arg(commit.to_string()).ok()?;
    Ok(index)
}

/// Changes a private index. What is removed goes first, so that a file can become a directory and the other way.
pub(super) fn edit(git: &Git, layout: &Layout, index: &Path, edits: &[Edit]) -> Result<(), GitError> {
    let nothing = layout.format.nothing();
    let mut input = Vec::new();
    let (kept, removed): (Vec<_>, Vec<_>) = edits.iter().partition(|(_, entry)| entry.is_some());
    for (path, entry) in removed.into_iter().chain(kept) {
        let head = match entry {
            Some((kind, id)) => format!("{} {id} 0\t", kind.mode()),
            None => format!("0 {nothing} 0\t"),
        };
        input.extend_from_slice(head.as_bytes());
        input.extend_from_slice(path.as_bytes());
        input.push(0);
    }
    let call = git.plain(layout, "update-index").args(&["-z", "--index-info"]);
    call.env("GIT_INDEX_FILE", index).input(input).ok().map(drop)
}

/// The tree of a private index.
pub(super) fn tree(git: &Git, layout: &Layout, index: &Path) -> Result<ObjectId, GitError> {
    let out = git.plain(layout, "write-tree").env("GIT_INDEX_FILE", index).ok()?;
    one_id(&out)
}

/// A commit of a tree on top of another.
pub(super) fn commit(
    git: &Git,
    layout: &Layout,
    tree: ObjectId,
    parent: ObjectId,
    author: &Authorship,
) -> Result<ObjectId, GitError> {
    let Authorship { name, email, at, message } = author;
    let who = format!("{} <{}> {} +0000", plain(name), plain(email), at.0 / 1000);
    let message = message.replace('\0', "");
    let text =
        format!("tree {tree}\nparent {parent}\nauthor {who}\ncommitter {who}\n\n{}\n", message.trim_end());
    let call = git.plain(layout, "hash-object").args(&["-w", "-t", "commit", "--stdin"]);
    one_id(&call.input(text.into_bytes()).ok()?)
}

/// Makes a new commit durable by all its names: git has synced what it wrote, but not the directories it wrote to. The trees
/// and blobs on the way to the changed paths go with it. Those that were there already do too: whoever wrote them may
/// have been cut off before this.
pub(super) fn settle<'a>(
    layout: &Layout,
    objects: &mut Objects,
    commit: ObjectId,
    paths: impl IntoIterator<Item = &'a RepoPath>,
) -> Result<(), GitError> {
    let directory = layout.common_dir.join("objects");
    let file = |id: ObjectId| {
        let name = id.to_string();
        directory.join(&name[..2]).join(&name[2..])
    };
    let all = on_the_way(objects, commit, paths)?.into_iter().map(file);
    disk::sync_names(&directory, all).map_err(GitError::io("make durable", &directory))
}

/// A commit, its tree, and every tree and blob on the way to these paths.
fn on_the_way<'a>(
    objects: &mut Objects,
    commit: ObjectId,
    paths: impl IntoIterator<Item = &'a RepoPath>,
) -> Result<Vec<ObjectId>, GitError> {
    let root = objects.commit(commit)?.tree;
    let mut found = vec![commit, root];
    // What each directory holds, by its path; read once.
    let mut known: BTreeMap<Vec<u8>, Vec<Named>> = BTreeMap::from([(Vec::new(), objects.tree(root)?)]);
    for path in paths {
        let mut above: Vec<u8> = Vec::new();
        for part in path.as_bytes().split(|b| *b == b'/') {
            let named = known.get(&above).and_then(|tree| tree.iter().find(|entry| entry.name == part));
            let Some((kind, id)) = named.map(|entry| (entry.kind, entry.id)) else { break };
            found.push(id);
            above = [above.as_slice(), b"/", part].concat();
            if kind == EntryKind::Tree && !known.contains_key(&above) {
                known.insert(above.clone(), objects.tree(id)?);
            }
        }
    }
    Ok(found)
}

/// Without what would end the field early.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !"<>".contains(*c)).collect()
}

fn one_id(out: &[u8]) -> Result<ObjectId, GitError> {
    let id = lines(out).next().and_then(ObjectId::from_hex);
    id.ok_or_else(|| GitError::garbled("the name of a new object"))
}

fn lines(out: &[u8]) -> impl Iterator<Item = &[u8]> {
    out.split(|b| *b == b'\n').filter(|line| !line.is_empty())
}

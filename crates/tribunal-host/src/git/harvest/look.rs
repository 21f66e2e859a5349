//! Looks at everything in a checkout: files, links and what must not be there. Follows no link and opens no file; what
//! git is asked is only whether new paths are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use super::{HarvestRefused, Refused};
use crate::git::checkout::{Checkout, touches_left_out};
use crate::git::links::stays_inside;
use crate::git::names::{is_dot_git, objection};
use crate::git::repository::Repository;
use crate::git::talk::Talk;
use crate::git::{GitError, RepoPath};

/// Most files and directories looked at.
const LOOKED_AT_MAX: usize = 2_000_000;

/// Deepest nesting that is followed.
const DEPTH_MAX: usize = 256;

/// Longest rule, or name of a file of rules, that is read.
const PATTERN_MAX: usize = 64 * 1024;

/// What is in the directory.
#[derive(Default)]
pub(super) struct Found {
    pub files: BTreeMap<RepoPath, Metadata>,
    pub links: BTreeMap<RepoPath, Vec<u8>>,
    pub refused: Vec<Refused>,
    looked_at: usize,
}

impl Found {
    /// Judges what only the whole shows.
    pub fn judge(&mut self, checkout: &Checkout) {
        let out = self.links.keys().filter(|path| !stays_inside(&self.links, path)).cloned();
        self.refused.extend(out.map(Refused::Link).collect::<Vec<_>>());
        if checkout.left_out.is_empty() {
            return;
        }
        let left_out: BTreeSet<RepoPath> = checkout.left_out.iter().map(|out| out.path.clone()).collect();
        let new =
            self.files.keys().chain(self.links.keys()).filter(|path| !checkout.written.contains_key(*path));
        let taken = new.filter(|path| touches_left_out(&left_out, path)).cloned();
        self.refused.extend(taken.map(Refused::LeftOut).collect::<Vec<_>>());
    }
}

pub(super) fn look(repository: &Repository, checkout: &Checkout) -> Result<Found, HarvestRefused> {
    let mut found = Found::default();
    let mut rules = Rules { repository, root: checkout.root.clone(), talk: None };
    let known: BTreeSet<RepoPath> = checkout.written.keys().flat_map(directories_above).collect();
    let mut ahead = vec![(RepoPath::new(Vec::new()), 0)];
    while let Some((directory, depth)) = ahead.pop() {
        let place = directory.below(&checkout.root);
        if let Some(refused) = strange_rules(&place, &directory) {
            found.refused.push(refused);
            continue;
        }
        let entries = fs::read_dir(&place).map_err(GitError::io("read", &place))?;
        for entry in entries {
            let entry = entry.map_err(GitError::io("read", &place))?;
            let path = directory.child(&entry.file_name().into_vec());
            found.looked_at += 1;
            if found.looked_at > LOOKED_AT_MAX {
                return Err(HarvestRefused::TooMuch { limit: LOOKED_AT_MAX as u64, unit: "files" });
            }
            let expected = checkout.written.contains_key(&path) || known.contains(&path);
            if let Some(deeper) = found.take(&entry, path, expected, &mut rules)? {
                match depth < DEPTH_MAX {
                    true => ahead.push((deeper, depth + 1)),
                    false => found.refused.push(Refused::Name(deeper)),
                }
            }
        }
    }
    Ok(found)
}

/// Git would open a list of ignore rules whatever it is, and wait at a FIFO for ever. So such a directory is not asked
/// about at all.
fn strange_rules(place: &Path, directory: &RepoPath) -> Option<Refused> {
    let found = place.join(".gitignore").symlink_metadata().ok()?.file_type();
    let strange = !(found.is_file() || found.is_dir() || found.is_symlink());
    strange.then(|| Refused::Special(directory.child(b".gitignore")))
}

impl Found {
    /// Takes one entry in; gives back a directory that is to be looked into.
    fn take(
        &mut self,
        entry: &fs::DirEntry,
        path: RepoPath,
        expected: bool,
        rules: &mut Rules<'_>,
    ) -> Result<Option<RepoPath>, GitError> {
        let name = entry.file_name();
        if is_dot_git(name.as_bytes()) {
            self.refused.push(Refused::Repository(path));
            return Ok(None);
        }
        if !expected && rules.ignore(&path)? {
            return Ok(None);
        }
        let place = entry.path();
        let metadata = fs::symlink_metadata(&place).map_err(GitError::io("read", &place))?;
        let kind = metadata.file_type();
        if objection(name.as_bytes()).is_some() {
            self.refused.push(Refused::Name(path));
        } else if kind.is_dir() {
            return Ok(Some(path));
        } else if kind.is_symlink() {
            let target = fs::read_link(&place).map_err(GitError::io("read", &place))?;
            self.links.insert(path, target.into_os_string().into_vec());
        } else if kind.is_fifo() || kind.is_socket() || kind.is_block_device() || kind.is_char_device() {
            self.refused.push(Refused::Special(path));
        } else {
            self.files.insert(path, metadata);
        }
        Ok(None)
    }
}

fn directories_above(path: &RepoPath) -> Vec<RepoPath> {
    let bytes = path.as_bytes();
    let slashes = bytes.iter().enumerate().filter(|(_, b)| **b == b'/');
    slashes.map(|(at, _)| RepoPath::new(&bytes[..at])).collect()
}

/// The tree's own ignore rules, asked of a git that stays. Only asked of what is new.
struct Rules<'a> {
    repository: &'a Repository,
    root: PathBuf,
    talk: Option<Talk>,
}

impl Rules<'_> {
    fn ignore(&mut self, path: &RepoPath) -> Result<bool, GitError> {
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => self.start()?,
        };
        // Begun with a dot, no name can pose as one of git's patterns.
        let question = [b"./", path.as_bytes(), b"\0"].concat();
        talk.ask(&question)?;
        // Source, line, pattern and path; the first three are empty if no rule speaks of the path.
        let source = talk.until(0, question.len() + PATTERN_MAX)?;
        talk.until(0, PATTERN_MAX)?;
        let pattern = talk.until(0, PATTERN_MAX)?;
        talk.until(0, question.len())?;
        self.talk = Some(talk);
        Ok(!source.is_empty() && !pattern.starts_with(b"!"))
    }

    fn start(&self) -> Result<Talk, GitError> {
        let Repository { git, layout, .. } = self.repository;
        let call = git.private(layout, "check-ignore").args(&["--no-index", "--stdin", "-z", "-v", "-n"]);
        // This command knows no literal pathspecs and does without.
        call.env("GIT_LITERAL_PATHSPECS", "0").env("GIT_WORK_TREE", &self.root).at(&self.root).talk()
    }
}

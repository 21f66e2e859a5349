//! Makes a commit of what an agent changed in a checkout, on top of the commit it was made from.
//!
//! The agent may be hijacked, so the directory is read as evidence: links are never followed, each file is opened once
//! and copied before anything else looks at it, and one thing that must not be there refuses the whole. What is
//! ignored by the tree's own rules (build results) stays behind; what was left out of the checkout stays as it was.

mod look;

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use tribunal_core::domain::Commit;

use self::look::{Found, look};
use super::checkout::{Checkout, Mark, Written};
use super::objects::EntryKind;
use super::repository::Repository;
use super::store::{self, Authorship, Edit};
use super::{GitError, ObjectId, RepoPath};

/// Most bytes of one harvested file. A fix is text; what is larger got in by mistake.
const FILE_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// Most bytes of all changed files together.
const BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Most changed paths.
const CHANGED_MAX: usize = 10_000;

/// Most reasons that are listed.
const REASONS_MAX: usize = 50;

/// Something in the directory that must not be there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refused {
    /// A repository, or a name that some file system takes for one.
    Repository(RepoPath),
    /// A link that leads out of the tree, into a `.git`, or round in a circle.
    Link(RepoPath),
    /// A FIFO, device or socket.
    Special(RepoPath),
    /// A file that is too large.
    Large(RepoPath),
    /// Something in the place of what was left out of the checkout.
    LeftOut(RepoPath),
    /// A name that cannot be in a tree, or nesting without end.
    Name(RepoPath),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Repository(path) => write!(f, "{path} is a repository of its own"),
            Refused::Link(path) => write!(f, "{path} is a link that leads out of the tree"),
            Refused::Special(path) => write!(f, "{path} is neither a file, a directory nor a link"),
            Refused::Large(path) => write!(f, "{path} is larger than {FILE_BYTES_MAX} bytes"),
            Refused::LeftOut(path) => write!(f, "{path} is in the place of something that was left out"),
            Refused::Name(path) => write!(f, "{path} is not a name for a tree"),
        }
    }
}

/// Why nothing was harvested. No commit was made.
#[derive(Debug, thiserror::Error)]
pub enum HarvestRefused {
    /// Things that must not be there; the first of them, sorted.
    #[error("what was changed cannot be taken: {}", list(.0))]
    Found(Vec<Refused>),
    /// Too much.
    #[error("more was changed than a fix may: over {limit} {unit}")]
    TooMuch {
        /// The limit.
        limit: u64,
        /// Of what.
        unit: &'static str,
    },
    /// The directory changed while it was read, so somebody still writes there.
    #[error("{0} was changed while it was read; somebody still writes in the checkout")]
    Moving(RepoPath),
    /// The world said no.
    #[error(transparent)]
    Git(#[from] GitError),
}

fn list(found: &[Refused]) -> String {
    let reasons: Vec<String> = found.iter().map(ToString::to_string).collect();
    reasons.join("; ")
}

/// One changed path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum HarvestedPath {
    /// New.
    Added(RepoPath),
    /// Gone.
    Deleted(RepoPath),
    /// Other content, another mode or another kind.
    Modified(RepoPath),
}

/// What came of a harvest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Harvest {
    /// The commit; none if nothing was changed.
    pub commit: Option<Commit>,
    /// What was changed, sorted by path.
    pub changed: Vec<HarvestedPath>,
    /// Files that may be executed and could not be before.
    pub new_executables: Vec<RepoPath>,
}

/// A part of what was changed that becomes a commit of its own.
#[derive(Debug, Clone)]
pub struct Portion {
    /// Whatever was changed of these.
    pub paths: BTreeSet<RepoPath>,
    /// The commit.
    pub author: Authorship,
}

pub(super) fn harvest(
    repository: &mut Repository,
    checkout: &Checkout,
    portions: &[Portion],
    rest: &Authorship,
) -> Result<Harvest, HarvestRefused> {
    let mut found = look(repository, checkout)?;
    found.judge(checkout);
    if !found.refused.is_empty() {
        found.refused.sort();
        found.refused.truncate(REASONS_MAX);
        return Err(HarvestRefused::Found(found.refused));
    }
    let changes = changes(repository, checkout, &found)?;
    let summary = Harvest {
        commit: None,
        changed: changes.paths(checkout),
        new_executables: changes.executables(checkout),
    };
    if summary.changed.is_empty() {
        return Ok(summary);
    }
    let (git, layout) = (&repository.git, &repository.layout);
    let ids = store::blobs(git, layout, &changes.copies, changes.kept.len())?;
    let kept = changes.kept.iter().zip(ids).map(|((path, kind), id)| (path.clone(), Some((*kind, id))));
    let edits: Vec<Edit> = kept.chain(changes.gone.iter().map(|path| (path.clone(), None))).collect();
    let mut tip = ObjectId::from(&checkout.commit);
    let index = store::index_of(git, layout, tip)?;
    let mut made = Vec::new();
    for (edits, author) in shares(edits, portions, rest) {
        store::edit(git, layout, &index, &edits)?;
        let tree = store::tree(git, layout, &index)?;
        tip = store::commit(git, layout, tree, tip, author)?;
        made.push((tip, edits));
    }
    for (commit, edits) in &made {
        let paths = edits.iter().map(|(path, _)| path);
        store::settle(&repository.layout.clone(), &mut repository.objects, *commit, paths)?;
    }
    // Only litter in our own directory if it stays.
    let _ = fs::remove_dir_all(&changes.copies);
    Ok(Harvest { commit: Some(tip.commit()), ..summary })
}

/// The edits by the commits they go into, none of them empty. Where a file takes the place of a directory, or the other way,
/// nothing is split: half of such a change is no tree.
fn shares<'a>(
    mut edits: Vec<Edit>,
    portions: &'a [Portion],
    rest: &'a Authorship,
) -> Vec<(Vec<Edit>, &'a Authorship)> {
    let mut all = Vec::new();
    if !retyped(&edits) {
        for portion in portions {
            let (own, others) = edits.into_iter().partition(|(path, _)| portion.paths.contains(path));
            all.push((own, &portion.author));
            edits = others;
        }
    }
    all.push((edits, rest));
    all.retain(|(edits, _): &(Vec<Edit>, _)| !edits.is_empty());
    all
}

/// Whether one of these paths lies below another.
fn retyped(edits: &[Edit]) -> bool {
    let paths: BTreeSet<&[u8]> = edits.iter().map(|(path, _)| path.as_bytes()).collect();
    let below = |path: &&[u8]| {
        let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
        slashes.map(|(at, _)| &path[..at]).any(|above| paths.contains(above))
    };
    paths.iter().any(below)
}

/// What differs from the checkout as it was written.
struct Changes {
    /// Copies of the new content, named by numbers in the order of `kept`.
    copies: PathBuf,
    kept: Vec<(RepoPath, EntryKind)>,
    gone: Vec<RepoPath>,
}

impl Changes {
    fn paths(&self, checkout: &Checkout) -> Vec<HarvestedPath> {
        let kept = self.kept.iter().map(|(path, _)| match checkout.written.contains_key(path) {
            true => HarvestedPath::Modified(path.clone()),
            false => HarvestedPath::Added(path.clone()),
        });
        let mut all: Vec<HarvestedPath> =
            kept.chain(self.gone.iter().cloned().map(HarvestedPath::Deleted)).collect();
        all.sort_by(|a, b| a.path().cmp(b.path()));
        all
    }

    fn executables(&self, checkout: &Checkout) -> Vec<RepoPath> {
        let executable = EntryKind::File { executable: true };
        let was =
            |path: &RepoPath| checkout.written.get(path).is_some_and(|written| written.kind == executable);
        let new = self.kept.iter().filter(|(path, kind)| *kind == executable && !was(path));
        new.map(|(path, _)| path.clone()).collect()
    }
}

impl HarvestedPath {
    /// The path, whatever happened to it.
    pub fn path(&self) -> &RepoPath {
        match self {
            HarvestedPath::Added(path) | HarvestedPath::Deleted(path) | HarvestedPath::Modified(path) => path,
        }
    }
}

fn changes(
    repository: &mut Repository,
    checkout: &Checkout,
    found: &Found,
) -> Result<Changes, HarvestRefused> {
    let there = |path: &RepoPath| found.files.contains_key(path) || found.links.contains_key(path);
    let gone: Vec<RepoPath> = checkout.written.keys().filter(|path| !there(path)).cloned().collect();
    let copies = repository.git.den.fresh_dir("copies")?;
    let mut changes = Changes { copies, kept: Vec::new(), gone };
    let mut bytes = 0;
    for (path, metadata) in &found.files {
        let executable = metadata.mode() & 0o100 != 0;
        let kind = EntryKind::File { executable };
        let written = checkout.written.get(path);
        if written.is_some_and(|written| is_untouched(written, &Mark::of(metadata), checkout.stamp)) {
            continue;
        }
        // What was checked out may be larger than what a fix may bring; then it must be what it was.
        let limit = written.map_or(0, |written| written.mark.size).max(FILE_BYTES_MAX);
        let content = read(&path.below(&checkout.root), path, metadata, limit)?;
        if is_same(repository, written, kind, &content)? {
            continue;
        }
        if content.len() as u64 > FILE_BYTES_MAX {
            return Err(HarvestRefused::Found(vec![Refused::Large(path.clone())]));
        }
        bytes += content.len() as u64;
        changes.add(path, kind, &content, bytes)?;
    }
    for (path, target) in &found.links {
        let written = checkout.written.get(path);
        if !is_same(repository, written, EntryKind::Link, target)? {
            bytes += target.len() as u64;
            changes.add(path, EntryKind::Link, target, bytes)?;
        }
    }
    Ok(changes)
}

impl Changes {
    fn add(
        &mut self,
        path: &RepoPath,
        kind: EntryKind,
        content: &[u8],
        bytes: u64,
    ) -> Result<(), HarvestRefused> {
        if bytes > BYTES_MAX {
            return Err(HarvestRefused::TooMuch { limit: BYTES_MAX, unit: "bytes" });
        }
        if self.kept.len() >= CHANGED_MAX {
            return Err(HarvestRefused::TooMuch { limit: CHANGED_MAX as u64, unit: "changed files" });
        }
        let copy = self.copies.join(self.kept.len().to_string());
        fs::write(&copy, content).map_err(GitError::io("write", &copy))?;
        self.kept.push((path.clone(), kind));
        Ok(())
    }
}

/// By the system's word alone: the same mark, from before the checkout was finished.
fn is_untouched(written: &Written, mark: &Mark, stamp: (i64, i64)) -> bool {
    written.mark == *mark && mark.changed < stamp
}

/// By content.
fn is_same(
    repository: &mut Repository,
    written: Option<&Written>,
    kind: EntryKind,
    content: &[u8],
) -> Result<bool, GitError> {
    match written {
        Some(written) if written.kind == kind && written.mark.size == content.len() as u64 => {
            Ok(repository.objects.blob(written.id, u64::MAX)? == content)
        }
        Some(_) | None => Ok(false),
    }
}

/// Reads a file that was looked at before; if another one is there now, somebody is still writing.
fn read(place: &Path, path: &RepoPath, seen: &Metadata, limit: u64) -> Result<Vec<u8>, HarvestRefused> {
    if seen.len() > limit {
        return Err(HarvestRefused::Found(vec![Refused::Large(path.clone())]));
    }
    let file = File::open(place).map_err(GitError::io("read", place))?;
    let opened = file.metadata().map_err(GitError::io("read", place))?;
    if !Mark::of(&opened).same_file(&Mark::of(seen)) {
        return Err(HarvestRefused::Moving(path.clone()));
    }
    let mut content = Vec::new();
    file.take(limit + 1).read_to_end(&mut content).map_err(GitError::io("read", place))?;
    match content.len() as u64 == seen.len() {
        true => Ok(content),
        false => Err(HarvestRefused::Moving(path.clone())),
    }
}

//! The work tree's half of a landing: whether it may be moved, and moving it. Knows nothing of refs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::LandRefused;
use crate::disk;
use crate::git::call::Call;
use crate::git::config::Config;
use crate::git::den::read_bounded;
use crate::git::diff::{self, ChangedFile};
use crate::git::objects::EntryKind;
use crate::git::repository::Repository;
use crate::git::{GitError, ObjectId, RepoPath, Worktree, state};

/// Most bytes of a configuration file.
const CONFIG_MAX: u64 = 1024 * 1024;

/// Largest file that is looked at to see whether a landing wrote it; that of a harvest.
const MENDED_MAX: u64 = 16 * 1024 * 1024;

/// How a work tree stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readiness {
    /// Clean at the old commit.
    Ready,
    /// Clean at the new commit: an earlier landing got this far.
    HalfLanded,
}

/// Says whether a work tree may be moved, or refuses.
pub(super) fn inspect(
    repository: &Repository,
    tree: &Worktree,
    from: ObjectId,
    to: ObjectId,
    files: &[ChangedFile],
) -> Result<Readiness, LandRefused> {
    let root = || tree.root.clone();
    if let Some(operation) = tree.operations.first() {
        return Err(LandRefused::UnderWay { root: root(), operation: *operation });
    }
    if is_sparse(repository, tree)? {
        return Err(LandRefused::Sparse { root: root() });
    }
    let at =
        |commit| state::state(&repository.git, &repository.layout, &tree.git_dir, &tree.root, Some(commit));
    let now = at(from)?;
    if !now.is_clean_but_untracked() {
        return match at(to)?.is_clean_but_untracked() {
            true => Ok(Readiness::HalfLanded),
            false => Err(LandRefused::Dirty { root: root(), paths: now.tracked() }),
        };
    }
    check_way(tree, files)?;
    check_filters(repository, tree, files)?;
    Ok(Readiness::Ready)
}

/// Brings files that an earlier landing wrote before it was cut off to where the index is, if it is at this commit: files of
/// the change that are gone, or hold what it brings or a beginning of that. Their content is in the commit that lands, so
/// nothing is lost. Anything else that differs is somebody's work; then nothing is touched.
pub(super) fn mend(
    repository: &mut Repository,
    tree: &Worktree,
    at: ObjectId,
    files: &[ChangedFile],
) -> Result<(), LandRefused> {
    if check_lock(tree).is_err() {
        return Ok(());
    }
    let now = state::state(&repository.git, &repository.layout, &tree.git_dir, &tree.root, Some(at))?;
    if !now.staged.is_empty() || !now.conflicted.is_empty() {
        return Ok(());
    }
    let changed: BTreeSet<&RepoPath> = now.unstaged.iter().collect();
    let untracked: BTreeSet<&RepoPath> = now.untracked.iter().collect();
    let (mut cut, mut added) = (Vec::new(), Vec::new());
    for file in files {
        let there = exists(&file.path.below(&tree.root));
        if !is_beginning(repository, tree, file)? {
            continue;
        } else if changed.contains(&file.path) {
            cut.push(&file.path);
        } else if file.old.is_none() && there && untracked.contains(&file.path) {
            added.push(file.path.below(&tree.root));
        }
    }
    if cut.len() < changed.len() {
        return Ok(());
    }
    if cut.is_empty() && added.is_empty() {
        return Ok(());
    }
    for path in added {
        std::fs::remove_file(&path).map_err(GitError::io("remove", &path))?;
    }
    let input: Vec<u8> = cut.iter().flat_map(|path| [path.as_bytes(), b"\0"].concat()).collect();
    let call = call(repository, tree, "checkout-index").args(&["--force", "-z", "--stdin"]);
    Ok(call.input(input).ok().map(drop)?)
}

/// Whether a path holds nothing, or a beginning of what the change brings there.
fn is_beginning(repository: &mut Repository, tree: &Worktree, file: &ChangedFile) -> Result<bool, GitError> {
    let place = file.path.below(&tree.root);
    let Ok(found) = place.symlink_metadata() else { return Ok(true) };
    let Some((EntryKind::File { .. }, id)) = file.new else { return Ok(false) };
    if !found.is_file() || found.len() > MENDED_MAX {
        return Ok(false);
    }
    let bytes = std::fs::read(&place).map_err(GitError::io("read", &place))?;
    Ok(repository.objects.blob(id, MENDED_MAX)?.starts_with(&bytes))
}

/// Makes the files of a change and their names durable, so that a branch never moves before its work tree has.
pub(super) fn settle(tree: &Worktree, files: &[ChangedFile]) -> Result<(), GitError> {
    let places: Vec<PathBuf> = files.iter().map(|file| file.path.below(&tree.root)).collect();
    let plain = |place: &&PathBuf| place.symlink_metadata().is_ok_and(|found| found.is_file());
    for place in places.iter().filter(plain) {
        disk::sync(place).map_err(GitError::io("make durable", place))?;
    }
    disk::sync_names(&tree.root, places).map_err(GitError::io("make durable", &tree.root))
}

/// Moves index and files from one commit to another, or refuses and leaves both alone.
pub(super) fn move_to(
    repository: &Repository,
    tree: &Worktree,
    from: ObjectId,
    to: ObjectId,
) -> Result<(), LandRefused> {
    if read_tree(repository, tree, from, to).is_ok() {
        return Ok(());
    }
    check_lock(tree)?;
    let now = state::state(&repository.git, &repository.layout, &tree.git_dir, &tree.root, Some(from))?;
    if !now.is_clean_but_untracked() {
        return Err(LandRefused::Dirty { root: tree.root.clone(), paths: now.tracked() });
    }
    check_way(tree, &diff::files(&repository.git, &repository.layout, from, to)?)?;
    // Files whose times changed, but not their content, count as edited until the index has seen them again. If
    // something else is wrong, the second try says it.
    let _ = call(repository, tree, "update-index").args(&["-q", "--refresh"]).ok();
    Ok(read_tree(repository, tree, from, to)?)
}

fn read_tree(repository: &Repository, tree: &Worktree, from: ObjectId, to: ObjectId) -> Result<(), GitError> {
    let call = call(repository, tree, "read-tree").args(&["-m", "-u"]);
    call.arg(from.to_string()).arg(to.to_string()).ok().map(drop)
}

/// A call that sees the real index and files, and nothing else of the user.
fn call<'a>(repository: &'a Repository, tree: &Worktree, command: &str) -> Call<'a> {
    let call = repository.git.private(&repository.layout, command).env("GIT_WORK_TREE", &tree.root);
    call.env("GIT_INDEX_FILE", tree.git_dir.join("index")).at(&tree.root)
}

fn check_lock(tree: &Worktree) -> Result<(), LandRefused> {
    let path = tree.git_dir.join("index.lock");
    match path.symlink_metadata() {
        Ok(_) => Err(LandRefused::Locked { path }),
        Err(_) => Ok(()),
    }
}

fn is_sparse(repository: &Repository, tree: &Worktree) -> Result<bool, GitError> {
    let own = read_bounded(&tree.git_dir.join("config.worktree"), CONFIG_MAX)?.unwrap_or_default();
    let own = Config::parse(&own)?.flag("core.sparsecheckout");
    let patterns = tree.git_dir.join("info/sparse-checkout").symlink_metadata().is_ok();
    Ok(patterns && own.or(repository.layout.config.flag("core.sparsecheckout")) == Some(true))
}

/// Git would overwrite ignored files without a word. Whatever is where a new file goes, or where a directory above it
/// goes, refuses the landing, unless it is a tracked file that the landing removes.
fn check_way(tree: &Worktree, files: &[ChangedFile]) -> Result<(), LandRefused> {
    let removed: BTreeSet<&RepoPath> = files.iter().filter(|f| f.new.is_none()).map(|f| &f.path).collect();
    let in_the_way = |path: &RepoPath| {
        let refused = LandRefused::InTheWay { root: tree.root.clone(), path: path.clone() };
        if removed.contains(path) { Ok(()) } else { Err(refused) }
    };
    for file in files.iter().filter(|file| file.old.is_none()) {
        if exists(&file.path.below(&tree.root)) {
            in_the_way(&file.path)?;
        }
        let bytes = file.path.as_bytes();
        let slashes = bytes.iter().enumerate().filter(|(_, b)| **b == b'/').map(|(at, _)| at);
        for above in slashes.map(|at| RepoPath::new(&bytes[..at])) {
            let place = above.below(&tree.root);
            if exists(&place) && !place.symlink_metadata().is_ok_and(|found| found.is_dir()) {
                in_the_way(&above)?;
            }
        }
    }
    Ok(())
}

fn exists(place: &Path) -> bool {
    place.symlink_metadata().is_ok()
}

/// A filter such as LFS would have to turn blobs into files; without it the work tree would get something else than
/// its owner expects. A change of the attributes themselves could bring a filter, so it counts as one.
fn check_filters(repository: &Repository, tree: &Worktree, files: &[ChangedFile]) -> Result<(), LandRefused> {
    let refused = |path: &RepoPath| LandRefused::Filtered { root: tree.root.clone(), path: path.clone() };
    let attributes =
        |path: &RepoPath| path.as_bytes().rsplit(|b| *b == b'/').next() == Some(b".gitattributes");
    if let Some(file) = files.iter().find(|file| attributes(&file.path)) {
        return Err(refused(&file.path));
    }
    let input: Vec<u8> = files.iter().flat_map(|file| [file.path.as_bytes(), b"\0"].concat()).collect();
    let out = call(repository, tree, "check-attr").args(&["-z", "--stdin", "filter"]).input(input).ok()?;
    let fields: Vec<&[u8]> = out.split(|b| *b == 0).collect();
    let filtered = fields.chunks_exact(3).find(|record| !matches!(record[2], b"unspecified" | b"unset"));
    filtered.map_or(Ok(()), |record| Err(refused(&RepoPath::new(record[0]))))
}

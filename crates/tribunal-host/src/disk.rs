//! What the disk owes us: writes that stay when the power goes, and room for the next one.
//!
//! A file is durable when it was synced, its name when the directory that holds it was. An event that refers to a file, an
//! object or a ref is appended only after both, so a journal that survives never speaks of something that did not. SQLite does
//! this for its own files, and git syncs what it writes but not the names; the rest of the crate comes here.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Least room, in KiB, with which programs are started and believed: one that ran into a full disk has shown nothing.
const ROOM_MIN_KIB: u64 = 1024;

/// Writes a file whole or not at all, durable with its name when this returns.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let partial = path.with_extension("partial");
    let mut file = File::create(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&partial, path)?;
    sync_parent(path)
}

/// Makes a directory and all above it that are missing, durable when this returns.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    make_with(path, &|path| fs::create_dir(path))
}

/// The same with another way to make one.
pub(crate) fn make_with(path: &Path, one: &dyn Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent().filter(|parent| *parent != Path::new("")) {
        make_with(parent, one)?;
    }
    match one(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
        made => made?,
    }
    sync_parent(path)
}

/// Makes the name of a file or directory durable.
pub(crate) fn sync_parent(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if parent != Path::new("") => sync(parent),
        Some(_) | None => sync(Path::new(".")),
    }
}

/// Makes the name of a file durable, and those of all directories above it: somebody may have made them just before. What may
/// not be read was not made by us.
pub(crate) fn sync_all_above(path: &Path) -> io::Result<()> {
    for above in path.ancestors().skip(1).filter(|above| *above != Path::new("")) {
        match sync(above) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => break,
            synced => synced?,
        }
    }
    Ok(())
}

/// Makes a file, or the names in a directory, durable.
pub(crate) fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Makes the names of all these durable, and those of the directories above them up to a root. What is not there is passed
/// over: its absence is durable with the directory that would hold it.
pub(crate) fn sync_names(root: &Path, paths: impl IntoIterator<Item = PathBuf>) -> io::Result<()> {
    let mut directories = BTreeSet::new();
    for path in paths {
        let above = path.ancestors().skip(1).take_while(|above| above.starts_with(root));
        directories.extend(above.map(Path::to_owned));
    }
    for directory in directories.iter().filter(|directory| directory.is_dir()) {
        sync(directory)?;
    }
    Ok(())
}

/// Whether there is too little room on the disk that holds a path, in words that say what to do. Where it cannot be asked there
/// is enough.
pub fn scarce(path: &Path) -> Option<String> {
    let there = path.ancestors().find(|above| above.exists())?;
    let found = rustix::fs::statvfs(there).ok()?;
    let left = found.f_bavail.saturating_mul(found.f_frsize) / 1024;
    (left < ROOM_MIN_KIB)
        .then(|| format!("only {left} KiB are left on the disk of {}: make room", there.display()))
}

#[cfg(test)]
mod tests;

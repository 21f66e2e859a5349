//! The file and its directory, before SQLite sees them: where they are, who may read them, whether they are there.
//!
//! The file is never opened here once it has its name. Closing any handle on it would drop the locks SQLite holds on it
//! elsewhere in this process; that is how POSIX locks work. So: look at it, set its mode, link it, and nothing else.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::open::OpenError;
use crate::disk;

/// Only the user reads what agents said about their code.
const FILE_MODE: u32 = 0o600;
const DIRECTORY_MODE: u32 = 0o700;

/// Filesystems on which locks and shared memory do not do what SQLite needs of them.
const NETWORK: &[&str] = &[
    "9p",
    "afs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "davfs",
    "fuse.ceph",
    "fuse.davfs2",
    "fuse.glusterfs",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.sshfs",
    "gfs2",
    "glusterfs",
    "gpfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "ocfs2",
    "orangefs",
    "smb3",
    "smbfs",
];

/// What is at a path.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// A file without content.
    Empty,
    /// A file.
    File,
    /// Something else.
    Other,
}

/// The full path of the file, free of links as far as it exists; its directory is there afterwards.
pub fn settle(path: &Path) -> Result<PathBuf, OpenError> {
    let failed = |doing| move |error: io::Error| OpenError::disk(path, doing, &error);
    if let Ok(known) = path.canonicalize() {
        return Ok(known);
    }
    let name = path.file_name().ok_or_else(|| OpenError::NotAFile { path: path.to_owned() })?;
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        Some(_) | None => Path::new("."),
    };
    let private = |path: &Path| DirBuilder::new().mode(DIRECTORY_MODE).create(path);
    disk::make_with(directory, &private).map_err(failed("given a directory"))?;
    Ok(directory.canonicalize().map_err(failed("found"))?.join(name))
}

/// Refuses a path on a filesystem of another machine. Where the list of mounts cannot be read, nothing is refused.
pub fn refuse_network(path: &Path) -> Result<(), OpenError> {
    local(&fs::read_to_string("/proc/self/mountinfo").unwrap_or_default(), path)
}

fn local(mounts: &str, path: &Path) -> Result<(), OpenError> {
    match filesystem(mounts, path) {
        Some(kind) if NETWORK.contains(&kind.as_str()) => {
            Err(OpenError::Network { path: path.to_owned(), kind })
        }
        Some(_) | None => Ok(()),
    }
}

/// The filesystem a path is on, from `/proc/self/mountinfo`: that of the deepest mount above it, the last one if
/// several lie over each other.
pub fn filesystem(mounts: &str, path: &Path) -> Option<String> {
    let mount = |line: &str| {
        let (head, tail) = line.split_once(" - ")?;
        let point = PathBuf::from(unescaped(head.split(' ').nth(4)?));
        path.starts_with(&point).then_some((point.components().count(), tail.split(' ').next()?.to_owned()))
    };
    mounts.lines().filter_map(mount).max_by_key(|(depth, _)| *depth).map(|(_, kind)| kind)
}

/// Mount points have space, tab, newline and backslash as three octal digits behind a backslash.
fn unescaped(text: &str) -> String {
    let codes = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")];
    codes.into_iter().fold(text.to_owned(), |text, (code, plain)| text.replace(code, plain))
}

/// Looks at a path without opening it.
pub fn look(path: &Path) -> Result<Found, OpenError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Ok(Found::Other),
        Ok(found) if found.len() == 0 => Ok(Found::Empty),
        Ok(_) => Ok(Found::File),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(OpenError::disk(path, "looked at", &error)),
    }
}

/// Refuses to begin a new file beside what an older one left: SQLite would play the old pages into the new file.
pub fn refuse_leftovers(path: &Path) -> Result<(), OpenError> {
    for end in ["-wal", "-journal"] {
        let left = beside(path, end);
        // Looked at once more: another process may have made the file and begun to write in between.
        if look(&left)? != Found::Nothing && look(path)? == Found::Nothing {
            return Err(OpenError::Leftover { path: path.to_owned(), left });
        }
    }
    Ok(())
}

/// Makes a file under another name, and gives it this one when it is complete; nothing happens if the name is taken
/// meanwhile. So nobody ever sees a file that is half made, and an empty one is always damage.
pub fn create(
    path: &Path,
    nonce: &str,
    fill: impl FnOnce(&Path) -> Result<(), OpenError>,
) -> Result<(), OpenError> {
    let new = beside(path, &format!(".new-{nonce}"));
    let failed = |error: &io::Error| OpenError::disk(path, "created", error);
    reserve(&new).map_err(|error| failed(&error))?;
    let made = fill(&new).and_then(|()| link(&new, path).map_err(|error| failed(&error)));
    let gone = fs::remove_file(&new).map_err(|error| failed(&error));
    for end in ["-wal", "-shm"] {
        // Only there after a failure; litter in our own directory if it stays.
        let _ = fs::remove_file(beside(&new, end));
    }
    made.and(gone)
}

fn link(new: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(new, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        Ok(()) => disk::sync_all_above(path),
    }
}

/// Makes an empty file that only the user reads; fails if there is one.
pub fn reserve(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(path).map(drop)
}

/// Takes the file away from everybody but the user.
pub fn close_to_others(path: &Path) -> Result<(), OpenError> {
    let failed = |error: &io::Error| OpenError::disk(path, "closed to other users", error);
    let mode = fs::metadata(path).map_err(|error| failed(&error))?.permissions().mode();
    if mode & 0o777 & !FILE_MODE == 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(FILE_MODE)).map_err(|error| failed(&error))
}

/// The path with this at its end.
pub fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests;

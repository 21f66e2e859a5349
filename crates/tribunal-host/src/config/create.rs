//! Makes a configuration file that was not there: whole or not at all, never over anything, never through a link.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::ids;

/// Why no file was made. What was there is as it was.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// Something is there.
    #[error("it is there already and was left as it is")]
    Exists,
    /// A link is there, wherever it leads.
    #[error("a symbolic link is in its place, and nothing is written through a link; remove it first")]
    Link,
    /// The disk said no.
    #[error("{0}")]
    Disk(#[from] io::Error),
}

/// Makes the file with this text.
pub fn create(path: &Path, text: &str) -> Result<(), CreateError> {
    vacant(path)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".new-{}", ids::nonce()));
    let beside = Path::new(&beside);
    let made = fill(beside, text).and_then(|()| place(beside, path));
    // What is left of the attempt is ours and worth nothing.
    let _ = fs::remove_file(beside);
    made
}

/// Looks before anything is written, to say which kind of thing is in the way.
fn vacant(path: &Path) -> Result<(), CreateError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(CreateError::Link),
        Ok(_) => Err(CreateError::Exists),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn fill(beside: &Path, text: &str) -> Result<(), CreateError> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
    file.write_all(text.as_bytes())?;
    Ok(file.sync_all()?)
}

/// A hard link fails if its name is taken, also by something that came after we looked; a rename would replace it.
fn place(beside: &Path, path: &Path) -> Result<(), CreateError> {
    match fs::hard_link(beside, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => vacant(path).and(Err(CreateError::Exists)),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(()),
    }
}

#[cfg(test)]
mod tests;

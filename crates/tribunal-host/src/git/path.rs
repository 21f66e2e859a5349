//! A path as git stores it: bytes, relative, with `/` between the parts. Nothing here touches a file.

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use tribunal_core::diff::{GitPath, path_text};

/// A path inside a repository. Any bytes but NUL may stand in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Vec<u8>);

impl RepoPath {
    /// Takes the bytes as they are.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// The path that is shown like this; none if no path is.
    pub fn from_text(text: &str) -> Option<Self> {
        GitPath::from_text(text).map(|path| Self::new(path.bytes()))
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path as text; none if it is not UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// Where the path lies below a directory. Only for paths that `names` has let through.
    pub(super) fn below(&self, directory: &Path) -> PathBuf {
        directory.join(OsStr::from_bytes(&self.0))
    }

    /// The path of something inside this directory; the root is the empty path.
    pub(super) fn child(&self, name: &[u8]) -> Self {
        let mut bytes = Vec::with_capacity(self.0.len() + 1 + name.len());
        if !self.0.is_empty() {
            bytes.extend_from_slice(&self.0);
            bytes.push(b'/');
        }
        bytes.extend_from_slice(name);
        Self(bytes)
    }

    /// Whether this is the directory's path or lies below it.
    pub(super) fn is_within(&self, directory: &RepoPath) -> bool {
        let rest = self.0.strip_prefix(directory.0.as_slice());
        rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'/' || directory.0.is_empty())
    }
}

/// For people and for findings: quoted as git quotes where it is no plain text, so a name cannot write on a terminal and two
/// names never look alike. `from_text` reads it back.
impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&path_text(&self.0))
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

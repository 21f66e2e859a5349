//! What a directory holds: every path with its kind, mode, time and content, so that two looks can be compared.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Everything below a directory but the objects of repositories: files, index, refs, HEAD, config, stash, hooks, logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(BTreeMap<String, Thing>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Thing {
    mode: u32,
    owner: u32,
    /// Of files and links everywhere, and of directories in the work tree: a file that comes and goes shows there.
    modified: Option<(i64, i64)>,
    content: Vec<u8>,
}

impl Fingerprint {
    /// Looks at a directory.
    ///
    /// # Panics
    /// If something in it cannot be read.
    pub fn of(root: &Path) -> Self {
        let mut things = BTreeMap::new();
        look(root, root, false, &mut things);
        Self(things)
    }

    /// The paths in which two looks differ; those of the git directory begin with `.git/`.
    pub fn changes(&self, later: &Fingerprint) -> Vec<String> {
        let paths = self.0.keys().chain(later.0.keys().filter(|path| !self.0.contains_key(*path)));
        let mut changed: Vec<String> =
            paths.filter(|path| self.0.get(*path) != later.0.get(*path)).cloned().collect();
        changed.sort();
        changed
    }
}

fn look(root: &Path, place: &Path, in_git: bool, things: &mut BTreeMap<String, Thing>) {
    let found = fs::symlink_metadata(place).expect("a path that was listed is there");
    let name = place.strip_prefix(root).unwrap_or(place).to_string_lossy().into_owned();
    let is_git_dir = place.join("HEAD").is_file() && place.join("objects").is_dir();
    let in_git = in_git || is_git_dir;
    let kind = found.file_type();
    let content = match () {
        () if kind.is_file() => fs::read(place).expect("a file can be read"),
        () if kind.is_symlink() => {
            fs::read_link(place).expect("a link can be read").into_os_string().into_encoded_bytes()
        }
        () => Vec::new(),
    };
    let timed = !kind.is_dir() || !in_git;
    let modified = timed.then(|| (found.mtime(), found.mtime_nsec()));
    things.insert(name, Thing { mode: found.mode(), owner: found.uid(), modified, content });
    if !kind.is_dir() {
        return;
    }
    for entry in fs::read_dir(place).expect("a directory can be read") {
        let path = entry.expect("an entry can be read").path();
        if !(is_git_dir && path.ends_with("objects")) {
            look(root, &path, in_git, things);
        }
    }
}

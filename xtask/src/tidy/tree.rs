//! The files of the project: what git tracks and what it would track. Reads them once; rules only look.

use std::fmt;
use std::io::ErrorKind;

use crate::workspace::{Failure, Workspace, written};

/// One broken rule at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The file, from the root.
    pub path: String,
    /// The line, from 1, where one line is to blame.
    pub line: Option<usize>,
    /// What is wrong and what to do.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.what),
            None => write!(f, "{}: {}", self.path, self.what),
        }
    }
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// From the root, with `/`.
    pub path: String,
    /// Bytes that are no text are replaced.
    pub text: String,
}

impl File {
    /// Whether it is Rust.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether it holds tests and nothing else.
    pub fn is_tests(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }

    /// Blames the whole file.
    pub fn breach(&self, what: impl Into<String>) -> Breach {
        Breach { path: self.path.clone(), line: None, what: what.into() }
    }

    /// Blames the line in which the byte lies.
    pub fn breach_at(&self, offset: usize, what: impl Into<String>) -> Breach {
        let line = self.text.bytes().take(offset).filter(|b| *b == b'\n').count() + 1;
        Breach { path: self.path.clone(), line: Some(line), what: what.into() }
    }
}

/// All files, in the order of their paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// The files.
    pub files: Vec<File>,
}

impl Tree {
    /// Reads what git lists: tracked files and new ones that are not ignored.
    pub fn read(workspace: &Workspace) -> Result<Tree, Failure> {
        let mut files = Vec::new();
        for path in listed(workspace)? {
            let full = workspace.root.join(&path);
            match std::fs::read(&full) {
                Ok(bytes) => files.push(File { path, text: String::from_utf8_lossy(&bytes).into_owned() }),
                // Deleted, but not yet in the index.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(source) => return Err(Failure::File { path: full, source }),
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files })
    }

    /// All Rust files.
    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.is_rust())
    }

    /// All files below a directory, named with its closing `/`.
    pub fn under(&self, directory: &str) -> impl Iterator<Item = &File> {
        self.files.iter().filter(move |file| file.path.starts_with(directory))
    }

    /// Whether any documentation comment opens a code block.
    pub fn has_doctests(&self) -> bool {
        let opens = |line: &str| line.starts_with("/// ```") || line.starts_with("//! ```");
        self.under("crates/").filter(|f| f.is_rust()).any(|f| f.text.lines().any(|l| opens(l.trim_start())))
    }
}

/// Git reads the list only: a checkout owned by somebody else (CI containers) is no danger to that, and no program
/// named in the repository's own configuration is started.
pub fn listed(workspace: &Workspace) -> Result<Vec<String>, Failure> {
    let mut git = workspace.line(&["git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false"]);
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]);
    let line = written(&git);
    match git.output() {
        Err(source) => Err(Failure::NotStarted { line, source }),
        Ok(output) if output.status.success() => {
            let paths = String::from_utf8_lossy(&output.stdout);
            Ok(paths.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
        }
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(Failure::Exit { line, status: format!("{}: {said}", output.status) })
        }
    }
}

#[cfg(test)]
pub mod tests;

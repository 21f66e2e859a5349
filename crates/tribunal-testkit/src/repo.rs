//! Real repositories for tests: built by real git in a directory that goes away, untouched by the settings of whoever
//! runs the tests; and a fingerprint that tells whether anything of one was changed.

mod fingerprint;
mod temp;
mod tree;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

pub use fingerprint::Fingerprint;
pub use temp::TempDir;
pub use tree::{Node, Tree};

/// When the first commit is made; each git command is a minute later.
const START: u64 = 1_700_000_000;

/// A repository in a directory of its own.
#[derive(Debug)]
pub struct TestRepo {
    temp: TempDir,
    root: PathBuf,
    minute: AtomicU64,
}

impl TestRepo {
    /// An empty repository with the branch `main`.
    pub fn empty() -> Self {
        Self::with(&[])
    }

    /// An empty repository, made with more options for `git init`.
    pub fn with(options: &[&str]) -> Self {
        let temp = TempDir::new();
        let root = temp.path().join("repo");
        fs::create_dir(&root).expect("the directory is ours and empty");
        let repo = Self { temp, root, minute: AtomicU64::new(0) };
        repo.git(&[&["init", "--quiet", "--initial-branch=main"], options].concat());
        repo
    }

    /// A repository as it was kept earlier, in a directory of its own, in memory.
    pub fn laid(tree: &Tree) -> Self {
        let temp = TempDir::in_memory();
        let root = temp.path().join("repo");
        tree.lay(&root);
        Self { temp, root, minute: AtomicU64::new(0) }
    }

    /// A repository with one commit on `main` and one more on `feature`, which is checked out and clean.
    pub fn branched() -> Self {
        let repo = Self::empty();
        repo.write("a.txt", "one\n");
        repo.write("src/lib.rs", "fn a() {}\n");
        repo.commit("first");
        repo.git(&["checkout", "--quiet", "-b", "feature"]);
        repo.write("src/lib.rs", "fn a() {}\nfn b() {}\n");
        repo.commit("second");
        repo
    }

    /// Another repository that already exists below this one's temporary directory, such as a clone.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The temporary directory around the repository; gone when this value is.
    pub fn around(&self) -> &Path {
        self.temp.path()
    }

    /// A directory outside the repository, for what the program keeps to itself.
    pub fn private(&self) -> PathBuf {
        self.temp.path().join("private")
    }

    /// Runs git in the repository; gives what it wrote.
    ///
    /// # Panics
    /// If git fails.
    pub fn git(&self, args: &[&str]) -> String {
        self.git_in(&self.root, args)
    }

    /// Runs git in another directory.
    ///
    /// # Panics
    /// If git fails.
    pub fn git_in(&self, directory: &Path, args: &[&str]) -> String {
        let output = self.try_git_in(directory, args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {args:?} in {}: {said}", directory.display());
        String::from_utf8_lossy(&output.stdout).trim_end_matches('\n').to_owned()
    }

    /// Runs git, which may fail: to leave a merge in conflict, for example.
    ///
    /// # Panics
    /// If git cannot be started.
    pub fn try_git(&self, args: &[&str]) -> Output {
        self.try_git_in(&self.root, args)
    }

    fn try_git_in(&self, directory: &Path, args: &[&str]) -> Output {
        let minute = self.minute.fetch_add(1, Ordering::Relaxed);
        let date = format!("{} +0000", START + 60 * minute);
        let mut git = Command::new("git");
        git.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        git.env("HOME", self.temp.path()).env("LC_ALL", "C.UTF-8");
        git.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        git.env("GIT_AUTHOR_NAME", "Ada")
            .env("GIT_AUTHOR_EMAIL", "ada@example.org")
            .env("GIT_AUTHOR_DATE", &date);
        git.env("GIT_COMMITTER_NAME", "Ada").env("GIT_COMMITTER_EMAIL", "ada@example.org");
        git.env("GIT_COMMITTER_DATE", &date).env("GIT_EDITOR", "true").env("GIT_TERMINAL_PROMPT", "0");
        git.args(["-c", "protocol.file.allow=always", "-c", "commit.gpgSign=false"]);
        // Nothing may go on in the background while a test looks.
        git.args(["-c", "gc.auto=0", "-c", "maintenance.auto=false"]);
        git.args(args).current_dir(directory).stdin(Stdio::null());
        git.output().expect("git can be started")
    }

    /// Writes a file of the work tree, with the directories above it.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, path: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> PathBuf {
        let place = self.root.join(OsStr::from_bytes(path.as_ref()));
        fs::create_dir_all(place.parent().expect("a file has a directory")).expect("directories can be made");
        fs::write(&place, content).expect("a file can be written");
        place
    }

    /// Commits everything; gives the commit.
    ///
    /// # Panics
    /// If git fails.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
        self.id("HEAD")
    }

    /// The full id of a revision.
    ///
    /// # Panics
    /// If there is none.
    pub fn id(&self, revision: &str) -> String {
        self.git(&["rev-parse", "--verify", "--end-of-options", revision])
    }

    /// Everything of the repository but its objects.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.root)
    }
}

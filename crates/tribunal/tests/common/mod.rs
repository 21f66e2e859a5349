//! What the tests of the binary share.

#![allow(dead_code, reason = "each test program uses its part")]

pub mod proof;
pub mod screen;
pub mod stage;

use std::path::{Path, PathBuf};

/// An empty directory of a test's own, gone with it unless the test fails.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A directory of this name; each test has its own.
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).expect("the target directory can be written");
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }
}

/// A repository, a home of tribunal's own beside it, and the program in between.
pub struct Bench {
    /// The repository.
    pub repo: tribunal_testkit::repo::TestRepo,
}

/// No run that a test made is left unproved.
impl Drop for Bench {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            proof::prove(self);
        }
    }
}

/// What the program said.
#[derive(Debug, PartialEq, Eq)]
pub struct Said {
    /// Its exit code.
    pub code: i32,
    /// What it printed.
    pub out: String,
    /// What it complained about.
    pub err: String,
}

/// Runs a command to its end.
pub fn said(command: &mut std::process::Command) -> Said {
    let done = command.output().expect("the program can be started");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    let code = done.status.code().expect("the program is not killed");
    Said { code, out: text(done.stdout), err: text(done.stderr) }
}

impl Bench {
    /// A branch `feature` that adds a script with this content, checked out and clean.
    pub fn with(script: &str) -> Self {
        let repo = tribunal_testkit::repo::TestRepo::empty();
        repo.write("README.md", "A project.\n");
        repo.commit("first");
        repo.git(&["checkout", "--quiet", "-b", "feature"]);
        repo.write("src/a.js", script);
        repo.commit("a script");
        Self { repo }
    }

    /// The program with these words, in the repository.
    pub fn command(&self, words: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tribunal"));
        let around = self.repo.around();
        command.args(words).current_dir(self.repo.root()).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("USER", "ann");
        command.env("HOME", around).env("TRIBUNAL_HOME", around.join("home"));
        command.stdin(std::process::Stdio::null());
        command
    }

    /// Runs it to its end.
    pub fn run(&self, words: &[&str]) -> Said {
        said(&mut self.command(words))
    }

    /// A directory of programs with git alone in it.
    pub fn only_git(&self) -> PathBuf {
        let folder = self.repo.around().join("bin");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let git = std::env::split_paths(&path).map(|place| place.join("git")).find(|git| git.exists());
        std::fs::create_dir_all(&folder).expect("it can be made");
        // It is there from the second time on.
        let _ = std::os::unix::fs::symlink(git.expect("git is there"), folder.join("git"));
        folder
    }

    /// The names of all runs, first begun first; none where there is no journal, or none that can be read.
    pub fn runs(&self) -> Vec<String> {
        if !self.repo.around().join("home/journal.db").exists() {
            return Vec::new();
        }
        let listed = self.run(&["runs", "--json"]);
        let Ok(told) = serde_json::from_str::<serde_json::Value>(&listed.out) else { return Vec::new() };
        let names = told["runs"].as_array().into_iter().flatten().filter_map(|run| run["run"].as_str());
        names.rev().map(str::to_owned).collect()
    }

    /// The newest run.
    pub fn newest(&self) -> String {
        let listed = self.run(&["runs"]).out;
        listed.split_whitespace().next().expect("there is a run").to_owned()
    }

    /// The user's own settings.
    pub fn settings(&self, text: &str) {
        let path = self.repo.around().join(".config/tribunal/config.toml");
        std::fs::create_dir_all(path.parent().expect("it has a directory")).expect("it can be made");
        std::fs::write(path, text).expect("settings can be written");
    }

    /// A file outside of the repository.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.repo.around().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path.display().to_string()
    }
}

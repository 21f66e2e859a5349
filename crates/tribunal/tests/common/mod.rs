//! What the tests of the binary share.

#![allow(dead_code, reason = "each test program uses its part")]

pub mod screen;

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

/// What the program said.
pub struct Said {
    /// Its exit code.
    pub code: i32,
    /// What it printed.
    pub out: String,
    /// What it complained about.
    pub err: String,
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
        let done = self.command(words).output().expect("the program can be started");
        let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
        let code = done.status.code().expect("the program is not killed");
        Said { code, out: text(done.stdout), err: text(done.stderr) }
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

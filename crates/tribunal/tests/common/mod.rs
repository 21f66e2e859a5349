//! What the tests of the binary share.

#![allow(dead_code, unused_imports, reason = "each test program uses its part")]

mod finish;

pub mod proof;
pub mod screen;
pub mod stage;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use finish::{Finished, finish, in_namespace};

/// Long enough that only a hung test gets there.
pub const FOREVER: Duration = Duration::from_secs(120);

/// What is awaited, as soon as a look finds it.
pub fn awaited<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < FOREVER, "what is awaited never came");
        std::thread::yield_now();
    }
}

/// The lines of a file; none if it is not there yet.
pub fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Holds a reviewer back until it is opened.
pub struct Gate {
    path: PathBuf,
    pipe: std::fs::File,
}

impl Gate {
    /// Opens it: whoever waits goes on, and nobody else has to wait.
    ///
    /// # Panics
    /// If it cannot be opened.
    pub fn open(mut self) {
        std::fs::remove_file(&self.path).expect("it is there");
        std::io::Write::write_all(&mut self.pipe, b"go\n").expect("a pipe takes three bytes");
    }
}

/// A program that reviews: `OPEN` is a finding until it is gone. Its word says where to note that it was asked, and where a
/// gate may be.
pub const REVIEWER: &str = r#"#!/bin/sh
nonce=$(sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
echo reviewer $$ >> "$1"
if [ -p "$1.gate" ]; then read -r go < "$1.gate"; fi
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\n' "$nonce"
if grep -q OPEN src/a.js; then
  printf '[ISSUE-1] [MAJOR] Not done - src/a.js:1 - Do it\nVERDICT: FAIL\n'
else
  printf '[ISSUE-1] RESOLVED\nVERDICT: PASS\n'
fi
printf 'TRIBUNAL %s>>>\n' "$nonce"
"#;

/// A program that does what is `OPEN`.
pub const AUTHOR: &str = r#"#!/bin/sh
nonce=$(sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
echo author $$ >> "$1"
sed -i 's/OPEN/DONE/' src/a.js
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\nFixed:\n- [ISSUE-1]: done\nTRIBUNAL %s>>>\n' "$nonce" "$nonce"
"#;

/// Replies about a change of one line, `// OPEN 0`.
const REPLIES: &str = "== reviewer-lite\n[ISSUE-1] [MAJOR] Not done - src/a.js:1 - Do it\n\
    [ISSUE-2] [MINOR] Unclear name - src/a.js:1 - Rename it\nVERDICT: FAIL\n\
    == author\nFixed:\n- [ISSUE-1]: done\n\nDISPUTE [ISSUE-2]:\nReason: it is a sample\nEvidence: src/a.js:1\n\
    Request: Remove from issue list\n=== patch\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-// OPEN 0\n+// DONE 0\n\
    == reviewer-lite fails empty\n== reviewer-lite\n[ISSUE-1] RESOLVED\n[ISSUE-2] DISPUTE ACCEPTED\nVERDICT: PASS\n";

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
        let listed = self.run(&["runs", "--all", "--json"]);
        let Ok(told) = serde_json::from_str::<serde_json::Value>(&listed.out) else { return Vec::new() };
        let names = told["runs"].as_array().into_iter().flatten().filter_map(|run| run["run"].as_str());
        names.rev().map(str::to_owned).collect()
    }

    /// Settings by which programs review, fix and check; they note in `asked`, beside the repository, that they were.
    pub fn by_programs(&self) {
        let asked = self.file("asked", "");
        let row = |name: &str, text: &str| {
            let file = self.file(&format!("{name}.sh"), text);
            format!("[agents.{name}]\ndriver = \"command\"\ncommand = [\"sh\", {file:?}, {asked:?}]\n")
        };
        self.settings(&format!(
            "mode = \"eco\"\n{}{}[roles]\nreviewers = [\"looker\"]\nauthors = [\"doer\"]\n\
             [checks]\nlint = [\"grep\", \"-q\", \"//\", \"src/a.js\"]\n",
            row("looker", REVIEWER),
            row("doer", AUTHOR)
        ));
    }

    /// Holds back the next program that reviews by `by_programs`.
    pub fn gate(&self) -> Gate {
        let path = self.repo.around().join("asked.gate");
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo is there");
        assert!(made.success());
        // Open for both, so that neither side waits for the other to open it.
        let pipe = std::fs::File::options().read(true).write(true).open(&path).expect("it was just made");
        Gate { path, pipe }
    }

    /// Settings by which a script reviews, fixes, fails once and accepts a dispute.
    pub fn by_script(&self) {
        let script = self.file("replies", REPLIES);
        self.settings(&format!(
            "mode = \"eco\"\n[agents.cast]\ndriver = \"scripted\"\nscript = {script:?}\n\
             [roles]\nreviewers = [\"cast\"]\nauthors = [\"cast\"]\n"
        ));
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

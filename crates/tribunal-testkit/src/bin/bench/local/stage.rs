//! A repository with branches, a home of tribunal's own beside it, and the instant agent in its settings.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tribunal_testkit::repo::TestRepo;

use super::agent::AGENT;

/// The stage.
pub struct Stage {
    /// The repository; `feature` is checked out and clean.
    pub repo: TestRepo,
}

impl Stage {
    /// A branch `feature` that adds one short script to a few files.
    pub fn small() -> Self {
        let repo = TestRepo::empty();
        for number in 0..20 {
            repo.write(format!("src/file{number}.js"), format!("export const n{number} = {number};\n"));
        }
        repo.commit("first");
        repo.git(&["checkout", "--quiet", "-b", "feature"]);
        repo.write("src/a.js", "export function f(a) {\n  return a + 1;\n}\n");
        repo.commit("a script");
        Self::with(repo)
    }

    /// With a repository that is there already.
    pub fn with(repo: TestRepo) -> Self {
        let stage = Self { repo };
        let config = stage.repo.around().join(".config/tribunal");
        std::fs::create_dir_all(&config).expect("the directory is ours");
        std::fs::write(config.join("config.toml"), settings()).expect("the directory is ours");
        stage
    }

    /// Where tribunal keeps its things.
    pub fn home(&self) -> PathBuf {
        self.repo.around().join("home")
    }

    /// The program with these words, in the repository.
    pub fn tribunal(&self, words: &[&str]) -> Command {
        let mut command = Command::new(beside("tribunal"));
        command.args(words).current_dir(self.repo.root()).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("USER", "ann");
        command.env("HOME", self.repo.around()).env("TRIBUNAL_HOME", self.home());
        command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped());
        command
    }

    /// Runs it to its end: what it printed, and how long it took.
    pub fn run(&self, words: &[&str], code: i32) -> (String, Duration) {
        let mut command = self.tribunal(words);
        let begun = Instant::now();
        let done = command.output().expect("the program was built");
        let took = begun.elapsed();
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "tribunal {words:?}: {said}{complaint}");
        (said, took)
    }
}

/// One reviewer, the instant agent.
pub fn settings() -> String {
    let agent = std::env::current_exe().expect("a program knows where it is").display().to_string();
    let row = format!("[agents.instant]\ndriver = \"command\"\ncommand = [{agent:?}, {AGENT:?}]\n");
    format!("mode = \"eco\"\n{row}[roles]\nreviewers = [\"instant\"]\n")
}

/// A program that was built together with this one.
pub fn beside(name: &str) -> PathBuf {
    let path = std::env::current_exe().expect("a program knows where it is").with_file_name(name);
    assert!(path.is_file(), "{} is not built; `cargo xtask bench` builds it first", path.display());
    path
}

/// What the system says of a process, in KiB: `VmRSS`, `VmHWM`.
pub fn memory_kib(pid: &str, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.split(':').next() == Some(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Processor time of all children that have ended so far, in ticks of ten milliseconds.
pub fn children_cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = rest.split_whitespace().skip(13).take(2).filter_map(|word| word.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

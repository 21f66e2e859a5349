//! Plays transcripts: files that show commands as a person would type them, with all they print.
//!
//! A line that begins with `@` prepares something, `$` types a command in a real repository; below it stand its exit code (`=`), what
//! it printed (`>`) and what it complained about (`!`). Playing a file gives the file anew. What no test can fix is replaced by a
//! name, as the exact value it has in this run: names of runs, times, hashes, commits that the program made, the directory.

use std::collections::BTreeMap;

use serde_json::Value;
use tribunal_core::dialect::civil_minute;
use tribunal_core::domain::Timestamp;

use super::{Bench, Said};

/// Commits after this moment are the program's own; those of the test come before.
const TEST_ENDS: u64 = 1_750_000_000;

/// Commands that drive a run: what cannot be fixed changes with them only.
const DRIVE: [&str; 7] = ["review", "resume", "decide", "abort", "submit", "answer", "demo"];

/// One repository, its home, and the names of what cannot be fixed.
pub struct Stage {
    bench: Bench,
    outside: bool,
    /// Whether the machine has nothing but git.
    bare: bool,
    /// Runs in the order they were begun.
    runs: Vec<String>,
    /// All commits of the repository.
    commits: Vec<String>,
    /// What cannot be fixed, and its name, as of the last command that drove a run.
    known: BTreeMap<String, String>,
    /// Commits of the program in the order they were seen.
    fixes: Vec<String>,
}

/// A command that was played.
pub struct Played {
    /// The words behind the program's name.
    pub words: Vec<String>,
    /// How it ended.
    pub code: i32,
}

/// Plays a transcript; gives it as it is now, and the commands in it.
pub fn play(text: &str) -> (String, Vec<Played>) {
    let (mut now, mut played) = (String::new(), Vec::new());
    let mut stage = Stage::new("clean");
    for line in text.lines().filter(|line| !line.starts_with(['>', '!', '='])) {
        now.push_str(&format!("{line}\n"));
        if let Some(step) = line.strip_prefix("@ ") {
            stage.prepare(step);
        } else if let Some(typed) = line.strip_prefix("$ tribunal") {
            let words = words(typed);
            let said = stage.run(&words);
            now.push_str(&stage.told(&words, &said));
            played.push(Played { words, code: said.code });
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "what is {line:?}?");
        }
    }
    (now, played)
}

/// Words as a shell would take them apart, with double quotes and nothing else.
fn words(typed: &str) -> Vec<String> {
    let pieces = typed.split('"').enumerate();
    let piece = |(n, text): (usize, &str)| match n % 2 {
        0 => text.split_whitespace().map(str::to_owned).collect(),
        _ => vec![text.to_owned()],
    };
    pieces.flat_map(piece).collect()
}

impl Stage {
    fn new(script: &str) -> Self {
        let text = match script {
            "clean" => "export function f(a) {\n  return a + 1;\n}\n",
            "debugging" => "export function f(a) {\n  const b = a + 1;\n  debugger;\n  return b;\n}\n",
            "conflict" => {
                "export const f = 1;\n<<<<<<< HEAD\nexport const g = 2;\n=======\nexport const g = 3;\n>>>>>>> other\n"
            }
            other => unreachable!("there is no repository {other:?}"),
        };
        Self {
            bench: Bench::with(text),
            outside: false,
            bare: false,
            runs: Vec::new(),
            commits: Vec::new(),
            known: BTreeMap::new(),
            fixes: Vec::new(),
        }
    }

    /// `@ VERB WHAT`: what stands behind the first word or path is text, in which `\n` begins a line.
    fn prepare(&mut self, step: &str) {
        let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
        let (first, more) = rest.split_once(' ').unwrap_or((rest, ""));
        let text = more.replace("\\n", "\n");
        match verb {
            "repository" => *self = Self::new(first),
            "outside" => self.outside = true,
            "bare-machine" => self.bare = true,
            "settings" => self.bench.settings(&rest.replace("\\n", "\n")),
            "file" => drop(self.bench.file(first, &text)),
            "write" => drop(self.bench.repo.write(first, text)),
            "commit" => drop(self.bench.repo.commit(rest)),
            "git" => drop(self.bench.repo.git(&rest.split_whitespace().collect::<Vec<_>>())),
            "copy" => self.copy(first, more),
            "change" => self.change(first, more),
            other => unreachable!("nobody can {other:?}"),
        }
    }

    /// `@ copy FILE NAME`: a file of the project, put beside the repository.
    fn copy(&self, from: &str, name: &str) {
        let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(from);
        self.bench.file(name, &tribunal_testkit::scenario::text_of(&from));
    }

    /// `@ change FILE OLD NEW`: bytes in a file beside the repository; in the journal's own they must be as many.
    fn change(&self, file: &str, words: &str) {
        let path = self.bench.repo.around().join(file);
        let bytes = std::fs::read(&path).expect("the file is there");
        let (old, new) = words.split_once(' ').expect("what is changed to what");
        let at = bytes.windows(old.len()).position(|part| part == old.as_bytes());
        let at = at.unwrap_or_else(|| unreachable!("{file} has no {old}"));
        let changed = [&bytes[..at], new.as_bytes(), &bytes[at + old.len()..]].concat();
        std::fs::write(path, changed).expect("it can be written");
    }

    fn run(&mut self, words: &[String]) -> Said {
        let words: Vec<String> = words.iter().map(|word| self.meant(word)).collect();
        let mut command = self.bench.command(&words.iter().map(String::as_str).collect::<Vec<_>>());
        if self.outside {
            command.current_dir(self.bench.repo.around());
        }
        if self.bare {
            command.env("PATH", self.bench.only_git());
        }
        let said = super::said(&mut command);
        if words.first().is_some_and(|word| DRIVE.contains(&word.as_str())) {
            self.look(&said);
        }
        said
    }

    /// A word that names a run by its place in the transcript.
    fn meant(&self, word: &str) -> String {
        let number = word.strip_prefix("RUN-").and_then(|digits| digits.parse::<usize>().ok());
        number.and_then(|n| self.runs.get(n - 1)).cloned().unwrap_or_else(|| word.to_owned())
    }

    /// Looks with git. The repository's own way to call it moves its clock on, and with it the names of later commits.
    fn git(&self, words: &[&str]) -> String {
        let mut git = std::process::Command::new("git");
        super::said(git.args(words).current_dir(self.bench.repo.root())).out
    }

    /// Sees which runs and commits there are now.
    fn look(&mut self, said: &Said) {
        let mut runs = self.bench.runs();
        runs.retain(|run| !self.runs.contains(run));
        self.runs.extend(runs);
        let log = self.git(&["log", "--all", "--reverse", "--format=%H %ct"]);
        let seen = || log.lines().filter_map(|line| line.split_once(' '));
        self.commits = seen().map(|(id, _)| id.to_owned()).collect();
        let ours = seen().filter(|(_, time)| time.parse::<u64>().is_ok_and(|time| time > TEST_ENDS));
        let landed = said.out.lines().filter_map(|line| line.strip_prefix("landed "));
        for commit in ours.map(|(id, _)| id).chain(landed) {
            if !self.fixes.iter().any(|known| known.starts_with(commit)) {
                self.fixes.push(commit.to_owned());
            }
        }
        self.known = self.name();
    }

    /// Exit code, output and complaints, as a transcript has them.
    fn told(&self, words: &[String], said: &Said) -> String {
        let out = if words.iter().any(|word| word == "--json") { in_short(said) } else { said.out.clone() };
        let out = match words.first().map(String::as_str) {
            Some("metrics") => timeless(&out),
            Some("doctor") => diskless(&out),
            Some("completions") => out.lines().take(3).map(|line| format!("{line}\n")).collect(),
            Some(_) | None => out,
        };
        let known = self.known(said);
        let mut told = format!("= {}\n", said.code);
        for (sign, text) in [('>', out), ('!', said.err.clone())] {
            let text = known.iter().fold(text, |text, (value, name)| text.replace(value, name));
            for line in text.lines() {
                told.push_str(format!("{sign} {line}").trim_end_matches(' '));
                told.push('\n');
            }
        }
        told
    }

    /// What cannot be fixed, longest first, and its name.
    fn known(&self, said: &Said) -> Vec<(String, String)> {
        let mut known = self.known.clone();
        known.insert(self.bench.repo.around().display().to_string(), "TEMP".to_owned());
        let version = self.git(&["--version"]);
        known.insert(version.trim().trim_start_matches("git version ").to_owned(), "VERSION".to_owned());
        elsewhere(said, &mut known);
        let mut known: Vec<_> = known.into_iter().collect();
        known.sort_by_key(|(value, _)| std::cmp::Reverse(value.len()));
        known
    }

    /// Runs, times, hashes and commits, with their names.
    fn name(&self) -> BTreeMap<String, String> {
        let mut known = BTreeMap::new();
        for (run, n) in self.runs.iter().zip(1..) {
            known.insert(run.clone(), format!("RUN-{n}"));
            self.times(run, &mut known);
        }
        for (commit, n) in self.fixes.iter().zip(1..) {
            known.insert(commit.clone(), format!("FIX-{n}"));
            known.insert(commit[..10].to_owned(), format!("FIX-{n}"));
        }
        known
    }

    /// When things happened in a run, the snapshot it is about, and the hash of its last event, as its log has them.
    fn times(&self, run: &str, known: &mut BTreeMap<String, String>) {
        let proof = self.bench.run(&["replay", run, "--json"]).out;
        let state = serde_json::from_str(&proof)
            .ok()
            .and_then(|told: Value| Some(told["state"].as_str()?.to_owned()));
        known.extend(state.map(|state| (state, "STATE".to_owned())));
        let log = self.bench.run(&["export", run, "--format", "log"]).out;
        for line in log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let head = line["event"]["opened"]["head"].as_str().unwrap_or_default();
            if !head.is_empty() && !self.commits.iter().any(|commit| commit == head) {
                known.insert(head.to_owned(), "SNAPSHOT".to_owned());
                known.insert(head[..10].to_owned(), "SNAPSHOT".to_owned());
            }
            let (at, hash) = (line["at"].as_u64(), line["hash"].as_str().unwrap_or_default());
            if let Some(at) = at {
                known.insert(at.to_string(), "TIME".to_owned());
                known.insert(civil_minute(Timestamp(at)), "DATE".to_owned());
            } else if hash.len() == 64 {
                known.insert(hash.to_owned(), "HASH".to_owned());
                known.insert(hash[..12].to_owned(), "HASH".to_owned());
            }
        }
    }
}

/// A run that is not in this journal, such as the demonstration's, tells itself what its values are.
fn elsewhere(said: &Said, known: &mut BTreeMap<String, String>) {
    let lines = || said.out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let named = lines().find(|line| line["kind"] == "outcome");
    let run = named.as_ref().and_then(|line| line["run"].as_str()).unwrap_or_default();
    if run.is_empty() || known.contains_key(run) {
        return;
    }
    known.insert(run.to_owned(), "RUN".to_owned());
    let landed =
        lines().filter_map(|line| line["event"]["landing-recorded"]["head"].as_str().map(str::to_owned));
    known.extend(landed.map(|head| (head, "FIX-1".to_owned())));
}

/// What JSON must keep to, whatever the command; and each event by its number and name alone, since the log has it whole.
fn in_short(said: &Said) -> String {
    let object = |line: &str| -> Value {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|e| unreachable!("{line}: {e}"));
        assert!(value["kind"].is_string() && value["v"] == 1, "{line}");
        value
    };
    let lines: Vec<Value> = said.out.lines().map(object).collect();
    let plain = lines.iter().filter(|line| line["kind"] != "event").count();
    assert!(plain <= 1 && lines.last().is_none_or(|last| last["kind"] != "event" || said.code >= 64));
    let complaints: Vec<Value> = said.err.lines().map(object).collect();
    // What is wrong with a machine is what `doctor` was asked for, and no complaint.
    let complains = said.code >= 64 && !lines.iter().any(|line| line["kind"] == "doctor");
    assert_eq!(complaints.len(), usize::from(complains), "{}", said.err);
    assert!(complaints.iter().all(|one| one["kind"] == "error" && one["code"] == said.code));
    let short = |line: &Value| match line["event"].as_object().and_then(|event| event.keys().next()) {
        Some(name) if line["kind"] == "event" => format!("event {} {name}\n", line["seq"]),
        _ if line["kind"] == "event" => format!("event {} {}\n", line["seq"], line["event"]),
        _ => format!("{line}\n"),
    };
    lines.iter().map(short).collect()
}

/// Figures without those that the speed of the machine makes.
fn timeless(text: &str) -> String {
    let line = |line: &str| {
        if let Ok(mut value) = serde_json::from_str::<Value>(line) {
            value["time_to_verdict_ms"] = "TIMES".into();
            value["time_to_end_ms"] = "TIMES".into();
            return format!("{value}\n");
        }
        match line.split_once(": ") {
            Some((what, _)) if what.starts_with("Time to ") => format!("{what}: TIMES\n"),
            _ => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

/// A diagnosis without the size of the disk, and without the columns, which are as wide as the name of the directory.
fn diskless(text: &str) -> String {
    let line = |line: &str| {
        if let Ok(mut value) = serde_json::from_str::<Value>(line) {
            let lines = value["lines"].as_array_mut().into_iter().flatten();
            lines.filter(|line| line["about"] == "disk").for_each(|line| line["what"] = "DISK".into());
            return format!("{value}\n");
        }
        let words: Vec<&str> = line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [level, "disk", _] => format!("{level}  disk  DISK\n"),
            _ => format!("{}\n", words.join("  ")),
        }
    };
    text.lines().map(line).collect()
}

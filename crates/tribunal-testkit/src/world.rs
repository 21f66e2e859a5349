//! A world that performs what is owed with scripted agents: no clock, no file, no process.
//!
//! The change is read, the head confirmed, fixes landed, checks run and reports published by themselves; agents
//! and people speak only when the script says so.

mod command;
mod published;
mod says;
mod show;
mod tell;

use tribunal_core::domain::{CheckResult, CheckStatus, Commit, PullState, PullView, Snapshot, Timestamp};
use tribunal_core::engine::{Effect, Inheritance, Input, Recorded, Refusal, Run, Task, apply, decide, owed};
use tribunal_core::tell::event_line;

/// Most automatic steps between two commands; more means the engine never settles.
const STEPS_MAX: usize = 64;

/// A run and the world around it.
#[derive(Debug, Clone)]
pub struct World {
    /// The run as the engine knows it.
    pub run: Run,
    /// Its log.
    pub log: Vec<Recorded>,
    /// The time.
    pub now: Timestamp,
    /// How many commits there are; the last is the head.
    pub commits: u64,
    /// What the next snapshot will say.
    pub files: Vec<String>,
    /// Files the last fix touched.
    pub touched: Vec<String>,
    /// Uncommitted work.
    pub dirty: Vec<String>,
    /// The pull request, where there is one.
    pub pull: Option<PullView>,
    /// What checks say of new work.
    pub checks: Vec<CheckResult>,
    /// What checks say of the reviewed head.
    pub baseline: Vec<CheckResult>,
    /// The next landing is refused.
    pub refuse_landing: bool,
    /// Files that were renamed inside the change, old path to new.
    pub renames: Vec<(String, String)>,
    /// Nothing is performed by itself until the script says `go`.
    pub held: bool,
    /// What an earlier run leaves to the next one.
    pub inherits: Option<Inheritance>,
    /// Work committed by an author but not landed.
    pub candidate: Option<Commit>,
    lines: Vec<String>,
}

impl Default for World {
    fn default() -> Self {
        Self {
            run: Run::default(),
            log: Vec::new(),
            now: Timestamp(1_000),
            commits: 1,
            files: vec!["src/a.rs".to_owned()],
            touched: Vec::new(),
            dirty: Vec::new(),
            pull: None,
            checks: Vec::new(),
            baseline: Vec::new(),
            refuse_landing: false,
            renames: Vec::new(),
            held: false,
            inherits: None,
            candidate: None,
            lines: Vec::new(),
        }
    }
}

/// The nth commit of every scripted world.
pub fn commit(n: u64) -> Commit {
    Commit::parse(&format!("{n:010x}{:030x}", 0)).expect("forty hexadecimal digits")
}

impl World {
    /// Where the branch is.
    pub fn head(&self) -> Commit {
        commit(self.commits)
    }

    /// Runs a script command and everything that follows from it; what was said since.
    pub fn command(&mut self, line: &str, body: &str) -> Vec<String> {
        self.lines.clear();
        match command::run(self, line, body) {
            Ok(()) if self.held => {}
            Ok(()) => self.settle(),
            Err(error) => self.lines.push(format!("BAD SCRIPT: {error}")),
        }
        std::mem::take(&mut self.lines)
    }

    /// Hands an input to the engine and remembers what follows.
    pub fn feed(&mut self, input: Input) -> Result<(), Refusal> {
        let events = decide(&self.run, input, self.now)?;
        for recorded in events {
            apply(&mut self.run, &recorded);
            self.lines.extend(event_line(&self.run, &recorded.event));
            self.log.push(recorded);
        }
        Ok(())
    }

    /// The same, with a refusal as a line of the transcript.
    pub(crate) fn say(&mut self, input: Input) {
        if let Err(refusal) = self.feed(input) {
            self.lines.push(format!("REFUSED: {refusal}"));
        }
    }

    /// Performs everything that needs no agent and no person.
    pub fn settle(&mut self) {
        for _ in 0..STEPS_MAX {
            if !self.step() {
                return;
            }
        }
        self.lines.push("BUG: the world never settles".to_owned());
    }

    /// Performs one thing that needs no agent and no person, if there is one.
    pub(crate) fn step(&mut self) -> bool {
        let input = owed(&self.run).into_iter().find_map(|effect| self.perform(effect));
        let found = input.is_some();
        input.into_iter().for_each(|input| self.say(input));
        found
    }

    fn perform(&mut self, effect: Effect) -> Option<Input> {
        match effect.task {
            Task::ReadChange => Some(Input::ChangeRead(self.snapshot())),
            Task::ReadHead => Some(Input::HeadRead { head: self.head() }),
            Task::RunChecks { head } => Some(self.run_checks(head)),
            Task::Land { to, .. } => Some(self.land(to)),
            Task::Publish { .. } => Some(Input::Published { key: effect.key, reference: "#1".to_owned() }),
            Task::Ask(_) | Task::Fix(_) | Task::RunTests { .. } | Task::Clarify { .. } => None,
        }
    }

    /// The change as it stands.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            base: commit(0),
            head: self.head(),
            files: self.files.clone(),
            renames: self.renames.clone(),
            touched: self.touched.clone(),
            uncommitted: self.dirty.clone(),
            pull: self.pull.clone(),
        }
    }

    fn run_checks(&mut self, head: Commit) -> Input {
        let results = if head == self.head() { self.baseline.clone() } else { self.checks.clone() };
        Input::ChecksRan { head, results }
    }

    fn land(&mut self, to: Commit) -> Input {
        if std::mem::take(&mut self.refuse_landing) {
            self.commits += 100;
            return Input::LandRefused { head: self.head(), why: "somebody pushed".to_owned() };
        }
        self.commits += 1;
        debug_assert_eq!(self.head(), to, "an author's work is the next commit");
        Input::Landed { head: to }
    }

    /// Adds lines to what this command says.
    pub(crate) fn print(&mut self, lines: impl IntoIterator<Item = String>) {
        self.lines.extend(lines);
    }

    pub(crate) fn pull_view(&mut self) -> &mut PullView {
        self.pull.get_or_insert_with(|| PullView {
            state: PullState::Open,
            reviews: Vec::new(),
            threads: Vec::new(),
            threads_truncated: false,
            digest: "0".to_owned(),
        })
    }
}

pub(crate) fn check_result(name: &str, word: &str) -> CheckResult {
    let status = if word == "green" { CheckStatus::Green } else { CheckStatus::Red };
    CheckResult { name: name.to_owned(), status, output: format!("{name} is {word}") }
}

//! Performs effects with a script and no world at all: commits are numbers, checks pass, landing always works.
//!
//! Every reply travels as a real agent's would: sealed with a nonce, opened and read by the core's own readers.

use tribunal_core::domain::{Answer, Commit, HumanDecision, PullState, PullView, Snapshot};
use tribunal_core::engine::{Ask, Cost, Effect, Failure, Fix, Input, Phase, Run, Task};
use tribunal_core::log::sha256;
use tribunal_core::reply;

use crate::agent::{Script, Turn};
use crate::ids;

/// A world made of a script.
pub struct Scripted {
    script: Script,
    head: u64,
    files: Vec<String>,
}

impl Scripted {
    /// A world in which these files changed.
    pub fn new(script: Script, files: Vec<String>) -> Self {
        Self { script, head: 1, files }
    }

    /// Where the branch is.
    pub fn head(&self) -> Commit {
        commit(self.head)
    }

    /// The base of the change.
    pub fn base() -> Commit {
        commit(0)
    }

    /// Speakers that were not heard to the end.
    pub fn left(&self) -> Vec<&str> {
        self.script.left()
    }

    /// What came of an effect; with none owed, what a person decides; nothing when the script is at its end.
    pub fn perform(&mut self, run: &Run, effect: Option<&Effect>) -> Option<Input> {
        match effect {
            Some(effect) => Some(self.pay(run, effect)),
            None if matches!(run.phase, Phase::Paused(_)) => self.decide(),
            None => None,
        }
    }

    fn pay(&mut self, run: &Run, effect: &Effect) -> Input {
        match &effect.task {
            Task::ReadChange => Input::ChangeRead(self.snapshot(run)),
            Task::Ask(ask) => self.ask(run, ask),
            Task::ReadHead => Input::HeadRead { head: self.head() },
            Task::RunTests { head } => self.tests(head),
            Task::Fix(fix) => self.fix(run, fix),
            Task::RunChecks { head } => Input::ChecksRan { head: head.clone(), results: Vec::new() },
            Task::Land { to, .. } => self.land(to),
            Task::Clarify { target, .. } => {
                let text = self.text(target.as_str()).unwrap_or_default();
                Input::Clarified { target: target.clone(), text }
            }
            Task::Publish { .. } => Input::Published { key: effect.key.clone(), reference: String::new() },
        }
    }

    /// Where the forge's states count, the scripted pull request is open, with no review and no thread on it.
    fn snapshot(&self, run: &Run) -> Snapshot {
        let pull = run.book().protocol().forge.map(|_| PullView {
            state: PullState::Open,
            reviews: Vec::new(),
            threads: Vec::new(),
            threads_truncated: false,
            digest: sha256(b"no reviews, no threads"),
        });
        Snapshot {
            base: Self::base(),
            head: self.head(),
            files: self.files.clone(),
            renames: Vec::new(),
            touched: self.files.clone(),
            uncommitted: Vec::new(),
            pull,
        }
    }

    fn ask(&mut self, run: &Run, ask: &Ask) -> Input {
        let (seat, attempt, cost) = (ask.seat.clone(), ask.attempt, Cost(0));
        let failure = match self.script.next(seat.as_str()) {
            Some(Turn::Says { text, .. }) => {
                let nonce = ids::nonce();
                let sealed = reply::seal(&nonce, &self.files, &text);
                let dialect = run.book().protocol().dialect;
                match reply::read_review(dialect, &sealed, &nonce) {
                    Ok(review) => return Input::Replied { seat, attempt, review: Box::new(review), cost },
                    Err(bad) => Failure::Unreadable { error: bad.to_string() },
                }
            }
            Some(Turn::Fails(failure)) => failure,
            Some(Turn::Tests(_) | Turn::Decides { .. }) | None => Failure::Missing,
        };
        Input::SeatFailed { seat, attempt, failure, cost }
    }

    fn fix(&mut self, run: &Run, fix: &Fix) -> Input {
        let (attempt, cost) = (fix.attempt, Cost(0));
        let failure = match self.script.next("author") {
            Some(Turn::Says { text, commits, .. }) => {
                let nonce = ids::nonce();
                let sealed = reply::seal(&nonce, &[], &text);
                match reply::read_answers(run.book().protocol().dialect, &sealed, &nonce) {
                    Ok(answers) => {
                        let fixes = answers.answers.iter().any(|a| matches!(a.answer, Answer::Fixed { .. }));
                        let moved = commits && (fixes || !fix.tests.is_empty());
                        let head = commit(self.head + u64::from(moved));
                        return Input::AuthorAnswered { attempt, answers: Box::new(answers), head, cost };
                    }
                    Err(bad) => Failure::Unreadable { error: bad.to_string() },
                }
            }
            Some(Turn::Fails(failure)) => failure,
            Some(Turn::Tests(_) | Turn::Decides { .. }) | None => Failure::Missing,
        };
        Input::AuthorFailed { attempt, failure, cost }
    }

    fn tests(&mut self, head: &Commit) -> Input {
        match self.script.next("tests") {
            Some(Turn::Tests(run)) => Input::TestsRan { head: head.clone(), run },
            Some(Turn::Says { .. } | Turn::Fails(_) | Turn::Decides { .. }) | None => {
                Input::TestsFailed { failure: Failure::Missing }
            }
        }
    }

    fn land(&mut self, to: &Commit) -> Input {
        self.head += 1;
        Input::Landed { head: to.clone() }
    }

    fn text(&mut self, speaker: &str) -> Option<String> {
        match self.script.next(speaker) {
            Some(Turn::Says { text, .. }) => Some(text),
            Some(Turn::Fails(_) | Turn::Tests(_) | Turn::Decides { .. }) | None => None,
        }
    }

    fn decide(&mut self) -> Option<Input> {
        match self.script.next("decide") {
            Some(Turn::Decides { choice, who, why, findings, author }) => {
                Some(Input::Decided(HumanDecision { choice, who, why, head: self.head(), findings, author }))
            }
            Some(Turn::Says { .. } | Turn::Fails(_) | Turn::Tests(_)) | None => None,
        }
    }
}

/// The nth commit of a scripted change.
fn commit(n: u64) -> Commit {
    Commit::parse(&sha256(format!("scripted commit {n}").as_bytes()))
        .expect("a SHA-256 is 64 hexadecimal digits")
}

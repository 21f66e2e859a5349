//! Generated runs: a seeded player that does what is owed, speaks for agents and people, and sometimes misbehaves.
//!
//! The player only chooses inputs. What must hold of the run is said in `laws`; every input is kept, so that a run
//! that breaks a law can be shown and played again from its seed.

pub mod dice;
pub mod garbage;
pub mod speech;
pub mod stage;
pub mod twins;

use tribunal_core::domain::{
    Association, CheckResult, CheckStatus, Choice, Commit, FindingId, ForgeReview, HumanDecision, PullState,
    PullView, ReviewState, Snapshot, TestResult, TestRun, TestSource, TestStatus, Thread, Timestamp,
};
use tribunal_core::engine::{
    Announcement, Cost, Drive, Effect, Input, Phase, Recorded, Refusal, Run, Task, apply, choices, decide,
    owed,
};

use crate::world::commit;
use dice::Dice;
use speech::Temper;
use stage::Stage;

/// Most inputs of one generated run.
const INPUTS_MAX: usize = 60;

/// A generated run on its way.
#[derive(Debug, Clone)]
pub struct Player {
    /// The run as the engine knows it.
    pub run: Run,
    /// Its log.
    pub log: Vec<Recorded>,
    /// Every input that was given, and when.
    pub script: Vec<(Timestamp, Input)>,
    /// What chooses.
    pub dice: Dice,
    /// The time.
    pub now: Timestamp,
    temper: Temper,
    head: u64,
    minted: u64,
    candidate: u64,
    decisions_left: usize,
    pull: Option<PullView>,
}

impl Player {
    /// A run that has been opened.
    ///
    /// # Panics
    /// If the engine refuses the opening: the stage opens only what can be run.
    pub fn open(stage: &Stage, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let opening = stage.opening(&mut dice);
        let pull = opening.protocol.forge.is_some() && dice.percent(80);
        let mut player = Self {
            run: Run::default(),
            log: Vec::new(),
            script: Vec::new(),
            temper: Temper::any(&mut dice),
            decisions_left: dice.below(5),
            dice,
            now: Timestamp(1_000),
            head: 1,
            minted: 1,
            candidate: 1,
            pull: pull.then(|| PullView {
                state: PullState::Open,
                reviews: Vec::new(),
                threads: Vec::new(),
                threads_truncated: false,
                digest: "0".to_owned(),
            }),
        };
        player.feed(Input::Open(Box::new(opening)), &mut |_, _| {}).expect("the stage opens what can be run");
        player
    }

    /// Hands an input to the engine; every event is shown with the run as it is after it.
    pub fn feed(&mut self, input: Input, see: &mut impl FnMut(&Run, &Recorded)) -> Result<(), Refusal> {
        self.script.push((self.now, input.clone()));
        for recorded in decide(&self.run, input, self.now)? {
            apply(&mut self.run, &recorded);
            see(&self.run, &recorded);
            self.log.push(recorded);
        }
        Ok(())
    }

    /// The next input; none when the run is over, or has gone on for long enough.
    pub fn next_input(&mut self) -> Option<Input> {
        if self.script.len() >= INPUTS_MAX {
            return None;
        }
        self.now = self.now.plus_ms(self.dice.roll() % 3);
        let mut effects = owed(&self.run);
        if self.dice.percent(3) && !effects.is_empty() {
            return Some(Input::Began { key: self.dice.pick(&effects).key.clone() });
        }
        if let Some(input) = self.unasked() {
            return Some(input);
        }
        if effects.is_empty() {
            return self.person();
        }
        let at = self.dice.below(effects.len());
        Some(self.perform(effects.swap_remove(at)))
    }

    /// What arrives without being owed: an agent's event, a person's word, time.
    fn unasked(&mut self) -> Option<Input> {
        let standing = self.run.book().opening.drive == Drive::Standing;
        let idle = matches!(self.run.phase, Phase::Idle);
        let often = if idle { 80 } else { 6 };
        let ended = matches!(self.run.phase, Phase::Ended(..));
        if standing && !ended && self.dice.percent(often) {
            return Some(self.event());
        }
        let clarifying = matches!(self.run.phase, Phase::Clarifying(_)) && self.dice.percent(20);
        if clarifying || (!ended && self.dice.percent(1)) {
            return self.person();
        }
        None
    }

    fn event(&mut self) -> Input {
        let kinds = [
            Announcement::Milestone,
            Announcement::Blocker,
            Announcement::RequestReview,
            Announcement::Progress,
        ];
        match self.dice.below(6) {
            0 => Input::ReviewAsked { who: "ann".to_owned() },
            1 => {
                self.now = self.now.plus_ms(16 * 60_000);
                Input::Tick
            }
            _ => Input::Announced {
                agent: stage::agent(self.dice.pick::<&str>(&["ada", "web", "api"])),
                kind: *self.dice.pick(&kinds),
                summary: "did things".to_owned(),
            },
        }
    }

    /// A person decides; none when nobody can any more.
    fn person(&mut self) -> Option<Input> {
        let mut offered = choices(&self.run);
        if offered.is_empty() {
            return None;
        }
        if offered.len() > 1 && self.dice.percent(90) {
            offered.retain(|choice| *choice != Choice::Abort);
        }
        if self.decisions_left == 0 && !self.dice.percent(20) {
            return None;
        }
        self.decisions_left = self.decisions_left.saturating_sub(1);
        let choice = *self.dice.pick(&offered);
        Some(Input::Decided(self.decision(choice)))
    }

    /// A decision with what it needs, mostly.
    pub fn decision(&mut self, choice: Choice) -> HumanDecision {
        if self.dice.percent(50) {
            self.push();
        }
        let book = self.run.book();
        let standing = book.findings.values().filter(|f| f.status.stands()).map(|f| f.id);
        let mut findings: Vec<FindingId> =
            if choice == Choice::Override { standing.collect() } else { Vec::new() };
        findings.retain(|_| self.dice.percent(80));
        let author = (choice == Choice::StrongerAuthor)
            .then(|| (*self.dice.pick(&["principal", "architect", "senior"])).to_owned());
        HumanDecision {
            choice,
            who: (*self.dice.pick(&["ann", "ann", "ann", "ben", " "])).to_owned(),
            why: (*self.dice.pick(&["we looked at it", "we looked at it", ""])).to_owned(),
            head: commit(self.head),
            findings,
            author,
        }
    }

    /// Somebody commits to the branch.
    fn push(&mut self) {
        self.minted += 1;
        self.head = self.minted;
    }

    /// The input that answers an obligation.
    pub fn perform(&mut self, effect: Effect) -> Input {
        let cost = Cost(1);
        match effect.task {
            Task::ReadChange => Input::ChangeRead(self.snapshot()),
            Task::Ask(ask) => {
                let (seat, attempt) = (ask.seat.clone(), ask.attempt);
                if self.dice.percent(self.temper.fails) {
                    let failure = speech::failure(&mut self.dice);
                    return Input::SeatFailed { seat, attempt, failure, cost };
                }
                let review = speech::review(&mut self.dice, &self.run, &ask, &files(), self.temper);
                Input::Replied { seat, attempt, review: Box::new(review), cost }
            }
            Task::ReadHead => {
                if self.dice.percent(4) {
                    self.push();
                }
                Input::HeadRead { head: commit(self.head) }
            }
            Task::RunTests { head } => self.tests(head),
            Task::Fix(fix) => {
                if self.dice.percent(self.temper.fails) {
                    let failure = speech::failure(&mut self.dice);
                    return Input::AuthorFailed { attempt: fix.attempt, failure, cost };
                }
                let (answers, moves) = speech::answers(&mut self.dice, &self.run, &fix);
                let head = if moves { self.mint() } else { fix.from };
                Input::AuthorAnswered { attempt: fix.attempt, answers: Box::new(answers), head, cost }
            }
            Task::RunChecks { head } => Input::ChecksRan { head, results: self.checks() },
            Task::Land { to, .. } => self.land(to),
            Task::Clarify { target, .. } => Input::Clarified { target, text: "meant so".to_owned() },
            Task::Publish { .. } => Input::Published { key: effect.key, reference: "#1".to_owned() },
        }
    }

    fn mint(&mut self) -> Commit {
        self.minted += 1;
        self.candidate = self.minted;
        commit(self.candidate)
    }

    fn land(&mut self, to: Commit) -> Input {
        if self.dice.percent(4) {
            self.push();
            return Input::LandRefused { head: commit(self.head), why: "somebody pushed".to_owned() };
        }
        self.head = self.candidate;
        Input::Landed { head: to }
    }

    /// The change as it stands.
    pub fn snapshot(&mut self) -> Snapshot {
        self.forge_moves();
        let dirty = self.dice.percent(1);
        Snapshot {
            base: commit(0),
            head: commit(self.head),
            files: if self.dice.percent(1) { Vec::new() } else { files() },
            renames: if self.dice.percent(5) {
                vec![("src/a.rs".to_owned(), "src/b.rs".to_owned())]
            } else {
                Vec::new()
            },
            touched: vec!["src/b.rs".to_owned()],
            uncommitted: if dirty { files() } else { Vec::new() },
            pull: self.pull.clone(),
        }
    }

    fn forge_moves(&mut self) {
        let Some(mut pull) = self.pull.take() else { return };
        if self.dice.percent(2) {
            pull.state = *self.dice.pick(&[PullState::Closed, PullState::Merged]);
        }
        if self.dice.percent(15) {
            let states = [ReviewState::ChangesRequested, ReviewState::Approved, ReviewState::Commented];
            pull.reviews.push(ForgeReview {
                login: "mel".to_owned(),
                association: *self.dice.pick(&[Association::Member, Association::Contributor]),
                state: *self.dice.pick(&states),
            });
        }
        if self.dice.percent(20) {
            let first_comment = (1 + self.dice.below(3)).to_string();
            pull.threads.retain(|t| t.first_comment != first_comment);
            pull.threads.push(Thread { first_comment, resolved: self.dice.percent(60) });
        }
        pull.threads_truncated = self.dice.percent(1);
        self.pull = Some(pull);
    }

    fn tests(&mut self, head: Commit) -> Input {
        if self.dice.percent(self.temper.fails) {
            return Input::TestsFailed { failure: speech::failure(&mut self.dice) };
        }
        let passes = 100 - self.temper.reports / 2;
        let mut results = Vec::new();
        for name in ["t1", "t2", "t3"] {
            let status = if self.dice.percent(passes) {
                TestStatus::Passed
            } else {
                *self.dice.pick(&[TestStatus::Failed, TestStatus::Failed, TestStatus::Skipped])
            };
            if self.dice.percent(92) {
                results.push(TestResult { name: name.to_owned(), status });
            }
        }
        let source = *self.dice.pick(&[TestSource::Engine, TestSource::Agent]);
        Input::TestsRan { head, run: TestRun { source, results } }
    }

    fn checks(&mut self) -> Vec<CheckResult> {
        let mut results = Vec::new();
        for name in ["lint", "test"] {
            let status = if self.dice.percent(15) { CheckStatus::Red } else { CheckStatus::Green };
            if self.dice.percent(95) {
                results.push(CheckResult { name: name.to_owned(), status, output: String::new() });
            }
        }
        results
    }
}

/// Files of every generated change.
pub fn files() -> Vec<String> {
    vec!["src/a.rs".to_owned(), "src/b.rs".to_owned()]
}

/// The inputs of a run, one per line, for whoever has to understand a failure.
pub fn told(script: &[(Timestamp, Input)]) -> String {
    let line = |(at, input): &(Timestamp, Input)| {
        let Input::Open(opening) = input else { return format!("{} {input:?}\n", at.0) };
        let mode = opening.protocol.mode.as_deref().unwrap_or_default();
        let mut short = opening.clone();
        short.protocol.duties.clear();
        format!("{} open {} {mode}: {short:?}\n", at.0, opening.protocol.name)
    };
    script.iter().map(line).collect()
}

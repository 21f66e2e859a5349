//! Every crash point of a reference run, counted and not picked: before and after each append, before and after each
//! effect. Stopped there and started again, a run loses nothing, does nothing twice and comes to the same verdicts.
//!
//! The repository, the commits and the landing are real; agents are scripted and time stands still, so two runs can be
//! compared to the byte.

use std::sync::atomic::{AtomicUsize, Ordering};

use tribunal_core::domain::{RunId, Timestamp};
use tribunal_core::engine::{Effect, Event, Input, Opening, Recorded, Run, apply};
use tribunal_core::log::{Entry, canonical};
use tribunal_core::protocol::load_builtin;
use tribunal_host::config::{self, ConfigFile, Order};
use tribunal_host::git::{Repository, Setting, Trust};
use tribunal_host::hands::Hands;
use tribunal_host::journal::{
    Holder, Journal, JournalError, Lease, LeaseName, Listed, Liveness, MemoryJournal, Place, Process,
};
use tribunal_host::process::Cancel;
use tribunal_host::runner::{Done, DriveError, Perform, Rest, Runner};
use tribunal_host::start::{Wish, start};
use tribunal_testkit::repo::TestRepo;

const OLD: &str = "fn a() {}\n";
const FLAWED: &str = "fn a() {}\nfn b(x: u8) {\n    let y = x / 0;\n}\n";
const PATCH: &str = "=== patch\n--- a/src/a.rs\n+++ b/src/a.rs\n@@ -2,3 +2,3 @@\n fn b(x: u8) {\n-    let y = x / 0;\n+    let y = x / 2;\n }\n";

/// A reference run: its protocol, and what everybody says.
struct Reference {
    protocol: &'static str,
    mode: Option<&'static str>,
    script: String,
}

fn references() -> Vec<Reference> {
    let zero = format!(
        "== reviewer-lite\n[ISSUE-1] [MAJOR] Division by zero - src/a.rs:3 - Divide by something\n\
         [ISSUE-2] [MINOR] Unclear name - src/a.rs:2 - Rename it\nVERDICT: FAIL\n\
         == author\nFixed:\n- [ISSUE-1]: divided by two\n\nDISPUTE [ISSUE-2]:\nReason: it is a sample\n\
         Evidence: src/a.rs:2\nRequest: Remove from issue list\n{PATCH}\
         == reviewer-lite fails empty\n\
         == reviewer-lite\n[ISSUE-1] RESOLVED\n[ISSUE-2] DISPUTE ACCEPTED\nVERDICT: PASS\n"
    );
    let epic = format!(
        "== epic-reviewer\n# Review Findings\n## Critical Issues\n1. **[bug]** Division by zero\n   - **File:** `src/a.rs:3`\n\
         \x20  - **Problem:** It fails\n   - **Fix:** Divide by something\n## Summary\n- Critical: 1\n- Important: 0\n- Minor: 0\n\
         - Verdict: must-fix\n== author\n## Fixed\n- Fixed FINDING-1: divided by two\n{PATCH}\
         == epic-reviewer\n# Review Findings\n## Summary\n- Critical: 0\n- Important: 0\n- Minor: 0\n- Verdict: clean\n"
    );
    let lead = format!(
        "== tech-lead\n{{\"status\": \"CHANGES_REQUESTED\", \"issues_summary\": {{\"critical\": 1, \"high\": 0, \"medium\": 0, \
         \"low\": 0}}, \"issues\": [{{\"id\": \"TL-AUTH-1-001\", \"severity\": \"CRITICAL\", \"title\": \"Division by zero\", \
         \"location\": \"src/a.rs:3\", \"problem\": \"It fails\", \"fix\": \"Divide by something\"}}]}}\n\
         == author\n{{\"issue_responses\": [{{\"issue_id\": \"TL-AUTH-1-001\", \"action\": \"FIXED\", \"details\": \"divided by two\"}}]}}\n{PATCH}\
         == tech-lead\n{{\"status\": \"APPROVED\", \"issues_summary\": {{\"critical\": 0, \"high\": 0, \"medium\": 0, \"low\": 0}}, \
         \"issues\": [], \"prior_issues_resolved\": [\"TL-AUTH-1-001\"]}}\n"
    );
    let vote = |verdict: &str| {
        format!(
            "{{\"type\": \"review_result\", \"reviewer\": \"cast\", \"timestamp\": \"2026-01-24T00:00:00Z\", \"payload\": \
                 {{\"verdict\": \"{verdict}\", \"summary\": \"One thing.\", \"issues\": []}}}}\n"
        )
    };
    let four = format!("== cast\n{}", vote("concerns"));
    let reference = |protocol, mode, script| Reference { protocol, mode, script };
    vec![
        reference("zero-tolerance", Some("eco"), zero),
        reference("epic", None, epic),
        reference("tech-lead", None, lead),
        reference("four-rules", None, four),
    ]
}

fn still() -> Timestamp {
    Timestamp(1_700_000_000_000)
}

/// Stops at the nth boundary it passes; 0 never stops.
#[derive(Default)]
struct Fuse {
    at: usize,
    passed: AtomicUsize,
}

impl Fuse {
    fn new(at: usize) -> Self {
        Self { at, passed: AtomicUsize::new(0) }
    }

    fn burns(&self) -> bool {
        self.passed.fetch_add(1, Ordering::SeqCst) + 1 == self.at
    }

    fn count(&self) -> usize {
        self.passed.load(Ordering::SeqCst)
    }
}

/// A journal that a crash cuts off before or after it has written.
struct Cut<'a> {
    kept: &'a MemoryJournal,
    fuse: &'a Fuse,
}

fn stopped() -> JournalError {
    JournalError::Reopen { path: "memory".into(), why: "the process ended here".to_owned() }
}

impl Cut<'_> {
    fn around(&self, write: impl FnOnce() -> Result<(), JournalError>) -> Result<(), JournalError> {
        if self.fuse.burns() {
            return Err(stopped());
        }
        write()?;
        if self.fuse.burns() { Err(stopped()) } else { Ok(()) }
    }
}

impl Journal for Cut<'_> {
    fn acquire(&self, names: &[LeaseName], holder: &Holder) -> Result<Vec<Lease>, JournalError> {
        self.kept.acquire(names, holder)
    }

    fn release(&self, leases: &[Lease]) -> Result<(), JournalError> {
        self.kept.release(leases)
    }

    fn begin(
        &self,
        run: &RunId,
        place: &Place,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        self.around(|| self.kept.begin(run, place, leases, events))
    }

    fn append(
        &self,
        run: &RunId,
        after: u64,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        self.around(|| self.kept.append(run, after, leases, events))
    }

    fn events_after(&self, run: &RunId, after: u64) -> Result<Vec<Entry>, JournalError> {
        self.kept.events_after(run, after)
    }

    fn runs(&self) -> Result<Vec<Listed>, JournalError> {
        self.kept.runs()
    }

    fn find(&self, name: &str) -> Result<Listed, JournalError> {
        self.kept.find(name)
    }
}

/// Hands that a crash cuts off before or after they have acted.
struct Numb<'a> {
    hands: Hands,
    fuse: &'a Fuse,
}

impl Perform for Numb<'_> {
    fn perform(&self, run: &Run, effect: &Effect, cancel: &Cancel) -> Done {
        if self.fuse.burns() {
            return Done::Broken("the process ended here".to_owned());
        }
        let done = self.hands.perform(run, effect, cancel);
        if self.fuse.burns() { Done::Broken("the process ended here".to_owned()) } else { done }
    }

    fn acts(&self, run: &Run, effect: &Effect) -> bool {
        self.hands.acts(run, effect)
    }
}

/// A repository with a flawed branch, and a journal that outlives crashes.
struct Stage {
    repo: TestRepo,
    journal: MemoryJournal,
    opening: Opening,
    order: Order,
}

fn stage(reference: &Reference) -> Stage {
    let repo = TestRepo::empty();
    repo.write("src/a.rs", OLD);
    repo.commit("first");
    repo.git(&["checkout", "--quiet", "-b", "feature"]);
    repo.write("src/a.rs", FLAWED);
    repo.commit("second");
    let settings = "[agents.cast]\ndriver = \"scripted\"\nscript = \"x\"\n[roles]\nreviewers = [\"cast\"]\nauthors = [\"cast\"]\n";
    let settings: ConfigFile = config::read("settings", settings).expect("they are sound");
    let wish = Wish {
        protocol: Some(reference.protocol.to_owned()),
        mode: reference.mode.map(str::to_owned),
        group: Some("AUTH".to_owned()),
        ..Wish::default()
    };
    let load = |name: &str, mode: Option<&str>| Ok(load_builtin(name, mode).expect("it is built in"));
    let script = |_: &str| Ok(reference.script.clone());
    let mut opened = open(&repo);
    let mut started = start(&mut opened, &wish, settings, still(), &script, &load).expect("it can begin");
    started.opening.run = RunId::parse("run-reference").expect("a name");
    let journal = MemoryJournal::with_probe(Box::new(|_| Liveness::Dead));
    Stage { repo, journal, opening: started.opening, order: started.order }
}

fn open(repo: &TestRepo) -> Repository {
    let setting = Setting { private: repo.private(), ignore_file: None, trust: Trust::OwnOnly };
    Repository::open(repo.root(), &setting).expect("it is a repository")
}

impl Stage {
    /// One process: loads what there is, goes on, and ends or crashes.
    fn live(&self, fuse: &Fuse) -> Result<Rest, DriveError> {
        let journal = Cut { kept: &self.journal, fuse };
        let id = self.opening.run.clone();
        let holder =
            Holder { process: Process::current().expect("we run"), what: "test".to_owned(), since: still() };
        let leases =
            self.journal.acquire(&[LeaseName::Run(id.clone())], &holder).expect("the last holder is dead");
        let log = self.journal.events(&id).unwrap_or_default();
        let mut run = Run::default();
        log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
        let desk = self.repo.around().join("desk");
        let hands = Hands::new(open(&self.repo), self.order.clone(), desk, "/bin/false".into(), &log);
        let hands = Numb { hands: hands.expect("the script is sound"), fuse };
        let place = Place { repository: "here".to_owned(), branch: "refs/heads/feature".to_owned() };
        let mut tell = |_: &Run, _: &Recorded| {};
        let seq = log.len() as u64;
        let mut runner =
            Runner { run, id, seq, place, leases, journal: &journal, now: still, tell: &mut tell };
        if seq == 0 {
            runner.take(Input::Open(Box::new(self.opening.clone())))?;
        }
        runner.drive_with(&hands, 1, &Cancel::default())
    }

    fn facts(&self) -> Came {
        let log = self.journal.events(&self.opening.run).expect("the run is there");
        let mut run = Run::default();
        log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
        let verdicts =
            log.iter().filter(|entry| matches!(entry.recorded.event, Event::VerdictReached { .. }));
        let trailers = self.repo.git(&["log", "--format=%B", "feature"]);
        Came {
            verdicts: verdicts.map(|entry| canonical(&entry.recorded.event)).collect(),
            findings: run
                .book()
                .findings
                .values()
                .map(|f| format!("{} {}", f.alias, f.status.word()))
                .collect(),
            outcome: run.outcome().map(|outcome| outcome.word().to_owned()),
            file: self.repo.git(&["show", "feature:src/a.rs"]),
            fixes: trailers.matches("Review-Run: run-reference").count(),
            head: self.repo.id("feature"),
            clean: self.repo.git(&["status", "--porcelain"]),
            replies: log.iter().filter(|e| matches!(e.recorded.event, Event::ReplyRecorded { .. })).count(),
        }
    }
}

/// What a run came to, in all that must not depend on crashes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Came {
    verdicts: Vec<String>,
    findings: Vec<String>,
    outcome: Option<String>,
    file: String,
    fixes: usize,
    head: String,
    clean: String,
    replies: usize,
}

/// The undisturbed run, and how many boundaries it has.
fn undisturbed(reference: &Reference) -> (Came, usize) {
    let stage = stage(reference);
    let fuse = Fuse::new(0);
    stage.live(&fuse).expect("nothing stops it");
    (stage.facts(), fuse.count())
}

#[test]
fn stopped_at_every_boundary_a_run_comes_to_the_same() {
    for reference in references() {
        let (came, points) = undisturbed(&reference);
        let name = reference.protocol;
        assert!(came.outcome.as_deref().is_some_and(|word| word.starts_with("approved")), "{name}: {came:?}");
        assert_eq!(came.fixes, usize::from(name != "four-rules"), "{name}");
        assert!(points > 10, "{name} has {points} boundaries");
        for at in 1..=points {
            let stage = stage(&reference);
            stage.live(&Fuse::new(at)).expect_err("it was stopped");
            stage.live(&Fuse::new(0)).unwrap_or_else(|e| panic!("{name}, stopped at {at} of {points}: {e}"));
            assert_eq!(stage.facts(), came, "{name}, stopped at {at} of {points}");
        }
    }
}

#[test]
fn stopped_again_while_it_recovers_a_run_comes_to_the_same() {
    let reference = &references()[0];
    let (came, points) = undisturbed(reference);
    for at in 1..=points {
        for again in 1..=3 {
            let stage = stage(reference);
            stage.live(&Fuse::new(at)).expect_err("it was stopped");
            // Near its end a run has fewer boundaries left than that.
            let second = stage.live(&Fuse::new(again));
            if second.is_err() {
                stage.live(&Fuse::new(0)).unwrap_or_else(|e| panic!("stopped at {at}, then {again}: {e}"));
            }
            assert_eq!(stage.facts(), came, "stopped at {at} of {points}, then at {again}");
        }
    }
}

//! The runner and the hands from inside: what is durable before something begins, what is done once, what is never done.
//!
//! The repository, the programs and their supervisor are real; the journal is in memory and time stands still. A crash
//! is an effect that was performed and never recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use tribunal_core::domain::{CheckStatus, EffectKey, RunId, Timestamp};
use tribunal_core::engine::{Effect, Event, Failure, Input, Opening, Recorded, Run, Task, apply};
use tribunal_core::log::{Entry, canonical};
use tribunal_core::protocol::load_builtin;
use tribunal_core::reply;
use tribunal_host::config::{self, Order};
use tribunal_host::git::{Repository, Setting, Trust};
use tribunal_host::hands::Hands;
use tribunal_host::journal::{
    Holder, Journal, JournalError, Lease, LeaseName, Listed, Liveness, MemoryJournal, Place, Process,
};
use tribunal_host::process::Cancel;
use tribunal_host::runner::{Done, DriveError, Perform, Rest, Runner};
use tribunal_host::start::{Wish, start};
use tribunal_testkit::repo::TestRepo;

/// What scripted agents say: one finding, its fix, and that it is gone.
const SCRIPT: &str = "\
== reviewer-lite
[ISSUE-1] [MAJOR] Not done - src/a.js:1 - Do it
VERDICT: FAIL
== author
Fixed:
- [ISSUE-1]: done
=== patch
--- a/src/a.js
+++ b/src/a.js
@@ -1,1 +1,1 @@
-// OPEN
+// DONE
== reviewer-lite
[ISSUE-1] RESOLVED
VERDICT: PASS
";

/// Programs that do the same, and note each time that they began.
const REVIEWER: &str = r#"
nonce=$(sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
echo began >> "$0.began"
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\n' "$nonce"
if grep -q OPEN src/a.js; then
  printf '[ISSUE-1] [MAJOR] Not done - src/a.js:1 - Do it\nVERDICT: FAIL\n'
else
  printf '[ISSUE-1] RESOLVED\nVERDICT: PASS\n'
fi
printf 'TRIBUNAL %s>>>\n' "$nonce"
"#;
const AUTHOR: &str = r#"
nonce=$(sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
echo began >> "$0.began"
sed -i 's/OPEN/DONE/' src/a.js
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\nFixed:\n- [ISSUE-1]: done\nTRIBUNAL %s>>>\n' "$nonce" "$nonce"
"#;

/// How long a performer waits for what must not come.
const A_WHILE: Duration = Duration::from_millis(500);

fn still() -> Timestamp {
    Timestamp(1_700_000_000_000)
}

struct Stage {
    repo: TestRepo,
    journal: MemoryJournal,
    opening: Opening,
    order: Order,
}

/// A branch with an open point; `reviewers` and `authors` are `cast`, who is scripted, or a program.
fn stage(mode: &str, reviewers: &str, authors: &str, more: &str) -> Stage {
    let repo = TestRepo::empty();
    repo.write("README.md", "A project.\n");
    repo.commit("first");
    repo.git(&["checkout", "--quiet", "-b", "feature"]);
    repo.write("src/a.js", "// OPEN\n");
    repo.commit("second");
    let program = |name: &str, text: &str| {
        let path = repo.around().join(name);
        std::fs::write(&path, text).expect("it can be written");
        format!(
            "[agents.{name}]\ndriver = \"command\"\ncommand = [\"sh\", {:?}]\n",
            path.display().to_string()
        )
    };
    let settings = format!(
        "{}{}[agents.cast]\ndriver = \"scripted\"\nscript = \"x\"\n[roles]\nreviewers = [{reviewers:?}]\n\
         authors = [{authors:?}]\n{more}",
        program("critic", REVIEWER),
        program("fixer", AUTHOR)
    );
    let settings = config::read("settings", &settings).expect("they are sound");
    let wish = Wish { mode: Some(mode.to_owned()), unsandboxed: true, ..Wish::default() };
    let load = |name: &str, mode: Option<&str>| Ok(load_builtin(name, mode).expect("it is built in"));
    let script = |_: &str| Ok(SCRIPT.to_owned());
    let started = start(&mut open(&repo), &wish, settings, still(), &script, &load).expect("it can begin");
    let journal = MemoryJournal::with_probe(Box::new(|_| Liveness::Dead));
    Stage { repo, journal, opening: started.opening, order: started.order }
}

fn open(repo: &TestRepo) -> Repository {
    let setting = Setting { private: repo.private(), ignore_file: None, trust: Trust::OwnOnly };
    Repository::open(repo.root(), &setting).expect("it is a repository")
}

impl Stage {
    fn desk(&self) -> PathBuf {
        self.repo.around().join("desk")
    }

    fn log(&self) -> Vec<Entry> {
        self.journal.events(&self.opening.run).unwrap_or_default()
    }

    fn hands(&self) -> Hands {
        let supervisor = env!("CARGO_BIN_EXE_tribunal").into();
        let hands = Hands::new(open(&self.repo), self.order.clone(), self.desk(), supervisor, &self.log());
        hands.expect("the script is sound")
    }

    /// One process: loads what there is and goes on.
    fn live(&self, hands: &dyn Perform, jobs: usize) -> Result<Rest, DriveError> {
        self.live_on(&self.journal, hands, jobs, &mut |_| {})
    }

    fn live_on(
        &self,
        journal: &dyn Journal,
        hands: &dyn Perform,
        jobs: usize,
        told: &mut dyn FnMut(&Recorded),
    ) -> Result<Rest, DriveError> {
        let id = self.opening.run.clone();
        let process = Process::current().expect("we run");
        let holder = Holder { process, what: "test".to_owned(), since: still() };
        let leases =
            journal.acquire(&[LeaseName::Run(id.clone())], &holder).expect("the last holder is dead");
        let log = self.log();
        let mut run = Run::default();
        log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
        let place = Place { repository: "here".to_owned(), branch: "refs/heads/feature".to_owned() };
        let mut tell = |_: &Run, recorded: &Recorded| told(recorded);
        let seq = log.len() as u64;
        let mut runner = Runner { run, id, seq, place, leases, journal, now: still, tell: &mut tell };
        if seq == 0 {
            runner.take(Input::Open(Box::new(self.opening.clone())))?;
        }
        runner.drive_with(hands, jobs, &Cancel::default())
    }

    fn outcome(&self) -> Option<String> {
        let mut run = Run::default();
        self.log().iter().for_each(|entry| apply(&mut run, &entry.recorded));
        run.outcome().map(|outcome| outcome.word().to_owned())
    }

    /// How often a program was started.
    fn began(&self, name: &str) -> usize {
        let noted = std::fs::read_to_string(self.repo.around().join(format!("{name}.began")));
        noted.unwrap_or_default().lines().count()
    }
}

/// Hands of which every effect is looked at before and after it is performed.
struct Watched<'a> {
    hands: Hands,
    look: &'a (dyn Fn(&Effect) -> Option<Done> + Sync),
    after: &'a (dyn Fn(&Effect, Done) -> Done + Sync),
}

impl Perform for Watched<'_> {
    fn perform(&self, run: &Run, effect: &Effect, cancel: &Cancel) -> Done {
        (self.look)(effect).unwrap_or_else(|| (self.after)(effect, self.hands.perform(run, effect, cancel)))
    }

    fn acts(&self, run: &Run, effect: &Effect) -> bool {
        self.hands.acts(run, effect)
    }
}

fn is_ask(effect: &Effect) -> bool {
    matches!(effect.task, Task::Ask(_))
}

#[test]
fn an_intent_is_durable_before_anything_costly_begins() {
    let stage = stage("eco", "cast", "cast", "");
    let seen: Mutex<Vec<(EffectKey, bool)>> = Mutex::default();
    let (journal, id) = (&stage.journal, &stage.opening.run);
    let look = |effect: &Effect| {
        let begun =
            |entry: &Entry| matches!(&entry.recorded.event, Event::EffectBegun { key } if *key == effect.key);
        let durable = journal.events(id).expect("it was opened").iter().any(begun);
        if !matches!(effect.task, Task::ReadChange | Task::ReadHead) {
            seen.lock().unwrap().push((effect.key.clone(), durable));
        }
        None
    };
    let hands = Watched { hands: stage.hands(), look: &look, after: &|_, done| done };
    stage.live(&hands, 1).expect("nothing stops it");
    assert_eq!(stage.outcome().as_deref(), Some("approved"));
    let seen = seen.into_inner().unwrap();
    assert!(seen.len() >= 4, "two questions, a fix and a landing: {seen:?}");
    assert!(seen.iter().all(|(_, durable)| *durable), "begun before its intent was durable: {seen:?}");
}

/// A journal that refuses to append from some event on.
struct Stubborn<'a> {
    kept: &'a MemoryJournal,
    until: u64,
}

impl Journal for Stubborn<'_> {
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
        self.kept.begin(run, place, leases, events)
    }

    fn append(
        &self,
        run: &RunId,
        after: u64,
        leases: &[Lease],
        events: &[Recorded],
    ) -> Result<(), JournalError> {
        if after >= self.until {
            return Err(JournalError::Full { path: "memory".into(), what: "no room".to_owned() });
        }
        self.kept.append(run, after, leases, events)
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

#[test]
fn an_event_the_journal_refuses_never_happened() {
    for until in [3, 6, 9] {
        let stage = stage("eco", "cast", "cast", "");
        let journal = Stubborn { kept: &stage.journal, until };
        let mut told = 0;
        let driven = stage.live_on(&journal, &stage.hands(), 1, &mut |_| told += 1);
        assert!(matches!(driven, Err(DriveError::Journal(JournalError::Full { .. }))), "{driven:?}");
        assert_eq!(told, stage.log().len(), "told of an event that is not kept");
        stage.live(&stage.hands(), 1).expect("there is room again");
        assert_eq!(stage.outcome().as_deref(), Some("approved"));
    }
}

/// Three are asked and two may work: whoever works waits a while for a third.
#[test]
fn no_more_work_at_once_than_was_allowed() {
    let stage = stage("swarm", "cast", "cast", "");
    let (working, changed) = (Mutex::new((0, 0)), Condvar::new());
    let look = |effect: &Effect| {
        if !is_ask(effect) {
            return None;
        }
        let mut now = working.lock().unwrap();
        now.0 += 1;
        now.1 = now.1.max(now.0);
        changed.notify_all();
        let (mut now, _) = changed.wait_timeout_while(now, A_WHILE, |(now, _)| *now <= 2).unwrap();
        now.0 -= 1;
        drop(now);
        Some(Done::Waits("a person".to_owned()))
    };
    let hands = Watched { hands: stage.hands(), look: &look, after: &|_, done| done };
    let Rest::Waits(waits) = stage.live(&hands, 2).expect("nothing stops it") else {
        panic!("nobody stopped it")
    };
    assert!(waits.len() >= 3, "the panel is too small to show anything: {waits:?}");
    let (_, most) = working.into_inner().unwrap();
    assert!(most <= 2, "{most} worked at once");
}

/// The runner looks around whenever something comes; what is still under way must be left alone then.
#[test]
fn nothing_is_started_twice_while_it_is_under_way() {
    let stage = stage("swarm", "cast", "cast", "");
    let (starts, changed) = (Mutex::new(BTreeMap::<EffectKey, u32>::new()), Condvar::new());
    let look = |effect: &Effect| {
        if !is_ask(effect) {
            return None;
        }
        let mut starts = starts.lock().unwrap();
        *starts.entry(effect.key.clone()).or_default() += 1;
        changed.notify_all();
        let slow = starts.len() > 1;
        let once = |starts: &mut BTreeMap<EffectKey, u32>| slow && starts.values().all(|times| *times == 1);
        drop(changed.wait_timeout_while(starts, A_WHILE, once).unwrap());
        Some(Done::Waits("a person".to_owned()))
    };
    let hands = Watched { hands: stage.hands(), look: &look, after: &|_, done| done };
    stage.live(&hands, 8).expect("nothing stops it");
    let starts = starts.into_inner().unwrap();
    assert!(starts.len() >= 3 && starts.values().all(|times| *times == 1), "{starts:?}");
}

#[test]
fn a_broken_world_stops_the_run_and_records_nothing() {
    let stage = stage("eco", "cast", "cast", "");
    let asked = Mutex::new(0);
    let look = |effect: &Effect| {
        let mut asked = asked.lock().unwrap();
        *asked += u32::from(is_ask(effect));
        match *asked {
            0 => None,
            1 => Some(Done::Broken("no disk".to_owned())),
            _ => Some(Done::Waits("a person".to_owned())),
        }
    };
    let hands = Watched { hands: stage.hands(), look: &look, after: &|_, done| done };
    let driven = stage.live(&hands, 1);
    assert!(matches!(&driven, Err(DriveError::World(why)) if why == "no disk"), "{driven:?}");
    let last = stage.log().pop().expect("the run was opened").recorded.event;
    assert!(matches!(last, Event::EffectBegun { .. }), "{last:?}");
}

/// Drives until the first effect of this kind was performed, loses what came of it, and goes on in another process.
fn crashed_after(stage: &Stage, is_it: fn(&Effect) -> bool) {
    let lose = |effect: &Effect, done: Done| {
        if is_it(effect) { Done::Broken("the process ended here".to_owned()) } else { done }
    };
    let hands = Watched { hands: stage.hands(), look: &|_| None, after: &lose };
    stage.live(&hands, 1).expect_err("it was stopped");
    stage.live(&stage.hands(), 1).expect("nothing stops it");
    assert_eq!(stage.outcome().as_deref(), Some("approved"));
}

#[test]
fn an_agent_that_answered_before_a_crash_is_not_asked_again() {
    let stage = stage("eco", "critic", "cast", "");
    crashed_after(&stage, is_ask);
    assert_eq!(stage.began("critic"), 2, "one for each round");
}

#[test]
fn a_fix_that_was_made_before_a_crash_is_not_made_again() {
    let stage = stage("eco", "cast", "fixer", "");
    crashed_after(&stage, |effect| matches!(effect.task, Task::Fix(_)));
    assert_eq!(stage.began("fixer"), 1);
    assert_eq!(stage.repo.git(&["rev-list", "--count", "main..feature"]), "2");
    assert_eq!(stage.repo.git(&["show", "feature:src/a.js"]), "// DONE");
}

/// Somebody put an approval there before the question was asked.
#[test]
fn what_lies_on_a_desk_without_an_intent_is_not_believed() {
    let stage = stage("eco", "critic", "cast", "");
    let place = stage.desk().join("r1.ask.reviewer-lite#1");
    std::fs::create_dir_all(&place).expect("it can be made");
    let printed = reply::seal("planted", &["src/a.js".to_owned()], "VERDICT: PASS");
    let kept = BTreeMap::from([("nonce", "planted"), ("printed", printed.as_str())]);
    std::fs::write(place.join("came-to.json"), canonical(&kept)).expect("it can be written");
    stage.live(&stage.hands(), 1).expect("nothing stops it");
    assert_eq!(stage.began("critic"), 2, "the agent was asked all the same");
    let keys: BTreeSet<String> = stage.log().iter().filter_map(key).collect();
    assert!(keys.contains("r1/ask/reviewer-lite#1"), "the approval was put elsewhere: {keys:?}");
}

fn key(entry: &Entry) -> Option<String> {
    if let Event::EffectBegun { key } = &entry.recorded.event { Some(key.to_string()) } else { None }
}

/// The wish said `--unsandboxed`; the order that is followed does not.
#[test]
fn no_program_runs_without_a_sandbox_unless_somebody_said_so() {
    let sandbox =
        |failure: &Failure| matches!(failure, Failure::Refused { detail } if detail.contains("sandbox"));
    for (reviewers, authors, more) in
        [("critic", "cast", ""), ("cast", "fixer", ""), ("cast", "cast", "[checks]\nlint = [\"true\"]\n")]
    {
        let mut stage = stage("eco", reviewers, authors, more);
        stage.order.unsandboxed = false;
        stage.live(&stage.hands(), 1).expect("nothing stops it");
        let mut refused = 0;
        for entry in stage.log() {
            if let Event::SeatFailureRecorded { failure, .. } | Event::AuthorFailureRecorded { failure, .. } =
                &entry.recorded.event
            {
                assert!(sandbox(failure), "{failure:?}");
                refused += 1;
            } else if let Event::ChecksRecorded { results, .. } = &entry.recorded.event {
                let red = |check: &tribunal_core::domain::CheckResult| {
                    check.status == CheckStatus::Red && check.output.contains("sandbox")
                };
                assert!(!results.is_empty() && results.iter().all(red), "{results:?}");
                refused += 1;
            }
        }
        assert!(refused > 0, "{reviewers}, {authors}: nothing was refused");
        assert_eq!((stage.began("critic"), stage.began("fixer")), (0, 0));
    }
}

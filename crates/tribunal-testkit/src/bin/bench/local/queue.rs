//! Many reviews in one process: four workers take them from a list, each through the host's own start, runner, hands and
//! journal, on a real repository, with real child processes. Then the same through the command line.
//!
//! The reviews are of branches that are each checked out in a clean work tree of its own, one for each worker, so nothing
//! that a single review does is left out. Each worker keeps its repository open, and with it the git that reads objects, as a
//! process that lives for more than one review would. They run in a child of this program, so that its memory is theirs alone.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tribunal_core::domain::Outcome;
use tribunal_core::engine::{Input, Run};
use tribunal_core::protocol::load_builtin;
use tribunal_host::git::{Repository, Setting, Trust};
use tribunal_host::hands::Hands;
use tribunal_host::journal::{Holder, Journal, LeaseName, Place, Process, SqliteJournal};
use tribunal_host::process::Cancel;
use tribunal_host::runner::Runner;
use tribunal_host::start::{self, StartError, Wish};
use tribunal_host::{clock, config};

use super::super::figure;
use super::judged;
use super::stage::{Stage, beside, children_cpu, memory_kib, settings};

/// The word that makes this program drive a queue.
pub const QUEUE: &str = "__queue";

/// How many work at once.
const WORKERS: usize = 4;

/// How many reviews wait, for the rate.
const QUEUED: usize = 200;

/// How many runs memory is looked at after.
const RUNS: usize = 1000;

/// Reviews a second.
const RATE_MIN: f64 = 100.0;

/// Resident memory, in MB of 1,000,000 bytes, idle and after the runs.
const IDLE_MAX: f64 = 20.0;
const AFTER_MAX: f64 = 40.0;

/// Measures.
pub fn measure() {
    let stage = queued();
    let best = (0..3).map(|_| Told::of(&stage, QUEUED)).min_by(|a, b| a.took.cmp(&b.took));
    let best = best.expect("three are some");
    let rate = QUEUED as f64 / best.took.as_secs_f64();
    let value = format!("{rate:.0} reviews/s");
    judged("queue: 200 reviews, 4 workers, one process", &value, "100 reviews/s", rate >= RATE_MIN);
    let bare = bare_rate();
    figure(
        "queue: the bare agent alone, 4 at once",
        &format!("{bare:.0} /s, {:.1} times as many", bare / rate),
    );
    figure("queue: processor time of a review, all its processes", &super::ms(best.cpu / QUEUED as u32));
    let (rate, cpu) = by_commands(&stage);
    figure(
        "queue: 200 times `tribunal review`, 4 at once",
        &format!("{rate:.0} reviews/s, {} each", super::ms(cpu)),
    );
    memory(&stage);
}

/// A repository with a work tree for each worker.
pub fn queued() -> Stage {
    let stage = Stage::small();
    for worker in 0..WORKERS {
        let (tree, branch) = (tree(&stage, worker), format!("change-{worker}"));
        stage.repo.git(&[
            "worktree",
            "add",
            "--quiet",
            "-b",
            &branch,
            &tree.display().to_string(),
            "feature",
        ]);
    }
    stage
}

fn tree(stage: &Stage, worker: usize) -> PathBuf {
    stage.repo.around().join(format!("tree-{worker}"))
}

fn memory(stage: &Stage) {
    let told = Told::of(stage, RUNS);
    let mb = |kib: u64| kib as f64 * 1024.0 / 1e6;
    let waiting = waiting(stage);
    let show = |kib: u64| format!("{:.1} MB", mb(kib));
    judged("memory: `tribunal log --follow`, idle", &show(waiting), "20 MB", mb(waiting) < IDLE_MAX);
    judged(
        "memory: one process, before its first run",
        &show(told.before),
        "20 MB",
        mb(told.before) < IDLE_MAX,
    );
    judged("memory: the same after 1,000 runs", &show(told.after), "40 MB", mb(told.after) < AFTER_MAX);
    judged("memory: its peak in between", &show(told.peak), "40 MB", mb(told.peak) < AFTER_MAX);
}

/// What `tribunal` holds while it does nothing but wait for news of a run.
fn waiting(stage: &Stage) -> u64 {
    let (_, _) = stage.run(&["review", "--reviewer", "person"], 5);
    let run = stage.run(&["runs"], 0).0.split_whitespace().next().unwrap_or_default().to_owned();
    let mut child = stage.tribunal(&["log", "--follow", &run]).spawn().expect("the program was built");
    let pid = child.id().to_string();
    let begun = Instant::now();
    let mut held = 0;
    while begun.elapsed() < Duration::from_secs(1) {
        held = memory_kib(&pid, "VmRSS").unwrap_or(held);
        std::thread::park_timeout(Duration::from_millis(50));
    }
    child.kill().expect("it is our child");
    child.wait().expect("it is our child");
    held
}

/// Starts the agent alone, as many at once as there are workers.
fn bare_rate() -> f64 {
    let next = AtomicUsize::new(0);
    let begun = Instant::now();
    let work = || {
        while next.fetch_add(1, Ordering::Relaxed) < QUEUED {
            let mut agent = Command::new(std::env::current_exe().expect("a program knows where it is"));
            agent.arg(super::agent::AGENT).stdin(Stdio::null());
            agent.output().expect("it can be started");
        }
    };
    in_threads(work);
    QUEUED as f64 / begun.elapsed().as_secs_f64()
}

fn in_threads(work: impl Fn() + Sync) {
    std::thread::scope(|scope| (0..WORKERS).for_each(|_| drop(scope.spawn(&work))));
}

/// The same reviews, each by a command of its own: how many a second, and the processor time of each.
fn by_commands(stage: &Stage) -> (f64, Duration) {
    let next = AtomicUsize::new(0);
    let (begun, before) = (Instant::now(), children_cpu());
    std::thread::scope(|scope| {
        for worker in 0..WORKERS {
            let (next, tree) = (&next, tree(stage, worker));
            scope.spawn(move || {
                while next.fetch_add(1, Ordering::Relaxed) < QUEUED {
                    let mut command = stage.tribunal(&["review", "--unsandboxed"]);
                    let done = command.current_dir(&tree).output().expect("the program was built");
                    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
                }
            });
        }
    });
    let cpu = children_cpu().saturating_sub(before) / QUEUED as u32;
    (QUEUED as f64 / begun.elapsed().as_secs_f64(), cpu)
}

/// What the child that drove a queue told.
struct Told {
    took: Duration,
    cpu: Duration,
    before: u64,
    after: u64,
    peak: u64,
}

impl Told {
    fn of(stage: &Stage, count: usize) -> Self {
        let before = children_cpu();
        let mut child = Command::new(std::env::current_exe().expect("a program knows where it is"));
        child.arg(QUEUE).arg(count.to_string()).arg(stage.home());
        child.args((0..WORKERS).map(|worker| tree(stage, worker)));
        let done = child.stderr(Stdio::inherit()).output().expect("we can start ourselves");
        assert!(done.status.success());
        let words = String::from_utf8(done.stdout).expect("numbers are text");
        let numbers: Vec<u64> = words.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [took, before_kib, after, peak] = numbers.try_into().expect("four numbers");
        let cpu = children_cpu().saturating_sub(before);
        Self { took: Duration::from_micros(took), cpu, before: before_kib, after, peak }
    }
}

/// `__queue COUNT HOME TREE...`: drives so many reviews with a worker for each work tree; prints microseconds and KiB.
#[allow(clippy::print_stdout, reason = "the parent reads it")]
pub fn drive(words: &[String]) {
    let (count, home) = (words[0].parse::<usize>().expect("a number"), PathBuf::from(&words[1]));
    let journal = SqliteJournal::open(&home.join("journal.db")).expect("the journal opens");
    let (next, supervisor) = (AtomicUsize::new(0), beside("tribunal"));
    let before = memory_kib("self", "VmRSS").unwrap_or_default();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for tree in &words[2..] {
            let (next, journal, home, supervisor) = (&next, &journal, &home, &supervisor);
            scope.spawn(move || {
                let setting = Setting { private: home.join("git"), ignore_file: None, trust: Trust::OwnOnly };
                let mut repository = Repository::open(Path::new(tree), &setting).expect("it is a repository");
                while next.fetch_add(1, Ordering::Relaxed) < count {
                    repository = review(journal, home, repository, supervisor);
                }
            });
        }
    });
    let took = begun.elapsed().as_micros();
    let [after, peak] = ["VmRSS", "VmHWM"].map(|field| memory_kib("self", field).unwrap_or_default());
    println!("{took} {before} {after} {peak}");
}

/// One review, as `tribunal review` does it, but for the repository, which stays open.
fn review(journal: &SqliteJournal, home: &Path, mut repository: Repository, supervisor: &Path) -> Repository {
    let wish = Wish { unsandboxed: true, ..Wish::default() };
    let user = config::read("bench", &settings()).expect("the settings are right");
    let protocol = |name: &str, mode: Option<&str>| {
        load_builtin(name, mode).map_err(|error| StartError::Content(error.to_string()))
    };
    let scripts = |_: &str| Err(StartError::Content("there is no script".to_owned()));
    let started = start::start(&mut repository, &wish, user, clock::now(), &scripts, &protocol);
    let started = started.expect("the change can be reviewed");
    let place = Place {
        repository: repository.common_dir().display().to_string(),
        branch: started.order.branch.clone().unwrap_or_default(),
    };
    let id = started.opening.run.clone();
    let branch = LeaseName::Branch { repository: place.repository.clone(), reference: place.branch.clone() };
    let process = Process::current().expect("we are alive");
    let holder = Holder { process, what: "bench".to_owned(), since: clock::now() };
    let leases = journal.acquire(&[LeaseName::Run(id.clone()), branch], &holder).expect("nobody else has it");
    let desk = home.join("runs").join(id.as_str());
    let (order, jobs) = (started.order, 4);
    let hands = Hands::new(repository, order, desk, supervisor.to_owned(), &[]).expect("the order is right");
    let mut tell = |_: &Run, _: &_| {};
    let mut runner = Runner {
        run: Run::default(),
        id,
        seq: 0,
        place,
        leases: leases.clone(),
        journal,
        now: clock::now,
        tell: &mut tell,
    };
    runner.take(Input::Open(Box::new(started.opening))).expect("the opening is right");
    runner.drive_with(&hands, jobs, &Cancel::default()).expect("nothing is broken");
    assert_eq!(runner.run.outcome(), Some(Outcome::Approved));
    journal.release(&leases).expect("they are ours");
    hands.into_repository()
}

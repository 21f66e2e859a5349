//! Several processes on one file: they share it, die with leases, and are killed while they write.
//!
//! A child is this test program again, told by its environment to run `child` and nothing else.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tribunal_core::domain::{RunId, Timestamp};
use tribunal_host::journal::{Holder, Journal, JournalError, Lease, Liveness, Process, SqliteJournal};
use tribunal_testkit::Scratch;
use tribunal_testkit::journal::{note, of_branch, of_run, opening, place, run};

const ROLE: &str = "TRIBUNAL_TEST_ROLE";
const FILE: &str = "TRIBUNAL_TEST_FILE";

/// How often each child appends where children append.
const APPENDS: usize = 60;

fn start(role: &str, file: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "processes::child", "--nocapture", "--test-threads=1"])
        .env(ROLE, role)
        .env(FILE, file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The lines a child says about its work, without those of the test program around it.
fn told(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    // The first line of the child follows the test's name, which has no line end.
    lines.filter_map(|line| line.split_once("told: ").map(|(_, told)| told.to_owned()))
}

fn tell(text: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "told: {text}").unwrap();
    out.flush().unwrap();
}

fn me() -> Holder {
    Holder { process: Process::current().unwrap(), what: "a test".to_owned(), since: Timestamp(0) }
}

fn began(journal: &SqliteJournal) -> (RunId, Vec<Lease>) {
    let run = run("run-1");
    let leases = journal.acquire(&[of_run(&run)], &me()).unwrap();
    journal.begin(&run, &place("main"), &leases, &[opening(&run, 1)]).unwrap();
    (run, leases)
}

/// What a child does; without a role, this test is not one.
#[test]
fn child() {
    let Ok(role) = env::var(ROLE) else { return };
    let journal = SqliteJournal::open(Path::new(&env::var_os(FILE).unwrap())).unwrap();
    let run = run("run-1");
    let lease = Lease { name: of_run(&run), epoch: 1 };
    match role.as_str() {
        "append" => append(&journal, &run, &[lease]),
        "hold" => {
            journal.acquire(&[of_branch("main")], &me()).unwrap();
            tell("held");
            std::io::stdin().read_line(&mut String::new()).unwrap();
        }
        "write until killed" => {
            for seq in 1.. {
                journal.append(&run, seq, std::slice::from_ref(&lease), &[note("a")]).unwrap();
                tell(&(seq + 1).to_string());
            }
        }
        other => panic!("no such role: {other}"),
    }
}

fn append(journal: &SqliteJournal, run: &RunId, leases: &[Lease]) {
    let mut left = APPENDS;
    while left > 0 {
        let seq = journal.events(run).unwrap().len() as u64;
        match journal.append(run, seq, leases, &[note("x"), note("y")]) {
            Ok(()) => left -= 1,
            Err(JournalError::Moved { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// The children open a file that this process has open, and race for every event.
#[test]
fn processes_share_a_file_and_lose_nothing() {
    let scratch = Scratch::new();
    let path = scratch.join("journal.db");
    let journal = SqliteJournal::open(&path).unwrap();
    let (run, leases) = began(&journal);
    let children: Vec<Child> = (0..3).map(|_| start("append", &path)).collect();
    append(&journal, &run, &leases);
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    assert_eq!(journal.events(&run).unwrap().len(), 1 + 4 * 2 * APPENDS);
}

#[test]
fn a_living_process_keeps_its_lease_and_a_dead_one_loses_it() {
    let scratch = Scratch::new();
    let path = scratch.join("journal.db");
    let journal = SqliteJournal::open(&path).unwrap();
    let mut child = start("hold", &path);
    assert_eq!(told(&mut child).next().as_deref(), Some("held"));
    let refused = journal.acquire(&[of_branch("main")], &me()).unwrap_err();
    let JournalError::Held(held) = &refused else { panic!("{refused:?}") };
    assert_eq!((held.holder.process.pid, held.seen), (child.id(), Liveness::Alive));
    let said = format!(
        "branch:/repo/.git:refs/heads/main (epoch 1) is held by process {0} (a test) since 1970-01-01 00:00 UTC; wait for it, or \
         end process {0}",
        child.id()
    );
    assert_eq!(refused.to_string(), said);
    child.kill().unwrap();
    child.wait().unwrap();
    let taken = journal.acquire(&[of_branch("main")], &me()).unwrap();
    assert_eq!(taken, [Lease { name: of_branch("main"), epoch: 2 }]);
}

/// What a child was told is durable is there after it was killed in the middle of its writing; at most one event more.
#[test]
fn nothing_that_was_acknowledged_is_lost_when_a_writer_is_killed() {
    for acknowledged in [1, 2, 5, 17, 40] {
        let scratch = Scratch::new();
        let path = scratch.join("journal.db");
        let journal = SqliteJournal::open(&path).unwrap();
        let (run, _) = began(&journal);
        drop(journal);
        let mut child = start("write until killed", &path);
        let mut told = told(&mut child);
        let last = told.by_ref().nth(acknowledged - 1).unwrap();
        child.kill().unwrap();
        let last: u64 = told.last().unwrap_or(last).parse().unwrap();
        child.wait().unwrap();
        let kept = SqliteJournal::open(&path).unwrap().events(&run).unwrap().len() as u64;
        assert!(kept == last || kept == last + 1, "{kept} events are kept, {last} were acknowledged");
    }
}

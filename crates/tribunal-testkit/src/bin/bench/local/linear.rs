//! What an event costs as a run grows: appended, loaded, shown. In processor time of the one thread, which a busy machine
//! disturbs little; a transaction also waits for the disk, as `queue` shows.

use std::time::Duration;

use tribunal_core::domain::{RunId, Timestamp};
use tribunal_core::engine::{Event, Recorded, Run, apply};
use tribunal_core::tell;
use tribunal_host::journal::{Holder, Journal, LeaseName, Place, Process, SqliteJournal};
use tribunal_testkit::repo::TempDir;

use super::super::figure;
use super::super::logs::cycles;
use super::judged;

/// Lengths of the runs, in events.
const LENGTHS: [usize; 3] = [1_000, 10_000, 100_000];

/// How much more an event may cost in the longest run than in the one before, to be called flat.
const GROWTH_MAX: f64 = 1.5;

/// How often each is measured; the best counts.
const TIMES: usize = 3;

/// Events a cycle of the run in `cycles` has.
const EVENTS_A_CYCLE: usize = 13;

/// Measures.
pub fn measure() {
    let directory = TempDir::new();
    let mut figures: Vec<[Duration; 3]> = Vec::new();
    for length in LENGTHS {
        let log: Vec<Recorded> = cycles(length.div_ceil(EVENTS_A_CYCLE));
        let each = of_length(directory.path(), &log);
        let [append, load, show] =
            each.map(|time| format!("{:.2}", time.as_secs_f64() * 1e6 / log.len() as f64));
        let value = format!("append {append}, load {load}, show {show} µs each");
        figure(&format!("linear: {} events", log.len()), &value);
        figures.push(each.map(|time| time / u32::try_from(log.len() / 1000).unwrap_or(1).max(1)));
    }
    for (at, what) in ["append", "load", "show"].into_iter().enumerate() {
        let growth = figures[2][at].as_secs_f64() / figures[1][at].as_secs_f64();
        let value = format!("{growth:.2} times as much each");
        judged(
            &format!("linear: {what}, 10 times the events"),
            &value,
            "flat, below 1.5",
            growth < GROWTH_MAX,
        );
    }
}

fn of_length(directory: &std::path::Path, log: &[Recorded]) -> [Duration; 3] {
    // A short run is measured several times over: the clock of a thread moves in steps of some milliseconds.
    let often = u32::try_from(LENGTHS[2] / log.len()).unwrap_or(1).clamp(1, 50);
    let best = |work: &mut dyn FnMut()| {
        let once = |_| {
            let begun = on_processor();
            (0..often).for_each(|_| work());
            on_processor().saturating_sub(begun) / often
        };
        (0..TIMES).map(once).min().unwrap_or_default()
    };
    let mut number = 0;
    let file = directory.join(format!("{}.db", log.len()));
    let journal = SqliteJournal::open(&file).expect("the journal opens");
    let mut last = RunId::parse("none").expect("a name");
    let append = best(&mut || {
        number += 1;
        last = RunId::parse(&format!("run-{number}")).expect("a name");
        keep(&journal, &last, log);
    });
    let load = best(&mut || drop(journal.events(&last).expect("it is whole")));
    let entries = journal.events(&last).expect("it is whole");
    let show = best(&mut || {
        let mut run = Run::default();
        entries.iter().for_each(|entry| apply(&mut run, &entry.recorded));
        drop(tell::explain(&run).map(|told| told.to_text()));
    });
    [append, load, show]
}

/// How long this thread has been on a processor.
fn on_processor() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Appends a log, sixteen events a transaction, which is about what one decision makes.
fn keep(journal: &SqliteJournal, run: &RunId, log: &[Recorded]) {
    let process = Process::current().expect("we are alive");
    let holder = Holder { process, what: "bench".to_owned(), since: Timestamp(1) };
    let leases = journal.acquire(&[LeaseName::Run(run.clone())], &holder).expect("nobody else has it");
    let place = Place { repository: "bench".to_owned(), branch: "bench".to_owned() };
    let mut first = log[0].clone();
    if let Event::Opened(opening) = &mut first.event {
        opening.run = run.clone();
    }
    journal.begin(run, &place, &leases, &[first]).expect("it is the opening");
    let mut seq = 1;
    for some in log[1..].chunks(16) {
        journal.append(run, seq, &leases, some).expect("it follows");
        seq += some.len() as u64;
    }
    journal.release(&leases).expect("they are ours");
}

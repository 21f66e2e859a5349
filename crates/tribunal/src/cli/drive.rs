//! Drives a run of the journal in this process: leases first, then all that is owed, then what it came to.

use tribunal_core::domain::RunId;
use tribunal_core::engine::{Input, Opening, Recorded, Run, apply};
use tribunal_core::log::Entry;
use tribunal_core::protocol::Dialect;
use tribunal_core::tell::event_line;
use tribunal_host::clock;
use tribunal_host::config::Order;
use tribunal_host::git::Repository;
use tribunal_host::hands::Hands;
use tribunal_host::journal::{Holder, Journal, Lease, LeaseName, Place, Process, SqliteJournal};
use tribunal_host::process::Cancel;
use tribunal_host::runner::{DriveError, Rest, Runner};

use super::failure::Failure;
use super::home::Home;
use super::json;
use super::live::Live;
use super::out::say;
use super::papers;
use super::runs::find;
use super::summary::{Closing, INTERRUPTED};

/// A run of the journal, with the right to write to it.
pub struct Held<'a> {
    /// Where it is kept.
    pub journal: &'a SqliteJournal,
    /// Its name.
    pub id: RunId,
    /// Where its work is.
    pub place: Place,
    /// The right.
    pub leases: Vec<Lease>,
    /// The run as it stands.
    pub run: Run,
    /// Its events.
    pub log: Vec<Entry>,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // A lease that is not given back is free as soon as this process has ended.
        drop(self.journal.release(&self.leases));
    }
}

/// The right to write to a run and to move its branch; both or none.
pub fn lease(journal: &SqliteJournal, id: &RunId, place: &Place, what: &str) -> Result<Vec<Lease>, Failure> {
    let process = Process::current().map_err(|e| Failure::Engine(e.to_string()))?;
    let holder = Holder { process, what: what.to_owned(), since: clock::now() };
    let mut names = vec![LeaseName::Run(id.clone())];
    if place.branch.starts_with("refs/") {
        names.push(LeaseName::Branch {
            repository: place.repository.clone(),
            reference: place.branch.clone(),
        });
    }
    journal.acquire(&names, &holder).map_err(|error| Failure::kept(&error))
}

/// Loads a run and takes the right to write to it.
pub fn hold<'a>(journal: &'a SqliteJournal, name: &str, what: &str) -> Result<Held<'a>, Failure> {
    let listed = find(journal, name)?;
    let leases = lease(journal, &listed.run, &listed.place, what)?;
    // Read after the lease was taken: nobody else writes from here on.
    let log = journal.events(&listed.run).map_err(|e| Failure::kept(&e))?;
    let mut run = Run::default();
    log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
    Ok(Held { journal, id: listed.run, place: listed.place, leases, run, log })
}

/// A run that is new.
pub fn open<'a>(journal: &'a SqliteJournal, opening: &Opening, place: Place) -> Result<Held<'a>, Failure> {
    let leases = lease(journal, &opening.run, &place, "tribunal review")?;
    Ok(Held { journal, id: opening.run.clone(), place, leases, run: Run::default(), log: Vec::new() })
}

/// What to do with a run: take this first, then drive it.
pub fn go(
    mut held: Held<'_>,
    first: Vec<Input>,
    home: &Home,
    repository: Repository,
    order: Order,
    json: bool,
) -> Result<u8, Failure> {
    let jobs = order.jobs as usize;
    let supervisor = std::env::current_exe().map_err(|e| Failure::Engine(e.to_string()))?;
    let hands = Hands::new(repository, order, home.desk(&held.id), supervisor, &held.log)
        .map_err(Failure::Content)?;
    let stop = stop_on_signals()?;
    let live = Live::begin(json, &stop);
    let mut seq = held.log.len() as u64;
    let mut tell = |run: &Run, recorded: &Recorded| {
        seq += 1;
        show(run, seq, recorded, json);
        live.hear(run, recorded);
    };
    let mut runner = Runner {
        run: std::mem::take(&mut held.run),
        id: held.id.clone(),
        seq: held.log.len() as u64,
        place: held.place.clone(),
        leases: held.leases.clone(),
        journal: held.journal,
        now: clock::now,
        tell: &mut tell,
    };
    for input in first {
        runner.take(input).map_err(|error| undriven(error, &held.id))?;
    }
    let rest =
        runner.drive_with(&live.watch(&hands), jobs, &stop).map_err(|error| undriven(error, &held.id))?;
    let run = runner.run;
    drop(live);
    let fixes_on = hands.went_aside().then(|| format!("tribunal/{}", held.id));
    let asks = papers(&held, &run, home);
    Ok(closing(rest, fixes_on, asks).say(&run, json))
}

fn closing(rest: Rest, fixes_on: Option<String>, asks: Option<String>) -> Closing {
    match rest {
        Rest::Waits(waits) => Closing { waits, stopped: false, fixes_on, asks, kept: true },
        Rest::Stopped => Closing { waits: Vec::new(), stopped: true, fixes_on, asks, kept: true },
    }
}

/// Lays a story's papers into the run's folder; gives what a person is asked there.
fn papers(held: &Held<'_>, run: &Run, home: &Home) -> Option<String> {
    if run.book().protocol().dialect != Dialect::FindingsDocument {
        return None;
    }
    let log = held.journal.events(&held.id).ok()?;
    papers::keep(&papers::chronicle(&log)?, &home.desk(&held.id))
}

fn undriven(error: DriveError, id: &RunId) -> Failure {
    let resumed = format!("Nothing that was recorded is lost; `tribunal resume {id}` goes on.");
    match error {
        DriveError::Refused(refusal) => Failure::Usage(refusal.to_string()),
        DriveError::Journal(error) => Failure::kept(&error).and(&resumed),
        DriveError::World(why) => Failure::Engine(format!("{why}\n{resumed}")),
        DriveError::Endless => Failure::Engine(error.to_string()),
    }
}

/// The first Ctrl-C stops politely; the second at once.
fn stop_on_signals() -> Result<Cancel, Failure> {
    let stop = Cancel::default();
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let registered =
            signal_hook::flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), stop.flag())
                .and_then(|_| signal_hook::flag::register(signal, stop.flag()));
        registered.map_err(|e| Failure::Engine(format!("cannot watch for signals: {e}")))?;
    }
    Ok(stop)
}

/// One event, in words or as JSON.
pub fn show(run: &Run, seq: u64, recorded: &Recorded, json: bool) {
    if json {
        json::event(seq, recorded);
    } else {
        event_line(run, &recorded.event).iter().for_each(|line| say(line));
    }
}

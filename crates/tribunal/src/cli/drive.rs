//! Drives a run of the journal in this process: leases first, then all that is owed, then what it came to.

use std::collections::BTreeSet;

use tribunal_core::domain::{Outcome, RunId};
use tribunal_core::engine::{Input, Opening, Recorded, Run, apply};
use tribunal_core::log::{Entry, canonical};
use tribunal_core::protocol::Dialect;
use tribunal_core::tell::{self, event_line};
use tribunal_host::clock;
use tribunal_host::config::Order;
use tribunal_host::git::Repository;
use tribunal_host::hands::Hands;
use tribunal_host::journal::{Holder, Journal, Lease, LeaseName, Place, Process, SqliteJournal};
use tribunal_host::process::Cancel;
use tribunal_host::runner::{DriveError, Rest, Runner};

use super::failure::Failure;
use super::home::Home;
use super::live::Live;
use super::out::{complain, say, say_json};
use super::papers;
use super::runs::find;

/// The run is still going: it waits for somebody, or others drive it.
pub const STILL_GOING: u8 = 5;

/// Somebody stopped it; it can be gone on with.
const INTERRUPTED: u8 = 130;

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
    journal.acquire(&names, &holder).map_err(|e| Failure::Busy(e.to_string()))
}

/// Loads a run and takes the right to write to it.
pub fn hold<'a>(journal: &'a SqliteJournal, name: &str, what: &str) -> Result<Held<'a>, Failure> {
    let listed = find(journal, name)?;
    let leases = lease(journal, &listed.run, &listed.place, what)?;
    // Read after the lease was taken: nobody else writes from here on.
    let log = journal.events(&listed.run).map_err(|e| Failure::Engine(e.to_string()))?;
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
    let mut tell = |run: &Run, recorded: &Recorded| {
        show(run, recorded, json);
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
        runner.take(input).map_err(undriven)?;
    }
    let rest = runner.drive_with(&live.watch(&hands), jobs, &stop).map_err(undriven)?;
    let run = runner.run;
    drop(live);
    if hands.went_aside() {
        complain(&format!("tribunal: fixes are on the branch tribunal/{}", held.id));
    }
    let asked = papers(&held, &run, home);
    let code = close(&run, &rest, json);
    if let Some(asked) = asked.filter(|_| !json) {
        say(&format!("\n{} tribunal decide {} a|b|c|abort --why WHY", asked.trim_end(), held.id));
    }
    Ok(code)
}

/// Lays a story's papers into the run's folder; gives what a person is asked there.
fn papers(held: &Held<'_>, run: &Run, home: &Home) -> Option<String> {
    if run.book().protocol().dialect != Dialect::FindingsDocument {
        return None;
    }
    let log = held.journal.events(&held.id).ok()?;
    papers::keep(&papers::chronicle(&log)?, &home.desk(&held.id))
}

fn undriven(error: DriveError) -> Failure {
    match error {
        DriveError::Refused(refusal) => Failure::Usage(refusal.to_string()),
        DriveError::Journal(error) => Failure::Engine(error.to_string()),
        DriveError::World(why) => {
            Failure::Engine(format!("{why}\nThe run is as it was; `tribunal resume` goes on."))
        }
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
pub fn show(run: &Run, recorded: &Recorded, json: bool) {
    if json {
        say_json(&format!("{{\"at\":{},\"event\":{}}}", recorded.at.0, canonical(&recorded.event)));
    } else {
        event_line(run, &recorded.event).iter().for_each(|line| say(line));
    }
}

/// The summary a person grasps in ten seconds, and the exit code.
fn close(run: &Run, rest: &Rest, json: bool) -> u8 {
    let id = &run.book().opening.run;
    match rest {
        Rest::Stopped => {
            complain(&format!("tribunal: stopped; `tribunal resume {id}` goes on"));
            return run.outcome().map_or(INTERRUPTED, Outcome::exit_code);
        }
        Rest::Waits(waits) => waits.iter().for_each(|line| complain(&format!("tribunal: waits: {line}"))),
    }
    let Some(outcome) = run.outcome() else { return STILL_GOING };
    if !json {
        summary(run, outcome);
    }
    outcome.exit_code()
}

/// The outcome, why, and what is left.
pub fn summary(run: &Run, outcome: Outcome) {
    let Some(explanation) = tell::explain(run) else { return };
    let blocking = explanation.findings.iter().filter(|f| f.blocks).count();
    let (findings, rounds) =
        (many(explanation.findings.len(), "finding"), many(run.book().round as usize, "round"));
    say(&format!("\n{}: {}", outcome.word().to_uppercase(), explanation.because));
    // Where votes decide, no finding blocks by itself, and "0 still block" beside a stop would mislead.
    match run.book().protocol().floor() {
        Some(_) => say(&format!("{findings} in {rounds}, {blocking} still blocking.")),
        None => say(&format!("{findings} in {rounds}; the votes decide.")),
    }
    if outcome.approves() {
        only_patterns(run).iter().for_each(|line| say(line));
    }
    let loud =
        explanation.findings.iter().filter(|f| f.status == "accepted" || f.status == "outvoted" || f.blocks);
    loud.for_each(|f| say(&format!("  {} {} {}: {} {}", f.alias, f.severity, f.status, f.title, f.place)));
}

/// Said of every approval that nobody who understands code has given.
fn only_patterns(run: &Run) -> Option<String> {
    let opening = &run.book().opening;
    let order = Order::read(&opening.order).ok()?;
    let is_author = |role: &String| opening.protocol.authors.iter().any(|rung| rung.role == *role);
    let reviewers = opening.staff.iter().filter(|(role, _)| !is_author(role)).flat_map(|(_, staff)| staff);
    let names: BTreeSet<&str> = reviewers.map(|one| one.agent.as_str()).collect();
    let mechanical = |name: &&str| order.agents.get(*name).is_some_and(|row| row.driver.is_mechanical());
    let words = "which see patterns and not meaning; nobody has read the change";
    let listed = names.iter().copied().collect::<Vec<_>>().join(", ");
    names.iter().all(mechanical).then(|| format!("Reviewed by {listed} only, {words}."))
}

fn many(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

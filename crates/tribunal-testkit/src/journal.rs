//! The suite every journal passes. A test module names a function that hands an empty journal to a case:
//!
//! ```text
//! fn with(probe: Probe, case: &dyn Fn(&dyn Journal)) { case(&MemoryJournal::with_probe(probe)) }
//! tribunal_testkit::journal_conformance!(with);
//! ```
//!
//! Each case becomes a test of its own. Who is alive is pretended: see `Census`.

mod events;
mod leases;
mod lists;
mod races;

pub use events::*;
pub use leases::*;
pub use lists::*;
pub use races::*;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tribunal_core::domain::{RunId, Timestamp};
use tribunal_core::engine::{Event, Recorded};
use tribunal_core::log::{self, Entry};
use tribunal_core::protocol::builtin_file;
use tribunal_host::journal::{Holder, Journal, Lease, LeaseName, Liveness, Place, Probe, Process};

use crate::generate::stage::plain;

/// Makes a test of every case.
#[macro_export]
macro_rules! journal_conformance {
    ($with:path) => {
        $crate::journal_conformance! { $with:
            events_come_back_in_order_and_as_a_log_file_has_them
            runs_do_not_see_each_other
            a_writer_behind_or_ahead_is_refused_and_changes_nothing
            a_run_begins_once_and_with_its_own_opening
            an_unknown_run_is_refused
            nothing_to_append_is_checked_all_the_same
            any_text_comes_back_equal
            a_log_is_followed_from_any_event
            nobody_writes_without_the_lease_of_the_run
            a_lost_lease_is_refused_and_changes_nothing
            a_lease_that_was_given_back_is_no_lease
            a_lost_branch_stops_the_run_as_well
            an_invented_epoch_is_refused
            a_holder_that_may_live_keeps_its_lease
            an_epoch_grows_by_one_with_each_holder
            leases_are_taken_together_or_not_at_all
            giving_back_what_was_lost_takes_it_from_nobody
            the_last_run_is_listed_first
            a_run_is_found_by_the_beginning_of_its_name
            of_writers_at_the_same_event_one_wins
            of_takers_of_one_lease_one_wins
            readers_see_whole_appends_while_others_write
        }
    };
    ($with:path: $($case:ident)*) => {
        $(#[test]
        fn $case() {
            let census = $crate::journal::Census::default();
            $with(census.probe(), &|journal| $crate::journal::$case(journal, &census));
        })*
    };
}

/// Who is alive: everybody, until something else is said.
#[derive(Debug, Clone, Default)]
pub struct Census(Arc<Mutex<BTreeMap<u32, Liveness>>>);

impl Census {
    /// The probe of a journal in this world.
    pub fn probe(&self) -> Probe {
        let census = self.clone();
        Box::new(move |process| {
            let said = census.0.lock().unwrap_or_else(PoisonError::into_inner);
            said.get(&process.pid).copied().unwrap_or(Liveness::Alive)
        })
    }

    /// Says how a process looks from now on.
    pub fn say(&self, holder: &Holder, seen: Liveness) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(holder.process.pid, seen);
    }
}

/// A holder with this process number.
pub fn holder(pid: u32) -> Holder {
    let process = Process { pid, started: 4711, boot: "boot".to_owned(), spaces: "here".to_owned() };
    Holder { process, what: format!("command {pid}"), since: Timestamp(1_700_000_000_000) }
}

/// A run's name.
///
/// # Panics
/// If it is none.
pub fn run(name: &str) -> RunId {
    RunId::parse(name).expect("a name")
}

/// The place of a run.
pub fn place(branch: &str) -> Place {
    Place { repository: "/repo/.git".to_owned(), branch: branch.to_owned() }
}

/// The name of a run's lease.
pub fn of_run(run: &RunId) -> LeaseName {
    LeaseName::Run(run.clone())
}

/// The name of a branch's lease.
pub fn of_branch(branch: &str) -> LeaseName {
    LeaseName::Branch { repository: "/repo/.git".to_owned(), reference: format!("refs/heads/{branch}") }
}

/// The opening of a run.
///
/// # Panics
/// If a built-in protocol cannot be read; the core's own tests say why.
pub fn opening(run: &RunId, at: u64) -> Recorded {
    let file = builtin_file("pr-loop").expect("built-in files can be read");
    let mut opening = plain(file.resolve(None).expect("built-in modes can be resolved"));
    opening.run = run.clone();
    Recorded { at: Timestamp(at), event: Event::Opened(Box::new(opening)) }
}

/// An event that says little. A journal does not ask whether it follows.
pub fn note(text: &str) -> Recorded {
    Recorded { at: Timestamp(2_000), event: Event::ReviewAskRecorded { who: text.to_owned() } }
}

/// Takes the lease of a run and begins it with its opening.
///
/// # Panics
/// If the journal refuses.
pub fn begun(journal: &dyn Journal, run: &RunId) -> Vec<Lease> {
    let leases = journal.acquire(&[of_run(run)], &holder(1)).expect("a free lease is given");
    journal.begin(run, &place("main"), &leases, &[opening(run, 1_000)]).expect("a new run begins");
    leases
}

/// The entries a log file with these events has.
///
/// # Panics
/// Never: what is written can be read.
pub fn entries(events: &[Recorded]) -> Vec<Entry> {
    log::read(&log::write(events)).expect("what is written can be read")
}

/// What is kept of a run.
fn kept(journal: &dyn Journal, run: &RunId) -> Vec<Entry> {
    journal.events(run).expect("a known run is read")
}

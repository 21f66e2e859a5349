//! The runner when the world around it breaks.

use std::collections::BTreeMap;

use tribunal_core::domain::{RunId, Timestamp};
use tribunal_core::engine::{AuthorRole, Drive, Effect, Input, Opening, Recorded, Run};
use tribunal_core::protocol::load_builtin;
use tribunal_host::agent::Script;
use tribunal_host::journal::{Holder, Journal, LeaseName, MemoryJournal, Place, Process};
use tribunal_host::process::Cancel;
use tribunal_host::runner::{Done, DriveError, Perform, Runner, Scripted};

/// Hands with a fault of ours in them.
struct Faulty;

impl Perform for Faulty {
    fn perform(&self, _: &Run, effect: &Effect, _: &Cancel) -> Done {
        unreachable!("a fault at {}", effect.key)
    }

    fn acts(&self, _: &Run, _: &Effect) -> bool {
        true
    }
}

fn still() -> Timestamp {
    Timestamp(1)
}

fn opening(run: &RunId) -> Opening {
    let world = Scripted::new(Script::read("none", "").expect("it is empty"), Vec::new());
    Opening {
        run: run.clone(),
        protocol: load_builtin("epic", None).expect("it is built in"),
        base: Scripted::base(),
        head: world.head(),
        branch: "feature".to_owned(),
        group: "CHANGE".to_owned(),
        reviewers: Vec::new(),
        staff: BTreeMap::new(),
        agents: Vec::new(),
        drive: Drive::Once,
        author: AuthorRole::Absent,
        dry_run: false,
        checks: false,
        budget: None,
        max_rounds: None,
        inherits: None,
        order: String::new(),
    }
}

#[test]
fn a_hand_that_panics_ends_the_drive_and_not_the_run() {
    let (journal, id) = (MemoryJournal::default(), RunId::parse("run-faulty").expect("a name"));
    let process = Process::current().expect("we run");
    let holder = Holder { process, what: "test".to_owned(), since: still() };
    let leases = journal.acquire(&[LeaseName::Run(id.clone())], &holder).expect("nobody else is there");
    let mut told = 0;
    let mut tell = |_: &Run, _: &Recorded| told += 1;
    let place = Place { repository: "here".to_owned(), branch: "feature".to_owned() };
    let run = Run::default();
    let mut runner =
        Runner { run, id: id.clone(), seq: 0, place, leases, journal: &journal, now: still, tell: &mut tell };
    runner.take(Input::Open(Box::new(opening(&id)))).expect("it can be opened");
    let driven = runner.drive_with(&Faulty, 2, &Cancel::default());
    assert!(
        matches!(&driven, Err(DriveError::World(why)) if why.contains("tribunal itself failed at r1/read"))
    );
    assert_eq!(journal.events(&id).expect("the run is there").len(), told, "nothing was recorded of it");
}

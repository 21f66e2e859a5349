//! Leases: one holder, growing epochs, and no writing without one.

use tribunal_host::journal::{Held, Holder, Journal, JournalError, Lease, LeaseName, Liveness};

use super::{Census, begun, holder, kept, note, of_branch, of_run, opening, place, run};

/// The lease of something else does not do.
pub fn nobody_writes_without_the_lease_of_the_run(journal: &dyn Journal, _: &Census) {
    let (run, other) = (run("run-1"), run("run-2"));
    let wrong = journal.acquire(&[of_run(&other), of_branch("main")], &holder(1));
    let wrong = wrong.expect("free leases are given");
    for shown in [&[][..], &wrong] {
        let refused = journal.begin(&run, &place("main"), shown, &[opening(&run, 1)]);
        assert_eq!(refused, Err(JournalError::NotLeased { run: run.clone() }));
    }
    assert_eq!(journal.runs(), Ok(vec![]));
    begun(journal, &run);
    for shown in [&[][..], &wrong] {
        let refused = journal.append(&run, 1, shown, &[note("x")]);
        assert_eq!(refused, Err(JournalError::NotLeased { run: run.clone() }));
    }
    assert_eq!(kept(journal, &run).len(), 1);
}

/// A holder that was taken for dead and writes on, be it the first event or a later one.
pub fn a_lost_lease_is_refused_and_changes_nothing(journal: &dyn Journal, census: &Census) {
    let (run, new) = (run("run-1"), run("run-2"));
    let old = begun(journal, &run);
    let old_of_new = take(journal, &[of_run(&new)], &holder(1));
    census.say(&holder(1), Liveness::Dead);
    let now = take(journal, &[of_run(&run)], &holder(2));
    let now_of_new = take(journal, &[of_run(&new)], &holder(2));

    let lost = JournalError::Lost { lease: old[0].clone(), now: 2 };
    assert_eq!(journal.append(&run, 1, &old, &[note("x")]), Err(lost));
    let lost = JournalError::Lost { lease: old_of_new[0].clone(), now: 2 };
    assert_eq!(journal.begin(&new, &place("main"), &old_of_new, &[opening(&new, 1)]), Err(lost));
    assert_eq!((kept(journal, &run).len(), journal.find("run-2").is_err()), (1, true));

    journal.append(&run, 1, &now, &[note("a")]).expect("the new holder writes");
    journal.begin(&new, &place("main"), &now_of_new, &[opening(&new, 1)]).expect("the new holder begins");
}

/// Even before somebody else has it.
pub fn a_lease_that_was_given_back_is_no_lease(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = begun(journal, &run);
    journal.release(&leases).expect("a lease is given back");
    let lost = JournalError::Lost { lease: leases[0].clone(), now: 1 };
    assert_eq!(journal.append(&run, 1, &leases, &[note("x")]), Err(lost));
    assert_eq!(kept(journal, &run).len(), 1);
}

/// Whoever lost the branch must not go on as if it could still land.
pub fn a_lost_branch_stops_the_run_as_well(journal: &dyn Journal, census: &Census) {
    let run = run("run-1");
    let leases = take(journal, &[of_run(&run), of_branch("main")], &holder(1));
    journal.begin(&run, &place("main"), &leases, &[opening(&run, 1)]).expect("a new run begins");
    census.say(&holder(1), Liveness::Dead);
    take(journal, &[of_branch("main")], &holder(2));
    let lost = JournalError::Lost { lease: leases[1].clone(), now: 2 };
    assert_eq!(journal.append(&run, 1, &leases, &[note("x")]), Err(lost));
    assert_eq!(kept(journal, &run).len(), 1);
}

/// Neither one from the future nor one for a lease nobody ever took.
pub fn an_invented_epoch_is_refused(journal: &dyn Journal, _: &Census) {
    let (run, other) = (run("run-1"), run("run-2"));
    begun(journal, &run);
    for (name, epoch, now) in [(&run, 0, 1), (&run, 2, 1), (&other, 0, 0), (&other, 1, 0)] {
        let lease = Lease { name: of_run(name), epoch };
        let refused = journal.append(name, 1, std::slice::from_ref(&lease), &[note("x")]);
        assert_eq!(refused, Err(JournalError::Lost { lease, now }));
    }
}

/// The refusal says who it is, whether it is alive or cannot be seen.
pub fn a_holder_that_may_live_keeps_its_lease(journal: &dyn Journal, census: &Census) {
    let name = of_branch("main");
    let lease = take(journal, std::slice::from_ref(&name), &holder(1)).remove(0);
    for seen in [Liveness::Alive, Liveness::Unseen] {
        census.say(&holder(1), seen);
        let held = Held { lease: lease.clone(), holder: holder(1), seen };
        let refused = journal.acquire(std::slice::from_ref(&name), &holder(2));
        assert_eq!(refused, Err(JournalError::Held(Box::new(held))));
    }
    take(journal, &[of_branch("other")], &holder(2));
}

/// However the one before ended.
pub fn an_epoch_grows_by_one_with_each_holder(journal: &dyn Journal, census: &Census) {
    let name = of_run(&run("run-1"));
    for epoch in 1..=6 {
        let pid = u32::try_from(epoch).expect("a small number");
        let leases = take(journal, std::slice::from_ref(&name), &holder(pid));
        assert_eq!(leases, [Lease { name: name.clone(), epoch }]);
        match epoch % 2 {
            0 => journal.release(&leases).expect("a lease is given back"),
            _ => census.say(&holder(pid), Liveness::Dead),
        }
    }
}

/// One that is held keeps the others free, also when it is asked for twice in one breath.
pub fn leases_are_taken_together_or_not_at_all(journal: &dyn Journal, _: &Census) {
    let names = [of_run(&run("run-1")), of_branch("main")];
    let held = take(journal, &names[1..], &holder(1));
    assert!(journal.acquire(&names, &holder(2)).is_err());
    let twice = [of_branch("twice"), of_branch("twice")];
    assert!(journal.acquire(&twice, &holder(2)).is_err());
    journal.release(&held).expect("a lease is given back");
    let epochs = |leases: Vec<Lease>| leases.into_iter().map(|lease| lease.epoch).collect::<Vec<_>>();
    assert_eq!(epochs(take(journal, &names, &holder(2))), [1, 2]);
    assert_eq!(epochs(take(journal, &twice[..1], &holder(2))), [1]);
    assert_eq!(journal.acquire(&[], &holder(2)), Ok(vec![]));
}

/// A slow loser that cleans up.
pub fn giving_back_what_was_lost_takes_it_from_nobody(journal: &dyn Journal, census: &Census) {
    let run = run("run-1");
    let old = begun(journal, &run);
    census.say(&holder(1), Liveness::Dead);
    let now = take(journal, &[of_run(&run)], &holder(2));
    journal.release(&old).expect("giving back what was lost is no mistake");
    journal.append(&run, 1, &now, &[note("a")]).expect("the holder still writes");
    assert!(journal.acquire(&[of_run(&run)], &holder(3)).is_err());
}

fn take(journal: &dyn Journal, names: &[LeaseName], holder: &Holder) -> Vec<Lease> {
    journal.acquire(names, holder).expect("free leases are given")
}

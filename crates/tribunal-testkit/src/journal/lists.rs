//! Finding runs again.

use tribunal_core::domain::Timestamp;
use tribunal_host::journal::{Journal, JournalError, Listed};

use super::{Census, begun, holder, of_run, opening, place, run};

/// In the order in which they were begun, whatever the clock said.
pub fn the_last_run_is_listed_first(journal: &dyn Journal, _: &Census) {
    assert_eq!(journal.runs(), Ok(vec![]));
    let runs = [("run-b", 2_000, "b"), ("run-c", 1_000, "c"), ("run-a", u64::MAX / 2, "a")];
    for (name, at, branch) in runs {
        let run = run(name);
        let leases = journal.acquire(&[of_run(&run)], &holder(1)).expect("a free lease is given");
        journal.begin(&run, &place(branch), &leases, &[opening(&run, at)]).expect("a new run begins");
    }
    let listed = |(name, at, branch)| Listed { run: run(name), begun: Timestamp(at), place: place(branch) };
    let all: Vec<Listed> = runs.into_iter().rev().map(listed).collect();
    assert_eq!(journal.runs(), Ok(all.clone()));
    for count in 0..=4 {
        assert_eq!(journal.latest(count), Ok(all.iter().take(count).cloned().collect()));
    }
}

/// If that is the beginning of one name only; a whole name is found even if others go on.
pub fn a_run_is_found_by_the_beginning_of_its_name(journal: &dyn Journal, _: &Census) {
    for name in ["run-ab", "run-ac", "run-a", "x_y", "xzy"] {
        begun(journal, &run(name));
    }
    let found = |name: &str| journal.find(name).map(|listed| listed.run);
    assert_eq!(found("run-ab"), Ok(run("run-ab")));
    assert_eq!(found("run-a"), Ok(run("run-a")));
    assert_eq!(found("x_"), Ok(run("x_y")), "a name is no pattern");
    assert_eq!(found("xz"), Ok(run("xzy")));
    let runs = vec![run("run-a"), run("run-ac"), run("run-ab")];
    assert_eq!(found("run-"), Err(JournalError::Ambiguous { name: "run-".to_owned(), runs }));
    for name in ["", "run-b", "run-abc", "RUN-AB", "%", "un-ab", "run-ab\0"] {
        assert_eq!(found(name), Err(JournalError::Unknown { name: name.to_owned() }));
    }
}

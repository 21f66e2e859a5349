//! Events: order, all or none, whose they are.

use tribunal_host::journal::{Journal, JournalError};

use super::{Census, begun, entries, holder, kept, note, of_run, opening, place, run};

/// What is stored is what a log file of the same events says, hash by hash.
pub fn events_come_back_in_order_and_as_a_log_file_has_them(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let events = [opening(&run, 1_000), note("a"), note("b"), note("c"), note("d")];
    let leases = journal.acquire(&[of_run(&run)], &holder(1)).expect("a free lease is given");
    journal.begin(&run, &place("main"), &leases, &events[..2]).expect("a new run begins");
    assert_eq!(kept(journal, &run), entries(&events[..2]));
    journal.append(&run, 2, &leases, &events[2..4]).expect("the next events are taken");
    journal.append(&run, 4, &leases, &events[4..]).expect("the next event is taken");
    assert_eq!(kept(journal, &run), entries(&events));
}

/// Two runs, written in turns.
pub fn runs_do_not_see_each_other(journal: &dyn Journal, _: &Census) {
    let (one, two) = (run("run-1"), run("run-2"));
    let (of_one, of_two) = (begun(journal, &one), begun(journal, &two));
    for seq in 1..4 {
        journal.append(&one, seq, &of_one, &[note("one")]).expect("the next event is taken");
        journal.append(&two, seq, &of_two, &[note("two")]).expect("the next event is taken");
    }
    let of = |run, text| entries(&[opening(run, 1_000), note(text), note(text), note(text)]);
    assert_eq!(kept(journal, &one), of(&one, "one"));
    assert_eq!(kept(journal, &two), of(&two, "two"));
}

/// Neither over what is there nor with a gap.
pub fn a_writer_behind_or_ahead_is_refused_and_changes_nothing(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = begun(journal, &run);
    journal.append(&run, 1, &leases, &[note("a"), note("b")]).expect("the next events are taken");
    let before = kept(journal, &run);
    for expected in [0, 1, 2, 4, u64::MAX] {
        let refused = journal.append(&run, expected, &leases, &[note("x"), note("y")]);
        assert_eq!(refused, Err(JournalError::Moved { run: run.clone(), has: 3, expected }));
    }
    assert_eq!(kept(journal, &run), before);
}

/// And with nothing else.
pub fn a_run_begins_once_and_with_its_own_opening(journal: &dyn Journal, _: &Census) {
    let (run, other) = (run("run-1"), run("run-2"));
    let leases = journal.acquire(&[of_run(&run)], &holder(1)).expect("a free lease is given");
    for wrong in [vec![], vec![note("a")], vec![opening(&other, 1)], vec![note("a"), opening(&run, 1)]] {
        let refused = journal.begin(&run, &place("main"), &leases, &wrong);
        assert_eq!(refused, Err(JournalError::NotItsOpening { run: run.clone() }));
    }
    assert_eq!(journal.runs(), Ok(vec![]));
    journal.begin(&run, &place("main"), &leases, &[opening(&run, 1)]).expect("a new run begins");
    let again = journal.begin(&run, &place("other"), &leases, &[opening(&run, 1)]);
    assert_eq!(again, Err(JournalError::Begun { run: run.clone() }));
    assert_eq!(kept(journal, &run), entries(&[opening(&run, 1)]));
}

/// Reading, following and appending.
pub fn an_unknown_run_is_refused(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = journal.acquire(&[of_run(&run)], &holder(1)).expect("a free lease is given");
    let unknown = JournalError::Unknown { name: "run-1".to_owned() };
    assert_eq!(journal.events(&run), Err(unknown.clone()));
    assert_eq!(journal.events_after(&run, 3), Err(unknown.clone()));
    assert_eq!(journal.append(&run, 0, &leases, &[opening(&run, 1)]), Err(unknown));
    assert_eq!(journal.runs(), Ok(vec![]));
}

/// An empty list is no way past the checks.
pub fn nothing_to_append_is_checked_all_the_same(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = begun(journal, &run);
    assert_eq!(journal.append(&run, 1, &leases, &[]), Ok(()));
    let moved = JournalError::Moved { run: run.clone(), has: 1, expected: 0 };
    assert_eq!(journal.append(&run, 0, &leases, &[]), Err(moved));
    assert_eq!(journal.append(&run, 1, &[], &[]), Err(JournalError::NotLeased { run: run.clone() }));
    assert_eq!(kept(journal, &run).len(), 1);
}

/// Quotes, breaks, control characters, other scripts, and a megabyte.
pub fn any_text_comes_back_equal(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = begun(journal, &run);
    let texts = ["", "'; DROP TABLE events; --", "\"\\\n\r\t\0\u{7f}\u{202e}", "é漢🦀", &"x".repeat(1 << 20)];
    let notes = texts.map(note);
    journal.append(&run, 1, &leases, &notes).expect("the next events are taken");
    let all: Vec<_> = std::iter::once(opening(&run, 1_000)).chain(notes).collect();
    assert_eq!(kept(journal, &run), entries(&all));
}

/// What is behind an event, for every event; nothing behind the last, and no answer beyond it.
pub fn a_log_is_followed_from_any_event(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = begun(journal, &run);
    journal.append(&run, 1, &leases, &[note("a"), note("b")]).expect("the next events are taken");
    let all = kept(journal, &run);
    for after in 0..=3 {
        let behind = journal.events_after(&run, after as u64);
        assert_eq!(behind.as_deref(), Ok(&all[after..]), "after {after}");
    }
    let beyond = JournalError::Moved { run: run.clone(), has: 3, expected: 4 };
    assert_eq!(journal.events_after(&run, 4), Err(beyond));
}

//! Many at once.

use std::sync::Barrier;
use std::thread;

use tribunal_host::journal::{Journal, JournalError};

use super::{Census, begun, entries, holder, kept, note, of_branch, of_run, opening, run};

/// How many threads race.
const RACERS: usize = 8;

/// How often they do.
const LAPS: u64 = 20;

/// Everybody has the same lease and the same idea of where the run is.
pub fn of_writers_at_the_same_event_one_wins(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = begun(journal, &run);
    for seq in 1..=LAPS {
        let refused =
            race(|racer| journal.append(&run, seq, &leases, &[note(&format!("{seq} by {racer}"))]).err());
        let moved = JournalError::Moved { run: run.clone(), has: seq + 1, expected: seq };
        assert_eq!(refused, vec![moved; RACERS - 1]);
    }
    assert_eq!(kept(journal, &run).len() as u64, 1 + LAPS);
}

/// And with it both leases; nobody is left with one of them.
pub fn of_takers_of_one_lease_one_wins(journal: &dyn Journal, _: &Census) {
    for lap in 0..LAPS {
        let names = [of_run(&run(&format!("run-{lap}"))), of_branch(&format!("{lap}"))];
        let refused = race(|racer| {
            let pid = u32::try_from(racer).expect("a small number");
            // Some ask in the other order, which must not lead to half a success either.
            let mut names = names.to_vec();
            names.rotate_left(racer % 2);
            journal.acquire(&names, &holder(pid)).err()
        });
        assert_eq!(refused.len(), RACERS - 1);
        assert!(refused.iter().all(|error| matches!(error, JournalError::Held(_))), "{refused:?}");
    }
}

/// A reader that follows misses nothing, sees nothing twice and never sees half of an append.
pub fn readers_see_whole_appends_while_others_write(journal: &dyn Journal, _: &Census) {
    let run = run("run-1");
    let leases = begun(journal, &run);
    let events: Vec<_> = (0..LAPS * 3).map(|n| note(&n.to_string())).collect();
    let all: Vec<_> = std::iter::once(opening(&run, 1_000)).chain(events.iter().cloned()).collect();
    let all = entries(&all);
    thread::scope(|scope| {
        scope.spawn(|| {
            for (lap, three) in events.chunks(3).enumerate() {
                journal.append(&run, 1 + 3 * lap as u64, &leases, three).expect("the only writer wins");
            }
        });
        for _ in 0..2 {
            scope.spawn(|| {
                let mut seen = Vec::new();
                while seen.len() < all.len() {
                    let next = journal.events_after(&run, seen.len() as u64).expect("reading goes on");
                    seen.extend(next);
                    assert_eq!(seen.len() % 3, 1, "half of an append was seen");
                    assert_eq!(seen, all[..seen.len()]);
                }
            });
        }
    });
    assert_eq!(kept(journal, &run), all);
}

/// Starts all racers at one moment; what each of them was refused with.
fn race(run: impl Fn(usize) -> Option<JournalError> + Sync) -> Vec<JournalError> {
    let start = Barrier::new(RACERS);
    let (run, start) = (&run, &start);
    thread::scope(|scope| {
        let lane = |racer| {
            scope.spawn(move || {
                start.wait();
                run(racer)
            })
        };
        let racers: Vec<_> = (0..RACERS).map(lane).collect();
        racers.into_iter().filter_map(|racer| racer.join().expect("no racer panics")).collect()
    })
}

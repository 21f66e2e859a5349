//! Same log, same bytes (law 13): every scenario's log is written, read, replayed, and doctored.

mod common;

use common::scenarios;
use tribunal_core::domain::{Decision, Outcome};
use tribunal_core::engine::{Event, Recorded};
use tribunal_core::{log, tell};

#[test]
fn every_scenario_replays_to_the_same_run_and_the_same_bytes() {
    for (path, scenario) in scenarios() {
        let world = scenario.world;
        if world.log.is_empty() {
            continue;
        }
        let text = log::write(&world.log);
        let entries = log::read(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
        let run = log::replay(&entries).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert_eq!(run, world.run, "{path}");
        assert_eq!(tell::explain(&run), tell::explain(&world.run), "{path}");
        let again: Vec<Recorded> = entries.into_iter().map(|e| e.recorded).collect();
        assert_eq!(log::write(&again), text, "{path}");
    }
}

/// A log whose chain is right but whose story is not: somebody wrote an approval over it and chained it anew.
#[test]
fn a_verdict_written_by_hand_is_refused_even_with_a_right_chain() {
    let mut doctored = 0;
    for (path, scenario) in scenarios() {
        for n in 0..scenario.world.log.len() {
            let mut events = scenario.world.log.clone();
            if !doctor(&mut events[n].event) {
                continue;
            }
            doctored += 1;
            let entries = log::read(&log::write(&events)).expect("the chain itself is right");
            assert!(log::replay(&entries).is_err(), "{path}: event {} was believed", n + 1);
        }
    }
    assert!(doctored > 20, "only {doctored} forgeries were tried");
}

fn doctor(event: &mut Event) -> bool {
    if let Event::VerdictReached { verdict } = event
        && verdict.decision == Decision::Fail
    {
        verdict.decision = Decision::Pass;
        verdict.blocking.clear();
        return true;
    }
    if let Event::RunPaused { .. } = event {
        *event = Event::RunEnded { outcome: Outcome::Approved, why: "all gates passed".to_owned() };
        return true;
    }
    false
}

#[test]
fn a_log_without_its_last_consequence_is_refused() {
    let mut cut = 0;
    for (path, scenario) in scenarios() {
        let mut events = scenario.world.log;
        if events.last().is_none_or(|e| e.event.is_fact()) {
            continue;
        }
        events.pop();
        cut += 1;
        let entries = log::read(&log::write(&events)).expect("the chain itself is right");
        let error = log::replay(&entries).expect_err(&path);
        assert!(error.what.contains("cut"), "{path}: {error}");
    }
    assert!(cut > 3, "only {cut} logs were cut");
}

/// The engine relies on what the reader of protocols checks; a log can say anything.
#[test]
fn a_log_with_a_protocol_no_file_could_hold_is_refused() {
    let (path, scenario) = scenarios().into_iter().next().expect("there are scenarios");
    let mut events = scenario.world.log;
    let Event::Opened(opening) = &mut events[0].event else { panic!("{path} begins otherwise") };
    opening.protocol.gates[0].role = String::new();
    let entries = log::read(&log::write(&events)).expect("the chain itself is right");
    let error = log::replay(&entries).expect_err(&path);
    assert!(error.what.contains("protocol"), "{path}: {error}");
}

//! What the world may not tell a run: something about another commit, the same intent twice, an earlier time.

use tribunal_core::domain::{CheckResult, CheckStatus, Timestamp};
use tribunal_core::engine::{Event, Input, Refusal, Task, decide, owed};
use tribunal_testkit::World;

const TO_THE_CHECKS: &str =
    "open zero-tolerance eco checks\nall: high \"Bug\" src/a.rs:1\nhold\nauthor: fixed ISSUE-1";
const TO_THE_LANDING: &str =
    "open zero-tolerance eco\nall: high \"Bug\" src/a.rs:1\nhold\nauthor: fixed ISSUE-1";

fn played(script: &str) -> World {
    let mut world = World::default();
    for line in script.lines() {
        let said = world.command(line, "");
        assert!(!said.iter().any(|s| s.starts_with("BAD") || s.starts_with("REFUSED")), "{line}: {said:?}");
    }
    world
}

#[test]
fn what_is_about_another_commit_is_refused() {
    let other = tribunal_testkit::world::commit(99);
    let world = played(TO_THE_CHECKS);
    assert!(owed(&world.run).iter().any(|effect| matches!(effect.task, Task::RunChecks { .. })));
    let green = CheckResult { name: "lint".to_owned(), status: CheckStatus::Green, output: String::new() };
    let checks = Input::ChecksRan { head: other.clone(), results: vec![green] };
    let refused = decide(&world.run, checks, world.now);
    assert!(matches!(refused, Err(Refusal::OtherCommit { .. })), "{refused:?}");
    let world = played(TO_THE_LANDING);
    assert!(owed(&world.run).iter().any(|effect| matches!(effect.task, Task::Land { .. })));
    let refused = decide(&world.run, Input::Landed { head: other }, world.now);
    assert!(matches!(refused, Err(Refusal::OtherCommit { .. })), "{refused:?}");
}

/// Whoever comes back after a crash may say it again; the log says it once.
#[test]
fn an_intent_is_recorded_once() {
    let mut world = played(TO_THE_LANDING);
    let key = owed(&world.run)[0].key.clone();
    let began =
        |world: &World| decide(&world.run, Input::Began { key: key.clone() }, world.now).expect("it is owed");
    let events: Vec<Event> = began(&world).into_iter().map(|recorded| recorded.event).collect();
    assert_eq!(events, [Event::EffectBegun { key: key.clone() }]);
    world.feed(Input::Began { key: key.clone() }).expect("it is owed");
    assert_eq!(began(&world), []);
}

/// Whatever the clock of the machine says.
#[test]
fn time_never_runs_backwards_in_a_log() {
    let world = played(TO_THE_LANDING);
    let key = owed(&world.run)[0].key.clone();
    let events = decide(&world.run, Input::Began { key }, Timestamp(0)).expect("it is owed");
    assert!(world.run.clock > Timestamp(0));
    assert!(!events.is_empty() && events.iter().all(|recorded| recorded.at == world.run.clock), "{events:?}");
}

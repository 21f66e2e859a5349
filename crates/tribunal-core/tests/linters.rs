//! A linter in a seat: its review is heard as any other, and what it comes to is the protocol's rule.

use tribunal_core::domain::{Outcome, Review};
use tribunal_core::engine::{Cost, Effect, Input, Task, owed};
use tribunal_core::linter::{Changed, read_sarif, voting, within};
use tribunal_testkit::World;

const ROOT: &str = "/src/project";

/// What a linter prints that found this at this line of the changed file.
fn printed(level: &str, line: u32) -> Review {
    let text = format!(
        r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"lint"}}}},"results":[{{"level":"{level}","message":{{"text":"m"}},
        "locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":"file:///src/project/src/a.rs"}},"region":{{"startLine":{line}}}}}}}]}}]}}]}}"#
    );
    let changed = Changed { path: "src/a.rs".to_owned(), added: vec![(1, 9)] };
    within(read_sarif(text.as_bytes(), ROOT).expect("it is readable"), &[changed])
}

fn asked(effect: Effect) -> Option<tribunal_core::engine::Ask> {
    if let Task::Ask(ask) = effect.task { Some(ask) } else { None }
}

/// A world in which every seat says this. The host exempts linters from naming files; here the review names them.
fn reviewed(open: &str, review: &Review) -> World {
    let mut world = World::default();
    world.command(open, "");
    for ask in owed(&world.run).into_iter().filter_map(asked).collect::<Vec<_>>() {
        assert_eq!(ask.attempt, 1);
        let review = Review { files_read: world.files.clone(), ..review.clone() };
        let (seat, attempt) = (ask.seat, ask.attempt);
        world
            .feed(Input::Replied { seat, attempt, review: Box::new(review), cost: Cost(0) })
            .expect("it was asked");
    }
    world.settle();
    world
}

#[test]
fn notes_pass_where_notes_may() {
    let world = reviewed("open epic no-fix", &printed("note", 3));
    assert_eq!(world.run.outcome(), Some(Outcome::ApprovedWithNotes), "and nobody is asked again");
}

#[test]
fn an_error_on_an_added_line_blocks_and_on_another_line_too() {
    for line in [3, 30] {
        let world = reviewed("open epic no-fix", &printed("error", line));
        assert_eq!(world.run.outcome(), Some(Outcome::ChangesRequested));
    }
}

#[test]
fn a_warning_on_a_line_the_change_did_not_touch_stops_nothing() {
    let world = reviewed("open pr-loop no-fix", &printed("warning", 3));
    assert_ne!(world.run.outcome(), Some(Outcome::Approved));
    let world = reviewed("open epic no-fix", &printed("warning", 30));
    assert_eq!(world.run.outcome(), Some(Outcome::Approved));
    assert_eq!(world.run.book().findings.len(), 1, "it is kept all the same");
}

#[test]
fn where_votes_decide_a_linter_has_one() {
    let world = reviewed("open four-rules reviewers=a,b", &voting(printed("note", 3)));
    let verdict = world.run.book().verdicts.last().expect("they were heard");
    assert_eq!(verdict.rule, tribunal_core::domain::Rule::TwoConcerns);
}

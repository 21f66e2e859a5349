//! Steps run in order and stop at the first that fails.

use std::cell::RefCell;

use super::*;

fn missing(what: &str) -> Failure {
    Failure::Missing { what: what.into(), remedy: "find it".into() }
}

#[test]
fn the_first_failing_step_stops_the_rest_and_is_named() {
    let done = RefCell::new(Vec::new());
    let note = |number| {
        done.borrow_mut().push(number);
        Ok(())
    };
    let steps = vec![
        Step::new("one", || note(1)),
        Step::new("two", || Err(missing("a key"))),
        Step::new("three", || note(3)),
    ];
    let mut out = Vec::new();
    let failure = run_all(steps, &mut out).unwrap_err();
    assert_eq!(failure.to_string(), "step `two` failed: a key is missing; find it");
    assert_eq!(*done.borrow(), [1]);
}

#[test]
fn each_step_says_its_name_and_how_long_it_took() {
    let mut out = Vec::new();
    run_all(vec![Step::new("one", || Ok(()))], &mut out).unwrap();
    let said = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "==> one");
    assert!(lines[1].starts_with("==> one: ok, ") && lines[1].ends_with(" s"), "{said}");
    assert!(lines[2].starts_with("==> all 1 steps passed"), "{said}");
}

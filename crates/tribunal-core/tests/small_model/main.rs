//! An exhaustive model per protocol and mode: every choice from a small alphabet, in every state, until nothing new
//! is found.
//!
//! The alphabet (`alphabet.rs`): up to 3 seats and up to 3 defects, each reported or not, ruled on or passed over;
//! every seat and the author may fail; every defect answered in every allowed way or not at all; the head moves under
//! a round or not; people choose whatever is offered, with and without a new commit. States are compared by what can
//! still matter (`state.rs`), so there is no limit on rounds: the search ends because the frontier is empty.
//!
//! Beside the laws of `tribunal_testkit::laws` it proves the worst cases of the specification: between two decisions
//! of people no path is endless, and the longest one has exactly as many reviews as section 1 says.

mod alphabet;
mod search;
mod state;

use alphabet::Model;
use tribunal_core::domain::Severity::{Critical, High, Low};

/// Explores a model, says how large it is, and compares its worst case.
#[allow(clippy::disallowed_macros, reason = "the number of states is what a reader of the test wants to see")]
fn explore(model: &Model, reviews: u32) {
    let found = search::explore(model);
    println!(
        "{}: {} states, {} transitions, at most {} reviews without a person",
        model.name, found.states, found.transitions, found.reviews
    );
    assert_eq!(found.broken, None, "{}", model.name);
    assert!(found.exhausted, "{}: the frontier is not empty", model.name);
    assert_eq!(found.reviews, reviews, "{}: the worst case of section 1", model.name);
}

#[test]
fn zero_tolerance_eco() {
    explore(&Model::of("zero-tolerance", Some("eco"), &[High, High]), 10);
}

#[test]
fn zero_tolerance_standard() {
    explore(&Model::of("zero-tolerance", Some("standard"), &[High, High]), 16);
}

#[test]
fn zero_tolerance_turbo() {
    explore(&Model::of("zero-tolerance", Some("turbo"), &[High, High, High]), 7);
}

#[test]
fn zero_tolerance_thorough() {
    explore(&Model::of("zero-tolerance", Some("thorough"), &[High, High]), 15);
}

#[test]
fn zero_tolerance_swarm() {
    explore(&Model::of("zero-tolerance", Some("swarm"), &[Critical]), 3);
}

#[test]
fn four_rules_on_demand() {
    explore(&Model::of("four-rules", None, &[Critical]).seats(3), 1);
}

#[test]
fn four_rules_standing() {
    explore(&Model::of("four-rules", None, &[Critical]).seats(2).standing(), 3);
}

#[test]
fn tech_lead_review() {
    explore(&Model::of("tech-lead", Some("review"), &[High, High]), 10);
}

#[test]
fn tech_lead_qa() {
    // One defect makes too little progress for 10; `tech_lead_review` shows that two do.
    explore(&Model::of("tech-lead", Some("qa"), &[High]), 5);
}

#[test]
fn epic() {
    // 3 in a row at first; a person who grants two more rounds after the first review leaves 4. Never more than 5.
    explore(&Model::of("epic", None, &[High, High, Low]), 4);
}

#[test]
fn pr_loop() {
    explore(&Model::of("pr-loop", None, &[High, High]), 3);
}

//! Every law can be broken and its watcher says so: doctored logs and runs, each against the law it breaks.

use tribunal_core::domain::{Choice, Commit, FindingId, HumanDecision, Outcome, Severity, Status, VoteCast};
use tribunal_core::engine::{Event, Phase, Reason, Recorded, Run, decide};
use tribunal_core::protocol::{Ladder, Publication};
use tribunal_testkit::World;
use tribunal_testkit::generate::dice::Dice;
use tribunal_testkit::generate::twins;
use tribunal_testkit::laws::{Law, Watcher, fold, recompute, reviews_max};

fn played(script: &str) -> World {
    let mut world = World::default();
    for line in script.lines() {
        let said = world.command(line.trim(), "");
        assert!(!said.iter().any(|s| s.starts_with("BAD") || s.starts_with("REFUSED")), "{line}: {said:?}");
    }
    world
}

fn broken(log: &[Recorded]) -> Vec<Law> {
    let mut watcher = Watcher::default();
    watcher.see_all(log);
    watcher.broken.into_iter().map(|broken| broken.law).collect()
}

fn at(world: &World, wanted: impl Fn(&Event) -> bool) -> usize {
    world.log.iter().position(|recorded| wanted(&recorded.event)).expect("the script leads to such an event")
}

fn settled(run: &Run, log: &[Recorded]) -> Vec<Law> {
    let mut watcher = Watcher::default();
    watcher.see_all(log);
    watcher.settled(run);
    watcher.broken.into_iter().map(|broken| broken.law).collect()
}

const PASSED: &str = "open zero-tolerance eco\nall: pass";
const FIXED: &str =
    "open zero-tolerance eco\nall: high \"Bug\" src/a.rs:1\nauthor: fixed ISSUE-1\nall: resolved ISSUE-1";
const FAILED: &str = "open zero-tolerance eco\nall: high \"Bug\" src/a.rs:1";

#[test]
fn honest_logs_break_nothing() {
    for script in [PASSED, FIXED, FAILED] {
        let world = played(script);
        assert_eq!(broken(&world.log), []);
        assert_eq!(settled(&world.run, &world.log), []);
        assert_eq!(recompute(&world.log), Ok(world.run));
    }
}

#[test]
fn an_approval_over_an_open_finding_is_seen() {
    let mut world = played(FAILED);
    let ended = Event::RunEnded { outcome: Outcome::Approved, why: String::new() };
    world.log.push(Recorded { at: world.now, event: ended });
    assert!(broken(&world.log).contains(&Law::NoFalseGreen));
}

#[test]
fn an_approval_without_a_reply_is_seen() {
    let mut world = played(PASSED);
    let reply = at(&world, |e| matches!(e, Event::ReplyRecorded { .. }));
    world.log.remove(reply);
    assert!(broken(&world.log).contains(&Law::NoFalseGreen));
}

#[test]
fn a_pass_with_a_missing_vote_is_seen() {
    let mut world = played(PASSED);
    let reached = at(&world, |e| matches!(e, Event::VerdictReached { .. }));
    if let Event::VerdictReached { verdict } = &mut world.log[reached].event {
        verdict.votes[0].vote = VoteCast::Missing;
    }
    assert!(broken(&world.log).contains(&Law::NoFalseGreen));
}

#[test]
fn a_pass_on_another_commit_is_seen() {
    let other = Commit::parse(&"a".repeat(40)).unwrap();
    for doctor in [0, 1] {
        let mut world = played(PASSED);
        let index = match doctor {
            0 => at(&world, |e| matches!(e, Event::HeadRecorded { .. })),
            _ => at(&world, |e| matches!(e, Event::VerdictReached { .. })),
        };
        if let Event::HeadRecorded { head } = &mut world.log[index].event {
            *head = other.clone();
        }
        if let Event::VerdictReached { verdict } = &mut world.log[index].event {
            verdict.head = other.clone();
        }
        assert!(broken(&world.log).contains(&Law::NoFalseGreen));
    }
}

#[test]
fn a_finding_closed_before_it_was_reported_again_is_seen() {
    let mut world = played(FIXED);
    let moved = at(&world, |e| matches!(e, Event::FindingMoved { to: Status::Resolved, .. }));
    let raised = at(&world, |e| matches!(e, Event::FindingRaised { .. }));
    let Event::FindingRaised { finding, severity, seat, report, .. } = world.log[raised].event.clone() else {
        unreachable!("just found");
    };
    let event = Event::FindingSighted { finding, severity, seat, report };
    world.log.insert(moved + 1, Recorded { at: world.now, event });
    assert!(broken(&world.log).contains(&Law::NoFalseGreen));
}

#[test]
fn acceptance_by_nobody_is_seen() {
    let mut world = played("open epic\nall: high \"Bug\" src/a.rs:1");
    let event = Event::RunEnded { outcome: Outcome::Accepted, why: String::new() };
    world.log.push(Recorded { at: world.now, event });
    assert_eq!(broken(&world.log), [Law::AcceptedByAPerson]);
}

#[test]
fn too_many_reviews_are_seen() {
    let world = played(FAILED);
    let reached = world.log[at(&world, |e| matches!(e, Event::VerdictReached { .. }))].clone();
    let max = reviews_max(world.run.book().protocol(), 1);
    assert_eq!(max, 10);
    let mut log = world.log.clone();
    log.extend((0..max).map(|_| reached.clone()));
    assert!(broken(&log).contains(&Law::WithinLimits));
}

#[test]
fn a_dead_end_is_seen() {
    let mut world = played(FAILED);
    world.run.phase = Phase::Starting;
    assert!(settled(&world.run, &world.log).contains(&Law::NoDeadEnd));
}

#[test]
fn a_step_down_or_aside_is_seen() {
    for (ladder, from, to) in [
        (Ladder::Reviewer, "reviewer-lite", "reviewer-lite"),
        (Ladder::Reviewer, "reviewer-deep", "reviewer"),
        (Ladder::Reviewer, "reviewer-lite", "security-deep"),
        (Ladder::Author, "author", "author"),
        (Ladder::Human, "reviewer-lite", "reviewer"),
    ] {
        let mut world = played(FAILED);
        let (from, to) = (from.to_owned(), to.to_owned());
        let event = Event::Escalated { ladder, from, to, reason: Reason::MaxIterations };
        world.log.push(Recorded { at: world.now, event });
        assert!(broken(&world.log).contains(&Law::StrictlyUp), "{ladder:?}");
    }
}

#[test]
fn a_wish_nobody_uttered_is_seen() {
    let mut world = played(FAILED);
    let (from, to) = ("reviewer-lite".to_owned(), "reviewer".to_owned());
    let event = Event::Escalated { ladder: Ladder::Reviewer, from, to, reason: Reason::AskedByAuthor };
    world.log.push(Recorded { at: world.now, event });
    assert_eq!(broken(&world.log), [Law::StrictlyUp]);
}

#[test]
fn a_finding_that_disappears_or_fades_is_seen() {
    let mut world = played(FAILED);
    let findings = &mut world.run.ledger.as_mut().unwrap().findings;
    findings.get_mut(&FindingId(1)).unwrap().severity = Severity::Low;
    assert!(settled(&world.run, &world.log).contains(&Law::OnlyGrows));
    world.run.ledger.as_mut().unwrap().findings.clear();
    assert!(settled(&world.run, &world.log).contains(&Law::OnlyGrows));
}

#[test]
fn a_number_used_twice_is_seen() {
    let mut world = played(FAILED);
    let raised = world.log[at(&world, |e| matches!(e, Event::FindingRaised { .. }))].clone();
    world.log.push(raised);
    assert!(broken(&world.log).contains(&Law::OnlyGrows));
    let mut again = played(FAILED);
    let begun = again.log[at(&again, |e| matches!(e, Event::RoundBegun { .. }))].clone();
    again.log.push(begun);
    assert!(broken(&again.log).contains(&Law::OnlyGrows));
}

#[test]
fn a_hidden_outvoted_finding_is_seen() {
    let script = "open zero-tolerance swarm\narchitect-1: pass\narchitect-2: pass\narchitect-3: high \"Bug\" src/a.rs:1";
    let mut world = played(script);
    assert_eq!(broken(&world.log), []);
    let reached = at(&world, |e| matches!(e, Event::VerdictReached { .. }));
    if let Event::VerdictReached { verdict } = &mut world.log[reached].event {
        verdict.notes.clear();
    }
    assert!(broken(&world.log).contains(&Law::AlwaysShown));
}

#[test]
fn a_key_that_returns_is_seen() {
    let mut world = played("open pr-loop\nall: pass");
    assert_eq!(settled(&world.run, &world.log), []);
    let book = world.run.ledger.as_mut().unwrap();
    book.published.clear();
    book.outbox.push((Publication::ReviewReport, 1));
    assert!(settled(&world.run, &world.log).contains(&Law::KeysAreStable));
}

#[test]
fn a_log_written_by_hand_is_seen() {
    let world = played(FIXED);
    for index in 0..world.log.len() {
        let mut without = world.log.clone();
        let dropped = without.remove(index);
        let whole = recompute(&without).is_ok_and(|run| run == world.run);
        assert!(!whole, "event {index} was dropped unseen: {dropped:?}");
    }
    let mut forged = world.log.clone();
    for recorded in &mut forged {
        if let Event::RunEnded { outcome, .. } = &mut recorded.event {
            *outcome = Outcome::ApprovedWithNotes;
        }
    }
    assert_eq!(recompute(&forged).map_err(|broken| broken.law), Err(Law::Recomputes));
}

/// The comparisons of `properties.rs` tell runs apart that differ.
#[test]
fn twins_that_differ_are_told_apart() {
    use tribunal_testkit::generate::Player;
    use tribunal_testkit::generate::stage::Stage;
    let stage = Stage::builtin().only(|protocol| protocol.mode.as_deref() == Some("eco"));
    let told_apart = (0..200).filter(|seed| {
        let mut player = Player::open(&stage, *seed);
        while !matches!(player.run.phase, Phase::Reviewing(_)) {
            let Some(input) = player.next_input() else { return false };
            let _ = player.feed(input, &mut |_, _| {});
        }
        let Some(mut replies) = twins::replies(&mut player) else { return false };
        let first = twins::play(&player, &replies, &mut Dice::new(0)).unwrap();
        let Some(review) = replies[0].1.as_mut() else { return false };
        review.reports.push(twins::planted());
        let second = twins::play(&player, &replies, &mut Dice::new(0)).unwrap();
        first.passes() && !second.passes() && first != second
    });
    assert!(told_apart.count() > 20, "a planted finding turns many passing rounds into failing ones");
}

/// A refusal leaves the run as it was, because `decide` cannot change it and what it refuses yields no event.
#[test]
fn a_refusal_yields_nothing_to_apply() {
    let world = played(FAILED);
    let decision = HumanDecision {
        choice: Choice::AcceptRisk,
        who: "ann".to_owned(),
        why: "because".to_owned(),
        head: world.head(),
        findings: Vec::new(),
        author: None,
    };
    assert!(decide(&world.run, tribunal_core::engine::Input::Decided(decision), world.now).is_err());
    assert_eq!(fold(Run::default(), &world.log), world.run);
}

/// A varied policy is one a user could have written: it is written, read back and the same.
#[test]
fn varied_policies_are_valid() {
    use tribunal_testkit::generate::stage::{Stage, vary};
    let stage = Stage::builtin();
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let mut protocol = dice.pick(stage.protocols()).clone();
        vary(&mut protocol, &mut dice);
        let text = tribunal_core::protocol::to_toml(&protocol);
        let file = tribunal_core::protocol::read("varied.toml", &text);
        let read = file.and_then(|file| file.resolve(protocol.mode.as_deref()));
        assert_eq!(read.map_err(|problems| problems.to_string()), Ok(protocol), "seed {seed}");
    }
}

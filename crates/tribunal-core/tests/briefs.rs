//! What agents are told in real runs: every built-in protocol, fresh and verifying, reviewers and authors.

use tribunal_core::brief::{self, Material, Story};
use tribunal_core::domain::{Report, Review, Severity};
use tribunal_core::engine::{Ask, Cost, Fix, Input, Task, owed};
use tribunal_core::reply::open_envelope;
use tribunal_testkit::World;

const NONCE: &str = "n0nce-7f3a";

fn material() -> Material {
    Material {
        diff: "the diff".to_owned(),
        paths: vec!["src/a.rs".to_owned()],
        story: Some(Story { id: "1.2".to_owned(), title: "Log in".to_owned(), text: "criteria".to_owned() }),
        plan: Some("the plan".to_owned()),
        instructions: Some("the project's rules".to_owned()),
        coverage: Some("81 %".to_owned()),
        pull: 123,
        threads: vec![("c1".to_owned(), "please rename".to_owned())],
        check_output: None,
    }
}

fn world(script: &[&str]) -> World {
    let mut world = World::default();
    for line in script {
        let said = world.command(line, "");
        assert!(!said.iter().any(|line| line.starts_with("BAD SCRIPT")), "{said:?}");
    }
    world
}

fn asks(world: &World) -> Vec<Ask> {
    let ask = |effect: tribunal_core::engine::Effect| {
        if let Task::Ask(ask) = effect.task { Some(ask) } else { None }
    };
    owed(&world.run).into_iter().filter_map(ask).collect()
}

fn fixes(world: &World) -> Vec<Fix> {
    let fix = |effect: tribunal_core::engine::Effect| {
        if let Task::Fix(fix) = effect.task { Some(fix) } else { None }
    };
    owed(&world.run).into_iter().filter_map(fix).collect()
}

fn review(world: &World) -> String {
    brief::review(&world.run, &asks(world)[0], NONCE, &material())
}

fn fix(world: &World) -> String {
    brief::fix(&world.run, &fixes(world)[0], NONCE, &material())
}

/// One finding that carries a canary in every text.
fn canary() -> Review {
    let mut report = Report::new(Severity::Critical, "CANARY-title");
    report.locations.extend(tribunal_core::dialect::location("src/CANARY-path.rs:7"));
    report.quote = Some("CANARY-quote".to_owned());
    report.category = "CANARY-category".to_owned();
    report.problem = "CANARY-problem".to_owned();
    report.fix = "CANARY-fix".to_owned();
    report.why = "CANARY-why".to_owned();
    Review {
        claim: Some(tribunal_core::domain::Claim::RequestChanges),
        reports: vec![report],
        remarks: vec!["CANARY-remark".to_owned()],
        summary: "CANARY-summary".to_owned(),
        files_read: vec!["src/a.rs".to_owned()],
        ..Review::default()
    }
}

fn reply_all(world: &mut World, review: &Review) {
    for ask in asks(world) {
        let review = Box::new(review.clone());
        world
            .feed(Input::Replied { seat: ask.seat, attempt: ask.attempt, review, cost: Cost(1) })
            .expect("it was asked");
    }
    world.settle();
}

/// Plays a first round with a canary and an answer with one, up to the second review.
fn second_round(open: &str, answer: &str) -> (String, World) {
    let mut world = world(&[open]);
    let first = review(&world);
    reply_all(&mut world, &canary());
    let told = fix(&world);
    assert!(told.contains("CANARY-problem") && told.contains("CANARY-fix"), "the author is told");
    let alias = world.run.book().findings.values().next().expect("there is a finding").alias.clone();
    world.command(&format!("author: {answer} {alias} \"CANARY-answer\"; commit"), "");
    assert_eq!(world.run.book().round, 2, "the second review is due");
    (first, world)
}

#[test]
fn law_11_a_fresh_reviewer_is_told_nothing_of_earlier_rounds() {
    for open in ["open epic", "open pr-loop"] {
        let (first, world) = second_round(open, "fixed");
        for ask in asks(&world) {
            let second = brief::review(&world.run, &ask, NONCE, &material());
            assert!(!second.contains("CANARY"), "{second}");
            assert!(!second.to_lowercase().contains("iteration 2"), "not even that there were any");
        }
        let (then, now) =
            (tribunal_testkit::world::commit(1).to_string(), tribunal_testkit::world::commit(2).to_string());
        assert_eq!(review(&world), first.replace(&then, &now), "the same brief, of another head");
    }
}

#[test]
fn a_verifying_reviewer_is_told_what_is_open_and_what_was_answered() {
    for (open, answer) in [("open zero-tolerance turbo", "fixed"), ("open tech-lead group=AUTH", "rejected")]
    {
        let (first, world) = second_round(open, answer);
        assert!(!first.contains("CANARY") && !first.contains("open-findings"));
        let second = review(&world);
        let alias = &world.run.book().findings.values().next().expect("there is a finding").alias;
        for word in ["title", "path", "quote", "problem", "fix", "why", "answer"] {
            assert!(second.contains(&format!("CANARY-{word}")), "{word}: {second}");
        }
        assert!(second.contains(alias.as_str()) && second.contains("iteration 2"));
        assert!(!second.contains("CANARY-summary"));
    }
}

#[test]
fn tech_lead_counts_progress_and_warns_the_author() {
    let mut world = world(&["open tech-lead group=AUTH", "all: high \"Broken\" src/a.rs:1"]);
    assert!(!fix(&world).contains("One more round"));
    world.command("author: fixed TL-AUTH-1-001", "");
    assert!(review(&world).contains("Rounds in a row without progress: 0."));
    world.command("all: still TL-AUTH-1-001", "");
    let told = fix(&world);
    assert!(told.contains("No-progress count: 1. One more round without fixes will escalate."), "{told}");
    assert!(told.contains("iteration 2 of the review"));
    world.command("author: fixed TL-AUTH-1-001", "");
    assert!(review(&world).contains("Rounds in a row without progress: 1."));
}

#[test]
fn every_prompt_fills_and_none_is_a_reply() {
    let openings = [
        "open zero-tolerance eco",
        "open zero-tolerance standard",
        "open zero-tolerance thorough",
        "open zero-tolerance swarm",
        "open tech-lead group=AUTH",
        "open epic",
        "open pr-loop reviewers=a,b",
        "open four-rules reviewers=codex agents=claude,codex",
    ];
    for open in openings {
        let mut world = world(&[open]);
        for ask in asks(&world) {
            check_brief(&brief::review(&world.run, &ask, NONCE, &material()));
        }
        reply_all(&mut world, &canary());
        for told in fixes(&world) {
            let mut again = told.clone();
            again.problems.push("F1: no answer".to_owned());
            check_brief(&brief::fix(&world.run, &told, NONCE, &material()));
            assert!(brief::fix(&world.run, &again, NONCE, &material()).contains("F1: no answer"));
        }
    }
}

fn check_brief(text: &str) {
    assert!(open_envelope(text, NONCE).is_err(), "an echoed brief is no reply:\n{text}");
    assert!(text.contains("`<<<TRIBUNAL n0nce-7f3a`") && text.contains("`TRIBUNAL n0nce-7f3a>>>`"));
    for given in ["the diff", "criteria", "the plan", "the project's rules", "81 %"] {
        assert!(text.contains(given), "{given}");
    }
    assert_eq!(text.matches("<<<DATA n0nce-7f3a").count(), text.matches("DATA n0nce-7f3a>>>").count());
    for line in text.lines().filter(|line| line.contains('{') && !line.starts_with("    ")) {
        assert!(line.starts_with([' ', '{', '"', '}']), "unfilled? {line}");
    }
}

#[test]
fn a_repair_turn_begins_with_the_exact_error() {
    let mut world = world(&["open epic"]);
    world.command("all! unreadable", "");
    let text = review(&world);
    assert!(text.contains("line 1: no verdict"), "{text}");
    assert!(text.contains("Review branch"), "and the whole brief follows");
    check_brief(&text);
}

#[test]
fn a_cycle_sends_the_review_request_and_the_clarifications() {
    let mut world = world(&["open four-rules standing reviewers=codex,gemini agents=claude,gemini"]);
    world.command("announce claude milestone \"did JWT\"", "");
    let text = review(&world);
    for part in
        ["\"review_request\"", "claude_summary", "did JWT", "security vulnerabilities", "\"max_words\": 200"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    world.command("all: concerns; high \"No salt\" src/a.rs:1", "");
    let clarify = owed(&world.run).into_iter().find_map(|effect| {
        if let Task::Clarify { target, concerns } = effect.task { Some((target, concerns)) } else { None }
    });
    let (target, concerns) = clarify.expect("clarification is owed");
    let asked = brief::clarify(&world.run, &target, &concerns, NONCE, &material());
    assert!(asked.contains("No salt") && asked.contains("You are `claude`"), "{asked}");
    check_brief(&asked);
    world.command("clarify claude \"salted in the base class\"", "");
    assert!(review(&world).contains("salted in the base class"));
}

#[test]
fn tests_that_fail_are_sent_to_the_author() {
    let mut world = world(&["open tech-lead qa group=AUTH"]);
    world.command("tests: a=fail b=pass", "");
    let text = fix(&world);
    assert!(text.contains("<<<DATA n0nce-7f3a tests\na\nDATA"), "{text}");
    assert!(text.contains("has not passed"));
}

//! The source's mode files over ours: what is taken, what is warned of, what is refused.

use super::*;
use crate::protocol::{builtin_file, read, to_toml};

fn zero() -> ProtocolFile {
    builtin_file("zero-tolerance").unwrap()
}

/// Gates as `name: role, iterations, target`, then the warnings.
fn check(mode: &str, json: &str, gates: &[&str], warnings: &[&str]) {
    let (protocol, found) = import_mode(json, mode, &zero()).unwrap_or_else(|e| panic!("{e}"));
    let shown: Vec<String> = protocol
        .gates
        .iter()
        .map(|g| {
            let n = g.iterations.map(|n| n.to_string()).unwrap_or_default();
            format!("{}: {}, {n}, {}", g.name, g.role, g.escalate_to.as_deref().unwrap_or("-"))
        })
        .collect();
    assert_eq!(shown, gates);
    assert_eq!(found.iter().map(Warning::to_string).collect::<Vec<_>>(), warnings);
    let again = read("mode.toml", &to_toml(&protocol)).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.resolve(None), Ok(protocol));
}

/// The example of the source, word for word.
const EXAMPLE: &str = r#"{
  "settings": {
    "max_review_iterations": 3,
    "max_security_iterations": 2,
    "escalation": {
      "review_after": 2,
      "review_escalate_to": "reviewer-deep",
      "security_after": 1,
      "security_escalate_to": "security-deep"
    }
  }
}"#;

#[test]
fn the_sources_example_over_standard() {
    check(
        "standard",
        EXAMPLE,
        &["implementation: reviewer, 2, reviewer-deep", "final: reviewer, 2, reviewer-deep"],
        &[
            "settings.max_security_iterations: not used: this mode has no such gate",
            "settings.escalation.security_after: not used: this mode has no such gate",
            "settings.escalation.security_escalate_to: not used: this mode has no such gate",
        ],
    );
}

#[test]
fn security_keys_are_for_the_security_gate() {
    check(
        "thorough",
        EXAMPLE,
        &[
            "implementation: reviewer-deep, 2, -",
            "testing: reviewer-deep, 2, -",
            "security: security-deep, 1, -",
        ],
        &[
            "settings.escalation.review_escalate_to: ignored: `reviewer-deep` is not above `reviewer-deep`",
            "settings.escalation.security_escalate_to: ignored: `security-deep` is not above `security-deep`",
        ],
    );
}

#[test]
fn a_rung_may_be_skipped_and_escalation_may_stand_beside_settings() {
    let json = r#"{"settings":{},"escalation":{"review_escalate_to":"reviewer-deep","review_after":1}}"#;
    check("eco", json, &["final: reviewer-lite, 1, reviewer-deep"], &[]);
}

#[test]
fn one_that_is_not_above_or_not_there_is_ignored_with_a_warning() {
    for (target, gate) in
        [("reviewer-lite", "reviewer"), ("security-deep", "reviewer"), ("nobody", "reviewer")]
    {
        let json = format!(r#"{{"escalation":{{"review_escalate_to":"{target}"}}}}"#);
        let warning = format!("escalation.review_escalate_to: ignored: `{target}` is not above `{gate}`");
        check("turbo", &json, &["final: reviewer, 2, -"], &[&warning]);
    }
}

#[test]
fn after_at_or_above_the_limit() {
    let json = |after: u32| {
        format!(r#"{{"settings":{{"max_review_iterations":3,"escalation":{{"review_after":{after}}}}}}}"#)
    };
    check("turbo", &json(2), &["final: reviewer, 2, -"], &[]);
    check("turbo", &json(3), &["final: reviewer, 3, -"], &[]);
    let warning = "settings.escalation.review_after: not used: the limit is 3 already";
    check("turbo", &json(4), &["final: reviewer, 3, -"], &[warning]);
}

#[test]
fn unused_keys_warn_with_a_suggestion() {
    check(
        "turbo",
        r#"{"name":"x","setting":{},"settings":{"max_reviews_iterations":3,"agents":[1,null,-2,1.5,true]}}"#,
        &["final: reviewer, 2, -"],
        &[
            "name: not used",
            "setting: not used; did you mean `settings`?",
            "settings.max_reviews_iterations: not used; did you mean `max_review_iterations`?",
            "settings.agents: not used",
        ],
    );
}

#[test]
fn an_unknown_mode_is_laid_over_the_default_one() {
    check(
        "sprint",
        r#"{"settings":{"max_review_iterations":4}}"#,
        &["implementation: reviewer, 4, -", "final: reviewer, 4, -"],
        &[
            "sprint: `zero-tolerance` has no such mode, `standard` is taken; known: eco, standard, turbo, thorough, swarm",
        ],
    );
}

#[test]
fn swarm_takes_its_limit_and_has_nobody_to_escalate_to() {
    check(
        "swarm",
        r#"{"settings":{"max_review_iterations":2,"escalation":{"review_escalate_to":"reviewer-deep"}}}"#,
        &["final: architect, 2, -"],
        &["settings.escalation.review_escalate_to: ignored: `reviewer-deep` is not above `architect`"],
    );
}

#[test]
fn what_cannot_be_imported_says_why() {
    let cases = [
        ("eco", "", "eco.json:1:1: not JSON: EOF while parsing a value; hand over a mode/*.json file"),
        ("eco", "[]", "eco.json:1:1: the file must hold an object; hand over a mode/*.json file"),
        (
            "eco",
            "{\"a\":1,\n\"a\":2}",
            "eco.json:2:6: not JSON: the key `a` stands there twice; hand over a mode/*.json file",
        ),
        ("eco", r#"{"settings":3}"#, "eco.json: `settings` must be an object; correct it"),
        (
            "eco",
            r#"{"settings":{"max_review_iterations":0,"max_security_iterations":"2"}}"#,
            "eco.json: `settings.max_review_iterations` must be a whole number from 1 to 100; correct it\n\
             eco.json: `settings.max_security_iterations` must be a whole number from 1 to 100; correct it",
        ),
        (
            "eco",
            r#"{"settings":{"escalation":{"review_after":1}},"escalation":{"review_after":2}}"#,
            "eco.json: `escalation.review_after` contradicts `settings.escalation.review_after`; keep one of them",
        ),
        (
            "../eco",
            "{}",
            "../eco.json: `../eco` is no name for a mode; write 1 to 64 letters, digits, `-` or `_`, beginning with \
             a letter or digit",
        ),
    ];
    for (mode, json, expected) in cases {
        assert_eq!(import_mode(json, mode, &zero()).unwrap_err().to_string(), expected);
    }
}

proptest::proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,200}", mode in "\\PC{0,20}") {
        let _ = import_mode(&text, &mode, &zero());
    }
}

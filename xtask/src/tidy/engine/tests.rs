//! The rules about the engine bite.

use super::super::tree::tests::said;
use super::*;

const DECIDE: &str = "crates/tribunal-core/src/engine/decide.rs";

#[test]
fn a_protocol_named_in_the_engine_bites() {
    for name in PROTOCOLS {
        for written in [(*name).to_owned(), name.replace('-', "_")] {
            let text =
                format!("// {written}\nif x == \"{written}\" {{}}\nfn {}() {{}}\n", name.replace('-', "_"));
            let expected =
                format!("{DECIDE}:2: the engine names the protocol `{name}`; read a policy field instead");
            let test = DECIDE.replace("decide.rs", "decide/tests.rs");
            let elsewhere = "crates/tribunal-core/src/protocol/mod.rs";
            assert_eq!(
                said(knows_no_protocol, &[(DECIDE, &text), (&test, &text), (elsewhere, &text)]),
                [expected]
            );
        }
    }
    assert_eq!(said(knows_no_protocol, &[(DECIDE, "\"epicentre\"; \"epics\";")]), [""; 0]);
}

#[test]
fn a_verdict_made_outside_the_judge_bites() {
    let made = [
        "let v = Verdict { round };",
        "Event::VerdictReached(domain::Verdict { round, ..old })",
        "fn f() -> Verdict { Verdict { round } }",
        "impl Verdict { fn new() -> Self { Self { round: 1 } } }",
        "return Verdict {\n    round,\n};",
    ];
    for text in made {
        let expected = [format!("{DECIDE}:1: makes a `Verdict`; only engine/judge.rs does")];
        assert_eq!(said(one_writer_of_verdicts, &[(DECIDE, text)]), expected, "{text}");
        let test = DECIDE.replace("decide.rs", "tests.rs");
        assert_eq!(said(one_writer_of_verdicts, &[(JUDGE, text), (&test, text)]), [""; 0], "{text}");
    }
}

#[test]
fn reading_or_declaring_a_verdict_does_not_bite() {
    let read = [
        "pub struct Verdict { pub round: u32 }",
        "impl Verdict { fn passes(&self) -> bool { true } }",
        "impl fmt::Display for Verdict { }",
        "impl Display for domain::Verdict { }",
        "fn verdict() -> Verdict { judge() }",
        "let Verdict { round, .. } = verdict;",
        "let Verdict { round } = verdict;",
        "match v { Verdict { round } => 1 }",
        "Effect::Verdict { round }",
        "Some(Verdict { round, .. })",
        "// Verdict { round }",
        "impl SeatVote { fn new() -> Self { Self { seat } } }",
    ];
    for text in read {
        assert_eq!(said(one_writer_of_verdicts, &[(DECIDE, text)]), [""; 0], "{text}");
    }
}

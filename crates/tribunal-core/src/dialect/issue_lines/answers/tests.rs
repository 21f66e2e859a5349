//! The author's side: the source's examples, what is no claim, and a round trip with hostile texts.

use proptest::prelude::*;

use super::*;
use crate::dialect::issue_lines::write::tests::nasty;

fn sketch(text: &str) -> String {
    let said = match read_answers(text) {
        Ok(said) => said,
        Err(e) => return format!("! {e}"),
    };
    let mut out = Vec::new();
    for a in &said.answers {
        let more = match &a.answer {
            Answer::Rejected { evidence, request, .. } => format!(" / {evidence} / {request}"),
            Answer::Fixed { .. }
            | Answer::Deferred { .. }
            | Answer::Skipped { .. }
            | Answer::Unable { .. } => String::new(),
        };
        out.push(format!("{:?} {} {}{more}", a.answer.kind(), a.id, a.answer.text()).trim_end().to_owned());
    }
    out.extend(said.escalate.iter().map(|r| format!("^ {r}").trim_end().to_owned()));
    out.join("\n")
}

fn check(text: &str, want: &str) {
    let want = want.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    assert_eq!(sketch(text), want, "in {text:?}");
}

#[test]
fn the_sources_examples() {
    check(
        "Received FAIL verdict with 3 issues:
         - [ISSUE-1] CRITICAL - SQL injection
         - [ISSUE-2] MAJOR - Missing validation

         Proceeding to fix all issues.

         Fixed:
         - [ISSUE-1]: Replaced string concatenation with prepared statement
         - [ISSUE-2]: Added email validation using Validator::email()

         Re-submitting for review.",
        "Fixed ISSUE-1 Replaced string concatenation with prepared statement
         Fixed ISSUE-2 Added email validation using Validator::email()",
    );
    check(
        "Fixed new issue:\n- [ISSUE-4]: Added API_KEY to .env.example\n",
        "Fixed ISSUE-4 Added API_KEY to .env.example",
    );
    check(
        "DISPUTE [ISSUE-2]:
Reason: Email validation already exists in middleware (src/Middleware/ValidateInput.php:23)
Evidence: [code snippet]
Request: Remove from issue list",
        "Rejected ISSUE-2 Email validation already exists in middleware (src/Middleware/ValidateInput.php:23) / [code snippet] / Remove from issue list",
    );
}

#[test]
fn hostile_answers() {
    let cases: &[(&str, &str)] = &[
        ("- [ISSUE-1]: x", "Fixed ISSUE-1 x"),
        ("[ISSUE-1]: x", "Fixed ISSUE-1 x"),
        ("* **[ISSUE-1]:** x", "Fixed ISSUE-1 x"),
        ("1. **[issue-01]**: x", "Fixed ISSUE-1 x"),
        ("```\nFixed:\n- [ISSUE-1]: x\n```", "Fixed ISSUE-1 x"),
        ("Fixed:\r\n- [ISSUE-1]: x\r\n", "Fixed ISSUE-1 x"),
        ("- [ISSUE-1]:", "Fixed ISSUE-1"),
        ("- [ISSUE-1]: x\n  and y", "Fixed ISSUE-1 x\nand y"),
        ("- [ISSUE-1]: x\n- [ISSUE-1]: y", "Fixed ISSUE-1 x\nFixed ISSUE-1 y"),
        ("- [ISSUE-1], [ISSUE-2]: x", "Fixed ISSUE-1 x\nFixed ISSUE-2 x"),
        ("Fixed:\n- [ISSUE-1]: x\n\nNot fixed:\n- [ISSUE-2]: y", "Fixed ISSUE-1 x\nUnable ISSUE-2 y"),
        ("Could not fix:\n- [ISSUE-2]: y", "Unable ISSUE-2 y"),
        ("## Unable to fix\n- [ISSUE-2]: y", "Unable ISSUE-2 y"),
        ("Skipped:\n- [ISSUE-2]: y", "Skipped ISSUE-2 y"),
        ("Deferred:\n- [ISSUE-2]: y", "Deferred ISSUE-2 y"),
        ("Disputed:\n- [ISSUE-2]: y", "Rejected ISSUE-2 y /  /"),
        ("- [ISSUE-2]: NOT FIXED - hard", "Unable ISSUE-2 NOT FIXED - hard"),
        ("- [ISSUE-2]: could not reproduce", "Unable ISSUE-2 could not reproduce"),
        ("- [ISSUE-2]: Disputed, see below", "Rejected ISSUE-2 Disputed, see below /  /"),
        (
            "Received FAIL verdict with 1 issue:\n- [ISSUE-1]: SQL\n\nFixed:\n- [ISSUE-1]: x",
            "Fixed ISSUE-1 x",
        ),
        ("Plan:\n- [ISSUE-1]: will do\nDone:\n- [ISSUE-1]: x", "Fixed ISSUE-1 x"),
        ("DISPUTE [ISSUE-2]: wrong", "Rejected ISSUE-2 wrong /  /"),
        ("**DISPUTE [ISSUE-2]**\n- **Reason:** a\n- **Evidence:** b", "Rejected ISSUE-2 a / b /"),
        ("dispute issue-2\nreason: a", "Rejected ISSUE-2 a /  /"),
        ("DISPUTE [ISSUE-2]:\nReason: a\nb\n\nprose", "Rejected ISSUE-2 a\nb /  /"),
        ("DISPUTE [ISSUE-2]:\nReason: a\n\nRequest: c", "Rejected ISSUE-2 a /  / c"),
        ("DISPUTE [ISSUE-2]:\nReason: a\n- [ISSUE-1]: x", "Rejected ISSUE-2 a /  /\nFixed ISSUE-1 x"),
        ("DISPUTE [ISSUE-2]:\nReason: a\nFixed:\n- [ISSUE-1]: x", "Rejected ISSUE-2 a /  /\nFixed ISSUE-1 x"),
        (
            "DISPUTE [ISSUE-2]:\nDISPUTE [ISSUE-3]:\nReason: b",
            "Rejected ISSUE-2  /  /\nRejected ISSUE-3 b /  /",
        ),
        ("DISPUTE [ISSUE-2]:\nReason: see [ISSUE-1]: it", "Rejected ISSUE-2 see [ISSUE-1]: it /  /"),
        ("DISPUTE [ISSUE-1], [ISSUE-2]:\nReason: b", "Rejected ISSUE-1 b /  /\nRejected ISSUE-2 b /  /"),
        ("DISPUTE [ISSUE-2]:", "Rejected ISSUE-2  /  /"),
        ("ESCALATE: too deep for me", "^ too deep for me"),
        ("**ESCALATE:** too deep", "^ too deep"),
        ("- [ISSUE-1]: x\nESCALATE: rest", "Fixed ISSUE-1 x\n^ rest"),
        ("ESCALATE: a\nESCALATE: b", "^ a; b"),
        ("ESCALATE:", "^"),
        ("DISPUTE [ISSUE-2]:\nReason: a\nESCALATE: now", "Rejected ISSUE-2 a /  /\n^ now"),
        ("text\r- [ISSUE-1]: x", "Fixed ISSUE-1 x"),
        ("[ISSUE-N]: x", "Fixed ISSUE-N x"),
    ];
    for (text, want) in cases {
        let want = want.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(sketch(text), want.trim_end(), "in {text:?}");
    }
}

#[test]
fn what_answers_nothing_is_no_answer() {
    for text in [
        "",
        "All issues fixed.",
        "Fixed [ISSUE-1].",
        "- [ISSUE-1] CRITICAL - SQL injection",
        "Received FAIL verdict with 1 issue:\n- [ISSUE-1]: SQL injection",
        "Fixed:\n- [ISSUE-1] done",
        "ESCALATION: reviewer-lite → reviewer (max iterations reached)",
        "VERDICT: PASS",
    ] {
        assert!(sketch(text).starts_with('!'), "{text:?}: {}", sketch(text));
    }
}

#[test]
fn evidence_may_be_a_block_of_code() {
    let text = "DISPUTE [ISSUE-2]:\nReason: a\nEvidence:\n```\nFixed:\n\n- [ISSUE-9]: x\n```\nRequest: drop";
    let said = read_answers(text).unwrap();
    assert_eq!(said.answers.len(), 1);
    let Answer::Rejected { evidence, request, .. } = &said.answers[0].answer else { panic!("no dispute") };
    assert_eq!((evidence.as_str(), request.as_str()), ("```\nFixed:\n\n- [ISSUE-9]: x\n```", "drop"));
}

pub(in crate::dialect) fn answer_of(text: BoxedStrategy<String>) -> impl Strategy<Value = Answer> {
    (0..5u8, text.clone(), text.clone(), text).prop_map(|(kind, a, evidence, request)| match kind {
        0 => Answer::Fixed { details: a, group: None },
        1 => Answer::Rejected { reason: a, evidence, request },
        2 => Answer::Deferred { reason: a, tech_debt_id: None },
        3 => Answer::Skipped { reason: a },
        _ => Answer::Unable { reason: a },
    })
}

fn answers() -> impl Strategy<Value = Answers> {
    let id = prop_oneof![3 => (1u32..99).prop_map(|n| format!("ISSUE-{n}")), 1 => nasty()];
    let one = (id, answer_of(nasty().boxed())).prop_map(|(id, answer)| Answered { id, answer });
    (proptest::collection::vec(one, 1..5), proptest::option::of(nasty()))
        .prop_map(|(answers, escalate)| Answers { answers, escalate, ..Answers::default() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn written_answers_read_back(answers in answers()) {
        let text = write_answers(&answers);
        let read = read_answers(&text).unwrap();
        let shape = |a: &Answers| a.answers.iter().map(|a| (safe_id(&a.id), a.answer.kind())).collect::<Vec<_>>();
        prop_assert_eq!(shape(&read), shape(&answers), "{}", text);
        prop_assert_eq!(read.escalate.is_some(), answers.escalate.is_some(), "{}", text);
        for (a, b) in read.answers.iter().zip(&answers.answers) {
            let (got, want) = (a.answer.text(), one_line(b.answer.text()));
            prop_assert!(crate::domain::title_key(got).ends_with(&crate::domain::title_key(&want)), "{} {}", got, want);
        }
        prop_assert_eq!(&read_answers(&write_answers(&read)).unwrap(), &read, "{}", text);
    }

    #[test]
    fn reading_never_panics(text in nasty(), other in any::<String>()) {
        let _ = read_answers(&text);
        let _ = read_answers(&other);
    }
}

/// Each number got its own copy of a text they shared, and each request to escalate copied those before it.
#[test]
fn answers_that_share_a_long_text_are_refused() {
    let (ids, text) = ("[ISSUE-1], ".repeat(9_000), "x".repeat(10_000));
    assert!(read_answers(&format!("Fixed:\n- {ids}: {text}\n")).is_err());
    assert!(read_answers(&format!("DISPUTE {ids}:\nReason: {text}\n")).is_err());
    let asked = read_answers(&"ESCALATE: x\n".repeat(100_000)).unwrap().escalate.unwrap();
    assert_eq!(asked.len(), 100_000 * 3 - 2);
}

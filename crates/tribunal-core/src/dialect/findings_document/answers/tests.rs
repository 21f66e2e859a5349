//! The fixer's report: what is read, what is no answer, and a round trip with hostile texts.

use proptest::prelude::*;

use super::*;
use crate::dialect::issue_lines::hostile::{answer_of, nasty};

fn sketch(text: &str) -> String {
    let said = match read_answers(text) {
        Ok(said) => said,
        Err(e) => return format!("! {e}"),
    };
    let mut out = Vec::new();
    for a in &said.answers {
        let group = match &a.answer {
            Answer::Fixed { group: Some(group), .. } => format!(" <{group}>"),
            Answer::Fixed { .. }
            | Answer::Rejected { .. }
            | Answer::Deferred { .. }
            | Answer::Skipped { .. }
            | Answer::Unable { .. } => String::new(),
        };
        out.push(format!("{:?} {} {}{group}", a.answer.kind(), a.id, a.answer.text()).trim_end().to_owned());
    }
    out.extend(said.escalate.iter().map(|r| format!("^ {r}").trim_end().to_owned()));
    out.extend(said.complaints.iter().map(|c| format!("? {}", c.place)));
    out.join("\n")
}

#[test]
fn reports_people_write() {
    for (text, want) in [
        ("- Fixed 1: x", "Fixed 1 x"),
        ("Fixed 1: x", "Fixed 1 x"),
        ("* **Fixed 1:** x", "Fixed 1 x"),
        ("1. Fixed F3: x", "Fixed F3 x"),
        ("- fixed #2: x", "Fixed 2 x"),
        ("- Fixed finding 2: x", "Fixed 2 x"),
        ("- Fixed [2]: x", "Fixed 2 x"),
        ("- Fixed 1, 2 and 3: x", "Fixed 1 x\nFixed 2 x\nFixed 3 x"),
        ("- Fixed 1:", "Fixed 1"),
        ("- Fixed 1: a: b", "Fixed 1 a: b"),
        ("- Fixed 1: x\n  more\n\n  and more", "Fixed 1 x\nmore\nand more"),
        ("- Unable 2: hard", "Unable 2 hard"),
        ("- Unable to fix 2: hard", "Unable 2 hard"),
        ("- Not fixed 2: hard", "Unable 2 hard"),
        ("- Could not fix 2: hard", "Unable 2 hard"),
        ("- Skipped 3: time", "Skipped 3 time"),
        ("- Deferred 3: later", "Deferred 3 later"),
        ("- Rejected 3: wrong", "Rejected 3 wrong"),
        ("- Fixed 1: x\n- Fixed 1: y", "Fixed 1 x\nFixed 1 y"),
        (
            "- Fixed 1: x\n- Fixed 2: y\n- Commit group: parser = 1, 2",
            "Fixed 1 x <parser>\nFixed 2 y <parser>",
        ),
        ("- Commit group: a = b = 1\n- Fixed 1: x", "Fixed 1 x <a = b>"),
        ("- Fixed 1: x\n- Commit group: g = 1, 9", "Fixed 1 x <g>\n? line 2"),
        ("- Fixed 1: x\n- Commit group: g = 1\n- Commit group: h = 1", "Fixed 1 x <g>\n? line 3"),
        ("- Unable 1: x\n- Commit group: g = 1", "Unable 1 x\n? line 2"),
        ("- Fixed 1: x\n- Commit group: g", "Fixed 1 x\n? line 2"),
        ("- Escalate: too deep", "^ too deep"),
        ("ESCALATE: a\nESCALATE: b", "^ a; b"),
        ("- Fixed 1: x\n- Fixed everything else", "Fixed 1 x\n? line 2"),
        ("- Fixed 1: x\n- Fixed: y", "Fixed 1 x\n? line 2"),
        ("text\r- Fixed 1: x\r\n", "Fixed 1 x"),
    ] {
        assert_eq!(sketch(text), want, "in {text:?}");
    }
}

#[test]
fn what_answers_nothing_is_no_answer() {
    for text in [
        "",
        "All done.",
        "- Fixed everything",
        "- Fixed: x",
        "- Commit group: g = 1",
        "[ISSUE-1]: x",
        "Fixation 1: x",
    ] {
        assert!(sketch(text).starts_with('!'), "{text:?}: {}", sketch(text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn written_reports_read_back(
        texts in proptest::collection::vec((answer_of(nasty().boxed()), proptest::option::of(nasty())), 1..5),
        ids in proptest::collection::vec(nasty(), 5),
        escalate in proptest::option::of(nasty()),
    ) {
        let answers = texts.into_iter().enumerate().map(|(n, (answer, name))| {
            let answer = match answer {
                Answer::Fixed { details, .. } => Answer::Fixed { details, group: name },
                Answer::Rejected { reason, .. } => {
                    Answer::Rejected { reason, evidence: String::new(), request: String::new() }
                }
                Answer::Deferred { .. } | Answer::Skipped { .. } | Answer::Unable { .. } => answer,
            };
            // Distinct ids: a second answer to one finding is refused by the engine anyway.
            Answered { id: format!("{n}.{}", ids[n]), answer }
        });
        let answers = Answers { answers: answers.collect(), escalate, ..Answers::default() };
        let read = read_answers(&write_answers(&answers)).unwrap();
        let want = Answers {
            answers: answers.answers.iter().map(carried).collect(),
            escalate: answers.escalate.as_deref().map(|r| one_line(r).trim().to_owned()),
            ..Answers::default()
        };
        prop_assert_eq!(read, want, "{}", write_answers(&answers));
    }

    #[test]
    fn reading_never_panics(text in nasty(), other in any::<String>()) {
        let _ = read_answers(&text);
        let _ = read_answers(&other);
    }
}

fn carried(said: &Answered) -> Answered {
    let mut answer = made(said.answer.kind(), &one_line(said.answer.text()));
    if let (Answer::Fixed { group, .. }, Answer::Fixed { group: Some(name), .. }) =
        (&mut answer, &said.answer)
    {
        *group = Some(one_line(name)).filter(|n| !n.is_empty());
    }
    Answered { id: safe_id(&said.id), answer }
}

/// Each id got its own copy of a text they shared, also of the lines after it.
#[test]
fn ids_that_share_a_long_text_are_refused() {
    let ids = "1,".repeat(150);
    assert!(read_answers(&format!("- Fixed {ids}: {}\n", "x".repeat(100_000))).is_err());
    assert!(read_answers(&format!("- Fixed {ids}: x\n{}", "  more\n".repeat(20_000))).is_err());
    assert_eq!(read_answers("- Fixed 1, 2: x\n").unwrap().answers.len(), 2);
}

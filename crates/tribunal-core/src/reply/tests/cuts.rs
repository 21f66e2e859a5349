//! Every cut of every whole output, at every byte: none is taken for whole.

use std::collections::BTreeSet;

use crate::dialect::samples::{NONCE, answers, review, sheet, some_of};
use crate::dialect::{findings_document, handoff, issue_lines, pull_review, review_result};
use crate::protocol::Dialect;
use crate::reply::{read_answers, read_review, seal, seal_json, text_of};

/// Reviews and answers generated per dialect; each comes in both forms of the envelope.
const EACH: usize = 14;

/// What an output is read as.
#[derive(Clone, Copy)]
enum As {
    Review,
    Answers,
}

/// One dialect's payloads.
struct Written {
    dialect: Dialect,
    read: As,
    form: Form,
    payloads: Vec<String>,
}

/// Whether a payload also fits the JSON envelope.
enum Form {
    Text,
    Json,
}

fn payloads() -> Vec<Written> {
    let (sheet, reviews, answers) = (sheet(), some_of(&review(), EACH), some_of(&answers(), EACH));
    let json = |dialect, read, payloads| Written { dialect, read, form: Form::Json, payloads };
    // An author with nothing to say writes nothing in a text dialect, and nothing is no answer.
    let text = |dialect, read, mut payloads: Vec<String>| {
        payloads.retain(|payload| !payload.trim().is_empty());
        Written { dialect, read, form: Form::Text, payloads }
    };
    let all = |write: &dyn Fn(&crate::domain::Review) -> String| reviews.iter().map(write).collect();
    let said = |write: &dyn Fn(&crate::domain::Answers) -> String| answers.iter().map(write).collect();
    vec![
        json(Dialect::ReviewResult, As::Review, all(&|r| review_result::write_review(&sheet, r))),
        json(Dialect::Handoff, As::Review, all(&|r| handoff::write_review(&sheet, r))),
        json(Dialect::Handoff, As::Answers, said(&|a| handoff::write_answers(&sheet, a))),
        json(Dialect::PullReview, As::Review, all(&|r| pull_review::write_review(&sheet, r))),
        json(Dialect::PullReview, As::Answers, said(&|a| pull_review::write_answers(&sheet, a))),
        text(Dialect::IssueLines, As::Review, all(&|r| issue_lines::write_review(r, &sheet))),
        text(Dialect::IssueLines, As::Answers, said(&issue_lines::write_answers)),
        text(Dialect::FindingsDocument, As::Review, all(&|r| findings_document::write_review(r, &sheet))),
        text(Dialect::FindingsDocument, As::Answers, said(&findings_document::write_answers)),
    ]
}

fn outputs() -> Vec<(Dialect, As, String)> {
    let files = ["src/a.rs".to_owned(), "src/b, c.rs".to_owned()];
    let mut outputs = Vec::new();
    for written in payloads() {
        for payload in written.payloads {
            outputs.push((written.dialect, written.read, seal(NONCE, &files, &payload)));
            match written.form {
                Form::Text => {}
                Form::Json => {
                    outputs.push((written.dialect, written.read, seal_json(NONCE, &files, &payload)))
                }
            }
        }
    }
    outputs
}

fn accepted(dialect: Dialect, read: As, bytes: &[u8]) -> bool {
    let Ok(text) = text_of(bytes) else { return false };
    match read {
        As::Review => read_review(dialect, text, NONCE).is_ok(),
        As::Answers => read_answers(dialect, text, NONCE).is_ok(),
    }
}

#[test]
fn no_cut_is_taken_for_whole() {
    let outputs = outputs();
    let distinct: BTreeSet<&str> = outputs.iter().map(|(_, _, text)| text.as_str()).collect();
    assert!(distinct.len() >= 100, "{} outputs", distinct.len());
    for (dialect, read, text) in &outputs {
        assert!(accepted(*dialect, *read, text.as_bytes()), "whole: {text}");
        let whole = text.trim_end().len();
        assert!(accepted(*dialect, *read, &text.as_bytes()[..whole]), "without the last line end: {text}");
        for cut in 0..whole {
            assert!(!accepted(*dialect, *read, &text.as_bytes()[..cut]), "cut at {cut}: {text}");
        }
    }
}

#[test]
fn a_beginning_lost_is_not_taken_for_whole() {
    for (dialect, read, text) in outputs().iter().step_by(7) {
        for from in 1..text.len() {
            assert!(!accepted(*dialect, *read, &text.as_bytes()[from..]), "from {from}: {text}");
        }
    }
}

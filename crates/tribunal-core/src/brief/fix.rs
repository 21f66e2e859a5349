//! What an author is told.

use super::findings::{listing, reports};
use super::material::{Material, data, sections};
use super::prompts;
use super::template::fill;
use super::turns::{envelope, refused};
use crate::dialect::Sheet;
use crate::dialect::pull_review::{FixPayload, write_fix_payload};
use crate::domain::AnswerKind;
use crate::engine::{Fix, Ledger, Run};
use crate::protocol::{Dialect, Unanswered};

/// The whole brief of an author. After refused answers or red checks it begins with what was wrong.
pub fn fix(run: &Run, fix: &Fix, nonce: &str, material: &Material) -> String {
    let book = run.book();
    let policy = book.protocol();
    let brief = fill(
        prompts::FIX,
        &[
            ("role", &fix.role),
            ("branch", &book.opening.branch),
            ("from", fix.from.as_str()),
            ("scope", &scope(book, &fix.role)),
            ("pressure", &pressure(book, fix)),
            ("unanswered", unanswered(policy.unanswered)),
            ("answers", &words(&policy.answers)),
            ("optional_answers", &words(&policy.optional_answers)),
            ("dialect", dialect(book, fix, material).trim_end()),
            ("findings", findings(book, fix, nonce, material).trim_end()),
            ("material", &sections(nonce, material)),
            ("envelope", envelope(nonce).trim_end()),
        ],
    );
    if fix.problems.is_empty() {
        return brief;
    }
    format!("{}\n{brief}", refused(&fix.problems.join("\n"), nonce))
}

fn scope(book: &Ledger, role: &str) -> String {
    let rung = book.authors.iter().find(|rung| rung.role == role).filter(|rung| !rung.scope.is_empty());
    rung.map(|rung| format!("Your scope: {}\n", rung.scope)).unwrap_or_default()
}

/// Where the rounds are counted, how they stand.
fn pressure(book: &Ledger, fix: &Fix) -> String {
    let gate = book.at_gate();
    let mut text = format!("This is iteration {} of the review.", gate.iteration);
    if book.protocol().limits.no_progress.is_some() {
        text.push_str(&format!(" No-progress count: {}.", gate.no_progress));
    }
    if fix.warned {
        text.push_str(" One more round without fixes will escalate.");
    }
    text
}

fn unanswered(policy: Unanswered) -> &'static str {
    match policy {
        Unanswered::StaysOpen => "What you do not answer stays open, whatever the next review says.",
        Unanswered::NoReview => {
            "If one is missing there is no review, and the round counts as one without progress."
        }
        Unanswered::Stop => "If one is missing the run stops.",
    }
}

fn words(kinds: &[AnswerKind]) -> String {
    let word = |kind: &AnswerKind| match kind {
        AnswerKind::Fixed => "fixed",
        AnswerKind::Rejected => "rejected (with a reason)",
        AnswerKind::Deferred => "deferred",
        AnswerKind::Skipped => "skipped",
        AnswerKind::Unable => "unable (with the reason)",
    };
    let words: Vec<&str> = kinds.iter().map(word).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn dialect(book: &Ledger, fix: &Fix, material: &Material) -> String {
    let text = prompts::fix(book.protocol().dialect);
    match book.protocol().dialect {
        Dialect::PullReview => fill(text, &[("role", &fix.role), ("pull", &material.pull.to_string())]),
        Dialect::IssueLines | Dialect::ReviewResult | Dialect::Handoff | Dialect::FindingsDocument => {
            fill(text, &[])
        }
    }
}

/// What must and what may be answered, and the tests that have not passed.
fn findings(book: &Ledger, fix: &Fix, nonce: &str, material: &Material) -> String {
    let mut text = String::from("# Findings\n\n");
    match book.protocol().dialect {
        Dialect::PullReview => text.push_str(&data(nonce, "fix-payload", &payload(book, fix, material))),
        Dialect::IssueLines | Dialect::ReviewResult | Dialect::Handoff | Dialect::FindingsDocument => {
            text.push_str(&data(nonce, "must-be-answered", &listing(book, &fix.list)));
            if !fix.optional.is_empty() {
                text.push('\n');
                text.push_str(&data(nonce, "optional", &listing(book, &fix.optional)));
            }
        }
    }
    if !fix.tests.is_empty() {
        let tests = data(nonce, "tests", &fix.tests.join("\n"));
        text.push('\n');
        text.push_str(&fill(prompts::TESTS, &[("tests", tests.trim_end())]));
    }
    text
}

/// A4 of 004.
fn payload(book: &Ledger, fix: &Fix, material: &Material) -> String {
    let payload = FixPayload {
        pull: material.pull,
        round: book.round,
        issues_to_fix: reports(book, &fix.list),
        optional_issues: reports(book, &fix.optional),
    };
    let sheet = Sheet { round: book.round, pull: material.pull, ..Sheet::default() };
    write_fix_payload(&sheet, &payload)
}

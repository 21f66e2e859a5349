//! Source 003's papers of a whole run: the findings document of every round, and the text that asks a person to choose.

use std::collections::BTreeSet;

use super::dialect::{Document, findings_document};
use super::fit::{fit, line};
use crate::dialect::Sheet;
use crate::dialect::findings_document::{Escalation, Unfixed, document_name, write_escalation};
use crate::domain::{Answer, Finding, Outcome};
use crate::engine::{Ledger, choices};
use crate::protocol::Dialect;
use crate::tell::Chronicle;

/// The findings documents of all rounds that reached a verdict; none where the protocol writes another dialect.
pub fn findings_documents(told: &Chronicle, about: &Sheet) -> Vec<Document> {
    let book = told.run.book();
    if book.protocol().dialect != Dialect::FindingsDocument {
        return Vec::new();
    }
    let rounds: BTreeSet<u32> = book.verdicts.iter().map(|verdict| verdict.round).collect();
    rounds.into_iter().filter_map(|round| findings_document(told, round, about)).collect()
}

/// What is asked of a person where the rounds are used up: the story, what is left, what could not be fixed and why, and
/// what may be chosen. None where nothing is asked, or the protocol writes another dialect.
pub fn escalation(told: &Chronicle, about: &Sheet) -> Option<String> {
    let book = told.run.book();
    let asked = told.run.outcome() == Some(Outcome::NeedsHuman);
    if !asked || book.protocol().dialect != Dialect::FindingsDocument {
        return None;
    }
    let verdict = book.verdicts.iter().next_back()?;
    Some(write_escalation(&Escalation {
        story: about.story.clone(),
        rounds: book.round,
        counts: verdict.counts,
        document: document_name(&about.story, verdict.round),
        unfixed: unfixed(book),
        choices: choices(&told.run),
    }))
}

/// What the author said it could not fix and still stands.
fn unfixed(book: &Ledger) -> Vec<Unfixed> {
    let unable = |finding: &Finding| match &finding.answer {
        Some(Answer::Unable { reason }) if finding.status.stands() => Some(Unfixed {
            id: fit(&finding.alias),
            title: line(&finding.report().title),
            reason: fit(reason),
        }),
        Some(_) | None => None,
    };
    book.findings.values().filter_map(unable).collect()
}

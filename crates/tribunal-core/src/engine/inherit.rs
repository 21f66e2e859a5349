//! What a new run on the same change takes over from the one before: its stuck list and its decision log (004).
//!
//! Carried as prints that survive moved lines. Whoever opens the new run hands this over; nothing is read from the
//! repository.

use super::input::Inheritance;
use super::run::{Ledger, Run};
use crate::domain::{Finding, Fingerprint, Prints, Status};
use crate::protocol::IdScheme;

/// What this run leaves behind, together with what it was left itself; none before it was opened.
pub fn inheritance(run: &Run) -> Option<Inheritance> {
    let book = run.ledger.as_deref()?;
    let before = book.opening.inherits.clone();
    let (stuck, rejected) = before.map(|b| (b.stuck, b.rejected)).unwrap_or_default();
    Some(Inheritance {
        predecessor: book.opening.run.clone(),
        stuck: with(book, stuck, Status::Stuck),
        rejected: with(book, rejected, Status::Disputed),
    })
}

fn with(book: &Ledger, mut list: Vec<Fingerprint>, status: Status) -> Vec<Fingerprint> {
    let findings = book.findings.values().filter(|f| f.status == status);
    for print in findings.flat_map(Finding::prints).map(|prints| carried(book, &prints)) {
        if !list.contains(&print) {
            list.push(print);
        }
    }
    list
}

/// The print by which a later run knows a finding again: the one without its line.
pub(super) fn carried(book: &Ledger, prints: &Prints) -> Fingerprint {
    match book.protocol().ids {
        IdScheme::Content => prints.unlined(),
        IdScheme::Sequence { .. } | IdScheme::GroupRound { .. } => prints.place.clone(),
    }
}

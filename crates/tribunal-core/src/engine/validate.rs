//! The validator: whether a run may be called complete, and whether its approval is about exactly this change.
//!
//! Pure questions about a state; they write nothing and decide nothing. A person's accepted risk is not open any
//! more, so it does not stand in the way here; every report prints it.

use super::run::Run;
use crate::domain::Commit;

/// Refuses completion while a blocking finding is open, pending or unaddressed, naming each by its dialect id, and
/// as long as no verdict or person approved: no finding is not yet a review.
pub fn completion(run: &Run) -> Result<(), String> {
    let Some(book) = run.ledger.as_deref() else {
        return Err("Nothing was reviewed: the run was never opened".to_owned());
    };
    let ids: Vec<&str> = book.blocking().map(|f| f.alias.as_str()).collect();
    if !ids.is_empty() {
        return Err(format!("Unresolved blocking review issues: [{}]", ids.join(", ")));
    }
    match run.outcome() {
        Some(outcome) if outcome.approves() => Ok(()),
        Some(outcome) => Err(format!("Not approved: the run stands as {outcome}")),
        None => Err(format!("Not approved: the run is {}", run.phase.name())),
    }
}

/// Whether the run approves exactly this base, this head and this protocol.
pub fn valid_for(run: &Run, base: &Commit, head: &Commit, protocol_hash: &str) -> bool {
    let Some(book) = run.ledger.as_deref() else { return false };
    let judged = book.verdicts.last().is_some_and(|v| v.base == *base && v.head == *head);
    judged && book.protocol_hash == protocol_hash && completion(run).is_ok()
}

//! What source 003 has people read: the escalation at the limit and the completion report. Only written; deciding
//! which options are offered is the engine's business.

use crate::dialect::text::{one_line, plural};
use crate::dialect::{duration_text, severity_word};
use crate::domain::{Choice, Counts, Outcome, Severity};
use crate::protocol::Dialect;

/// A finding that was not fixed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfixed {
    /// Its number or id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What the fixer said; empty if nothing.
    pub reason: String,
}

/// What the escalation text needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escalation {
    /// The story's id.
    pub story: String,
    /// Reviews so far.
    pub rounds: u32,
    /// What is still open.
    pub counts: Counts,
    /// The findings document of the last round.
    pub document: String,
    /// What could not be fixed.
    pub unfixed: Vec<Unfixed>,
    /// What may be chosen, in this order.
    pub choices: Vec<Choice>,
}

/// The text that asks a person to choose.
pub fn write_escalation(escalation: &Escalation) -> String {
    let rounds = plural(escalation.rounds, "review round");
    let mut out = format!("⚠️ Story {} Review Blocked\n\n", one_line(&escalation.story));
    out.push_str(&format!("After {rounds}, issues remain:\n{}\n", counts_text(&escalation.counts)));
    out.push_str(&format!("Findings document: {}\n", one_line(&escalation.document)));
    if !escalation.unfixed.is_empty() {
        out.push_str("\nCould not be fixed:\n");
        escalation.unfixed.iter().for_each(|u| out.push_str(&unfixed_text(u)));
    }
    out.push_str("\nOptions:\n");
    escalation.choices.iter().for_each(|c| out.push_str(&option_text(*c)));
    out + "\nYour choice:\n"
}

fn counts_text(counts: &Counts) -> String {
    let minor = counts.medium + counts.low;
    let rows = [(Severity::Critical, counts.critical), (Severity::High, counts.high), (Severity::Low, minor)];
    rows.iter().map(|(s, n)| format!("- {}: {n}\n", severity_word(Dialect::FindingsDocument, *s))).collect()
}

fn unfixed_text(unfixed: &Unfixed) -> String {
    let reason = one_line(&unfixed.reason);
    let reason = if reason.is_empty() { "no reason given" } else { &reason };
    format!("- {}: {} ({reason})\n", one_line(&unfixed.id), one_line(&unfixed.title))
}

/// The source's words for its options, and a plain word for any other.
fn option_text(choice: Choice) -> String {
    match choice {
        Choice::Block => "a) Manual review and fix (pause autonomous workflow)\n".to_owned(),
        Choice::AcceptRisk => "b) Accept findings and mark story complete (not recommended)\n".to_owned(),
        Choice::OneMoreRound => "c) Continue with 1 more review round (override limit)\n".to_owned(),
        Choice::Abort => "abort) End the run\n".to_owned(),
        Choice::Resume
        | Choice::FixByHand
        | Choice::Retry
        | Choice::ManualFixConfirmed
        | Choice::Override
        | Choice::GoOnWithout
        | Choice::Clarified
        | Choice::ClearFlag
        | Choice::StrongerAuthor
        | Choice::RePlan
        | Choice::RejectAndRestart
        | Choice::AskUser
        | Choice::Acknowledge => format!("{})\n", choice.word()),
    }
}

/// What the completion report needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The story's id.
    pub story: String,
    /// Its title.
    pub title: String,
    /// How the run ended.
    pub status: Outcome,
    /// The pull request, where there is one.
    pub pull: Option<String>,
    /// Coverage as the check printed it, where one did.
    pub coverage: Option<String>,
    /// Reviews in all.
    pub rounds: u32,
    /// Findings whose fix was confirmed.
    pub fixed: u32,
    /// Findings whose risk a person accepted.
    pub accepted: Vec<String>,
    /// From start to end, in milliseconds.
    pub duration_ms: u64,
}

/// The report at the end of a story.
pub fn write_completion(completion: &Completion) -> String {
    let or = |value: &Option<String>, none: &str| value.as_deref().map_or(none.to_owned(), one_line);
    let mut out = format!("Story {}: {}\n\n", one_line(&completion.story), one_line(&completion.title));
    out.push_str(&format!("- Status: {}\n", completion.status));
    out.push_str(&format!("- Pull request: {}\n", or(&completion.pull, "none")));
    out.push_str(&format!("- Coverage: {}\n", or(&completion.coverage, "not measured")));
    out.push_str(&format!("- Review rounds: {}\n", completion.rounds));
    out.push_str(&format!("- Findings fixed: {}\n", completion.fixed));
    match completion.accepted.as_slice() {
        [] => out.push_str("- Accepted risks: none\n"),
        accepted => {
            out.push_str(&format!("- Accepted risks: {}\n", accepted.len()));
            accepted.iter().for_each(|a| out.push_str(&format!("  - {}\n", one_line(a))));
        }
    }
    out + &format!("- Duration: {}\n", duration_text(completion.duration_ms))
}

#[cfg(test)]
mod tests;

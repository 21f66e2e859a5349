//! What source 000 has people read: the acknowledgement, the escalation line, the swarm's consensus. Only written.

use crate::dialect::severity_word;
use crate::dialect::text::{one_line, plural};
use crate::domain::{Decision, Report, VoteCast};
use crate::protocol::Dialect;

use super::write::{defused, safe_id};

/// `Received FAIL verdict with n issues:` and the list. It claims no fix: no colon follows a number.
pub fn write_acknowledgement(issues: &[Report]) -> String {
    let mut out = format!("Received FAIL verdict with {}:\n", plural(count(issues.len()), "issue"));
    for report in issues {
        let id = report.said_id.as_deref().map_or_else(String::new, |id| format!("[{}] ", safe_id(id)));
        let word = severity_word(Dialect::IssueLines, report.severity);
        out.push_str(&format!("- {id}{word} - {}\n", defused(&report.title)));
    }
    let all = if issues.len() == 1 { "the issue" } else { "all issues" };
    out.push_str(&format!("\nProceeding to fix {all}.\n"));
    out
}

/// `ESCALATION: reviewer-lite → reviewer (max iterations reached)`.
pub fn escalation_line(from: &str, to: &str, reason: &str) -> String {
    format!("ESCALATION: {} → {} ({})", one_line(from), one_line(to), one_line(reason))
}

/// One seat of a swarm, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatLine {
    /// The seat's name as people know it.
    pub name: String,
    /// How it counts.
    pub vote: VoteCast,
    /// The titles of what it raised.
    pub concerns: Vec<String>,
}

/// The swarm's votes, the consensus line, and on a pass who dissented and why.
pub fn write_consensus(decision: Decision, seats: &[SeatLine]) -> String {
    let mut out: String = seats.iter().map(seat_text).collect();
    let passed = seats.iter().filter(|s| s.vote == VoteCast::Pass).count();
    out.push_str(&format!("\nConsensus: {} ({passed}/{})\n", consensus_word(decision), seats.len()));
    let dissent: Vec<&SeatLine> = seats.iter().filter(|s| dissents(s.vote)).collect();
    if decision.passes() && !dissent.is_empty() {
        let names = dissent.iter().map(|s| one_line(&s.name)).collect::<Vec<_>>().join(" and ");
        out.push_str(&format!("Note: {names} raised concerns, but majority accepts implementation.\n"));
        for seat in dissent {
            for concern in &seat.concerns {
                out.push_str(&format!("- {}: {}\n", one_line(&seat.name), defused(concern)));
            }
        }
    }
    out
}

fn seat_text(seat: &SeatLine) -> String {
    let word = match seat.vote {
        VoteCast::Pass => "PASS",
        VoteCast::Concerns | VoteCast::Fail | VoteCast::Blocker => "FAIL",
        VoteCast::Missing => "no valid review",
        VoteCast::LeftOut => "left out",
    };
    let issues = match seat.concerns.len() {
        0 => String::new(),
        n => format!(" ({})", plural(count(n), "issue")),
    };
    format!("{}: {word}{issues}\n", one_line(&seat.name))
}

fn dissents(vote: VoteCast) -> bool {
    match vote {
        VoteCast::Concerns | VoteCast::Fail | VoteCast::Blocker => true,
        VoteCast::Pass | VoteCast::Missing | VoteCast::LeftOut => false,
    }
}

fn consensus_word(decision: Decision) -> &'static str {
    match decision {
        Decision::Pass | Decision::PassFlagged => "PASS",
        Decision::Fail | Decision::Stop => "FAIL",
        Decision::Inconclusive | Decision::Clarify | Decision::AskUser => "INCONCLUSIVE",
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;

//! The source's own examples, word for word.

use super::*;
use crate::domain::Severity;

#[test]
fn the_acknowledgement_is_the_sources() {
    let issue =
        |id: &str, severity, title| Report { said_id: Some(id.to_owned()), ..Report::new(severity, title) };
    let issues = [
        issue("ISSUE-1", Severity::Critical, "SQL injection"),
        issue("ISSUE-2", Severity::High, "Missing validation"),
        issue("ISSUE-3", Severity::Low, "Naming inconsistency"),
    ];
    let text = "Received FAIL verdict with 3 issues:
- [ISSUE-1] CRITICAL - SQL injection
- [ISSUE-2] MAJOR - Missing validation
- [ISSUE-3] MINOR - Naming inconsistency

Proceeding to fix all issues.
";
    assert_eq!(write_acknowledgement(&issues), text);
    assert!(write_acknowledgement(&issues[..1]).starts_with("Received FAIL verdict with 1 issue:\n"));
}

#[test]
fn the_escalation_is_the_sources() {
    let line = "ESCALATION: reviewer-lite → reviewer (max iterations reached)";
    assert_eq!(escalation_line("reviewer-lite", "reviewer", "max iterations reached"), line);
}

#[test]
fn the_consensus_is_the_sources() {
    let seat = |name: &str, vote, concerns: &[&str]| SeatLine {
        name: name.to_owned(),
        vote,
        concerns: concerns.iter().map(|c| (*c).to_owned()).collect(),
    };
    let (a, c) = (seat("Reviewer A", VoteCast::Pass, &[]), seat("Reviewer C", VoteCast::Pass, &[]));
    let b = seat("Reviewer B", VoteCast::Fail, &["No lock", "No\ntest"]);
    let text = "Reviewer A: PASS
Reviewer B: FAIL (2 issues)
Reviewer C: PASS

Consensus: PASS (2/3)
Note: Reviewer B raised concerns, but majority accepts implementation.
- Reviewer B: No lock
- Reviewer B: No test
";
    assert_eq!(write_consensus(Decision::Pass, &[a.clone(), b.clone(), c]), text);
    let gone = seat("Reviewer C", VoteCast::Missing, &[]);
    let text = write_consensus(Decision::Inconclusive, &[a, b, gone]);
    assert!(text.ends_with("Reviewer C: no valid review\n\nConsensus: INCONCLUSIVE (1/3)\n"), "{text}");
}

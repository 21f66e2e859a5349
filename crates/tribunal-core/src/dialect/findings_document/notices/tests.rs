//! The escalation is the source's, with what the spec adds; the completion report names everything.

use super::*;

#[test]
fn the_escalation_is_the_sources() {
    let mut escalation = Escalation {
        story: "X.Y".to_owned(),
        rounds: 3,
        counts: Counts { critical: 1, high: 2, medium: 0, low: 1 },
        document: "docs/progress/story-X-Y-review-findings-round-3.md".to_owned(),
        unfixed: Vec::new(),
        choices: vec![Choice::Block, Choice::AcceptRisk, Choice::OneMoreRound],
    };
    let want = "⚠️ Story X.Y Review Blocked

After 3 review rounds, issues remain:
- Critical: 1
- Important: 2
- Minor: 1

Findings document: docs/progress/story-X-Y-review-findings-round-3.md

Options:
a) Manual review and fix (pause autonomous workflow)
b) Accept findings and mark story complete (not recommended)
c) Continue with 1 more review round (override limit)

Your choice:
";
    assert_eq!(write_escalation(&escalation), want);
    escalation.choices = vec![Choice::Block, Choice::AcceptRisk, Choice::Abort];
    escalation.unfixed.push(Unfixed {
        id: "1".to_owned(),
        title: "Leak".to_owned(),
        reason: "needs\na key".to_owned(),
    });
    escalation.unfixed.push(Unfixed { id: "2".to_owned(), title: "Race".to_owned(), reason: String::new() });
    let text = write_escalation(&escalation);
    assert!(
        text.contains("Could not be fixed:\n- 1: Leak (needs a key)\n- 2: Race (no reason given)\n"),
        "{text}"
    );
    assert!(!text.contains("c) ") && text.contains("abort) End the run\n"), "{text}");
}

#[test]
fn the_completion_report_names_everything() {
    let completion = Completion {
        story: "3.2".to_owned(),
        title: "Login\nform".to_owned(),
        status: Outcome::Accepted,
        pull: Some("#17".to_owned()),
        coverage: None,
        rounds: 3,
        fixed: 4,
        accepted: vec!["F3: Leak".to_owned()],
        duration_ms: 3_900_000,
    };
    let want = "Story 3.2: Login form

- Status: accepted
- Pull request: #17
- Coverage: not measured
- Review rounds: 3
- Findings fixed: 4
- Accepted risks: 1
  - F3: Leak
- Duration: 1 h 5 min
";
    assert_eq!(write_completion(&completion), want);
}

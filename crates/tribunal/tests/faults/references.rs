//! The reference runs: one of each protocol in each mode that differs, with findings, a dispute, a fix, a failed seat, a
//! person's decision; one of them with real programs. What everybody says is fixed, so two runs can be compared to the byte.

use tribunal_core::domain::{Choice, FindingId};

/// A person's decision at the first pause.
#[derive(Debug, Clone, Copy)]
pub struct Decides {
    pub choice: Choice,
    pub findings: &'static [FindingId],
}

/// A reference run: its protocol, and what everybody says.
pub struct Reference {
    pub name: &'static str,
    pub protocol: &'static str,
    pub mode: Option<&'static str>,
    /// Replies of the scripted agent; nothing: programs are asked.
    pub script: Option<String>,
    pub decides: Option<Decides>,
    /// What the project's tests look for, where there are any.
    pub tests: Option<&'static str>,
    /// How many fixes land.
    pub fixes: usize,
    pub outcome: &'static str,
}

const PATCH: &str = "=== patch\n--- a/src/a.rs\n+++ b/src/a.rs\n@@ -2,3 +2,3 @@\n fn b(x: u8) {\n-    let y = x / 0;\n+    let y = x / 2;\n }\n";

pub fn references() -> Vec<Reference> {
    let zero = |mode, script| of("zero-tolerance", Some(mode), script);
    let passes = "VERDICT: PASS\n";
    vec![
        Reference { name: "eco", ..zero("eco", disputed("reviewer-lite")) },
        Reference {
            name: "standard",
            ..zero("standard", format!("{}== reviewer\n{passes}", disputed("reviewer")))
        },
        Reference { name: "turbo", ..zero("turbo", disputed("reviewer")) },
        Reference {
            name: "thorough",
            ..zero(
                "thorough",
                format!("{}== reviewer-deep\n{passes}== security-deep\n{passes}", disputed("reviewer-deep")),
            )
        },
        Reference { name: "swarm", ..zero("swarm", swarm()) },
        Reference { name: "tech-lead", ..of("tech-lead", None, lead()) },
        Reference { name: "tech-lead-qa", tests: Some("fn b"), ..of("tech-lead", Some("qa"), lead()) },
        Reference { name: "tech-lead-qa-red", tests: Some("/ 2"), ..of("tech-lead", Some("qa"), red()) },
        Reference { name: "epic", ..of("epic", None, epic()) },
        Reference {
            name: "epic-accepted",
            decides: Some(Decides { choice: Choice::AcceptRisk, findings: &[] }),
            fixes: 0,
            outcome: "accepted",
            ..of("epic", None, unable())
        },
        Reference {
            name: "four-rules",
            fixes: 0,
            outcome: "approved-with-notes",
            ..of("four-rules", None, format!("== cast\n{}", vote("concerns", "")))
        },
        Reference {
            name: "four-rules-override",
            decides: Some(Decides { choice: Choice::Override, findings: &[FindingId(1)] }),
            fixes: 0,
            outcome: "accepted",
            ..of("four-rules", None, format!("== cast\n{}", vote("blocker", DROPS)))
        },
        Reference { name: "pr-loop", ..of("pr-loop", None, pull()) },
        Reference { name: "programs", script: None, tests: Some("fn b"), ..zero("eco", String::new()) },
    ]
}

fn of(protocol: &'static str, mode: Option<&'static str>, script: String) -> Reference {
    let (name, script, outcome) = ("", Some(script), "approved");
    Reference { name, protocol, mode, script, decides: None, tests: None, fixes: 1, outcome }
}

/// Two findings; one is fixed, one is disputed; the reviewer fails once before it accepts both.
fn disputed(seat: &str) -> String {
    format!(
        "== {seat}\n[ISSUE-1] [MAJOR] Division by zero - src/a.rs:3 - Divide by something\n\
         [ISSUE-2] [MINOR] Unclear name - src/a.rs:2 - Rename it\nVERDICT: FAIL\n\
         == author\nFixed:\n- [ISSUE-1]: divided by two\n\nDISPUTE [ISSUE-2]:\nReason: it is a sample\n\
         Evidence: src/a.rs:2\nRequest: Remove from issue list\n{PATCH}\
         == {seat} fails empty\n\
         == {seat}\n[ISSUE-1] RESOLVED\n[ISSUE-2] DISPUTE ACCEPTED\nVERDICT: PASS\n"
    )
}

/// Two of three architects see it; then all pass.
fn swarm() -> String {
    let sees = "[ISSUE-1] [MAJOR] Division by zero - src/a.rs:3 - Divide by something\nVERDICT: FAIL\n";
    format!(
        "== architect-1\n{sees}== architect-2\n{sees}== architect-3\nVERDICT: PASS\n\
         == author\nFixed:\n- [ISSUE-1]: divided by two\n{PATCH}\
         == architect-1\n[ISSUE-1] RESOLVED\nVERDICT: PASS\n== architect-2\n[ISSUE-1] RESOLVED\nVERDICT: PASS\n\
         == architect-3\n[ISSUE-1] RESOLVED\nVERDICT: PASS\n"
    )
}

fn lead() -> String {
    let counts = |critical| {
        format!("\"issues_summary\": {{\"critical\": {critical}, \"high\": 0, \"medium\": 0, \"low\": 0}}")
    };
    format!(
        "== tech-lead\n{{\"status\": \"CHANGES_REQUESTED\", {}, \"issues\": [{{\"id\": \"TL-AUTH-1-001\", \
         \"severity\": \"CRITICAL\", \"title\": \"Division by zero\", \"location\": \"src/a.rs:3\", \
         \"problem\": \"It fails\", \"fix\": \"Divide by something\"}}]}}\n\
         == author\n{{\"issue_responses\": [{{\"issue_id\": \"TL-AUTH-1-001\", \"action\": \"FIXED\", \
         \"details\": \"divided by two\"}}]}}\n{PATCH}\
         == tech-lead\n{{\"status\": \"APPROVED\", {}, \"issues\": [], \"prior_issues_resolved\": [\"TL-AUTH-1-001\"]}}\n",
        counts(1),
        counts(0)
    )
}

/// The tests fail first; what mends them leaves nothing to find.
fn red() -> String {
    format!(
        "== author\n{{\"issue_responses\": []}}\n{PATCH}== tech-lead\n{{\"status\": \"APPROVED\", \"issues_summary\": \
         {{\"critical\": 0, \"high\": 0, \"medium\": 0, \"low\": 0}}, \"issues\": []}}\n"
    )
}

fn findings(critical: usize) -> String {
    let issue = "## Critical Issues\n1. **[bug]** Division by zero\n   - **File:** `src/a.rs:3`\n\
                 \x20  - **Problem:** It fails\n   - **Fix:** Divide by something\n";
    format!(
        "== epic-reviewer\n# Review Findings\n{}## Summary\n- Critical: {critical}\n- Important: 0\n- Minor: 0\n- Verdict: {}\n",
        if critical > 0 { issue } else { "" },
        if critical > 0 { "must-fix" } else { "clean" }
    )
}

fn epic() -> String {
    format!("{}== author\n## Fixed\n- Fixed FINDING-1: divided by two\n{PATCH}{}", findings(1), findings(0))
}

/// Three rounds in which nobody can fix it; then a person has to decide.
fn unable() -> String {
    let asked = format!("{}== author\n- Unable FINDING-1: nobody knows how\n", findings(1));
    format!("{asked}{asked}{}", findings(1))
}

const DROPS: &str =
    r#"{"severity": "critical", "description": "The migration drops a table", "file": "src/a.rs"}"#;

fn vote(verdict: &str, issues: &str) -> String {
    format!(
        "{{\"type\": \"review_result\", \"reviewer\": \"cast\", \"timestamp\": \"2026-01-24T00:00:00Z\", \"payload\": \
         {{\"verdict\": \"{verdict}\", \"summary\": \"One thing.\", \"issues\": [{issues}]}}}}\n"
    )
}

fn pull() -> String {
    let review = |word: &str, p1: usize, findings: &str| {
        format!(
            "== cast\n{{\"agent\": \"cast\", \"prNumber\": 7, \"conclusion\": \"{word}\", \"issues\": {{\"p0_blocking\": 0, \
             \"p1_critical\": {p1}, \"p2_important\": 0, \"p3_suggestion\": 0}}, \"findings\": [{findings}], \
             \"fullReport\": \"See the findings.\"}}\n"
        )
    };
    let quiet = "== comments-analyzer\n{\"agent\": \"comments-analyzer\", \"prNumber\": 7, \"reviewState\": \
                 {\"hasChangesRequested\": false, \"changesRequestedBy\": []}, \"stats\": {\"totalThreads\": 0, \
                 \"resolvedThreads\": 0, \"unresolvedThreads\": 0}, \"threadsTruncated\": false, \"issues\": \
                 {\"p0_blocking\": 0, \"p1_critical\": 0, \"p2_important\": 0, \"p3_suggestion\": 0}, \
                 \"pendingIssues\": [], \"fullReport\": \"No thread is open.\"}\n";
    let finding = r#"{"id": "BUG-1", "priority": "P1", "category": "bug", "file": "src/a.rs", "line": 3,
        "title": "Division by zero", "description": "It fails", "suggestion": "Divide by something"}"#;
    format!(
        "{}{quiet}== author\n{{\"agent\": \"fixer\", \"prNumber\": 7, \"summary\": {{\"fixed\": 1, \"rejected\": 0, \
         \"deferred\": 0}}, \"fixedIssues\": [{{\"findingId\": \"BUG-75883baf\", \"description\": \"divided by two\"}}], \
         \"rejectedIssues\": [], \"commits\": []}}\n{PATCH}{}{quiet}",
        review("request_changes", 1, finding),
        review("approve", 0, "")
    )
}

/// Reads the change it is shown: what is flawed is reported, what was mended is resolved. Notes that it was asked.
pub const REVIEWER: &str = r#"#!/bin/sh
nonce=$(sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
echo asked >> "$1"
printf '<<<TRIBUNAL %s\nfiles: src/a.rs\n\n' "$nonce"
if grep -q '/ 0' src/a.rs; then
  printf '[ISSUE-1] [MAJOR] Division by zero - src/a.rs:3 - Divide by something\nVERDICT: FAIL\n'
else
  printf '[ISSUE-1] RESOLVED\nVERDICT: PASS\n'
fi
printf 'TRIBUNAL %s>>>\n' "$nonce"
"#;

/// Mends it.
pub const AUTHOR: &str = r#"#!/bin/sh
nonce=$(sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
echo asked >> "$1"
sed -i 's,/ 0,/ 2,' src/a.rs
printf '<<<TRIBUNAL %s\nfiles: src/a.rs\n\nFixed:\n- [ISSUE-1]: divided by two\nTRIBUNAL %s>>>\n' "$nonce" "$nonce"
"#;

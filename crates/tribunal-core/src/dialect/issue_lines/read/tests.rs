//! The source's examples, the spec's vectors, and replies that try to hide an issue or to pass by accident.

use super::*;
use crate::dialect::{REPLY_BYTES_MAX, location_text};
use crate::domain::{Claim, Ruling};

/// One line per report and ruling, then remarks and the verdict: `C ISSUE-1 title @place > fix`.
pub(in crate::dialect::issue_lines) fn sketch(text: &str) -> String {
    let review = match read_review(text) {
        Ok(review) => review,
        Err(e) => return format!("! {e}"),
    };
    let mut out = Vec::new();
    for r in &review.rulings {
        out.push(format!("{:?} {} {}", r.ruling, r.id, r.note).trim_end().to_owned());
    }
    for r in &review.reports {
        let severity = r.severity.word()[..1].to_uppercase();
        let places: Vec<_> = r.locations.iter().map(location_text).collect();
        let mut line = format!("{severity} {} {}", r.said_id.as_deref().unwrap_or("-"), r.title);
        if !places.is_empty() {
            line += &format!(" @{}", places.join(" "));
        }
        if !r.fix.is_empty() {
            line += &format!(" > {}", r.fix);
        }
        out.push(line);
    }
    out.extend(review.remarks.iter().map(|r| format!("~ {r}")));
    out.push(if review.claim == Some(Claim::Approve) { "PASS".to_owned() } else { "FAIL".to_owned() });
    out.join("\n")
}

fn check(text: &str, want: &str) {
    let want = want.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    assert_eq!(sketch(text), want, "in {text:?}");
}

#[test]
fn the_sources_examples() {
    check(
        "VERDICT: FAIL

         Issues found:
         [ISSUE-1] [CRITICAL] Hardcoded API key in source - src/config.php:12 - Move to .env
         [ISSUE-2] [MAJOR] No error handling on HTTP request - src/ApiClient.php:34 - Add try/catch
         [ISSUE-3] [MINOR] Unused import statement - src/Services/UserService.php:5 - Remove unused use statement",
        "C ISSUE-1 Hardcoded API key in source @src/config.php:12 > Move to .env
         H ISSUE-2 No error handling on HTTP request @src/ApiClient.php:34 > Add try/catch
         L ISSUE-3 Unused import statement @src/Services/UserService.php:5 > Remove unused use statement
         FAIL",
    );
    check(
        "[ISSUE-1] RESOLVED - API key now loaded from environment
         [ISSUE-2] RESOLVED - proper exception handling added
         [ISSUE-3] RESOLVED - import removed
         [ISSUE-4] [MINOR] .env.example not updated with new API_KEY variable - .env.example:1 - Add API_KEY entry

         VERDICT: FAIL (1 new issue)",
        "Resolved ISSUE-1 API key now loaded from environment
         Resolved ISSUE-2 proper exception handling added
         Resolved ISSUE-3 import removed
         L ISSUE-4 .env.example not updated with new API_KEY variable @.env.example:1 > Add API_KEY entry
         FAIL",
    );
    check(
        "[ISSUE-4] RESOLVED\n\nVERDICT: PASS\n\nAll issues resolved. Code meets quality standards.",
        "Resolved ISSUE-4\nPASS",
    );
    check(
        "[ISSUE-2] DISPUTE ACCEPTED - validation confirmed in middleware
         [ISSUE-3] DISPUTE REJECTED - middleware not invoked for this route
         VERDICT: FAIL",
        "DisputeAccepted ISSUE-2 validation confirmed in middleware
         DisputeRejected ISSUE-3 middleware not invoked for this route
         FAIL",
    );
}

#[test]
fn v2_counts_come_from_the_bracket() {
    let text = "[ISSUE-1] RESOLVED
        [ISSUE-2] STILL PRESENT - validation added but regex is incorrect
        [ISSUE-3] RESOLVED
        [ISSUE-4] [MINOR] New issue: deprecated function - src/Controllers/AuthController.php:82 - Use Validator::email() instead

        VERDICT: FAIL (1 unresolved, 1 new issue)";
    let review = read_review(text).unwrap();
    assert_eq!(review.counts.unwrap().total, Some(2));
    let rulings: Vec<_> = review.rulings.iter().map(|r| r.ruling).collect();
    assert_eq!(rulings, [Ruling::Resolved, Ruling::StillPresent, Ruling::Resolved]);
    assert_eq!(review.reports[0].fix, "Use Validator::email() instead");
    assert!(review.complaints.is_empty(), "{:?}", review.complaints);
}

#[test]
fn v20_a_stated_count_is_kept_although_no_issue_is_there() {
    let review = read_review("Critical: 1\nVERDICT: PASS").unwrap();
    assert_eq!(review.counts.unwrap().critical, Some(1));
    assert!(review.reports.is_empty());
    let review = read_review("Looks bad.\nVERDICT: FAIL (2 issues)").unwrap();
    assert_eq!((review.claim, review.counts.unwrap().total), (Some(Claim::RequestChanges), Some(2)));
    assert!(read_review("VERDICT: PASS (1 new issue)").unwrap().counts.unwrap().total == Some(1));
}

#[test]
fn v32_an_unknown_severity_is_critical_and_flagged() {
    let review = read_review("[ISSUE-1] [CATASTROPHIC] x - a.rs:1 - y\nVERDICT: FAIL").unwrap();
    assert_eq!(review.reports[0].severity, Severity::Critical);
    assert_eq!(review.complaints[0].place, "line 1");
    assert!(review.complaints[0].what.contains("CATASTROPHIC"));
}

#[test]
fn v33_the_last_place_counts() {
    check(
        "[ISSUE-1] [MAJOR] No check - src/a.php:45 - Add a guard - and a test\nVERDICT: FAIL",
        "H ISSUE-1 No check @src/a.php:45 > Add a guard - and a test\nFAIL",
    );
    check(
        "[ISSUE-1] [MAJOR] Like b.php:3 - old - b.php:3 - and - src/a.php:45 - Add - it\nVERDICT: FAIL",
        "H ISSUE-1 Like b.php:3 - old - b.php:3 - and @src/a.php:45 > Add - it\nFAIL",
    );
}

#[test]
fn nothing_is_dropped_and_nothing_softened() {
    for (text, want) in HOSTILE {
        check(&format!("{text}\nVERDICT: FAIL"), format!("{want}\nFAIL").trim_start());
    }
}

#[test]
fn a_plain_ruling_is_read_in_any_dress() {
    for text in [
        "[ISSUE-1] RESOLVED",
        "- **[ISSUE-1]** ✅ **RESOLVED**",
        "[ISSUE-1]: Resolved.",
        "[issue-1] [RESOLVED]",
        "ISSUE-1 RESOLVED",
        "| [ISSUE-1] | RESOLVED |",
        "[ISSUE-1] [CRITICAL] RESOLVED",
    ] {
        check(&format!("{text}\nVERDICT: PASS"), "Resolved ISSUE-1\nPASS");
    }
    check(
        "[ISSUE-1], [ISSUE-2] and [ISSUE-3]: RESOLVED\nVERDICT: PASS",
        "Resolved ISSUE-1\nResolved ISSUE-2\nResolved ISSUE-3\nPASS",
    );
    check("[ISSUE-1] RESOLVED\nSo ([ISSUE-1]) is gone.\nVERDICT: PASS", "Resolved ISSUE-1\nPASS");
}

#[test]
fn a_pass_is_read_in_any_dress() {
    for text in [
        "VERDICT: PASS",
        "**VERDICT: PASS**",
        "**VERDICT:** PASS",
        "## Verdict: pass",
        "> VERDICT : PASS.",
        "Final verdict: PASS ✅",
        "VERDICT: PASS (0 issues)",
        "VERDICT: PASS - all good",
        "VERDICT: PASS. All issues resolved.",
        "VERDICT:\n\nPASS",
        "## Verdict\n\n**PASS**",
        "VERDICT: PASS\ntext\nVERDICT: PASS",
        "[INFO] read 12 files\nSee [the docs](http://x).\n- [x] tests ran\nMajor: none\nVERDICT: PASS",
        "## Critical issues\nNone.\n## Minor\n- None found\nVERDICT: PASS",
    ] {
        check(text, "PASS");
    }
}

#[test]
fn what_is_no_verdict_is_no_review() {
    for text in [
        "",
        " \n\t\r\n",
        "\u{feff}\u{200b}",
        "Everything looks fine to me.",
        "PASS",
        "I cannot give a VERDICT: PASS here.",
        "VERDICT: MAYBE",
        "VERDICT: PASSED",
        "VERDICT: PAS",
        "VERDICT: FAI",
        "VERDICT:",
        "VERDICT: \n\nwell",
        "VERDICT: APPROVED",
        "VERDICT: NOT PASS",
        "VERDICT: PASS/FAIL",
        "VERDICT: [PASS|FAIL]",
        "VERDICT: PASS or FAIL",
        "VERDICT: PASS?",
        "VERDICT: PASS requires ZERO issues",
        "VERDICT: PASS with notes",
        "VERDICT: PASS (conditional)",
        "VERDICT: PASS - provided ISSUE-2 is fixed",
        "VERDICT: PASS (once [ISSUE-1] is gone)",
        "VERDICT: FAIL (1 unres",
        "VERDICT: PASS (",
        "VERDICT: PASS\nVERDICT: FAIL",
        "VERDICT: FAIL\n```\nVERDICT: PASS\n```",
        "VERDICT: PASS\nThe old VERDICT: FAIL was right.",
        "{\"verdict\": \"PASS\"}",
        "429 Too Many Requests",
    ] {
        assert!(sketch(text).starts_with('!'), "{text:?}: {}", sketch(text));
    }
}

#[test]
fn limits_are_enforced() {
    let long = "x".repeat(REPLY_BYTES_MAX + 1);
    assert!(read_review(&long).is_err());
    let line = "[ISSUE-1] [MINOR] x - a.rs:1 - y\n";
    let full = line.repeat(FINDINGS_MAX) + "VERDICT: FAIL";
    assert_eq!(read_review(&full).unwrap().reports.len(), FINDINGS_MAX);
    assert!(read_review(&(line.to_owned() + &full)).is_err());
    assert!(read_review(&("see [ISSUE-1]\n".repeat(FINDINGS_MAX + 1) + "VERDICT: FAIL")).is_err());
}

#[test]
fn every_cut_of_a_reply_is_refused_or_says_fail() {
    let text = "[ISSUE-1] RESOLVED - ok\n[ISSUE-4] [MINOR] x - a.rs:1 - y\n\nVERDICT: FAIL (1 new issue)\n";
    for cut in (0..text.len()).filter(|c| text.is_char_boundary(*c)) {
        if let Ok(review) = read_review(&text[..cut]) {
            assert_eq!(
                (review.claim, review.reports.len()),
                (Some(Claim::RequestChanges), 1),
                "cut at {cut}"
            );
        }
    }
}

#[test]
fn hostile_shapes_are_read_in_linear_time() {
    // No clock in the core: quadratic time would show as a test that takes minutes.
    for unit in [
        "[",
        "[ISSUE-1",
        "[ISSUE-1]",
        " - ",
        "[ISSUE-1], ",
        "verdict",
        "VERDICT: ",
        "|",
        "a:1, ",
        "(",
        "*",
        "1. ",
    ] {
        let text = unit.repeat(400_000 / unit.len()) + "\nVERDICT: FAIL";
        let _ = read_review(&text);
        let _ = crate::dialect::issue_lines::read_answers(&text);
    }
}

/// Every reply here fails the review; what is expected must be there, and nothing else.
const HOSTILE: &[(&str, &str)] = &[
    // Dress.
    ("- [ISSUE-1] [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("* **[ISSUE-1]** **[MAJOR]** x - `a.rs:1` - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("**[ISSUE-1] [MAJOR] x - a.rs:1 - y**", "H ISSUE-1 x @a.rs:1 > y"),
    ("> 1. [ISSUE-1]   [major]   x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("### [Issue-1] [Major]: x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("```\n[ISSUE-1] [MAJOR] x - a.rs:1 - y\n```", "H ISSUE-1 x @a.rs:1 > y"),
    ("\u{feff}[ISSUE-1] [MAJOR] x - a.rs:1 - y\r\n", "H ISSUE-1 x @a.rs:1 > y"),
    ("\u{1b}[31m[ISSUE-1]\u{1b}[0m [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("\\[ISSUE-1\\] \\[MAJOR\\] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("- [ ] [ISSUE-1] [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("🔴 [ISSUE-1] [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("【ISSUE-1】 【MAJOR】 x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("| ISSUE-1 | MAJOR | x | a.rs:1 | y |", "H ISSUE-1 x @a.rs:1 > y"),
    ("~~[ISSUE-1] [MAJOR] x - a.rs:1 - y~~", "H ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] [MAJOR] x — a.rs:1 — y", "H ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] [MAJOR] x – a.rs:1 – y", "H ISSUE-1 x @a.rs:1 > y"),
    ("[ISS\u{200b}UE-1] [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("First of all: [ISSUE-1] [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("text\r[ISSUE-1] [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("text\u{2028}[ISSUE-1] [MAJOR] x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    // Numbers.
    ("[ISSUE-007] [MAJOR] x - a.rs:1 - y", "H ISSUE-7 x @a.rs:1 > y"),
    ("[ISSUE 7] [MAJOR] x - a.rs:1 - y", "H ISSUE-7 x @a.rs:1 > y"),
    ("[ISSUE-N] [SEVERITY] x - a.rs:1 - y", "C ISSUE-N x @a.rs:1 > y"),
    ("ISSUE-7: [MAJOR] x - a.rs:1 - y", "H ISSUE-7 x @a.rs:1 > y"),
    ("[ISSUE-7 [MAJOR] x - a.rs:1 - y", "H ISSUE-7 x @a.rs:1 > y"),
    ("[ISSUE] [MAJOR] x - a.rs:1 - y", "C - [MAJOR] x @a.rs:1 > y"),
    ("[ISSUE-99999999999999999999] [MINOR] x - a:1", "L ISSUE-99999999999999999999 x @a:1"),
    ("[ISSUE-1] [MAJOR] x - a:1 - y [ISSUE-2] [MINOR] z - b:2", "H ISSUE-1 x @a:1 > y\nL ISSUE-2 z @b:2"),
    ("[ISSUE-1], [ISSUE-2] [MINOR] z - b:2", "L ISSUE-1 z @b:2\nL ISSUE-2 z @b:2"),
    ("The worst is [ISSUE-9], I think", "C ISSUE-9 The worst is [ISSUE-9], I think"),
    // Severities.
    ("[ISSUE-1] x - a.rs:1 - y", "C ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] MAJOR: x - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] (MINOR) x - a.rs:1 - y", "L ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] Minor typo - a.rs:1 - y", "C ISSUE-1 Minor typo @a.rs:1 > y"),
    ("[ISSUE-1] [MINOR] [CRITICAL] x - a.rs:1 - y", "C ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] [MINOR/CRITICAL] x - a.rs:1 - y", "C ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] [] x - a.rs:1 - y", "C ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1] [IMPROVEMENT] x - a.rs:1 - y", "L ISSUE-1 x @a.rs:1 > y"),
    ("[MAJOR] x - a.rs:1 - y", "H - x @a.rs:1 > y"),
    ("[SEVERE] x", "C - x"),
    ("[oops] x - a.rs:1 - y", "C - x @a.rs:1 > y"),
    ("CRITICAL: x - a.rs:1 - y", "C - x @a.rs:1 > y"),
    ("**Major** - x - a.rs:1 - y", "H - x @a.rs:1 > y"),
    ("1. SQL injection [CRITICAL] - a.rs:1 - y", "C - SQL injection [CRITICAL] @a.rs:1 > y"),
    ("### Critical\n- SQL injection\n- None", "C - SQL injection"),
    ("Issues found:\n- SQL injection", "C - SQL injection"),
    // Places.
    ("[ISSUE-1] [MAJOR] x", "H ISSUE-1 x"),
    ("[ISSUE-1] [MAJOR] x - y - z", "H ISSUE-1 x - y - z"),
    ("[ISSUE-1] [MAJOR] x - src/a.rs - y", "H ISSUE-1 x @src/a.rs > y"),
    ("[ISSUE-1] [MAJOR] x - N/A - y", "H ISSUE-1 x > y"),
    ("[ISSUE-1] [MAJOR] x - a.rs:10-20 - y", "H ISSUE-1 x @a.rs:10-20 > y"),
    ("[ISSUE-1] [MAJOR] x - a.rs:10:7 - y", "H ISSUE-1 x @a.rs:10 > y"),
    ("[ISSUE-1] [MAJOR] x - a.rs:1, b.rs:2 - y", "H ISSUE-1 x @a.rs:1 b.rs:2 > y"),
    ("[ISSUE-1] [MAJOR] x - my dir/a.rs:1 - y", "H ISSUE-1 x @my dir/a.rs:1 > y"),
    ("[ISSUE-1] [MAJOR] a.rs:1 - x", "H ISSUE-1 x @a.rs:1"),
    ("[ISSUE-1] [MAJOR] x - a.rs:1 - wait until 10:30", "H ISSUE-1 x @a.rs:1 > wait until 10:30"),
    ("[ISSUE-1] [MAJOR] leak in src/a.rs:3.", "H ISSUE-1 leak in src/a.rs:3. @src/a.rs:3"),
    ("[ISSUE-1] [MAJOR]", "H ISSUE-1 (no description)"),
    ("[ISSUE-1] [MAJOR]\nx - a.rs:1 - y", "H ISSUE-1 x @a.rs:1 > y"),
    ("[ISSUE-1]", "C ISSUE-1 (no description)"),
    // Rulings that are none, or not the mild one.
    ("[ISSUE-1] RESOLVED promises leak - a.ts:3 - await", "C ISSUE-1 RESOLVED promises leak @a.ts:3 > await"),
    ("[ISSUE-1] RESOLVED?", "C ISSUE-1 RESOLVED?"),
    ("[ISSUE-1] RESOLVED/STILL PRESENT", "C ISSUE-1 RESOLVED/STILL PRESENT"),
    ("[ISSUE-1] RESOLVED - STILL PRESENT", "C ISSUE-1 RESOLVED - STILL PRESENT"),
    ("[ISSUE-1] RESOLVED if b.php is merged", "C ISSUE-1 RESOLVED if b.php is merged"),
    ("[ISSUE-1] fixed", "C ISSUE-1 fixed"),
    ("[ISSUE-1] [RESOLVED] [CRITICAL] x", "C ISSUE-1 x"),
    ("[ISSUE-1] NOT RESOLVED - no", "StillPresent ISSUE-1 no"),
    ("[ISSUE-1] UNRESOLVED", "StillPresent ISSUE-1"),
    ("[ISSUE-1] Partially resolved: half", "StillPresent ISSUE-1 half"),
    ("[ISSUE-1] STILL PRESENT in b.php", "StillPresent ISSUE-1 in b.php"),
    ("[ISSUE-1] REGRESSED - again", "Regressed ISSUE-1 again"),
    ("[ISSUE-1] [CRITICAL] STILL PRESENT - see", "StillPresent ISSUE-1 see"),
    ("[ISSUE-1] RESOLVED - ok [ISSUE-2] STILL PRESENT - no", "Resolved ISSUE-1 ok\nStillPresent ISSUE-2 no"),
    ("[ISSUE-1] RESOLVED - ok, but [ISSUE-4] [MAJOR] z - b:2", "Resolved ISSUE-1 ok, but\nH ISSUE-4 z @b:2"),
    // Improvements.
    ("IMPROVEMENTS:\n- use an enum\n- [ISSUE-2] [MINOR] z - b:2", "L ISSUE-2 z @b:2\n~ use an enum"),
    ("## Improvements\n- [MINOR] z - b:2\n- n", "L - z @b:2\n~ n"),
    ("IMPROVEMENTS:\n- CRITICAL: z - b:2", "C - z @b:2"),
    ("IMPROVEMENTS:\n- rename\n\nNotes:\n- not one", "~ rename"),
    ("IMPROVEMENTS: none", ""),
    ("- use an enum", ""),
];

/// Each mention kept the whole line, so a line of mentions took the square of its length in memory.
#[test]
fn a_long_line_of_mentions_keeps_a_part_of_it_for_each() {
    let line = "see [ISSUE-1] x [ISSUE-2] y ".repeat(2_000);
    let review = read_review(&format!("{line}\nVERDICT: FAIL\n")).unwrap();
    assert_eq!(review.reports.len(), 2);
    assert!(review.reports.iter().all(|r| r.title.len() <= 1000 && r.title.contains("[ISSUE-")));
    let many = "see [ISSUE-1] x ".repeat(crate::dialect::FINDINGS_MAX + 1);
    assert!(read_review(&format!("{many}\nVERDICT: FAIL\n")).is_err());
}

/// Each number got its own copy of a text they shared: ten thousand of megabytes.
#[test]
fn numbers_that_share_a_long_text_are_refused() {
    let ids = "[ISSUE-1], ".repeat(9_000);
    let text = "x".repeat(10_000);
    let said = read_review(&format!("{ids}[MAJOR] {text}\nVERDICT: FAIL\n")).unwrap_err();
    assert!(said.to_string().contains("share one text"), "{said}");
    let said = read_review(&format!("{ids} STILL PRESENT - {text}\nVERDICT: FAIL\n")).unwrap_err();
    assert!(said.to_string().contains("share one text"), "{said}");
    let few = read_review("[ISSUE-1], [ISSUE-2] [MAJOR] lost - a.rs:1 - x\nVERDICT: FAIL\n").unwrap();
    assert_eq!(few.reports.len(), 2);
}

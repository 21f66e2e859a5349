//! The source's layout, its relatives, and documents that try to hide a finding or to pass by accident.

use super::*;
use crate::dialect::{REPLY_BYTES_MAX, location_text};

/// One line per report: `C 1 [category] title @place | problem | impact | fix`, then the counts.
fn sketch(text: &str) -> String {
    let review = match read_review(text) {
        Ok(review) => review,
        Err(e) => return format!("! {e}"),
    };
    let mut out = Vec::new();
    for r in &review.reports {
        let severity = r.severity.word()[..1].to_uppercase();
        let mut line = format!("{severity} {}", r.said_id.as_deref().unwrap_or("-"));
        if !r.category.is_empty() {
            line += &format!(" [{}]", r.category);
        }
        line += &format!(" {}", r.title);
        r.locations.iter().for_each(|l| line += &format!(" @{}", location_text(l)));
        for text in [&r.problem, &r.why, &r.fix].iter().filter(|t| !t.is_empty()) {
            line += &format!(" | {}", text.replace('\n', "/"));
        }
        out.push(line);
    }
    let shown = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
    out.extend(review.counts.map(|c| {
        let all = [c.critical, c.high, c.medium, c.low, c.blocking, c.total];
        format!("= {}", all.map(shown).join(" "))
    }));
    out.join("\n")
}

fn check(text: &str, want: &str) {
    let want = want.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    assert_eq!(sketch(text), want, "in {text:?}");
}

#[test]
fn the_sources_layout() {
    let text = "# Story X.Y Code Review Findings - Round 1

**Reviewer:** Agent (Fresh Context)
**Date:** YYYY-MM-DD HH:MM
**Branch:** story-X-Y-description

## Critical Issues (Must Fix)

1. **[Security]:** Description
   - **File:** path/to/file.ts:12
   - **Problem:** Specific problem description
   - **Impact:** Why this matters
   - **Fix:** Suggested fix

## Important Issues (Should Fix)

2. **[Performance]:** Second
   - **File:** path/to/file.ts:3-9

## Minor Issues (Nice to Have)

None

## Summary

- **Total findings:** 2
- **Critical:** 1
- **Important:** 1
- **Minor:** 0
- **Recommendation:** ship it, clean
";
    check(
        text,
        "C 1 [Security] Description @path/to/file.ts:12 | Specific problem description | Why this matters | Suggested fix
         H 2 [Performance] Second @path/to/file.ts:3-9
         = 1 1 - 0 - 2",
    );
    let review = read_review(text).unwrap();
    assert_eq!((review.claim, review.complaints.len()), (None, 0));
}

#[test]
fn the_source_file_itself_reads_as_its_template() {
    // The template's counts are letters; nobody counted, so it is no review.
    assert!(sketch("## Critical Issues\nNone\n## Summary\n- **Total findings:** N\n").starts_with('!'));
}

#[test]
fn v20_and_v32() {
    check("## Critical Issues\nNone\n## Summary\n- Critical: 1", "= 1 - - - - -");
    let review = read_review("## Catastrophic Issues\n1. x\n## Summary\n").unwrap();
    assert_eq!(review.reports[0].severity, Severity::Critical);
    assert!(review.complaints[0].what.contains("unknown severity"));
    let text = "## Minor Issues\n1. x\n   - **Severity:** catastrophic\n## Summary\n";
    let review = read_review(text).unwrap();
    assert_eq!(review.reports[0].severity, Severity::Critical);
    assert!(review.complaints[0].what.contains("catastrophic"));
}

#[test]
fn nothing_is_dropped_and_nothing_softened() {
    for (text, want) in HOSTILE {
        check(&format!("{text}\n## Summary\n"), want);
    }
}

#[test]
fn summaries_are_read_in_any_dress() {
    for (text, want) in [
        ("- **Critical:** 2 (both new)", "= 2 - - - - -"),
        ("Critical: 2 issues", "= 2 - - - - -"),
        ("* Critical issues: none", "= 0 - - - - -"),
        ("- **Important**: 3", "= - 3 - - - -"),
        ("- Major: 3", "= - 3 - - - -"),
        ("- Medium: 3", "= - - 3 - - -"),
        ("- Must-fix: 3", "= - - - - 3 -"),
        ("- **Total findings:** 7 across 3 files", "= - - - - - 7"),
        ("| Severity | Count |\n|---|---|\n| Critical | 2 |\n| Minor | - |", "= 2 - - 0 - -"),
        ("Found 1 critical and 2 important issues.", "= 1 2 - - - -"),
        ("### Critical: 4", "= 4 - - - - -"),
        ("- Critical: 1\n- Critical: 3", "= 3 - - - - -"),
        ("- Critical: 99999999999", "= 4294967295 - - - - -"),
        ("- **Recommendation:** Critical: 9 is fine", ""),
        ("The critical path: it is short", ""),
    ] {
        check(&format!("## Critical Issues\nNone\n## Summary\n{text}"), want);
    }
}

#[test]
fn what_is_no_document_is_no_review() {
    for text in [
        "",
        "\u{feff} \n",
        "Looks good to me!",
        "# Story 1.2 Code Review Findings - Round 1",
        "## Critical Issues (Must Fix)\n\nNone\n",
        "## Critical Issues\n1. x\n## Important Issues\n",
        "## Summary\nI could not check out the branch.",
        "## Summary\n",
        "## Notes\n1. x\n",
        "## Critical Issues\n1. x\n```\n## Summary\n- Critical: 0",
        "## Critical Issues\nNone\n## Summary\n- Critical: several",
        "## Critical Issues\nNone\n## Summary\n- **Critical:**",
        "## Critical Issues\nNone\n## Summary\n- Total findings: [N]",
        "{\"critical\": [], \"summary\": {}}",
        "VERDICT: PASS",
    ] {
        assert!(sketch(text).starts_with('!'), "{text:?}: {}", sketch(text));
    }
    assert!(!sketch("## Summary\n- Critical: 0\n").starts_with('!'));
}

#[test]
fn limits_are_enforced() {
    assert!(read_review(&"x".repeat(REPLY_BYTES_MAX + 1)).is_err());
    let document = |n| {
        "## Minor Issues\n".to_owned() + &"1. **[A]:** x\n   - **File:** a.ts:1\n".repeat(n) + "## Summary\n"
    };
    assert_eq!(read_review(&document(FINDINGS_MAX)).unwrap().reports.len(), FINDINGS_MAX);
    assert!(read_review(&document(FINDINGS_MAX + 2)).is_err());
}

#[test]
fn hostile_shapes_are_read_in_linear_time() {
    // No clock in the core: quadratic time would show as a test that takes minutes.
    for unit in
        ["#", "## ", "[", "**", "1. ", "- ", "|", "`", ", ", " and ", "a:1,", "> ", "```\n", "critical "]
    {
        for lead in ["", "## Critical Issues\n1. x\n- File: ", "## Summary\n", "- Fixed 1: x\n- Fixed "] {
            let text = format!("{lead}{}\n", unit.repeat(100_000 / unit.len()));
            let _ = read_review(&text);
            let _ = crate::dialect::findings_document::read_answers(&text);
        }
    }
}

#[test]
fn a_document_cut_before_its_summary_is_refused() {
    let text = "## Critical Issues\n\n1. **[A]:** x\n   - **File:** a.ts:1\n\n## Minor Issues\n\nNone\n\n## Summary\n\n- **Critical:** 1\n";
    let end = text.find("## Summary").unwrap() + "## Summary".len();
    for cut in 0..text.len() {
        let read = read_review(&text[..cut]);
        assert!(cut >= end || read.is_err(), "cut at {cut}");
        assert!(read.is_err() || read.unwrap().reports.len() == 1, "cut at {cut}");
    }
}

/// Documents without their summary; what is expected must be there, and nothing else.
const HOSTILE: &[(&str, &str)] = &[
    // Items.
    ("## Critical Issues\n1. **[Sec]:** x", "C 1 [Sec] x"),
    ("## Critical Issues\n1) **[Sec]** x", "C 1 [Sec] x"),
    ("## Critical Issues\n1. [Sec] - x", "C 1 [Sec] x"),
    ("## Critical Issues\n1. **Sec:** x", "C 1 [Sec] x"),
    ("## Critical Issues\n1. **Sec**: x", "C 1 [Sec] x"),
    ("## Critical Issues\n1. **x**", "C 1 x"),
    ("## Critical Issues\n**1. [Sec]: x**", "C 1 [Sec] x"),
    ("## Critical Issues\n1. x", "C 1 x"),
    ("## Critical Issues\n1.", "C 1 (no description)"),
    ("## Critical Issues\n1. **[Sec]:**\n   - **Problem:** p", "C 1 [Sec] p | p"),
    ("## Critical Issues\n### 1. x\n- File: a.ts:1", "C 1 x @a.ts:1"),
    ("## Critical Issues\n### 1. [Sec] x\n#### Fix\ndo it", "C 1 [Sec] x | do it"),
    ("## Critical Issues\n### x\n### y", "C - x\nC - y"),
    ("## Critical Issues\n### Critical race in cache", "C - Critical race in cache"),
    ("## Critical Issues\n- **[Sec]:** x\n- **[Sec]:** y", "C - [Sec] x\nC - [Sec] y"),
    ("## Critical Issues\n- x\n- y", "C - x\nC - y"),
    ("## Critical Issues\n1. x\n- **[Sec]:** y", "C 1 x\nC - [Sec] y"),
    ("## Critical Issues\n1. x\n   - more\n   1. step\n   2. step", "C 1 x | more/1. step/2. step"),
    ("## Critical Issues\n  1. x\n  2. y", "C 1 x\nC 2 y"),
    ("## Critical Issues\n1. x\n1. y\n1. x", "C 1 x\nC 1 y\nC 1 x"),
    (
        "## Critical Issues\n| # | What |\n|---|---|\n| 1 | x |\n| 2 | y | a.ts:3 |",
        "C - 1 - x\nC - 2 - y - a.ts:3 @a.ts:3",
    ),
    ("## Critical Issues\nThe token is logged.", "C - The token is logged."),
    ("## Critical Issues\nThese must go:\n1. x", "C 1 x"),
    (
        "## Critical Issues\n1. x\n```\n2. y\n## Minor Issues\n```\n2. z",
        "C 1 x | ```/2. y/## Minor Issues/```\nC 2 z",
    ),
    ("```markdown\n## Critical Issues\n1. x\n\n## Minor Issues\nNone", "C 1 x"),
    ("> ## Critical Issues\n> 1. x\n>    - **File:** a.ts:1", "C 1 x @a.ts:1"),
    ("## Critical Issues\r\n1. x\r\n   - **File:** a.ts:1\r\n", "C 1 x @a.ts:1"),
    ("## Critical Issues\r1. x\r2. y", "C 1 x\nC 2 y"),
    ("## Critical Issues\n\u{1b}[31m1. x\u{1b}[0m", "C 1 x"),
    // Sections.
    ("## CRITICAL ISSUES\n1. x", "C 1 x"),
    ("## 🔴 Critical (2)\n1. x", "C 1 x"),
    ("### Critical issues - must be fixed\n1. x", "C 1 x"),
    ("**Critical Issues (Must Fix)**\n1. x\n**Minor Issues:**\n2. y", "C 1 x\nL 2 y"),
    ("Critical Issues:\n1. x", "C 1 x"),
    ("## Findings\n### Critical\n1. x\n### Important\n2. y", "C 1 x\nH 2 y"),
    ("## Findings\n1. x", "C 1 x"),
    ("## Blockers to note\nNone\n## Must Fix\n1. x", "C 1 x"),
    ("## Major Issues\n1. x\n## Medium Issues\n2. y\n## Nit\n3. z", "H 1 x\nM 2 y\nL 3 z"),
    ("## Weird Issues\n1. x", "C 1 x"),
    ("## Critical Issues\n1. x\n## Critical Issues\n1. y", "C 1 x\nC 1 y"),
    ("## Critical Issues\nNone\n## Praise\n1. nice\n## Resolved Issues\n2. z", ""),
    ("## Minor Issues\n1. x\n   - **Severity:** Critical", "C 1 x"),
    ("## Critical Issues\n1. x\n   - **Severity:** Minor", "C 1 x"),
    // Nothing.
    ("## Critical Issues\nNone", ""),
    ("## Critical Issues\n- None.", ""),
    ("## Critical Issues\n1. None", ""),
    ("## Critical Issues\n_No critical issues found._\n---", ""),
    ("## Critical Issues\nN/A", ""),
    ("## Critical Issues\n1. None\n   - **File:** a.ts:1", "C 1 None @a.ts:1"),
    ("## Critical Issues\nNone of the inputs is checked", "C - None of the inputs is checked"),
    ("## Critical Issues\nNone\n1. x", "C 1 x"),
    // Fields.
    ("## Critical Issues\n1. x\n   - **File:** a.ts:1, b.ts:2-3", "C 1 x @a.ts:1 @b.ts:2-3"),
    ("## Critical Issues\n1. x\n   - **Files:** `a.ts:1` and `b.ts`", "C 1 x @a.ts:1 @b.ts"),
    ("## Critical Issues\n1. x\n   - **File:** a.ts:1\n   - **File:** b.ts:2", "C 1 x @a.ts:1 @b.ts:2"),
    ("## Critical Issues\n1. x\n   - **Files:**\n     - a.ts:1\n     - b.ts:2", "C 1 x @a.ts:1 @b.ts:2"),
    ("## Critical Issues\n1. x\n   - **Problem:** p\n     q\n   - **Fix:** f", "C 1 x | p/q | f"),
    ("## Critical Issues\n1. x\n   File: a.ts:1\n   Impact: i", "C 1 x @a.ts:1 | i"),
    ("## Critical Issues\n1. x\n   - **Note:** n", "C 1 x | **Note:** n"),
];

/// Each line number after a path got its own copy of the path, without a bound.
#[test]
fn a_finding_with_thousands_of_places_is_refused() {
    let document = |lines: usize| {
        let file = format!("src/{}.rs:1{}", "a".repeat(900), ", 2".repeat(lines));
        format!("## Critical Issues\n1. **[A]:** x\n   - **File:** {file}\n## Summary\n- **Total:** 1\n")
    };
    assert_eq!(read_review(&document(999)).unwrap().reports[0].locations.len(), 1000);
    assert!(read_review(&document(1000)).unwrap_err().to_string().contains("places"));
    let row = format!("| x | {} |", document(2000).lines().nth(2).unwrap().replace("- **File:**", ""));
    assert!(read_review(&format!("## Critical\n{row}\n## Summary\n- **Total:** 1\n")).is_err());
}

//! The two dialects made of lines: no issue gets lost or milder, and what is written reads back.

use tribunal_core::dialect::{REPLY_BYTES_MAX, findings_document as document, issue_lines};
use tribunal_core::domain::{Answers, Report, Review, Severity};

use super::{quiet, sheet, text, worst};

const ISSUE_PIECES: [&str; 51] = [
    "\n",
    "\r\n",
    " ",
    " - ",
    "- ",
    "1. ",
    "> ",
    "| ",
    "**",
    "`",
    "```\n",
    "[",
    "]",
    "(",
    ")",
    ":",
    ", ",
    " and ",
    "[ISSUE-1]",
    "[ISSUE-2] ",
    "ISSUE-3",
    "[ISSUE-x]",
    "[CRITICAL] ",
    "[MAJOR] ",
    "[MINOR] ",
    "[CATASTROPHIC] ",
    "[IMPROVEMENTS] ",
    "MAJOR: ",
    "Critical issues\n",
    "lost check",
    "src/a.rs:4",
    "src/b c.rs:7-9",
    "(no location)",
    "N/A",
    "RESOLVED",
    "STILL PRESENT",
    "REGRESSED",
    "DISPUTE ACCEPTED",
    "DISPUTE ",
    "IMPROVEMENTS:\n",
    "VERDICT: PASS\n",
    "VERDICT: FAIL\n",
    "VERDICT:",
    "Fixed:\n",
    "Unable to fix:\n",
    "Reason: ",
    "Evidence: ",
    "ESCALATE: ",
    "[ISSUE-1]: done\n",
    "Total: 3\n",
    "\u{1b}[31m",
];

/// Issue lines: reviews and answers.
pub(super) fn issue_lines(input: &[u8]) {
    let Some(text) = text(input, &ISSUE_PIECES) else { return };
    if let Ok(review) = issue_lines::read_review(&text) {
        let plain: Vec<Severity> = text.split(is_break).filter_map(plain_issue).collect();
        assert!(review.reports.len() >= plain.len(), "issues were lost: {text:?} was read as {review:?}");
        assert!(worst(&review) >= plain.into_iter().max(), "softened: {text:?} was read as {review:?}");
        let write = |review: &Review| issue_lines::write_review(review, &sheet());
        written_twice(&text, &review, write, issue_lines::read_review);
    }
    if let Ok(answers) = issue_lines::read_answers(&text) {
        answered_twice(&text, &answers, issue_lines::write_answers, issue_lines::read_answers);
    }
}

const DOCUMENT_PIECES: [&str; 47] = [
    "\n",
    "\r\n",
    "   ",
    "- ",
    "# ",
    "## ",
    "### ",
    "> ",
    "| ",
    "|---|\n",
    "---\n",
    "**",
    "```\n",
    "[",
    "]",
    ":",
    ", ",
    "## Critical Issues (Must Fix)\n",
    "## Important Issues (Should Fix)\n",
    "## Minor Issues\n",
    "## Catastrophic Issues\n",
    "### High\n",
    "**Critical**\n",
    "## Summary\n",
    "1. ",
    "2) ",
    "1. **[Security]:** lost check\n",
    "[Bug] lost check\n",
    "   - **File:** ",
    "   - **Problem:** ",
    "   - **Impact:** ",
    "   - **Fix:** ",
    "   - **Severity:** ",
    "Critical",
    "None\n",
    "No issues found.\n",
    "src/a.rs:4",
    "`src/b.rs` lines 3-9",
    "src/c d.rs#L3, 7",
    "- **Total findings:** 1\n",
    "- **Critical:** 0\n",
    "- Fixed 1: done\n",
    "- Unable F2: no\n",
    "- Commit group: a = 1, 2\n",
    "- Escalate: why\n",
    "word",
    "\u{200b}",
];

/// The findings document: reviews and fix reports.
pub(super) fn findings_document(input: &[u8]) {
    let Some(text) = text(input, &DOCUMENT_PIECES) else { return };
    if let Ok(review) = document::read_review(&text) {
        let critical = review.reports.iter().any(|r| r.severity == Severity::Critical);
        assert!(critical || !has_plain_item(&text), "an item was lost: {text:?} was read as {review:?}");
        let write = |review: &Review| document::write_review(review, &sheet());
        written_twice(&text, &review, write, document::read_review);
    }
    if let Ok(answers) = document::read_answers(&text) {
        answered_twice(&text, &answers, document::write_answers, document::read_answers);
    }
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The severity of a line that is an issue beyond doubt: `[ISSUE-1] [MAJOR] text` with plain letters only.
fn plain_issue(line: &str) -> Option<Severity> {
    let rest = line.strip_prefix("[ISSUE-")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let rest = rest.get(digits..).filter(|_| (1..=9).contains(&digits))?.strip_prefix("] [")?;
    let (word, body) = rest.split_once("] ")?;
    let severity = match word {
        "CRITICAL" => Severity::Critical,
        "MAJOR" => Severity::High,
        "MINOR" => Severity::Low,
        _ => return None,
    };
    let plain = body.bytes().all(|b| matches!(b, b' '..=b'~'));
    (plain && body.starts_with(|c: char| c.is_ascii_lowercase())).then_some(severity)
}

/// Whether a critical section begins with an item beyond doubt, in a document without blocks of code.
fn has_plain_item(text: &str) -> bool {
    if text.contains("```") || text.contains("~~~") {
        return false;
    }
    let mut lines = text.split(is_break).filter(|line| !line.is_empty());
    let item = |line: &str| {
        let said = line.strip_prefix("1. **[").and_then(|l| l.split_once("]:** "));
        said.is_some_and(|(category, title)| {
            let word = category.bytes().all(|b| b.is_ascii_alphabetic());
            let plain = title.bytes().all(|b| b.is_ascii_lowercase() || b == b' ');
            word && plain && title.len() > 3 && !line.to_lowercase().contains(['n', '/'])
        })
    };
    while let Some(line) = lines.next() {
        if line == "## Critical Issues (Must Fix)" && lines.clone().next().is_some_and(item) {
            return true;
        }
    }
    false
}

/// What is written reads back with as many reports, none milder than the dialect's words allow; and what was read
/// from our own writing once is read the same for ever.
fn written_twice<E: std::fmt::Debug>(
    text: &str,
    first: &Review,
    write: impl Fn(&Review) -> String,
    read: impl Fn(&str) -> Result<Review, E>,
) {
    let once = write(first);
    if once.len() > REPLY_BYTES_MAX {
        return;
    }
    let second = read(&once).unwrap_or_else(|e| unread(text, &once, &e));
    let levels = |review: &Review| {
        let mut all: Vec<Severity> = review.reports.iter().map(level).collect();
        all.sort();
        all
    };
    assert_eq!(levels(&second), levels(first), "{text:?} was written as {once:?}");
    assert_eq!(second.rulings.len(), first.rulings.len(), "{text:?} was written as {once:?}");
    let twice = write(&second);
    let third = read(&twice).unwrap_or_else(|e| unread(text, &twice, &e));
    assert_eq!(quiet(third), quiet(second), "{text:?} was written as {once:?} and then as {twice:?}");
}

/// Neither of these dialects has a medium.
fn level(report: &Report) -> Severity {
    if report.severity == Severity::Medium { Severity::Low } else { report.severity }
}

fn answered_twice<E: std::fmt::Debug>(
    text: &str,
    first: &Answers,
    write: impl Fn(&Answers) -> String,
    read: impl Fn(&str) -> Result<Answers, E>,
) {
    let once = write(first);
    if once.len() > REPLY_BYTES_MAX {
        return;
    }
    let second = read(&once).unwrap_or_else(|e| unread(text, &once, &e));
    let kinds = |said: &Answers| said.answers.iter().map(|a| a.answer.kind()).collect::<Vec<_>>();
    assert_eq!(kinds(&second), kinds(first), "{text:?} was written as {once:?}");
    assert_eq!(second.escalate.is_some(), first.escalate.is_some(), "{text:?} was written as {once:?}");
    let twice = write(&second);
    let third = read(&twice).unwrap_or_else(|e| unread(text, &twice, &e));
    let said = |answers: Answers| Answers { complaints: Vec::new(), ..answers };
    assert_eq!(said(third), said(second), "{text:?} was written as {once:?} and then as {twice:?}");
}

#[allow(clippy::panic, reason = "an invariant fails by panicking")]
fn unread<T>(text: &str, written: &str, error: &impl std::fmt::Debug) -> T {
    panic!("{text:?} was written as {written:?}, which does not read: {error:?}")
}

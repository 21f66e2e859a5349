//! The line `VERDICT: PASS` or `VERDICT: FAIL (1 unresolved, 2 new issues)`, in and out.
//!
//! A FAIL may be followed by anything. A PASS must be plain: one with a condition, a question or a second word is no
//! verdict, because taking it for one would soften what was said.

use crate::dialect::text::{count_pairs, first_word, plain_words, plural, strip_word};
use crate::dialect::{Sheet, claim, claim_word};
use crate::domain::{Claim, ClaimedCounts};
use crate::protocol::Dialect;

/// What a line is to the verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum VerdictRead {
    /// A verdict, with what its bracket counts.
    Is(Claim, Option<ClaimedCounts>),
    /// The word, with its verdict on the next line; said with a colon or as a mere heading.
    Pending { explicit: bool },
    /// Says VERDICT and then nothing that is one.
    Bad(String),
}

/// The verdict line for a claim: counts are named from the second iteration on, and only those that are not zero.
pub fn write_verdict_line(claim: Claim, sheet: &Sheet) -> String {
    let word = claim_word(Dialect::IssueLines, claim);
    let mut counts = Vec::new();
    if !claim.approves() && sheet.iteration > 1 {
        if sheet.unresolved > 0 {
            counts.push(format!("{} unresolved", sheet.unresolved));
        }
        if sheet.new > 0 {
            counts.push(plural(sheet.new, "new issue"));
        }
    }
    match counts.is_empty() {
        true => format!("VERDICT: {word}"),
        false => format!("VERDICT: {word} ({})", counts.join(", ")),
    }
}

/// Reads a line whose bullets and emphasis are gone; none if it is no verdict line.
pub(super) fn verdict_line(line: &str) -> Option<VerdictRead> {
    let (explicit, tail) = tail(line)?;
    if tail.is_empty() {
        return Some(VerdictRead::Pending { explicit });
    }
    let word = first_word(tail);
    let read = match claim(Dialect::IssueLines, word) {
        Some(claim) => judged(claim, word, &tail[word.len()..]),
        None => VerdictRead::Bad(format!("{:?} is no verdict; expected PASS or FAIL", shown(tail))),
    };
    match read {
        VerdictRead::Bad(_) if !explicit => None,
        VerdictRead::Bad(_) | VerdictRead::Is(..) | VerdictRead::Pending { .. } => Some(read),
    }
}

/// Reads the line after a bare `VERDICT:`.
pub(super) fn verdict_word(line: &str) -> VerdictRead {
    let word = first_word(line);
    match claim(Dialect::IssueLines, word) {
        Some(claim) => judged(claim, word, &line[word.len()..]),
        None => VerdictRead::Bad(format!("{:?} is no verdict; expected PASS or FAIL", shown(line))),
    }
}

/// Verdicts named inside prose; compared with the real one, never taken for it.
pub(super) fn mentioned(line: &str) -> impl Iterator<Item = Claim> {
    line.char_indices().filter(|(_, c)| matches!(c, 'v' | 'V')).filter_map(|(at, _)| {
        let rest = strip_word(&line[at..], "verdict")?.trim_start_matches(|c: char| "*_` ".contains(c));
        let rest = rest.strip_prefix(':')?.trim_start_matches(|c: char| "*_` ".contains(c));
        claim(Dialect::IssueLines, first_word(rest))
    })
}

/// What stands after the word VERDICT, and whether a colon joins it.
fn tail(line: &str) -> Option<(bool, &str)> {
    let mut rest = line;
    loop {
        let word = first_word(rest);
        let after = &rest[word.len()..];
        if word.eq_ignore_ascii_case("verdict") {
            let joined = after.trim_start_matches(|c: char| c.is_whitespace() || "*_`~".contains(c));
            let tail = joined.trim_start_matches(|c: char| !c.is_alphanumeric());
            return Some((joined.starts_with([':', '：', '=']), tail));
        }
        let known = ["final", "overall", "my", "the", "review", "reviewer", "reviewer's"];
        if word.is_empty() || !known.iter().any(|k| word.eq_ignore_ascii_case(k)) {
            return None;
        }
        rest = after.trim_start();
    }
}

fn judged(claim: Claim, word: &str, after: &str) -> VerdictRead {
    let inner = match after.split_once('(') {
        Some((_, open)) => match open.split_once(')') {
            Some((inner, _)) => inner,
            None => return VerdictRead::Bad("the bracket of the verdict never closes".to_owned()),
        },
        None => "",
    };
    let counts = count_pairs(inner);
    match claim.approves() && !is_plain(after) {
        true => VerdictRead::Bad(format!("{:?} is not a plain PASS", shown(&format!("{word}{after}")))),
        false => VerdictRead::Is(claim, counts),
    }
}

/// Whether nothing after PASS takes it back.
fn is_plain(after: &str) -> bool {
    const DOUBT: [&str; 22] = [
        "if",
        "provided",
        "conditional",
        "conditionally",
        "once",
        "except",
        "but",
        "unless",
        "pending",
        "assuming",
        "with",
        "after",
        "however",
        "not",
        "only",
        "fail",
        "fails",
        "failed",
        "requires",
        "when",
        "until",
        "partial",
    ];
    let body = after.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '(');
    let joint = &after[..after.len() - body.len()];
    let apart =
        body.is_empty() || body.starts_with('(') || joint.contains(['-', '–', '—', '.', ',', ':', ';', '!']);
    let open = joint.contains(['?', '|', '/', '<', '>', '=']);
    apart && !open && !plain_words(after).iter().any(|w| DOUBT.contains(&w.as_str()))
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests;

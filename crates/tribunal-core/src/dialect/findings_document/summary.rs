//! The counts in a Summary section. Only read: what they mean beside the items is the engine's business.

use crate::dialect::severity;
use crate::dialect::text::{add_count, count, count_pairs, plain_words};
use crate::domain::{ClaimedCounts, Severity};

/// Which count a label names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counted {
    Of(Severity),
    Total,
    Blocking,
}

/// Longest label of a count.
const LABEL_MAX: usize = 60;

/// Reads one line of the summary. A label without a number is an error, because a count nobody can read may hide one.
pub(super) fn counts(line: &str) -> Result<Option<ClaimedCounts>, String> {
    let line = line.trim().trim_start_matches(['-', '*', '+', '•', '#', '|', '>', ' ', '_']);
    let mut counts = ClaimedCounts::default();
    let Some((label, value)) = line.split_once([':', '|', '=']).filter(|(l, _)| l.len() <= LABEL_MAX) else {
        return Ok(paired(line));
    };
    let Some(counted) = labelled(label) else { return Ok(paired(line)) };
    let none = matches!(value.trim().trim_matches(['*', '_', '|', ' ']), "-" | "–" | "—");
    let n = match count(value) {
        Some(n) => n,
        None if none => 0,
        None => return Err(format!("the count of {:?} is no number", label.trim_matches(['*', '_', ' ']))),
    };
    match counted {
        Counted::Of(severity) => add_count(&mut counts, Some(severity), n),
        Counted::Total => counts.total = Some(n),
        Counted::Blocking => counts.blocking = Some(n),
    }
    Ok(Some(counts))
}

/// `1 critical, 2 important` in a sentence. Totals are not read from sentences: too much else has a number.
fn paired(line: &str) -> Option<ClaimedCounts> {
    let said = ClaimedCounts { total: None, ..count_pairs(line)? };
    (said != ClaimedCounts::default()).then_some(said)
}

fn labelled(label: &str) -> Option<Counted> {
    const FILL: [&str; 10] =
        ["issue", "issues", "finding", "findings", "count", "must", "should", "fix", "number", "of"];
    let words = plain_words(label);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let filled = |rest: &[&str]| rest.iter().all(|w| FILL.contains(w));
    match words.as_slice() {
        ["total", rest @ ..] if filled(rest) => Some(Counted::Total),
        ["findings" | "issues"] => Some(Counted::Total),
        ["must", "fix", rest @ ..] | ["blocking", rest @ ..] if filled(rest) => Some(Counted::Blocking),
        [word, rest @ ..] if filled(rest) => Some(severity(word))
            .filter(|s| s.known && s.severity != Severity::Remark)
            .map(|s| Counted::Of(s.severity)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

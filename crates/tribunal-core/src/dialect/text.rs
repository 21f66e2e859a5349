//! Plain text, made safe to read line by line and to write on one line. Knows no dialect.
//!
//! Cleaning is lossless for meaning: it removes what no reader sees (colour codes, zero-width and direction marks,
//! control characters) and nothing else. Whoever writes data into a line-based format sends it through `one_line`.

use crate::domain::{Claim, ClaimedCounts, Complaint, Severity, folded};

use super::{FINDINGS_MAX, REPLY_BYTES_MAX, Unreadable, severity};

/// Refuses a reply that is too long or empty, and cleans it otherwise.
pub(super) fn readable(text: &str) -> Result<String, Unreadable> {
    if text.len() > REPLY_BYTES_MAX {
        return Err(Unreadable::at("reply", format!("longer than {REPLY_BYTES_MAX} bytes")));
    }
    let text = clean(text);
    if text.trim().is_empty() { Err(Unreadable::at("reply", "it is empty")) } else { Ok(text) }
}

/// Removes what cannot be seen: terminal sequences, control characters other than breaks and tabs, zero-width and
/// direction marks, soft hyphens. Joiners stay, because scripts and emoji need them.
pub(super) fn clean(text: &str) -> String {
    // Most replies have nothing to remove, and are long.
    if text.bytes().all(|b| matches!(b, b'\n' | b'\r' | b'\t' | b' '..=b'~')) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => skip_sequence(&mut chars),
            c if is_break(c) || c == '\t' => out.push(c),
            c if c.is_control() || is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out
}

/// Skips one terminal sequence after its escape character. One that does not end within its line is not a sequence,
/// and what follows the escape stays: a forged opening must not swallow text.
fn skip_sequence(chars: &mut std::str::Chars<'_>) {
    let mut ahead = chars.clone();
    if ahead.next() != Some('[') {
        return;
    }
    for _ in 0..SEQUENCE_MAX {
        match ahead.next() {
            Some(c) if c.is_ascii_digit() || matches!(c, ';' | '?' | ':') => {}
            Some('A'..='Z' | 'a'..='z') => {
                *chars = ahead;
                return;
            }
            Some(_) | None => return,
        }
    }
}

/// Longest terminal sequence that is skipped as one.
const SEQUENCE_MAX: usize = 32;

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Everything some program shows as a new line. Reading fewer would let text hide behind the others.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The lines of a text with their numbers from 1; CRLF is one break.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut number = 1;
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let here = rest?;
        let this = number;
        match here.find(is_break) {
            None => {
                rest = None;
                Some((this, here))
            }
            Some(at) => {
                let width = if here[at..].starts_with("\r\n") {
                    2
                } else {
                    here[at..].chars().next().map_or(1, char::len_utf8)
                };
                rest = Some(&here[at + width..]);
                number += 1;
                Some((this, &here[..at]))
            }
        }
    })
}

/// Data on one line: cleaned, every run of white space one space.
pub(super) fn one_line(text: &str) -> String {
    folded(&clean(text))
}

/// Removes one list marker: `- `, `* `, `+ `, `• `, `1. ` or `1) `.
pub(super) fn unbulleted(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let marked =
        line.strip_prefix(['-', '*', '+', '•', '‣', '◦']).or_else(|| numbered(line).map(|(_, r)| r))?;
    (marked.is_empty() || marked.starts_with(char::is_whitespace)).then(|| marked.trim())
}

/// Most digits of a list number.
const DIGITS_MAX: usize = 9;

/// Splits `12. text` or `12) text`.
pub(super) fn numbered(line: &str) -> Option<(&str, &str)> {
    let digits = line.bytes().take(DIGITS_MAX + 1).take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')'])?;
    let spaced =
        rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '['));
    ((1..=DIGITS_MAX).contains(&digits) && spaced).then(|| (&line[..digits], rest))
}

/// Whether the line opens or closes a fenced block.
pub(super) fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// `text` without `prefix` in any ASCII case.
pub(super) fn strip_word<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// The run of letters a text begins with.
pub(super) fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '\'' && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Lower case, letters and digits only, single spaces: what a heading says.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// Whether a text says that there is nothing: `None`, `N/A`, `No critical issues found.`
pub(super) fn says_none(text: &str) -> bool {
    const FILL: [&str; 21] = [
        "a",
        "no",
        "none",
        "nothing",
        "critical",
        "important",
        "major",
        "minor",
        "high",
        "low",
        "new",
        "issue",
        "issues",
        "finding",
        "findings",
        "problems",
        "found",
        "identified",
        "detected",
        "were",
        "noted",
    ];
    // Only so many words can say nothing; a long text is not copied to find that out.
    if text.len() > 120 {
        return false;
    }
    let words = plain_words(text);
    let opens = match words.first().map(String::as_str) {
        Some("none" | "no" | "nothing" | "nil") => true,
        Some("n") => words.len() == 2 && words[1] == "a",
        Some(_) | None => false,
    };
    opens && words.iter().skip(1).all(|w| FILL.contains(&w.as_str()))
}

/// Reads what a count says: the first number, or a word for none. Digits beyond the type are its largest value.
pub(super) fn count(text: &str) -> Option<u32> {
    let word = text.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty());
    match word {
        Some(w) if w.bytes().all(|b| b.is_ascii_digit()) => Some(w.parse().unwrap_or(u32::MAX)),
        Some(w) if ["none", "no", "zero", "nil"].iter().any(|n| w.eq_ignore_ascii_case(n)) => Some(0),
        Some(_) | None => None,
    }
}

/// Reads `1 unresolved, 2 new issues` or `2 critical, 1 minor`: each number counts for the words up to the next.
pub(super) fn count_pairs(text: &str) -> Option<ClaimedCounts> {
    let mut counts = ClaimedCounts::default();
    let mut current: Option<(u32, Option<Severity>, bool)> = None;
    let mut found = false;
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        if word.bytes().all(|b| b.is_ascii_digit()) {
            found |= settle(&mut counts, current.take());
            current = Some((word.parse().unwrap_or(u32::MAX), None, false));
        } else if let Some((_, at, total)) = &mut current {
            let read = severity(word);
            if read.known && at.is_none() {
                *at = Some(read.severity);
            }
            *total |= TOTAL_WORDS.iter().any(|t| word.eq_ignore_ascii_case(t));
        }
    }
    found |= settle(&mut counts, current);
    found.then_some(counts)
}

const TOTAL_WORDS: [&str; 9] =
    ["unresolved", "new", "issue", "issues", "finding", "findings", "open", "remaining", "total"];

fn settle(counts: &mut ClaimedCounts, item: Option<(u32, Option<Severity>, bool)>) -> bool {
    match item {
        Some((n, Some(severity), _)) => add_count(counts, Some(severity), n),
        Some((n, None, true)) => add_count(counts, None, n),
        Some((_, None, false)) | None => return false,
    }
    true
}

/// Adds to the stated count of a severity, or to the total. A remark is never counted.
pub(super) fn add_count(counts: &mut ClaimedCounts, severity: Option<Severity>, n: u32) {
    let slot = match severity {
        Some(Severity::Critical) => &mut counts.critical,
        Some(Severity::High) => &mut counts.high,
        Some(Severity::Medium) => &mut counts.medium,
        Some(Severity::Low) => &mut counts.low,
        Some(Severity::Remark) => return,
        None => &mut counts.total,
    };
    *slot = Some(slot.unwrap_or(0).saturating_add(n));
}

/// The larger of two statements of the same count, each by each.
pub(super) fn stricter(a: ClaimedCounts, b: ClaimedCounts) -> ClaimedCounts {
    ClaimedCounts {
        critical: a.critical.max(b.critical),
        high: a.high.max(b.high),
        medium: a.medium.max(b.medium),
        low: a.low.max(b.low),
        blocking: a.blocking.max(b.blocking),
        total: a.total.max(b.total),
    }
}

/// `1 issue`, `2 issues`.
pub(super) fn plural(n: u32, noun: &str) -> String {
    if n == 1 { format!("{n} {noun}") } else { format!("{n} {noun}s") }
}

/// How much text a reader copied because several findings or answers share it. A line may name thousands of them and
/// go on for megabytes, so what is shared is bounded by what a whole reply may be.
#[derive(Debug, Default)]
pub(super) struct Shared(usize);

impl Shared {
    /// Refuses one text too many; `among` are those who share it.
    pub(super) fn take(&mut self, number: usize, among: usize, bytes: usize) -> Result<(), Unreadable> {
        let copies = among.saturating_sub(1).saturating_mul(bytes.max(1));
        self.0 = self.0.saturating_add(copies);
        if self.0 > REPLY_BYTES_MAX || among > FINDINGS_MAX {
            let what =
                format!("{among} entries share one text of {bytes} bytes; write each on a line of its own");
            return Err(Unreadable::at(format!("line {number}"), what));
        }
        Ok(())
    }
}

/// Adds to a text that is told in several places.
pub(super) fn also(told: &mut Option<String>, more: &str) {
    match told {
        Some(text) => {
            text.push_str("; ");
            text.push_str(more);
        }
        None => *told = Some(more.to_owned()),
    }
}

/// A complaint about a line.
pub(super) fn at_line(number: usize, what: impl Into<String>) -> Complaint {
    Complaint { place: format!("line {number}"), what: what.into() }
}

/// A claim as a dialect with two words can write it; a missing one is written as the stricter.
pub(super) fn passes(claim: Option<Claim>) -> bool {
    claim.is_some_and(Claim::approves)
}

#[cfg(test)]
mod tests;

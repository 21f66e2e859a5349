//! Lines without an issue number: severities that stand alone, counts, headings, remarks, and prose.
//!
//! A line with a severity is an issue wherever it stands; only what has neither number nor severity can be a remark,
//! and only below the heading IMPROVEMENTS.

use crate::dialect::text::{add_count, count, first_word, is_fence, plain_words, says_none, unbulleted};
use crate::dialect::{SeverityRead, severity};
use crate::domain::{ClaimedCounts, Severity};

use super::placed::{Grade, placed};
use super::scan::{bracket, is_shouted, past_bracket, severity_inside};

/// What the heading above a line makes of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Section {
    /// Nothing.
    #[default]
    Prose,
    /// Below IMPROVEMENTS.
    Remarks,
    /// Below a severity's own heading: each list item is an issue of it.
    Of(SeverityRead),
}

/// What a line without a number is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Loose<'a> {
    Issue { severity: SeverityRead, body: &'a str, what: Option<String> },
    Counts(ClaimedCounts),
    Heading(Section),
    Remark(&'a str),
    Prose,
}

/// Reads a line; `text` is the line without bullets and emphasis.
pub(super) fn read<'a>(line: &'a str, text: &'a str, section: Section) -> Loose<'a> {
    let remark = section == Section::Remarks;
    let found = boxed(text, remark).or_else(|| worded(text)).or_else(|| inside(text, remark));
    found.or_else(|| total(text)).or_else(|| heading(line, text)).unwrap_or_else(|| below(line, section))
}

/// `[MAJOR] text`, or `[CATASTROPHIC] text`.
fn boxed(text: &str, remark: bool) -> Option<Loose<'_>> {
    // Programs print these before lines that are no issues.
    const LOGS: [&str; 8] = ["INFO", "DEBUG", "TRACE", "NOTE", "LOG", "PASS", "DONE", "DRY-RUN"];
    let (content, rest) = bracket(text)?;
    let read = severity(content);
    let body = past_bracket(rest);
    if read.known {
        let issue = Loose::Issue { severity: read, body, what: None };
        return (read.severity != Severity::Remark || !remark).then_some(issue);
    }
    let sited = placed(body).is_some_and(|p| p.grade >= Grade::Loose);
    let loud = is_shouted(content) && !rest.starts_with('(') && !LOGS.contains(&content);
    let what = Some(format!("unknown severity {content:?}; read as critical"));
    (sited || loud).then_some(Loose::Issue { severity: read, body, what })
}

/// `CRITICAL: text`, `Critical: 2`, `Critical issues`.
fn worded(text: &str) -> Option<Loose<'_>> {
    const OWN: [&str; 8] = ["critical", "major", "minor", "blocker", "p0", "p1", "p2", "p3"];
    let word = first_word(text);
    OWN.iter().find(|w| word.eq_ignore_ascii_case(w))?;
    let severity = severity(word);
    let (rest, filled) = past_nouns(&text[word.len()..]);
    let joint = rest.trim_start_matches(|c: char| c.is_whitespace() || "*_`".contains(c));
    let body = joint.trim_start_matches(|c: char| c.is_whitespace() || "*_`:-–—".contains(c));
    if body.is_empty() || (body.starts_with('(') && body.ends_with(')')) {
        return Some(Loose::Heading(Section::Of(severity)));
    }
    let joined = joint.starts_with([':', '-', '–', '—']);
    if joined && let Some(counts) = counted(body, Some(severity.severity)) {
        return Some(Loose::Counts(counts));
    }
    if joined && says_none(body) {
        return Some(Loose::Prose);
    }
    let sited = is_shouted(word) && !filled && placed(body).is_some_and(|p| p.grade >= Grade::Loose);
    let what = Some("an issue without a number".to_owned());
    (joined || sited).then_some(Loose::Issue { severity, body, what })
}

/// Skips `issues`, `findings` and `found` after a severity word.
fn past_nouns(text: &str) -> (&str, bool) {
    let mut rest = text;
    loop {
        let next = rest.trim_start();
        let word = first_word(next);
        if !["issue", "issues", "finding", "findings", "found"].iter().any(|n| word.eq_ignore_ascii_case(n)) {
            return (rest, rest.len() < text.len());
        }
        rest = &next[word.len()..];
    }
}

/// A value that is only a count: a number and at most a few words.
fn counted(value: &str, severity: Option<Severity>) -> Option<ClaimedCounts> {
    let n = count(value)?;
    let mut counts = ClaimedCounts::default();
    add_count(&mut counts, severity, n);
    (value.split_whitespace().take(5).count() < 5 && value.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(counts)
}

/// A known severity in brackets somewhere in the line.
fn inside(text: &str, remark: bool) -> Option<Loose<'_>> {
    let severity = severity_inside(text)?;
    let what = Some("a severity inside a line; the whole line is the issue".to_owned());
    let severity = SeverityRead { severity, known: true };
    (severity.severity != Severity::Remark || !remark).then_some(Loose::Issue { severity, body: text, what })
}

/// `Total: 3` or `Issues found: 2`.
fn total(text: &str) -> Option<Loose<'_>> {
    let (label, value) = text.split_once(':')?;
    let label = if label.len() <= 40 { plain_words(label).join(" ") } else { return None };
    let known =
        ["total", "total issues", "total findings", "issues", "issues found", "new issues", "unresolved"];
    known.contains(&label.as_str()).then_some(())?;
    counted(value.trim_start_matches(|c: char| c.is_whitespace() || "*_`".contains(c)), None)
        .map(Loose::Counts)
}

fn heading<'a>(line: &'a str, text: &'a str) -> Option<Loose<'a>> {
    let improving = ["improvement", "improvements"].iter().any(|w| first_word(text).eq_ignore_ascii_case(w));
    let item = unbulleted(line).is_some();
    if improving && !item {
        let value = text.split_once(':').map_or("", |(_, v)| v.trim_matches(|c: char| " *_".contains(c)));
        let said = !value.is_empty() && !says_none(value);
        return Some(if said { Loose::Remark(value) } else { Loose::Heading(Section::Remarks) });
    }
    let ends = text.trim_end_matches(|c: char| "*_` ".contains(c)).ends_with(':');
    if !line.trim_start().starts_with('#') && (item || !ends) {
        return None;
    }
    let words = if text.len() <= 80 { plain_words(text).join(" ") } else { String::new() };
    let listing = ["issues", "issues found", "new issues", "findings", "new findings", "problems"];
    let section =
        if listing.contains(&words.as_str()) { Section::Of(SeverityRead::UNKNOWN) } else { Section::Prose };
    Some(Loose::Heading(section))
}

fn below(line: &str, section: Section) -> Loose<'_> {
    let item = unbulleted(line);
    match (section, item) {
        (Section::Remarks, _) => remark(item.unwrap_or(line.trim())),
        (Section::Of(severity), Some(body)) if !body.is_empty() && !says_none(body) => Loose::Issue {
            severity,
            body,
            what: Some("an issue with neither number nor severity".to_owned()),
        },
        (Section::Of(_) | Section::Prose, _) => Loose::Prose,
    }
}

fn remark(text: &str) -> Loose<'_> {
    if text.is_empty() || is_fence(text) || says_none(text) { Loose::Prose } else { Loose::Remark(text) }
}

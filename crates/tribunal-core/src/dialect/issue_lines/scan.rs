//! The small parts of an issue line: brackets, numbers, severity words, ruling words. No state, no report.
//!
//! Looks only a bounded way ahead from any bracket, so a hostile line costs time in proportion to its length.

use crate::dialect::text::{first_word, numbered, strip_word};
use crate::dialect::{SeverityRead, severity};
use crate::domain::{Ruling, Severity};

/// Longest text in one bracket that can be a number, a severity or a ruling.
const BRACKET_MAX: usize = 64;

/// Characters that may open a structural bracket.
pub(super) fn is_open(c: char) -> bool {
    matches!(c, '[' | '［' | '【')
}

/// Characters that may close one.
pub(super) fn is_close(c: char) -> bool {
    matches!(c, ']' | '］' | '】')
}

fn is_emphasis(c: char) -> bool {
    matches!(c, '*' | '_' | '`' | '~' | '\\')
}

/// A line without what may stand before an issue: indentation, quote marks, bullets, numbers, boxes, emphasis,
/// pictures. Round brackets stay: the writer uses them to defuse square ones. Quotes and braces stay too: a field of
/// an object in some other format is no line of this one.
pub(super) fn headless(line: &str) -> &str {
    let mut rest = line.trim();
    let full = rest;
    loop {
        let next =
            rest.trim_start_matches(|c: char| !c.is_alphanumeric() && !is_open(c) && !"({\"".contains(c));
        let next = unboxed(next).or_else(|| numbered(next).map(|(_, r)| r)).unwrap_or(next);
        if next.len() == rest.len() {
            break;
        }
        rest = next;
    }
    untailed(full, rest)
}

fn unboxed(text: &str) -> Option<&str> {
    ["[ ]", "[x]", "[X]", "[]"].iter().find_map(|b| text.strip_prefix(b))
}

/// Removes the end of an emphasis that was opened before the line's first word.
fn untailed<'a>(full: &str, rest: &'a str) -> &'a str {
    let lead = &full[..full.len() - rest.len()];
    let width = lead.bytes().rev().take_while(|b| matches!(b, b'*' | b'_' | b'`' | b'~')).count();
    let run = &lead[lead.len() - width..];
    if run.is_empty() { rest } else { rest.strip_suffix(run).unwrap_or(rest) }
}

/// The content of the bracket a text begins with, and what follows it. Nested and overlong ones are none.
pub(super) fn bracket(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix(is_open)?;
    for (at, c) in inner.char_indices().take(BRACKET_MAX) {
        if is_open(c) {
            return None;
        }
        if is_close(c) {
            let content = inner[..at].trim_matches(|c: char| is_emphasis(c) || c.is_whitespace());
            return Some((content, &inner[at + c.len_utf8()..]));
        }
    }
    None
}

/// A number as written, and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbered<'a> {
    /// The part after `ISSUE-`.
    pub tag: &'a str,
    pub rest: &'a str,
}

impl Numbered<'_> {
    /// `ISSUE-7`; leading zeros are dropped, because `ISSUE-07` names the same issue.
    pub(super) fn id(&self) -> String {
        id_text(self.tag)
    }
}

/// The id for a tag.
pub(super) fn id_text(tag: &str) -> String {
    let bare = tag.trim_start_matches('0');
    match tag.bytes().all(|b| b.is_ascii_digit()) {
        true if bare.is_empty() => "ISSUE-0".to_owned(),
        true => format!("ISSUE-{bare}"),
        false => format!("ISSUE-{tag}"),
    }
}

/// Reads `[ISSUE-3]`, in any case and with any joint, or what is left of it when the bracket never closes.
pub(super) fn bracketed_id(text: &str) -> Option<Numbered<'_>> {
    if let Some((content, rest)) = bracket(text) {
        let tag = tag(content)?;
        return (!tag.is_empty()).then_some(Numbered { tag, rest });
    }
    bare_id(text.strip_prefix(is_open)?.trim_start_matches(is_emphasis))
}

/// Reads `ISSUE-3` without brackets; a digit is required, because `issue` is also a word.
pub(super) fn bare_id(text: &str) -> Option<Numbered<'_>> {
    let tail = tag(text)?;
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    let whole = !tail[digits..].starts_with(char::is_alphanumeric);
    (digits > 0 && whole && tail.len() < text.len() - "issue".len())
        .then(|| Numbered { tag: &tail[..digits], rest: tail[digits..].trim_start_matches(is_close) })
}

fn tag(text: &str) -> Option<&str> {
    let rest = strip_word(text, "issue")?;
    (!rest.starts_with(char::is_alphabetic))
        .then(|| rest.trim_start_matches(|c: char| c.is_whitespace() || "-_#:.‐‑–—".contains(c)))
}

/// Reads one number or several in a row: `[ISSUE-1], [ISSUE-2] and [ISSUE-3]`. The first may lack its bracket.
pub(super) fn ids_here(text: &str) -> Option<(Vec<Numbered<'_>>, &str)> {
    let first = bracketed_id(text).or_else(|| bare_id(text))?;
    let mut ids = vec![first];
    let mut rest = first.rest;
    loop {
        let next =
            rest.trim_start_matches(|c: char| c.is_whitespace() || is_emphasis(c) || ",;&+/".contains(c));
        let next = strip_word(next, "and ").unwrap_or(next).trim_start();
        match bracketed_id(next) {
            Some(id) => {
                ids.push(id);
                rest = id.rest;
            }
            None => return Some((ids, rest)),
        }
    }
}

/// An issue line's segments, each beginning with a number, and numbers that prose before them only mentions.
pub(super) struct Segments<'a> {
    pub issues: Vec<&'a str>,
    pub mentions: Vec<Numbered<'a>>,
}

/// Cuts a line before each number that a severity or a ruling follows: two issues on one line are two issues.
pub(super) fn segments(line: &str) -> Segments<'_> {
    let mut cuts = Vec::new();
    let mut mentions = Vec::new();
    let mut at = 0;
    if let Some((_, rest)) = ids_here(line) {
        cuts.push(0);
        at = line.len() - rest.len();
    }
    while let Some(open) = line[at..].find(is_open).map(|o| at + o) {
        match ids_here(&line[open..]) {
            Some((ids, rest)) => {
                if is_judged(rest) {
                    cuts.push(open);
                } else if cuts.is_empty() {
                    mentions.extend(ids);
                }
                at = line.len() - rest.len();
            }
            None => at = open + line[open..].chars().next().map_or(1, char::len_utf8),
        }
    }
    let ends = cuts.iter().skip(1).copied().chain([line.len()]);
    let issues = cuts.iter().zip(ends).map(|(from, to)| line[*from..to].trim_end()).collect();
    Segments { issues, mentions }
}

/// Whether a severity or a ruling follows a number.
fn is_judged(rest: &str) -> bool {
    let severe = severity_here(rest).is_some_and(|(read, word, _)| read.known || is_shouted(word));
    severe || ruling_here(rest).is_some()
}

/// At least three letters, all capitals.
pub(super) fn is_shouted(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !word.chars().any(char::is_lowercase)
}

/// Skips what joins the parts of a line, but no word, no square and no round bracket.
pub(super) fn past_joint(text: &str) -> &str {
    text.trim_start_matches(|c: char| !c.is_alphanumeric() && !is_open(c) && c != '(')
}

/// Removes what may stick to a closing bracket, then white space and one dash.
pub(super) fn past_bracket(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| is_emphasis(c) || c == ':').trim_start();
    text.strip_prefix("- ")
        .or_else(|| text.strip_prefix("— "))
        .or_else(|| text.strip_prefix("| "))
        .unwrap_or(text)
}

/// Reads the severity at the place where one belongs: `[MAJOR]`, `(MAJOR)`, `MAJOR:` or `MAJOR`.
pub(super) fn severity_here(text: &str) -> Option<(SeverityRead, &str, &str)> {
    let text = past_joint(text);
    if let Some((content, rest)) = bracket(text) {
        return Some((severity(content), content, past_bracket(rest)));
    }
    if let Some((word, rest)) = text.strip_prefix('(').and_then(short_round) {
        let read = severity_if_short(word)?;
        return read.known.then(|| (read, word, past_bracket(rest)));
    }
    let word = first_word(text);
    let read = severity_if_short(word)?;
    let rest = text[word.len()..].trim_start_matches(is_emphasis);
    let joined = rest.is_empty() || rest.trim_start().starts_with([':', '-', '–', '—', '|', ',']);
    let shouted = word.len() > 1 && word.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
    (read.known && (joined || shouted)).then(|| (read, word, past_bracket(rest)))
}

/// What stands before the next closing round bracket, and after it; none if that is far away.
fn short_round(text: &str) -> Option<(&str, &str)> {
    let at = text.bytes().take(BRACKET_MAX + 1).position(|b| b == b')')?;
    Some((&text[..at], &text[at + 1..]))
}

fn severity_if_short(word: &str) -> Option<SeverityRead> {
    (!word.is_empty() && word.len() <= BRACKET_MAX).then(|| severity(word))
}

/// A ruling word at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RulingRead<'a> {
    pub ruling: Ruling,
    /// What stands after the word, joint included.
    pub rest: &'a str,
    /// The word stands in capitals.
    pub shouted: bool,
    /// The word has its own bracket, so nothing can belong to it by accident.
    pub boxed: bool,
}

impl<'a> RulingRead<'a> {
    /// The note given with it, if the word stands by itself.
    pub(super) fn note(&self) -> Option<&'a str> {
        if self.boxed { Some(trimmed_note(self.rest)) } else { note_after(self.rest) }
    }
}

const RULINGS: [(&str, Ruling); 10] = [
    ("RESOLVED", Ruling::Resolved),
    ("STILL PRESENT", Ruling::StillPresent),
    ("STILL-PRESENT", Ruling::StillPresent),
    ("STILL_PRESENT", Ruling::StillPresent),
    ("NOT RESOLVED", Ruling::StillPresent),
    ("UNRESOLVED", Ruling::StillPresent),
    ("PARTIALLY RESOLVED", Ruling::StillPresent),
    ("REGRESSED", Ruling::Regressed),
    ("DISPUTE ACCEPTED", Ruling::DisputeAccepted),
    ("DISPUTE REJECTED", Ruling::DisputeRejected),
];

/// Reads a ruling word, also in brackets: `RESOLVED`, `**STILL PRESENT**`, `[RESOLVED]`.
pub(super) fn ruling_here(text: &str) -> Option<RulingRead<'_>> {
    let text = past_joint(text);
    if let Some((content, rest)) = bracket(text) {
        let read = ruling_word(content)?;
        return read.rest.is_empty().then_some(RulingRead { rest, boxed: true, ..read });
    }
    ruling_word(text)
}

fn ruling_word(text: &str) -> Option<RulingRead<'_>> {
    let (word, ruling) = RULINGS.iter().find(|(w, _)| strip_word(text, w).is_some())?;
    let rest = &text[word.len()..];
    let whole = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    whole.then(|| RulingRead { ruling: *ruling, rest, shouted: text.starts_with(word), boxed: false })
}

/// Whether a ruling closes the finding it names; only a plain word may do that.
pub(super) fn closes(ruling: Ruling) -> bool {
    match ruling {
        Ruling::Resolved | Ruling::DisputeAccepted => true,
        Ruling::StillPresent | Ruling::Regressed | Ruling::DisputeRejected => false,
    }
}

/// The note after a ruling word, if the word stands by itself: at the end, or before a joint. `RESOLVED promises
/// leak` and `RESOLVED?` are no rulings.
fn note_after(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(|c: char| is_emphasis(c) || is_close(c));
    let body = past_joint(rest);
    let joint = &rest[..rest.len() - body.len()];
    let doubtful = joint.contains(['?', '/', '|', '&', '<', '>', '=']) && !joint.contains(" - ");
    let apart = body.is_empty()
        || joint.contains([':', '-', '–', '—', '.', ',', ';', '!'])
        || body.starts_with(['(']);
    (apart && !doubtful).then(|| trimmed_note(rest))
}

/// A note keeps its own signs; only the one joint before it goes.
fn trimmed_note(rest: &str) -> &str {
    let rest = rest.trim_start();
    let rest = rest.strip_prefix(['-', '–', '—', ':', '.', ',', ';', '!']).unwrap_or(rest);
    rest.trim()
}

/// Whether the bracket a text begins with says something the reader acts on: a number or a known severity.
pub(super) fn is_structural(text: &str) -> bool {
    bracketed_id(text).is_some() || bracket(text).is_some_and(|(content, _)| severity(content).known)
}

/// The worst known severity in any bracket of a line.
pub(super) fn severity_inside(text: &str) -> Option<Severity> {
    let at = |(at, c)| if is_open(c) { bracket(&text[at..]) } else { None };
    let known = |(content, _)| Some(severity(content)).filter(|s| s.known).map(|s| s.severity);
    text.char_indices().filter_map(at).filter_map(known).max()
}

#[cfg(test)]
mod tests;

//! Makes text fit to leave. Everything an agent wrote goes through here before it is posted, and comes out the same
//! when it goes through twice.
//!
//! In this order: invisible characters and terminal sequences go; secrets become `[REDACTED]`; pasted markers become
//! `[MARKER REMOVED]`; diffs become `[DIFF REDACTED]`; then whatever a forge would act on is defused character by
//! character: mentions, closing keywords, HTML, entities, images, hidden link targets. The last step knows no Markdown,
//! so no trick with fences or code spans can talk it out of its work. Secrets go first: a later step must not cut one in
//! half.
//! Not done yet: Unicode normalisation, slash commands, an allow-list of link hosts, bare commit hashes.

use super::diffs::without_diffs;
use super::mark::KEYED;
use super::redact::redact;

/// What stands where a diff stood.
pub const DIFF_REDACTED: &str = "[DIFF REDACTED]";

/// What stands where somebody had pasted a marker of ours.
pub const MARKER_REMOVED: &str = "[MARKER REMOVED]";

/// The part of the first marker that others look for.
const MARKER_WORD: &str = "pr-review-loop-marker";

/// Text that has been through `sanitize`; there is no other way to get one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clean(String);

impl Clean {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Makes a text fit to leave.
pub fn sanitize(text: &str) -> Clean {
    let visible = visible(text);
    let unmarked = without_markers(&redact(&visible));
    Clean(defused(&without_diffs(&unmarked)))
}

/// Without terminal sequences, control characters and everything that takes no room, so that a secret or a marker
/// cannot be split by them. All line ends become LF.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => skip_sequence(&mut chars),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || takes_no_room(c) => {}
            c => out.push(c),
        }
    }
    out
}

/// Longest terminal sequence that is skipped as one; what looks longer is text.
const SEQUENCE_MAX: usize = 32;

fn skip_sequence(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let mut ahead = chars.clone();
    if ahead.next() != Some('[') {
        return;
    }
    for _ in 0..SEQUENCE_MAX {
        match ahead.next() {
            Some(c) if c.is_ascii_digit() || matches!(c, ';' | '?' | ':') => {}
            Some(c) if c.is_ascii_alphabetic() => {
                *chars = ahead;
                return;
            }
            Some(_) | None => return,
        }
    }
}

/// Zero-width, direction, joiner, variation and tag characters. Some emoji fall apart; none is worth a hidden secret.
fn takes_no_room(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}'
    ) || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Without anything that reads as a marker of ours, in any case.
fn without_markers(text: &str) -> String {
    let once =
        replaced(text, KEYED, |rest| rest.find("-->").filter(|end| *end < 400).map_or(0, |end| end + 3));
    replaced(&once, MARKER_WORD, |_| 0)
}

/// Replaces every `needle` and as much after it as `more` says.
fn replaced(text: &str, needle: &str, more: fn(&str) -> usize) -> String {
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    while let Some(at) = lower[from..].find(needle) {
        let end = from + at + needle.len();
        out.push_str(&text[from..from + at]);
        out.push_str(MARKER_REMOVED);
        from = end + more(&text[end..text.len().min(floor(text, end + 500))]);
    }
    out.push_str(&text[from..]);
    out
}

/// The last character boundary that is not after `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Defuses what a forge would act on. Each sign is replaced by one that looks the same and does nothing.
fn defused(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut references = references(text).into_iter().peekable();
    let (mut before, mut dropped_to) = ('\n', 0);
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        let next = rest.chars().next().unwrap_or('\n');
        if c == '!' && before != '!' {
            dropped_to = at + image_signs(&text[at..]);
        }
        match (references.next_if(|(start, _)| *start == at), c) {
            (Some((_, sign)), _) => out.push(sign),
            (None, '@') if next.is_alphanumeric() && !before.is_ascii_alphanumeric() => out.push('＠'),
            (None, '<') if next.is_ascii_alphabetic() || "/!?".contains(next) => out.push('‹'),
            (None, '&') if is_entity(rest) => out.push_str("&amp;"),
            (None, '!') if at < dropped_to => {}
            (None, ']') if next == '(' => out.push_str("] "),
            (None, c) => out.push(c),
        }
        before = c;
    }
    out
}

/// How many exclamation marks stand before a bracket here; with one of them it would be an image.
fn image_signs(text: &str) -> usize {
    let signs = text.len() - text.trim_start_matches('!').len();
    if text[signs..].starts_with('[') { signs } else { 0 }
}

/// Whether an ampersand begins an entity that is not one of the four that only stand for themselves.
fn is_entity(rest: &str) -> bool {
    let harmless = ["amp;", "lt;", "gt;", "quot;"].iter().any(|entity| rest.starts_with(entity));
    let name = rest.trim_start_matches('#').trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let numeric = rest.starts_with('#') && rest.len() > name.len() + 1;
    let named = rest.starts_with(|c: char| c.is_ascii_alphabetic()) && name.starts_with(';');
    !harmless && (numeric || named)
}

/// Keywords by which a forge closes an issue.
const CLOSING: [&str; 9] =
    ["close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"];

/// Longest name or address in a reference.
const REFERENCE_MAX: usize = 200;

/// Where a sign must change so that no closing keyword has a reference after it, and into what.
fn references(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphabetic()) {
        let end = at + word.trim_end_matches(|c: char| !c.is_ascii_alphabetic()).len();
        if CLOSING.iter().any(|keyword| text[at..end].eq_ignore_ascii_case(keyword)) {
            reference(text, end, &mut found);
        }
        at += word.len();
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The signs to change in a reference that follows: the `#` of `#1` and `owner/name#1`, the dash of `GH-1`, the first
/// slash of an address. Any amount of space and punctuation may stand between.
fn reference(text: &str, from: usize, found: &mut Vec<(usize, char)>) {
    let gap = |c: char| c.is_whitespace() || (c.is_ascii_punctuation() && !"#/".contains(c));
    let rest = text[from..].trim_start_matches(gap);
    let start = text.len() - rest.len();
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || b"-_./:".contains(b);
    let name = rest.bytes().take(REFERENCE_MAX).take_while(in_name).count();
    if rest[name..].starts_with('#') && rest[name + 1..].starts_with(|c: char| c.is_ascii_digit()) {
        found.push((start + name, '＃'));
    }
    if rest.get(..3).is_some_and(|gh| gh.eq_ignore_ascii_case("gh-")) {
        found.push((start + 2, '–'));
    }
    found.extend(rest[..name].find("://").map(|at| (start + at + 1, '／')));
}

#[cfg(test)]
mod tests;

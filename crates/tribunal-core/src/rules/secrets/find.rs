//! The detector: lines in, leaks out. This is the whole boundary; a fuller detector replaces what stands behind
//! `leaks` and `in_line`, and no rule notices.
//!
//! Known today: private key blocks, the token families of AWS, GitHub and Slack, and values given to names such as
//! `password`. The redactor of `publish` has its own list, since it must rather take too much than too little.

use std::ops::Range;

use super::super::seen::NewLine;
use super::{password, private_key, token};

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Kind {
    /// The first line of a private key that goes on.
    PrivateKey,
    /// A further line of it. Masked, but no report of its own.
    KeyBody,
    /// A token of this family.
    Token(&'static str),
    /// The value of a name that stands for a secret.
    Password,
}

impl Kind {
    pub(in crate::rules) fn word(self) -> &'static str {
        match self {
            Kind::PrivateKey | Kind::KeyBody => "a private key",
            Kind::Token(family) => family,
            Kind::Password => "a password or key in plain text",
        }
    }
}

/// A secret in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) struct Leak {
    /// The line's number in the new file.
    pub(in crate::rules) number: u32,
    /// Where in the line.
    pub(in crate::rules) span: Range<usize>,
    pub(in crate::rules) kind: Kind,
}

/// All secrets in added lines, and the lines of keys that begin or go on in added lines; by number, then by place.
pub(in crate::rules) fn leaks(lines: &[NewLine<'_>], path: &str) -> Vec<Leak> {
    let mut leaks = private_key::blocks(lines);
    for line in lines.iter().filter(|line| line.added) {
        let found = in_line(line.text, path).into_iter();
        leaks.extend(found.map(|(span, kind)| Leak { number: line.number, span, kind }));
    }
    leaks.sort_by_key(|leak| (leak.number, leak.span.start));
    leaks
}

/// Secrets that show in one line alone.
pub(in crate::rules) fn in_line(text: &[u8], path: &str) -> Vec<(Range<usize>, Kind)> {
    let mut found = token::all(text);
    // Tokens come from left to right and never overlap.
    let free = |span: &Range<usize>| {
        let next = found.partition_point(|(other, _)| other.end <= span.start);
        found.get(next).is_none_or(|(other, _)| span.end <= other.start)
    };
    let passwords: Vec<_> = password::all(text, path).into_iter().filter(free).collect();
    found.extend(passwords.into_iter().map(|span| (span, Kind::Password)));
    found
}

/// Whether a line that was not looked at in its place may be copied into a report: no secret shows in it, nor anything
/// that could be a line of a key.
pub(in crate::rules) fn may_be_shown(text: &[u8], path: &str) -> bool {
    in_line(text, path).is_empty() && !private_key::is_body(text)
}

/// The line as text with each secret replaced by its length. The first four characters of a long token stay: they say
/// which it is and are the same in all of its family.
pub(in crate::rules) fn masked<'l>(text: &[u8], leaks: impl Iterator<Item = &'l Leak>) -> String {
    let mut out = String::new();
    let mut from = 0;
    for leak in leaks {
        let start = leak.span.start.max(from);
        let end = leak.span.end.min(text.len());
        if start >= end {
            continue;
        }
        out.push_str(&String::from_utf8_lossy(&text[from..start]));
        let secret = &text[start..end];
        let shown = match leak.kind {
            Kind::Token(_) => secret.len().min(4),
            Kind::PrivateKey | Kind::KeyBody | Kind::Password => 0,
        };
        out.push_str(&String::from_utf8_lossy(&secret[..shown]));
        out.push_str(&format!("[secret of {} characters]", secret.len()));
        from = end;
    }
    out.push_str(&String::from_utf8_lossy(&text[from..]));
    out
}

//! Expressions in double braces: which of them hold text that a stranger chose.

use super::super::text;

/// Longest expression that is looked at; longer ones are taken for foreign if they name an event.
const LENGTH_MAX: usize = 1024;

/// What strangers choose: ends of paths below `github.event`.
const CHOSEN: [&str; 14] = [
    ".title",
    ".body",
    ".message",
    ".email",
    ".name",
    ".label",
    ".ref",
    ".head_branch",
    ".head_ref",
    ".page_name",
    ".description",
    ".text",
    ".login",
    ".display_title",
];

/// Whether a line has an expression with such a text.
pub(super) fn is_foreign(line: &[u8]) -> bool {
    let mut rest = line;
    while let Some(at) = text::find(rest, b"${{") {
        rest = &rest[at + 3..];
        let end = text::find(&rest[..rest.len().min(LENGTH_MAX)], b"}}");
        let inside = &rest[..end.unwrap_or(rest.len().min(LENGTH_MAX))];
        if chosen_by_strangers(&plain(inside)) {
            return true;
        }
        rest = &rest[inside.len()..];
    }
    false
}

/// In small letters, without spaces, and with `['name']` written as `.name`.
pub(super) fn plain(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text.iter().filter(|b| !b" '\"]".contains(b)) {
        out.push(if *byte == b'[' { b'.' } else { byte.to_ascii_lowercase() });
    }
    out
}

fn chosen_by_strangers(expression: &[u8]) -> bool {
    let names = expression.split(|b| !(b.is_ascii_alphanumeric() || b"._-*".contains(b)));
    let whole = text::has(expression, "tojson(github.event)") || text::has(expression, "tojson(github)");
    whole || names.into_iter().any(is_chosen)
}

fn is_chosen(name: &[u8]) -> bool {
    if name == b"github.head_ref" {
        return true;
    }
    let Some(path) = name.strip_prefix(b"github.event") else { return false };
    // These are what the repository itself says about a pull request.
    let ours =
        [".pull_request.base.ref", ".repository.name", ".base_ref", ".action", ".repository.full_name"];
    !ours.iter().any(|end| path == end.as_bytes()) && CHOSEN.iter().any(|end| path.ends_with(end.as_bytes()))
}

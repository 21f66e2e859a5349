//! `password = "..."`: a name that stands for a secret, and a value that could be one. Made-up values are far more
//! frequent than real ones, so the value has to look like something nobody would write as an example.

use std::ops::Range;

use super::super::text::{self, Language};
use super::token::variety;

/// How far back a name, and how far ahead a value is looked for. Keeps a line of nothing but `=` cheap.
const NAME_MAX: usize = 64;
const VALUE_MAX: usize = 256;

/// Names whose values are short and chosen by people.
const PASSWORDS: [&str; 5] = ["password", "passwd", "pwd", "passphrase", "pass"];

/// Names whose values are long and chosen by machines.
const KEYS: [&str; 13] = [
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "signingkey",
    "encryptionkey",
    "authkey",
    "masterkey",
    "secretaccesskey",
    "accountkey",
    "credential",
];

/// What people write where a secret would stand.
const STAND_INS: [&str; 30] = [
    "example",
    "placeholder",
    "changeme",
    "change_me",
    "change-me",
    "dummy",
    "fake",
    "sample",
    "your",
    "xxx",
    "***",
    "...",
    "redacted",
    "insert",
    "replace",
    "secret",
    "password",
    "passwd",
    "token",
    "test",
    "demo",
    "default",
    "mock",
    "none",
    "null",
    "undefined",
    "hunter2",
    "foobar",
    "123456",
    "abcdef",
];

/// The values in a line that are given to such names.
pub(super) fn all(line: &[u8], path: &str) -> Vec<Range<usize>> {
    let language = Language::of(path);
    if language == Language::Prose || text::is_material(path) || text::is_foreign(path) {
        return Vec::new();
    }
    let mut unquoted = language == Language::Hash || text::name(path).starts_with(".env");
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in (0..line.len()).filter(|at| b"=:".contains(&line[*at])) {
        if found.last().is_some_and(|last| at < last.end) {
            continue;
        }
        let Some(kind) = name_before(line, at) else { continue };
        // A value without quotes goes to the end of the line, so there is at most one.
        let bare = || std::mem::take(&mut unquoted).then(|| bare_after(line, at)).flatten();
        let value = quoted_after(line, at).or_else(bare);
        found.extend(value.filter(|span| kind.fits(&line[span.clone()])));
    }
    found
}

enum Named {
    Password,
    Key,
}

/// What the name in front of a sign stands for. A type may stand between them: `password: &str = `.
fn name_before(line: &[u8], at: usize) -> Option<Named> {
    let before = &line[at.saturating_sub(NAME_MAX)..at];
    let sign = line[at];
    let direct = named(before);
    let typed = || before.iter().rposition(|b| *b == b':').and_then(|colon| named(&before[..colon]));
    direct.or_else(|| (sign == b'=').then(typed).flatten())
}

fn named(before: &[u8]) -> Option<Named> {
    let before = before.trim_ascii_end();
    let before = before.strip_suffix(b"]").unwrap_or(before);
    let before = before.strip_suffix(b"\"").or(before.strip_suffix(b"'")).unwrap_or(before);
    let length = before.iter().rev().take_while(|b| b.is_ascii_alphanumeric() || b"_-".contains(b)).count();
    let name: Vec<u8> = before[before.len() - length..]
        .iter()
        .filter(|b| !b"_-".contains(b))
        .map(u8::to_ascii_lowercase)
        .collect();
    let ends = |words: &[&str]| words.iter().any(|word| name.ends_with(word.as_bytes()));
    let compass = name.ends_with(b"bypass") || name.ends_with(b"compass");
    match (ends(&PASSWORDS) && !compass, ends(&KEYS)) {
        (true, _) => Some(Named::Password),
        (false, true) => Some(Named::Key),
        (false, false) => None,
    }
}

/// The inside of a string behind a sign.
fn quoted_after(line: &[u8], at: usize) -> Option<Range<usize>> {
    let skipped = line[at..].iter().take_while(|b| b"=:> ".contains(b)).count();
    let start = at + skipped;
    let quote = *line.get(start).filter(|b| b"\"'`".contains(b))?;
    let inside = &line[start + 1..line.len().min(start + 1 + VALUE_MAX)];
    let length = inside.iter().position(|b| *b == quote)?;
    Some(start + 1..start + 1 + length)
}

/// Everything behind a sign, in files where values need no quotes.
fn bare_after(line: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = &line[at + 1..];
    if rest.len() > VALUE_MAX {
        return None;
    }
    let start = rest.iter().take_while(|b| **b == b' ').count();
    let length = rest[start..].trim_ascii_end().len();
    let value = &rest[start..start + length];
    let plain = !value.contains(&b' ') && !value.contains(&b'"') && !value.contains(&b'\'');
    plain.then_some(at + 1 + start..at + 1 + start + length)
}

impl Named {
    fn fits(&self, value: &[u8]) -> bool {
        let least = match self {
            Named::Password => 8,
            Named::Key => 16,
        };
        let letters = value.iter().any(u8::is_ascii_alphabetic);
        let digits = value.iter().any(u8::is_ascii_digit);
        let signs = value.iter().any(|b| b.is_ascii_punctuation() && !b"-_./:".contains(b));
        let mixed = letters && (digits || (signs && matches!(self, Named::Password)));
        let printable = value.iter().all(u8::is_ascii_graphic);
        value.len() >= least && mixed && printable && variety(value) >= least / 2 && !is_stand_in(value)
    }
}

/// Whether a value is a reference, a path, an address or an example.
fn is_stand_in(value: &[u8]) -> bool {
    let lower = value.to_ascii_lowercase();
    let reference = b"${<%@&#!(".contains(&value[0])
        || ["${", "{{", "}}", "$(", "::", "://", "process.env", "os.environ", "getenv", "enc["]
            .iter()
            .any(|sign| text::has(&lower, sign));
    reference || lower.starts_with(b"/") || STAND_INS.iter().any(|word| text::has(&lower, word))
}

//! Private key blocks: from their first line to their last, or as far as the text looks like a key.

use super::REDACTED;

/// Longest block from its beginning to its end; a longer one has somebody else's end.
const BLOCK_BYTES_MAX: usize = 64 * 1024;

/// Longest header from `BEGIN` on, such as `BEGIN SSH2 ENCRYPTED PRIVATE KEY`.
const LABEL_MAX: usize = 64;

const PUTTY: &str = "PuTTY-User-Key-File-";

/// Replaces every private key block.
pub(super) fn redact(text: &str) -> String {
    putty(&pem(text))
}

fn pem(text: &str) -> String {
    let upper = text.to_ascii_uppercase();
    let mut out = String::with_capacity(text.len());
    let (mut from, mut next_end) = (0, None);
    while let Some((start, body)) =
        upper[from..].match_indices("BEGIN ").find_map(|(at, _)| header(text, &upper, from, from + at))
    {
        let end = block_end(&upper, body, &mut next_end).unwrap_or_else(|| body + key_like(&text[body..]));
        out.push_str(&text[from..start]);
        out.push_str(REDACTED);
        from = end;
    }
    out.push_str(&text[from..]);
    out
}

/// PuTTY's own format has no end; it is fields and base64 as far as it goes.
fn putty(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, body)) = rest.split_once(PUTTY) {
        out.push_str(before);
        out.push_str(REDACTED);
        rest = &body[key_like(body)..];
    }
    out.push_str(rest);
    out
}

/// A header at `BEGIN`: with dashes around it in any case, or in capitals without any.
fn header(text: &str, upper: &str, from: usize, at: usize) -> Option<(usize, usize)> {
    let before = text[from..at].trim_end_matches(' ');
    let dashes = before.len() - before.trim_end_matches('-').len();
    if dashes < 2 && text[at..at + 5] != *"BEGIN" {
        return None;
    }
    let label = upper[at..].bytes().take(LABEL_MAX).take_while(|b| is_label(*b)).count();
    let key = upper[at..at + label].find("PRIVATE KEY")? + "PRIVATE KEY".len();
    let rest = upper[at + key..].strip_prefix(" BLOCK").unwrap_or(&upper[at + key..]);
    let body = upper.len() - rest.trim_start_matches(['-', ' ']).len();
    Some((from + before.trim_end_matches('-').len(), body))
}

fn is_label(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit() || b" -_".contains(&byte)
}

/// The end of the block whose body begins here. The nearest end is remembered, so that a text full of beginnings is
/// searched once.
fn block_end(upper: &str, body: usize, next: &mut Option<usize>) -> Option<usize> {
    if next.is_none_or(|end| end < body) {
        let found = upper[body..].match_indices("END ").find_map(|(at, _)| footer(upper, body + at));
        *next = Some(found.unwrap_or(usize::MAX));
    }
    next.filter(|end| *end <= body.saturating_add(BLOCK_BYTES_MAX))
}

fn footer(upper: &str, at: usize) -> Option<usize> {
    let label = upper[at..].bytes().take(LABEL_MAX).take_while(|b| is_label(*b)).count();
    let key = upper[at..at + label].find("PRIVATE KEY")? + "PRIVATE KEY".len();
    let rest = upper[at + key..].strip_prefix(" BLOCK").unwrap_or(&upper[at + key..]);
    Some(upper.len() - rest.trim_start_matches('-').len())
}

/// How far a text without an end still looks like a key: on the first line as many words as could be one, then whole
/// lines. Too much is better than too little, and whoever writes it loses only the rest of his own text.
fn key_like(text: &str) -> usize {
    let first = text.find('\n').unwrap_or(text.len());
    let words = text[..first].split_inclusive(' ').take_while(|word| is_key_text(word.trim_end()));
    let mut end: usize = words.map(str::len).sum();
    if end < first {
        return end;
    }
    for line in text[first..].split_inclusive('\n') {
        let bare = line.trim().trim_start_matches(['>', '|', '+', '-', ' ']);
        if !is_key_text(bare) && !is_key_field(bare) {
            break;
        }
        end += line.len();
    }
    text[..end].trim_end().len()
}

/// Base64, with the quotes, commas and escapes that stand around it in source code.
fn is_key_text(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=\\\"'`,;:.-_".contains(&b))
}

/// `Proc-Type: 4,ENCRYPTED`, `Version: ...`, `Private-Lines: 14`.
fn is_key_field(line: &str) -> bool {
    const FIELDS: [&str; 11] = [
        "Proc-Type:",
        "DEK-Info:",
        "Version:",
        "Comment:",
        "Encryption:",
        "Public-Lines:",
        "Private-Lines:",
        "Private-MAC:",
        "Key-Derivation:",
        "Argon2-",
        "Subject:",
    ];
    FIELDS.iter().any(|field| line.starts_with(field))
}

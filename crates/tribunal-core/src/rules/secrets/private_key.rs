//! Private key blocks: a first line that says so, and something behind it that could be one. Programs that handle keys
//! name the first line without having a key behind it.

use super::super::seen::NewLine;
use super::super::text;
use super::find::{Kind, Leak};

/// Fewest characters of base64 in a row that make a body. A line of a key has 64 or 70.
const BODY_MIN: usize = 40;

/// Most lines between the first line and the body: fields such as `Proc-Type`, an empty line.
const FIELDS_MAX: usize = 8;

/// Most lines of a block. The largest RSA keys in use have about two hundred.
const LINES_MAX: usize = 400;

/// The lines of all blocks that the change adds something to.
pub(super) fn blocks(lines: &[NewLine<'_>]) -> Vec<Leak> {
    let mut leaks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(body) = body_after(lines[at].text) else {
            at += 1;
            continue;
        };
        let end = at + 1 + following(&lines[at + 1..]);
        let here = is_body(&lines[at].text[body..]);
        let keyed = here || lines[at + 1..end].iter().any(|line| is_body(line.text));
        if keyed && lines[at..end].iter().any(|line| line.added) {
            leaks.extend(block(&lines[at..end], body));
        }
        at = end;
    }
    leaks
}

/// One block: its first added line is reported, all of its body is masked.
fn block<'l>(lines: &'l [NewLine<'_>], body: usize) -> impl Iterator<Item = Leak> + 'l {
    let first = lines.iter().position(|line| line.added).unwrap_or(0);
    lines.iter().enumerate().map(move |(at, line)| Leak {
        number: line.number,
        span: if at == 0 { body..line.text.len() } else { 0..line.text.len() },
        kind: if at == first { Kind::PrivateKey } else { Kind::KeyBody },
    })
}

/// Where the body would begin in a line that begins a block.
fn body_after(line: &[u8]) -> Option<usize> {
    if let Some(at) = text::find(line, b"PuTTY-User-Key-File-") {
        return Some(at + b"PuTTY-User-Key-File-".len());
    }
    let begin = text::find(line, b"-----BEGIN ").or_else(|| text::find(line, b"---- BEGIN "))?;
    let label = text::find(&line[begin..], b"PRIVATE KEY").filter(|at| *at < 64)?;
    let rest = begin + label + b"PRIVATE KEY".len();
    let signs = line[rest..].iter().take_while(|b| b" BLOCK-".contains(b)).count();
    Some(rest + signs)
}

/// How many of these lines belong to the block that began above.
fn following(lines: &[NewLine<'_>]) -> usize {
    let mut empty = 0;
    for (at, line) in lines.iter().enumerate().take(LINES_MAX) {
        if line.after_gap || body_after(line.text).is_some() {
            return at;
        }
        if text::has(line.text, "END ") && text::has(line.text, "PRIVATE KEY") {
            return at + 1;
        }
        let bare = line.text.iter().filter(|b| !b" \t\"'`+\\,;#".contains(b)).count();
        let field = text::has(line.text, ": ") && at < FIELDS_MAX;
        let key = longest_run(line.text) + 4 >= bare;
        if bare == 0 || field {
            empty += 1;
            if empty > FIELDS_MAX {
                return at;
            }
        } else if !key {
            return at;
        }
    }
    lines.len().min(LINES_MAX)
}

/// Whether a line could be one of a key's body.
pub(super) fn is_body(text: &[u8]) -> bool {
    longest_run(text) >= BODY_MIN
}

/// The longest run of base64, over escaped line ends.
fn longest_run(text: &[u8]) -> usize {
    let (mut longest, mut run, mut at) = (0, 0, 0);
    while at < text.len() {
        if text[at..].starts_with(b"\\n") || text[at..].starts_with(b"\\r") {
            at += 2;
            continue;
        }
        run = if text[at].is_ascii_alphanumeric() || b"+/=".contains(&text[at]) { run + 1 } else { 0 };
        longest = longest.max(run);
        at += 1;
    }
    longest
}

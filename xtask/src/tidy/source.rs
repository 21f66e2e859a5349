//! Tells code, comments and literals apart, and finds words in them. No parser: just enough of Rust's tokens that a
//! rule about code is not fooled by a comment, nor one about literals by code.

/// What a byte belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Neither of the others.
    Code,
    /// With its slashes.
    Comment,
    /// A string or character, with its quotes.
    Literal,
}

/// The text with everything else blanked; offsets and lines stay as they were.
pub fn only(text: &str, keep: &[Kind]) -> String {
    let bytes = text.as_bytes();
    let mut kept = Vec::with_capacity(bytes.len());
    while kept.len() < bytes.len() {
        let start = kept.len();
        let (kind, length) = token(bytes, start);
        let part = &bytes[start..bytes.len().min(start + length)];
        match keep.contains(&kind) {
            true => kept.extend_from_slice(part),
            false => kept.extend(part.iter().map(|b| if *b == b'\n' { b'\n' } else { b' ' })),
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Code alone.
pub fn code(text: &str) -> String {
    only(text, &[Kind::Code])
}

/// Where a needle stands by itself: not as a part of a longer word, on those of its ends that are letters.
pub fn words<'a>(text: &'a str, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
    let bytes = text.as_bytes();
    text.match_indices(needle).map(|(at, _)| at).filter(move |&at| {
        let inside =
            |left: Option<&u8>, right: Option<&u8>| left.is_some_and(letter) && right.is_some_and(letter);
        let end = at + needle.len();
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        !inside(before, bytes.get(at)) && !inside(bytes.get(end - 1), bytes.get(end))
    })
}

/// Where code names `child` of the module `parent`: as `parent::child` or inside `parent::{ ... }`.
pub fn uses(code: &str, parent: &str, child: &str) -> Vec<usize> {
    let prefix = format!("{parent}::");
    let names = |rest: &str| match rest.strip_prefix('{') {
        None => first_word(rest) == child,
        Some(group) => items(group).iter().any(|item| first_word(item) == child),
    };
    words(code, &prefix).filter(|&at| names(&code[at + prefix.len()..])).collect()
}

/// The length of a group in braces whose opening brace has just been passed, closing brace excluded.
pub fn group_length(rest: &str) -> usize {
    let mut depth = 1;
    for (at, byte) in rest.bytes().enumerate() {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// The parts of a group between commas that lie in no inner group.
fn items(rest: &str) -> Vec<&str> {
    let group = &rest[..group_length(rest)];
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, byte) in group.bytes().enumerate() {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        if depth == 0 && byte == b',' {
            parts.push(&group[start..at]);
            start = at + 1;
        }
    }
    parts.push(&group[start..]);
    parts
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.bytes().position(|b| !letter(&b)).unwrap_or(text.len());
    &text[..end]
}

fn letter(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// The kind and length of what starts here. Code comes one byte at a time.
fn token(bytes: &[u8], at: usize) -> (Kind, usize) {
    let rest = &bytes[at..];
    let word_goes_on = at > 0 && letter(&bytes[at - 1]);
    match rest {
        [b'/', b'/', ..] => (Kind::Comment, rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())),
        [b'/', b'*', ..] => (Kind::Comment, block_comment(rest)),
        [b'"', ..] => (Kind::Literal, quoted(rest, b'"')),
        [b'\'', ..] => character(rest).map_or((Kind::Code, 1), |length| (Kind::Literal, length)),
        [b'r' | b'b' | b'c', ..] if !word_goes_on => {
            raw_string(rest).map_or((Kind::Code, 1), |length| (Kind::Literal, length))
        }
        _ => (Kind::Code, 1),
    }
}

fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// None for a lifetime, which has no closing quote after one character.
fn character(rest: &[u8]) -> Option<usize> {
    if rest.get(1)? == &b'\\' {
        return Some(quoted(rest, b'\''));
    }
    // A character has up to four bytes; those after the first are marked as continuing.
    let width = 1 + rest.iter().skip(2).take_while(|b| **b & 0b1100_0000 == 0b1000_0000).count();
    (rest.get(1 + width)? == &b'\'').then_some(width + 2)
}

/// None if this is an ordinary word, such as `r#type` or `break`.
fn raw_string(rest: &[u8]) -> Option<usize> {
    let prefix = if matches!(rest, [b'b' | b'c', b'r', ..]) { 2 } else { usize::from(rest[0] == b'r') };
    let hashes = rest[prefix..].iter().take_while(|b| **b == b'#').count();
    let open = prefix + hashes;
    if prefix == 0 || rest.get(open)? != &b'"' {
        return None;
    }
    let closing: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    let body = &rest[open + 1..];
    let end = body.windows(closing.len()).position(|w| w == closing).unwrap_or(body.len());
    Some(open + 1 + end + closing.len())
}

#[cfg(test)]
mod tests;

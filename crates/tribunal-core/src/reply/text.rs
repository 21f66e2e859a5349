//! Lossless cleaning: bytes to text, byte-order mark, line ends, one fence, terminal sequences.

use std::borrow::Cow;

use super::Bad;
use crate::dialect::REPLY_BYTES_MAX;

/// The text of an output, or why it is none. Other encodings are refused, not guessed.
pub fn text_of(bytes: &[u8]) -> Result<&str, Bad> {
    if bytes.len() > REPLY_BYTES_MAX {
        return Err(Bad::TooLong { bytes: bytes.len() });
    }
    std::str::from_utf8(bytes).map_err(|error| Bad::NotUtf8 { at: error.valid_up_to() })
}

/// A text without the one code fence around it; as it is where no fence is around all of it.
pub(super) fn unfenced(text: &str) -> &str {
    let Some((first, rest)) = text.trim().split_once('\n') else { return text };
    let Some(inner) = rest.strip_suffix("```") else { return text };
    let info = first.strip_prefix("```");
    let plain = info.is_some_and(|info| !info.contains('`')) && (inner.is_empty() || inner.ends_with('\n'));
    let one = !inner.lines().any(|line| line.trim_start().starts_with("```"));
    if plain && one { inner } else { text }
}

/// A line without its carriage return.
pub(super) fn line_text(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// A line without terminal sequences (`ESC [ ... letter`, `ESC ] ... BEL`) and the white space at its end.
pub(super) fn plain(line: &str) -> Cow<'_, str> {
    if !line.contains('\u{1b}') {
        return Cow::Borrowed(line.trim_end());
    }
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, sequence)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = after_sequence(sequence);
    }
    out.push_str(rest);
    Cow::Owned(out.trim_end().to_owned())
}

/// What follows a terminal sequence whose escape character was just read.
fn after_sequence(text: &str) -> &str {
    let end = match text.chars().next() {
        Some('[') => text[1..].find(|c: char| ('@'..='~').contains(&c)).map(|at| at + 2),
        Some(']') => text.find(['\u{7}', '\\']).map(|at| at + 1),
        Some(c) => Some(c.len_utf8()),
        None => None,
    };
    end.map_or("", |end| &text[end..])
}

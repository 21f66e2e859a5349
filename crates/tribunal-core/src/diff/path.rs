//! Paths as git writes them: any bytes but NUL, quoted like a C string where they are unusual.

use std::borrow::Cow;

/// Longest path. Linux has the same limit, and headers with longer ones would be repeated in every part of a diff.
const PATH_BYTES_MAX: usize = 4096;

/// A path from the root of the tree, byte for byte.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GitPath<'a>(Cow<'a, [u8]>);

impl<'a> GitPath<'a> {
    /// Takes what git could have in a tree: parts that are not empty, `.` or `..`, between single slashes.
    pub(super) fn new(bytes: Cow<'a, [u8]>) -> Option<Self> {
        let sane = |part: &[u8]| !matches!(part, b"" | b"." | b"..") && !part.contains(&0);
        let whole = bytes.len() <= PATH_BYTES_MAX && bytes.split(|b| *b == b'/').all(sane);
        whole.then_some(Self(bytes))
    }

    /// The bytes of the path.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path for people and for findings: itself where that is text without control characters, else quoted as git
    /// quotes. Two paths never have the same text.
    pub fn text(&self) -> Cow<'_, str> {
        path_text(&self.0)
    }

    /// The path as text by which its kind is told: nothing is quoted, so endings and names are where they are. Two paths
    /// may have the same.
    pub fn lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// The path that has this text.
    pub fn from_text(text: &'a str) -> Option<Self> {
        match unquoted(text.as_bytes()) {
            Some((bytes, b"")) => Self::new(Cow::Owned(bytes)),
            Some(_) => None,
            None => Self::new(Cow::Borrowed(text.as_bytes())),
        }
    }
}

/// The bytes of a path as text for people and for findings, see `GitPath::text`.
pub fn path_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.starts_with('"') && !text.chars().any(char::is_control) => Cow::Borrowed(text),
        Ok(_) | Err(_) => Cow::Owned(quoted(bytes)),
    }
}

/// Reads a name at the start of a line's rest: quoted, or everything that is left. Unquoted names have a tab behind
/// them where they contain a space.
pub(super) fn name(rest: &[u8]) -> Option<Cow<'_, [u8]>> {
    if rest.starts_with(b"\"") {
        return match unquoted(rest)? {
            (bytes, b"" | b"\t") => Some(Cow::Owned(bytes)),
            _ => None,
        };
    }
    let bare = rest.strip_suffix(b"\t").unwrap_or(rest);
    (!bare.contains(&b'\t')).then_some(Cow::Borrowed(bare))
}

/// What follows this very name, quoted or not.
pub(super) fn after_name<'a>(rest: &'a [u8], prefix: &[u8], path: &[u8]) -> Option<&'a [u8]> {
    if rest.starts_with(b"\"") {
        let (name, after) = unquoted(rest)?;
        return (name.strip_prefix(prefix) == Some(path)).then_some(after);
    }
    rest.strip_prefix(prefix)?.strip_prefix(path)
}

/// Decodes a name in quotes and gives what follows them. None if there are none, or what is in them is no C string.
pub(super) fn unquoted(rest: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = rest.strip_prefix(b"\"")?;
    let mut bytes = Vec::new();
    loop {
        let (first, more) = rest.split_first()?;
        rest = more;
        match first {
            b'"' => return Some((bytes, rest)),
            b'\\' => {
                let (byte, more) = escape(rest)?;
                bytes.push(byte);
                rest = more;
            }
            byte => bytes.push(*byte),
        }
    }
}

fn escape(rest: &[u8]) -> Option<(u8, &[u8])> {
    let (first, more) = rest.split_first()?;
    let byte = match first {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        b'"' | b'\\' => *first,
        b'0'..=b'3' => {
            let (digits, after) = rest.split_at_checked(3)?;
            let octal = digits.iter().all(|d| (b'0'..=b'7').contains(d));
            let value = digits.iter().fold(0_u8, |n, d| (n << 3) | (d & 7));
            return octal.then_some((value, after));
        }
        _ => return None,
    };
    Some((byte, more))
}

fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(*byte)]),
            b'\t' => text.push_str("\\t"),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b' '..=b'~' => text.push(char::from(*byte)),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests;

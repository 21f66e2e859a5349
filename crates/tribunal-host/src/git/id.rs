//! Names of objects in either of git's two hash formats. Compact, because a walk keeps many of them.

use std::fmt;

use tribunal_core::domain::Commit;

/// The full name of a commit, tree or blob.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    bytes: [u8; 32],
    length: u8,
}

impl ObjectId {
    /// Reads 40 or 64 hexadecimal digits.
    pub fn from_hex(text: &[u8]) -> Option<Self> {
        if !matches!(text.len(), 40 | 64) {
            return None;
        }
        let mut bytes = [0; 32];
        for (at, pair) in text.chunks_exact(2).enumerate() {
            bytes[at] = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self { bytes, length: if text.len() == 40 { 20 } else { 32 } })
    }

    /// Takes the 20 or 32 bytes that stand in a tree object.
    pub fn from_raw(raw: &[u8]) -> Option<Self> {
        let length = u8::try_from(raw.len()).ok().filter(|n| matches!(n, 20 | 32))?;
        let mut bytes = [0; 32];
        bytes[..raw.len()].copy_from_slice(raw);
        Some(Self { bytes, length })
    }

    /// Whether it is the name git writes where there is no object.
    pub fn is_nothing(&self) -> bool {
        self.bytes == [0; 32]
    }

    /// As the core names commits.
    pub fn commit(&self) -> Commit {
        Commit::parse(&self.to_string()).expect("an object id is 40 or 64 lowercase hexadecimal digits")
    }
}

fn digit(byte: u8) -> Option<u8> {
    let value = char::from(byte).to_digit(16)?;
    u8::try_from(value).ok()
}

impl From<&Commit> for ObjectId {
    fn from(commit: &Commit) -> Self {
        Self::from_hex(commit.as_str().as_bytes()).expect("a commit is 40 or 64 hexadecimal digits")
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes[..usize::from(self.length)].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! Identifiers and quantities as types, so that a commit can never stand where a seat belongs.
//!
//! Nothing here mints an identifier: runs are named by the host, findings are numbered by the engine.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Longest name of a run, seat or agent; longer ones are a mistake or an attack on a terminal.
const NAME_MAX: usize = 128;

/// Longest key of an effect: a name, a commit and the words between them.
const KEY_MAX: usize = 512;

/// Why a text is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not 40 or 64 lowercase hexadecimal digits.
    #[error("{0:?} is not a commit: expected 40 or 64 lowercase hexadecimal digits")]
    NotACommit(String),
    /// Empty, too long, or with a character that may not stand in a name.
    #[error("{0:?} is not a name: expected 1 to 128 letters, digits, '-', '_', '.', '/', ':' or '@'")]
    NotAName(String),
}

/// A commit's full hash.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commit(String);

impl Commit {
    /// Reads a full hash; abbreviations are refused because a verdict must name exactly one commit.
    pub fn parse(text: &str) -> Result<Self, IdError> {
        let right = matches!(text.len(), 40 | 64)
            && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if right { Ok(Self(text.to_owned())) } else { Err(IdError::NotACommit(text.to_owned())) }
    }

    /// The first ten digits, for people.
    pub fn short(&self) -> &str {
        &self.0[..10]
    }

    /// All digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Commit {
    type Error = IdError;
    fn try_from(text: String) -> Result<Self, IdError> {
        Self::parse(&text)
    }
}

impl From<Commit> for String {
    fn from(commit: Commit) -> String {
        commit.0
    }
}

impl fmt::Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! name_type {
    ($(#[$doc:meta])* $name:ident, $max:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Reads a name; control characters, spaces and overlong texts are refused.
            pub fn parse(text: &str) -> Result<Self, IdError> {
                let right = (1..=$max).contains(&text.len())
                    && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./:@#".contains(&b));
                if right { Ok(Self(text.to_owned())) } else { Err(IdError::NotAName(text.to_owned())) }
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name_type! {
    /// Names one run; minted by the host.
    RunId, NAME_MAX
}
name_type! {
    /// Names one place on a panel, such as `architect-2`.
    SeatName, NAME_MAX
}
name_type! {
    /// Names a configured agent, linter or person that can fill a role.
    AgentName, NAME_MAX
}
name_type! {
    /// Names one obligation of the world, such as `r2/ask/reviewer#1`; derived from state, so the same debt has
    /// the same key after a restart. Longer than the names it is made of.
    EffectKey, KEY_MAX
}

/// Numbers findings in the order they were raised within one run; shown to people as `F3`. Never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FindingId(pub u32);

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "F{}", self.0)
    }
}

/// Milliseconds since the Unix epoch; always given to the core, never read by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The moment `ms` milliseconds later; saturates, because a wrapped deadline would fire at once.
    pub fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}

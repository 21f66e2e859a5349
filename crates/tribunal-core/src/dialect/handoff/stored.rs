//! The word under which an answer is stored.

use crate::domain::AnswerKind;

/// What is stored of the author's answer to an issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoredAnswer {
    /// Says it is fixed.
    Fixed,
    /// Later.
    Deferred,
    /// Disagrees.
    Rejected,
    /// Not worth doing.
    Skipped,
    /// No answer that counts.
    Pending,
}

impl StoredAnswer {
    /// All of them.
    pub const ALL: [StoredAnswer; 5] = [
        StoredAnswer::Fixed,
        StoredAnswer::Deferred,
        StoredAnswer::Rejected,
        StoredAnswer::Skipped,
        StoredAnswer::Pending,
    ];

    /// What is stored for an answer, or for none. Unable is no answer in this dialect: the issue is still pending.
    pub fn of(kind: Option<AnswerKind>) -> Self {
        match kind {
            Some(AnswerKind::Fixed) => StoredAnswer::Fixed,
            Some(AnswerKind::Deferred) => StoredAnswer::Deferred,
            Some(AnswerKind::Rejected) => StoredAnswer::Rejected,
            Some(AnswerKind::Skipped) => StoredAnswer::Skipped,
            Some(AnswerKind::Unable) | None => StoredAnswer::Pending,
        }
    }

    /// The stored word.
    pub fn word(self) -> &'static str {
        match self {
            StoredAnswer::Fixed => "FIXED",
            StoredAnswer::Deferred => "DEFERRED",
            StoredAnswer::Rejected => "REJECTED",
            StoredAnswer::Skipped => "SKIPPED",
            StoredAnswer::Pending => "PENDING",
        }
    }

    /// Reads a stored word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stored| stored.word().eq_ignore_ascii_case(word.trim()))
    }
}

//! The two lines every comment of ours begins with, and how a comment is known to be ours.
//!
//! The first line is the source's marker, which anybody can paste; the second is keyed. A comment is ours only if
//! its code is right and our own account wrote it, so that nobody can hide a comment from the analyzer.

use super::hmac::{hmac_sha256, same};
use crate::domain::{Commit, RunId};
use crate::log::hex;
use crate::protocol::Publication;

/// The first line of every comment of ours.
pub const LOOP_MARKER: &str = "<!-- pr-review-loop-marker -->";

/// What our keyed marker begins with.
pub(super) const KEYED: &str = "<!-- tribunal ";

/// Which report of which run a comment is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The run.
    pub run: RunId,
    /// The run's round.
    pub round: u32,
    /// Which report.
    pub kind: Publication,
    /// The commit it is about.
    pub head: Commit,
}

impl Mark {
    /// Both marker lines, without a line end.
    pub(super) fn lines(&self, key: &[u8]) -> String {
        format!("{LOOP_MARKER}\n{KEYED}{} mac={} -->", self.fields(), hex(&self.code(key)))
    }

    /// Reads the mark of a comment whose first two lines are as `lines` writes them under this key.
    pub fn read(comment: &str, key: &[u8]) -> Option<Self> {
        let mut lines = comment.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        if lines.next()? != LOOP_MARKER {
            return None;
        }
        let fields = lines.next()?.strip_prefix(KEYED)?.strip_suffix(" -->")?;
        let mut words = fields.split(' ');
        let mut value = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=');
        let mark = Self {
            run: RunId::parse(value("run")?).ok()?,
            round: value("round")?.parse().ok()?,
            kind: kind(value("kind")?)?,
            head: Commit::parse(value("head")?).ok()?,
        };
        let right = same(value("mac")?.as_bytes(), hex(&mark.code(key)).as_bytes());
        (right && words.next().is_none()).then_some(mark)
    }

    fn fields(&self) -> String {
        format!("run={} round={} kind={} head={}", self.run, self.round, word(self.kind), self.head)
    }

    /// No field can hold a space, so the text of the fields can be read in one way only.
    fn code(&self, key: &[u8]) -> [u8; 32] {
        hmac_sha256(key, format!("tribunal comment {}", self.fields()).as_bytes())
    }
}

/// Whether a comment was posted by us: the code is right and the account is ours.
pub fn is_ours(comment: &str, author: &str, our_account: &str, key: &[u8]) -> bool {
    author.eq_ignore_ascii_case(our_account) && Mark::read(comment, key).is_some()
}

fn word(kind: Publication) -> &'static str {
    match kind {
        Publication::ReviewReport => "review-report",
        Publication::FixReport => "fix-report",
        Publication::FinalReport => "final-report",
    }
}

fn kind(text: &str) -> Option<Publication> {
    let all = [Publication::ReviewReport, Publication::FixReport, Publication::FinalReport];
    all.into_iter().find(|kind| word(*kind) == text)
}

#[cfg(test)]
mod tests;

//! What one rule noticed in one file: the first places in full, the rest as a number. Nothing is dropped in silence,
//! and a file of a million hits costs no more than one of ten.

use crate::domain::Severity;

/// Most places of one rule in one file that get a report of their own. Whoever has more fixes them by searching.
pub const PER_FILE_MAX: usize = 10;

/// Most reports of one rule over all files, those about the rest of a file included.
pub const PER_RULE_MAX: usize = 100;

/// One place in words.
pub(super) struct Words {
    /// One line, the same for the same kind of defect: findings are recognised by it.
    pub(super) title: String,
    /// The line it is about, masked; `Seen::quote` makes it.
    pub(super) quote: Option<String>,
    pub(super) problem: String,
    pub(super) fix: String,
    pub(super) patch: Option<String>,
}

/// One place.
pub(super) struct Note {
    pub(super) severity: Severity,
    pub(super) line: Option<u32>,
    pub(super) words: Words,
}

/// Places beyond the limit.
pub(super) struct Rest {
    pub(super) count: usize,
    pub(super) worst: Severity,
    pub(super) first: Option<u32>,
}

/// What one rule noticed in one file.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) kept: Vec<Note>,
    pub(super) rest: Option<Rest>,
}

impl Notes {
    /// Notes a place. Its words are only made if it is among the first.
    pub(super) fn add(&mut self, severity: Severity, line: Option<u32>, words: impl FnOnce() -> Words) {
        if self.kept.len() < PER_FILE_MAX {
            self.kept.push(Note { severity, line, words: words() });
            return;
        }
        let rest = self.rest.get_or_insert(Rest { count: 0, worst: severity, first: line });
        rest.count += 1;
        rest.worst = rest.worst.max(severity);
    }

    /// How many places there were.
    pub(super) fn count(&self) -> usize {
        self.kept.len() + self.rest.as_ref().map_or(0, |rest| rest.count)
    }
}

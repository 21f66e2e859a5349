//! What was noticed while reading, and where each value stands. Byte positions become lines at the very end.

use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes of the file.
pub(super) type Span = Range<usize>;

/// One thing noticed. The order is the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Note {
    pub(super) byte: usize,
    pub(super) what: String,
    pub(super) help: String,
    /// The path of what is missing rather than wrong; a base that relies on its modes may miss much.
    pub(super) missing: Option<String>,
}

/// All that was noticed.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) list: Vec<Note>,
    /// Paths that an unknown key was probably meant to be.
    pub(super) meant: Vec<String>,
    places: BTreeMap<String, Span>,
}

impl Notes {
    /// Something is wrong.
    pub(super) fn wrong(&mut self, span: Span, what: String, help: String) {
        self.list.push(Note { byte: span.start, what, help, missing: None });
    }

    /// Something is missing.
    pub(super) fn missing(&mut self, span: Span, path: String, help: String) {
        let what = format!("`{path}` is missing");
        self.list.push(Note { byte: span.start, what, help, missing: Some(path) });
    }

    /// Remembers where the value of a path stands.
    pub(super) fn remember(&mut self, path: String, span: Span) {
        self.places.insert(path, span);
    }

    /// Where a path stands; where it does not, the nearest thing around it, at last the start of the file.
    pub(super) fn place(&self, path: &str) -> Span {
        let mut path = path;
        loop {
            if let Some(span) = self.places.get(path) {
                return span.clone();
            }
            match path.rfind(['.', '[']) {
                Some(end) => path = &path[..end],
                None => return 0..0,
            }
        }
    }
}

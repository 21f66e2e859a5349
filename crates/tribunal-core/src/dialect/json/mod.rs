//! Strict JSON for the three JSON dialects and the envelope: found whole in a reply, or refused with its reason.
//!
//! Cleaning is lossless (`extract`), reading is serde_json's own and refuses repeated keys and depth (`tree`), and
//! fields are read with complaints instead of guesses (`fields`). Nothing here repairs: no bracket is closed, no
//! element dropped, no candidate preferred. What a field means is for the dialects.

mod extract;
mod fields;
mod tree;

pub(crate) use extract::{document, object_end, value_end};
pub(crate) use fields::{Fields, Notes, note, shown};
pub(crate) use tree::{Json, Members, parse, twice, written};

/// Deepest nesting that is read; a result needs five levels, and a bound keeps the reader's stack bounded.
pub(crate) const DEPTH_MAX: usize = 64;

/// Whether a text is one JSON value that the JSON dialects would read. Public for the fuzz targets alone, which compare
/// it with serde_json.
pub fn strict_json(text: &str) -> Result<(), String> {
    parse(text).map(drop)
}

#[cfg(test)]
mod tests;

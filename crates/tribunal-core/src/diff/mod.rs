//! A unified diff as git writes it, read from bytes that nobody vouches for, and what can be asked of it.
//!
//! `read` takes the whole text or refuses it by naming the line; nothing is repaired and nothing is guessed. `model` is
//! what was read, borrowed from the input; `anchor` says which lines a comment may stand at, `map` follows a line
//! through diffs, `census` counts what there is to read, `split` cuts a large diff into parts without losing a line.
//! Running git, and knowing that its output is complete, is the host's: of two diffs that are both well formed nobody
//! can say which was cut at the border of a file, unless `--raw --numstat` stand in front. Then `read` can, up to the
//! note that the last line of all has no newline.

mod anchor;
mod census;
mod error;
mod map;
mod model;
mod path;
mod read;
mod split;

pub use anchor::Anchor;
pub use census::{Census, Counted, Covered};
pub use error::{DiffError, Wrong};
pub use map::{Fate, Spot, follow};
pub use model::{Diff, FileDiff, FileStatus, Hunk, Line, LineKind, Mode, Side};
pub use path::{GitPath, path_text};
pub use split::{Part, Piece, split};

#[cfg(test)]
mod tests;

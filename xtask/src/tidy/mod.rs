//! The project's own rules about its files, where neither the compiler nor clippy can see them.
//!
//! `tree` reads the files, `source` tells code from comments and literals, `rules` is the list. A rule is a plain
//! function from the tree to its breaches, so each has a test that shows it bites. Needles that a rule looks for in
//! whole texts are put together from parts, else the rule would find its own source.

mod engine;
mod form;
mod papers;
mod rooms;
mod rules;
mod source;
mod tree;
mod words;

pub use rules::breaches;
pub use tree::{Breach, File, Tree, listed};

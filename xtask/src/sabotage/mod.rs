//! Switches off one safeguard at a time in a copy of the tree and demands that a test fails for it.
//!
//! What can be switched off is data, `xtask/sabotage/*.toml`; `list` reads it, `check` says whether it still fits the tree,
//! `copy` is the tree that is edited, `trial` runs one test command, `suite` tries them all, `report` is the table. Nothing
//! here touches the tree itself, and nothing in the product knows of it: what a user could switch off is not in the binary.

mod check;
mod copy;
mod list;
mod report;
mod suite;
mod trial;

pub use check::fits_the_tree;
pub use suite::{check, list, run};

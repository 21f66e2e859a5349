//! Pretends: a world in which the engine can be driven from a script, for the tests of every room.
//!
//! `World` performs what is owed with scripted agents and no I/O; `script` reads its commands; `scenario` runs
//! transcript files, in which a line that begins with `> ` is a command and the lines after it are what must
//! follow from it; `arrows` follows the runs in them from phase to phase. `generate` plays seeded runs and `laws` says
//! what must hold of them; `invariants` states what must hold for every input of every reader. `journal` is the suite that
//! every journal passes, `scratch` a directory that goes away; `repo` builds real repositories and tells whether anything
//! in one was changed.

pub mod arrows;
pub mod generate;
pub mod golden;
pub mod invariants;
pub mod journal;
pub mod laws;
pub mod repo;
pub mod scenario;
pub mod scratch;
pub mod script;
pub mod world;

pub use golden::{bytes_of, entries_of, files_below, golden};
pub use scenario::{Scenario, check_file, play_file};
pub use scratch::Scratch;
pub use world::World;

//! The git room against real git, in repositories that the testkit builds.

mod budget;
mod common;

//! The git room against real git, in repositories that the testkit builds.

mod budget;
mod checkout;
mod common;
mod diff;
mod discover;
mod harvest;
mod history;
mod hostile;
mod landing;
mod range;
mod snapshot;
mod states;
mod tour;

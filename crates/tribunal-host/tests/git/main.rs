//! The git room against real git, in repositories that the testkit builds.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests are tests; clippy knows functions only"
)]

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

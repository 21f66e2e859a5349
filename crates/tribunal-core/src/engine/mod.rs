//! The machine: four plain functions over closed enums.
//!
//! `decide` judges an input and returns events; `apply` remembers them and cannot fail; `owed` lists unfinished
//! business; `deadline` says when to wake the run. Inside `decide`, `admit` turns an input into one fact and
//! `settle` draws the consequences, one batch at a time, until something is owed or awaited. Nothing here reads a
//! protocol's name: policy fields decide.

mod admit;
mod after;
mod apply;
mod choose;
mod claims;
mod count;
mod cycle;
mod decide;
#[allow(missing_docs, reason = "a variant's comment names its fields")]
mod effect;
#[allow(missing_docs, reason = "a variant's comment names its fields")]
mod event;
mod fix;
mod gather;
mod identity;
mod inherit;
#[allow(missing_docs, reason = "a variant's comment names its fields")]
mod input;
mod judge;
mod owed;
mod pause;
#[allow(missing_docs, reason = "a variant's comment names its fields")]
mod reason;
#[allow(missing_docs, reason = "a variant's comment names its fields")]
mod refusal;
mod round;
#[allow(missing_docs, reason = "a variant's comment names its fields")]
mod run;
mod settle;
mod trail;
mod validate;

pub use admit::admits;
pub use apply::apply;
pub use choose::choices;
pub use count::{fix_list, optional_list, suggestions_skipped};
pub use decide::decide;
pub use effect::{Ask, Effect, Fix, Task};
pub use event::{Because, Event, Recorded, Taken};
pub use fix::problem_words;
pub use inherit::inheritance;
pub use input::{
    Announcement, AuthorRole, Cost, Coverage, Drive, Failure, Inheritance, Input, Opening, Staff,
};
pub use owed::{deadline, owed};
pub use reason::{AnswerProblem, Pause, PauseReason, Reason};
pub use refusal::Refusal;
pub use round::ANALYZER;
pub use run::{
    Checking, Climb, FixRequest, Fixing, GateState, Judged, Ledger, Look, Paused, Phase, Round, Run, Seat,
    SeatPlan, SeatState, Trigger, Watch,
};
pub use settle::settle;
pub use trail::Trail;
pub use validate::{completion, valid_for};

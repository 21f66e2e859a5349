//! Events in words, and a run with its history. Pure text for terminals, transcripts and reports; nothing here decides anything.

mod chronicle;
mod event;
mod explain;
mod plan;

pub use chronicle::{
    AnswerTold, Chronicle, Doer, FailureTold, MoveTold, RoundTold, RulingTold, SeatTold, SpentTold,
};
pub use event::event_line;
pub(crate) use explain::because;
pub use explain::{Explanation, FindingStory, explain};
pub use plan::plan;

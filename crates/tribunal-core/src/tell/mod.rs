//! Events in words. Pure text for terminals, transcripts and reports; nothing here decides anything.

mod event;
mod explain;

pub use event::event_line;
pub use explain::{Explanation, FindingStory, explain};

//! Who reviews and fixes. So far: the scripted agent, a file of replies that users can run and tests trust.

mod scripted;

pub use scripted::{Script, ScriptError, Turn};

//! Runs a program that is not trusted to behave: bounded in time and output, and gone with all its descendants when it
//! ends, is cancelled, or when we are killed.
//!
//! Between us and the program stands a supervisor, our own binary under another name (`supervise`). It holds one end of a
//! pipe; when ours closes, for whatever reason, it ends the whole tree below it. So nothing depends on our living long
//! enough to clean up. No shell is involved anywhere: a command is a list of words.

mod capture;
mod run;
mod supervise;
mod tree;

pub use run::{Cancel, Ended, How, Job, Limit, run};
pub use supervise::{SUPERVISE, supervise};
pub use tree::{Identity, Seen, identity, own_identity, seen};

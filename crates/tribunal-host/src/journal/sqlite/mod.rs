//! A journal in one SQLite file: one user, one machine, any number of processes.
//!
//! `store` is the journal; `open` and `disk` let in only a file that is whole, ours and on this machine; `schema` is the
//! tables; `rows` reads and writes them; `sound` knows whether all pages must be looked at; `care` checks and backs up; `look`
//! looks at a file without opening it for writing. Nothing outside this folder speaks SQL.
//!
//! What damage is noticed. A row whose text was changed, moved, reordered or removed from the middle breaks the chain and
//! is refused by name. Rows cut from the end of a run are noticed because `closings` names the last event, as the closing
//! line of a log file does. Damage to pages is noticed when the file is opened, unless it lies exactly as one of our
//! processes left it in this boot (`sound`); then when a page is used. **Not** noticed is what a whole older state
//! looks like: a file put back from yesterday, a WAL that was lost with its last transactions, or somebody with the file in
//! hand who cuts a run, its closing and all, and computes every hash anew. Only a hash kept elsewhere (an exported log, a
//! published report) shows those. Places and leases carry no hash; they are facts of this machine and prove nothing.

mod care;
mod disk;
mod fault;
mod look;
mod open;
mod rows;
mod schema;
mod sound;
mod store;

pub use care::{Health, Problem};
pub use look::Look;
pub use open::{OpenError, Terms};
pub use store::SqliteJournal;

#[cfg(test)]
mod tests;

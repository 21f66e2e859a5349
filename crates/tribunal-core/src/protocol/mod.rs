//! Policies as data: the types, the strict reader, the built-in files, the import of 000's mode files.

mod bounds;
mod builtin;
mod check;
mod hash;
mod import;
mod policy;
mod problem;
mod read;
mod suggest;
mod words;
mod write;

pub use bounds::FILE_BYTES_MAX;
pub use builtin::{builtin, builtin_file, load_builtin};
pub use hash::hash;
pub use import::{Warning, import_mode};
pub use policy::{
    Alarm, Blocks, Combine, Dedupe, Dialect, FailedChecks, FailedSeat, Family, ForgeRules, Gate, GateKind,
    IdScheme, Ladder, Limits, NewFindings, Panel, Protocol, Publication, ReReview, Rung, Scope, Triggers,
    Unanswered,
};
pub use problem::{PROBLEMS_MAX, Place, Problem, Problems};
pub use read::{ProtocolFile, read};
pub use suggest::{choice, help, shown};
pub use write::{file_to_toml, is_sound, to_toml};

//! Policies as data: the types, the strict reader, the built-in files, the import of 000's mode files.

mod policy;

pub use policy::{
    Alarm, Blocks, Combine, Dedupe, Dialect, FailedChecks, FailedSeat, Family, ForgeRules, Gate, GateKind,
    IdScheme, Ladder, Limits, NewFindings, Panel, Protocol, Publication, ReReview, Rung, Scope, Triggers,
    Unanswered,
};

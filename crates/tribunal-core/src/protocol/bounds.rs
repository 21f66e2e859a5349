//! How large a protocol may be. Every number and every list in a file has a bound here, each with its reason.

/// Longest protocol file, in bytes; the built-in ones are below 8 KiB.
pub const FILE_BYTES_MAX: usize = 256 * 1024;
/// Most rounds of anything; a loop of more is not a review.
pub const ITERATIONS_MAX: u32 = 100;
/// Most seats on a panel; each is an agent process.
pub const PANEL_MAX: u32 = 16;
/// Most rungs on a ladder; ranks have to fit a byte with room.
pub const RUNGS_MAX: usize = 16;
/// Most families, gates and modes.
pub const ITEMS_MAX: usize = 32;
/// Most duties and focus areas; all of them go into every prompt.
pub const LINES_MAX: usize = 64;
/// Longest name of a protocol, mode, gate, family or role, in characters.
pub const NAME_MAX: usize = 64;
/// Longest prefix of a finding's id, in characters.
pub const PREFIX_MAX: usize = 16;
/// Longest free text (summary, scope, duty), in characters; it goes into prompts.
pub const TEXT_MAX: usize = 2_000;
/// Most threads of a pull request that can be asked for: 100 pages of 100.
pub const THREADS_MAX: u32 = 10_000;
/// Shortest silence that starts a cycle, in milliseconds; below it an agent's thinking pause would.
pub const SILENCE_MS_MIN: u64 = 1_000;
/// Longest silence, in milliseconds: a week.
pub const SILENCE_MS_MAX: u64 = 7 * 24 * 3_600_000;
/// Most words of a summary.
pub const WORDS_MAX: u32 = 10_000;
/// Most answered findings an alarm may wait for.
pub const ANSWERED_MAX: u32 = 1_000;

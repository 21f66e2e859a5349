//! The one place that reads the clock.

use std::time::{SystemTime, UNIX_EPOCH};

use tribunal_core::domain::Timestamp;

/// Now. A clock before 1970 counts as 1970; the core never lets time run backwards in a log anyway.
pub fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

//! Moments at the edges of the calendar.

use super::*;

#[test]
fn moments_are_written_as_utc() {
    for (ms, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"),
        (1_769_212_800_999, "2026-01-24T00:00:00Z"),
        (4_107_542_399_000, "2100-02-28T23:59:59Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(rfc3339(Timestamp(ms)), text);
    }
    assert!(!rfc3339(Timestamp(u64::MAX)).is_empty());
}

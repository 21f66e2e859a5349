//! Known days, and every day of 800 years against a calendar that counts one by one.

use super::*;

fn day(days: u64) -> String {
    civil_minute(Timestamp(days * 86_400_000))
}

#[test]
fn known_moments() {
    for (ms, text) in [
        (0, "1970-01-01 00:00"),
        (59_999, "1970-01-01 00:00"),
        (951_782_400_000, "2000-02-29 00:00"),
        (1_709_251_199_000, "2024-02-29 23:59"),
        (1_709_251_200_000, "2024-03-01 00:00"),
        (4_107_542_400_000, "2100-03-01 00:00"),
        (253_402_300_799_000, "9999-12-31 23:59"),
    ] {
        assert_eq!(civil_minute(Timestamp(ms)), text);
    }
    assert!(civil_minute(Timestamp(u64::MAX)).starts_with("584556019-"));
}

#[test]
fn every_day_follows_the_one_before() {
    let (mut year, mut month, mut date) = (1970, 1, 1);
    for days in 0..800 * 366 {
        assert_eq!(day(days), format!("{year:04}-{month:02}-{date:02} 00:00"));
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = match month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        date += 1;
        if date > length {
            (date, month) = (1, month + 1);
        }
        if month > 12 {
            (month, year) = (1, year + 1);
        }
    }
}

#[test]
fn durations_read_well() {
    let cases =
        [(0, "0 s"), (45_999, "45 s"), (720_000, "12 min"), (3_600_000, "1 h"), (11_100_000, "3 h 5 min")];
    for (ms, text) in cases {
        assert_eq!(duration_text(ms), text);
    }
}

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

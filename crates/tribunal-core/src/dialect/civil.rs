//! Dates and durations for people, from milliseconds. No clock, no zone: everything is UTC.

use crate::domain::Timestamp;

/// `YYYY-MM-DD HH:MM`, in UTC.
pub fn civil_minute(at: Timestamp) -> String {
    let minutes = at.0 / 60_000;
    let (year, month, day) = civil_day(minutes / (24 * 60));
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minutes / 60 % 24, minutes % 60)
}

/// `YYYY-MM-DDTHH:MM:SSZ`, as RFC 3339 writes it; milliseconds are left out.
pub(crate) fn rfc3339(at: Timestamp) -> String {
    let seconds = at.0 / 1_000;
    let (year, month, day) = civil_day(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a number of days since 1970-01-01, after Hinnant: count from 1 March of the year 0, so
/// that the leap day is the last of its year and eras of 400 years are all alike.
fn civil_day(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// `45 s`, `12 min`, `3 h 5 min`.
pub fn duration_text(ms: u64) -> String {
    let seconds = ms / 1_000;
    match (seconds / 3_600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests;

//! A moment as RFC 3339 writes it, for the documents that carry one. Reading one back is nobody's need.

use crate::domain::Timestamp;

const DAY_S: u64 = 86_400;

/// `2026-01-24T00:00:00Z`; milliseconds are left out.
pub(crate) fn rfc3339(at: Timestamp) -> String {
    let seconds = at.0 / 1000;
    let (year, month, day) = date(seconds / DAY_S);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The Gregorian date of a day since 1970, counted in eras of 400 years that begin on the first of March, so that the
/// leap day is the last of its year.
fn date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests;

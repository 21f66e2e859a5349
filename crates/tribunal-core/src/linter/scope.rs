//! What of a linter's reports concerns a change: linters look at whole trees, a review at what was changed.
//!
//! | where | what becomes of it |
//! |---|---|
//! | a line the change added, or a changed file without a line | as it stands |
//! | no file at all | as it stands: nobody can say it lies outside |
//! | another line of a changed file, high or critical | as it stands: a change can break a line it did not touch |
//! | another line of a changed file, medium or low | a remark: shown, never counted, sent to nobody |
//! | any other file | left out and counted in one remark, by severity |

use std::collections::BTreeMap;

use super::said::claimed;
use crate::domain::{Counts, Location, Report, Review, Severity};

/// A changed file and the lines the change added to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Its path at the head, from the root.
    pub path: String,
    /// First and last line of each added range; none where lines were only taken out.
    pub added: Vec<(u32, u32)>,
}

/// Where a report lies, from far to near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    Outside,
    InChangedFile,
    InChange,
}

/// Keeps of a linter's review what concerns the change. A change of no files is one nobody knows anything of: then
/// everything is kept.
pub fn within(review: Review, changed: &[Changed]) -> Review {
    if changed.is_empty() {
        return review;
    }
    let files: BTreeMap<&str, &[(u32, u32)]> =
        changed.iter().map(|file| (file.path.as_str(), file.added.as_slice())).collect();
    let mut review = review;
    let mut outside: Vec<Severity> = Vec::new();
    let mut kept = Vec::with_capacity(review.reports.len());
    for mut report in std::mem::take(&mut review.reports) {
        match nearness(&report, &files) {
            Nearness::InChange => kept.push(report),
            Nearness::InChangedFile => {
                soften(&mut report);
                kept.push(report);
            }
            Nearness::Outside => outside.push(report.severity),
        }
    }
    review.reports = kept;
    review.remarks.extend(told(&outside));
    claimed(review)
}

fn nearness(report: &Report, files: &BTreeMap<&str, &[(u32, u32)]>) -> Nearness {
    let nearest = report.locations.iter().map(|place| near(place, files)).max();
    nearest.unwrap_or(Nearness::InChange)
}

fn near(place: &Location, files: &BTreeMap<&str, &[(u32, u32)]>) -> Nearness {
    let Some(added) = files.get(place.path.as_str()) else { return Nearness::Outside };
    let Some(first) = place.line else { return Nearness::InChange };
    let last = place.end.unwrap_or(first);
    let touched = added.iter().any(|(from, to)| first <= *to && last >= *from);
    if touched { Nearness::InChange } else { Nearness::InChangedFile }
}

fn soften(report: &mut Report) {
    if report.severity < Severity::High {
        report.severity = Severity::Remark;
    }
}

fn told(outside: &[Severity]) -> Option<String> {
    let counts: Counts = outside.iter().copied().collect();
    let by_severity = Severity::COUNTED.iter().map(|s| (s, counts.of(*s))).filter(|(_, count)| *count > 0);
    let by_severity: Vec<String> = by_severity.map(|(s, count)| format!("{count} {s}")).collect();
    let list = if by_severity.is_empty() { "remarks".to_owned() } else { by_severity.join(", ") };
    (!outside.is_empty()).then(|| format!("not reported: {} outside the change ({list})", outside.len()))
}

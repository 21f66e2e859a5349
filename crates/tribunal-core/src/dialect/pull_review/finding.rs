//! A1, one finding, and the counts P0 to P3 that stand beside lists of them.

use serde::Serialize;

use crate::dialect::civil::rfc3339;
use crate::dialect::json::{Fields, Json, Notes, document, note, shown, written};
use crate::dialect::said::{note_repeated_ids, severity_in, title_or};
use crate::dialect::{Sheet, Unreadable, location, severity_word};
use crate::domain::{ClaimedCounts, Complaint, Counts, Location, Report};
use crate::protocol::Dialect;

/// What an id of a thread begins with; the id of its first comment follows.
pub(super) const THREAD: &str = "THREAD-";

/// Reads one finding with what was odd about it.
pub fn read_finding(text: &str) -> Result<(Report, Vec<Complaint>), Unreadable> {
    let json = document(text)?;
    let mut odd = Notes::new();
    let report = report(&Fields::of(&json, "finding")?, &mut odd);
    Ok((report, odd))
}

/// Writes one finding.
pub fn write_finding(sheet: &Sheet, report: &Report) -> String {
    written(&finding(sheet, report))
}

/// Reads a list of findings that must be there.
pub(super) fn reports(list: &[Json<'_>], notes: &mut Notes) -> Result<Vec<Report>, Unreadable> {
    let mut reports = Vec::with_capacity(list.len());
    for (at, item) in list.iter().enumerate() {
        reports.push(report(&Fields::of(item, format!("finding {}", at + 1))?, notes));
    }
    note_repeated_ids(&reports, notes);
    Ok(reports)
}

/// Names a thread's finding after the thread's first comment, where the finding says which that is.
pub(super) fn name_thread(report: &mut Report, fields: &Fields<'_>, notes: &mut Notes) {
    let source = fields.child("source").ok().flatten();
    let Some(comment) = source.and_then(|source| source.optional("reviewId", notes)) else {
        if !report.said_id.as_deref().is_some_and(|id| id.starts_with(THREAD)) {
            note(notes, &fields.place, "does not say which thread it is from");
        }
        return;
    };
    let id = format!("{THREAD}{}", comment.strip_prefix(THREAD).unwrap_or(&comment));
    if report.said_id.as_deref().is_some_and(|said| said.starts_with(THREAD) && said != id) {
        note(notes, &fields.place, format!("its id and its source name two threads; read as {}", shown(&id)));
    }
    report.said_id = Some(id);
}

/// Reads the counts beside a list.
pub(super) fn counts(fields: &Fields<'_>) -> Result<Option<ClaimedCounts>, Unreadable> {
    let Some(stated) = fields.child("issues")? else { return Ok(None) };
    let counts = ClaimedCounts {
        critical: stated.count("p0_blocking")?,
        high: stated.count("p1_critical")?,
        medium: stated.count("p2_important")?,
        low: stated.count("p3_suggestion")?,
        blocking: None,
        total: None,
    };
    Ok((counts != ClaimedCounts::default()).then_some(counts))
}

/// The counts to write: the stated ones, else those of the reports.
pub(super) fn tally(stated: Option<ClaimedCounts>, reports: &[Report]) -> Tally {
    let found: Counts = reports.iter().map(|r| r.severity).collect();
    match stated {
        Some(stated) => Tally {
            p0_blocking: stated.critical,
            p1_critical: stated.high,
            p2_important: stated.medium,
            p3_suggestion: stated.low,
        },
        None => Tally {
            p0_blocking: Some(found.critical),
            p1_critical: Some(found.high),
            p2_important: Some(found.medium),
            // A remark is written as P3, so it is counted as one.
            p3_suggestion: u32::try_from(reports.len()).ok().map(|all| all - (found.total() - found.low)),
        },
    }
}

/// A1 as it is written.
pub(super) fn finding<'a>(sheet: &'a Sheet, report: &'a Report) -> Finding<'a> {
    let place = report.locations.first();
    let thread = report.said_id.as_deref().and_then(|id| id.strip_prefix(THREAD));
    Finding {
        id: report.said_id.as_deref(),
        priority: severity_word(Dialect::PullReview, report.severity),
        category: &report.category,
        file: place.map(|l| l.path.as_str()),
        line: place.and_then(|l| l.line),
        title: &report.title,
        description: &report.problem,
        suggestion: &report.fix,
        quote: report.quote.as_deref(),
        source: Source {
            kind: if thread.is_some() { "comment" } else { "agent" },
            name: &sheet.speaker,
            review_id: thread,
            timestamp: rfc3339(sheet.at),
        },
    }
}

fn report(fields: &Fields<'_>, notes: &mut Notes) -> Report {
    let read = severity_in(fields, "priority", notes);
    let problem = fields.text("description", notes);
    let title = title_or(fields.text("title", notes), &problem, &fields.place, notes);
    Report {
        said_id: fields.optional("id", notes),
        severity: read.severity,
        unknown_severity: !read.known,
        title,
        locations: place(fields, notes).into_iter().collect(),
        quote: fields.optional("quote", notes),
        stood_at: None,
        category: fields.text("category", notes),
        problem,
        fix: fields.text("suggestion", notes),
        why: String::new(),
        fix_patch: None,
    }
}

/// File and line. A file written as `path:line` gives its line only where the field does not say another.
fn place(fields: &Fields<'_>, notes: &mut Notes) -> Option<Location> {
    let line = fields.line("line", notes);
    let file = fields.text("file", notes);
    if file.trim().is_empty() {
        if line.is_some() {
            note(notes, &fields.place, "names a line but no file");
        }
        return None;
    }
    match location(&file) {
        Some(found) if found.line.is_none() || line.is_none() => {
            Some(Location { line: found.line.or(line), ..found })
        }
        Some(found) if found.line == line => Some(found),
        Some(_) => Some(Location { path: file.trim().to_owned(), line, end: None }),
        None => {
            note(notes, &fields.place, format!("{} is no path", shown(&file)));
            None
        }
    }
}

#[derive(Serialize)]
pub(super) struct Tally {
    #[serde(skip_serializing_if = "Option::is_none")]
    p0_blocking: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p1_critical: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p2_important: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p3_suggestion: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Finding<'a> {
    id: Option<&'a str>,
    priority: &'a str,
    category: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    title: &'a str,
    description: &'a str,
    suggestion: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<&'a str>,
    source: Source<'a>,
}

#[derive(Serialize)]
struct Source<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    name: &'a str,
    #[serde(rename = "reviewId")]
    review_id: Option<&'a str>,
    timestamp: String,
}

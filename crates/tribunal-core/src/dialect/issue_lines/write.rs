//! Writes a review as issue lines. Data can never pose as structure: it is put on one line, brackets that would read
//! as a number or a severity become round, and a part that would be taken for the place is put in quotes.

use crate::dialect::text::{one_line, passes};
use crate::dialect::{Sheet, severity_word};
use crate::domain::{Claim, Location, Report, Review, Ruling, RulingSaid, Severity};
use crate::protocol::Dialect;

use super::placed::{Grade, grade, written};
use super::read::{NO_TITLE, Reader};
use super::scan::{id_text, is_close, is_open, is_structural, ruling_here};
use super::verdict::{mentioned, write_verdict_line};

/// Writes rulings, issues, improvements and, last, the verdict. A missing claim is written as FAIL.
pub fn write_review(review: &Review, sheet: &Sheet) -> String {
    let mut out = String::new();
    let mut push = |line: &str| {
        out.push_str(line);
        out.push('\n');
    };
    review.rulings.iter().for_each(|r| push(&ruling_line(r)));
    let (remarks, issues): (Vec<_>, Vec<_>) =
        review.reports.iter().partition(|r| r.severity == Severity::Remark);
    issues.iter().for_each(|r| push(&issue_line(r)));
    let noted = remarks.iter().map(|r| remark_of(r)).chain(review.remarks.iter().cloned());
    let noted: Vec<String> = noted.filter_map(|r| remark_line(&r)).collect();
    if !noted.is_empty() {
        push("\nIMPROVEMENTS:");
        noted.iter().for_each(|r| push(r));
    }
    let claim = if passes(review.claim) { Claim::Approve } else { Claim::RequestChanges };
    let verdict = write_verdict_line(claim, sheet);
    if out.is_empty() { format!("{verdict}\n") } else { format!("{out}\n{verdict}\n") }
}

/// `[ISSUE-n] [SEVERITY] description - file:line - fix`.
pub(super) fn issue_line(report: &Report) -> String {
    let number = report.said_id.as_deref().map(|id| format!("[{}] ", safe_id(id))).unwrap_or_default();
    let word = severity_word(Dialect::IssueLines, report.severity);
    format!("{number}[{word}] {}", issue_body(report))
}

/// What stands after the severity. Each part is harmless by itself; a bracket that opens in one and closes in another
/// may still read as a number, and then no text keeps its brackets, and a place that has some joins the title.
fn issue_body(report: &Report) -> String {
    let said = if report.title.trim().is_empty() { &report.problem } else { &report.title };
    let body = parts(said, &report.locations, &report.fix);
    if rounded(&body) == body {
        return body;
    }
    let (said, fix) = (all_round(said), all_round(&report.fix));
    let body = parts(&said, &report.locations, &fix);
    if rounded(&body) == body {
        return body;
    }
    let places: Vec<_> = report.locations.iter().map(crate::dialect::location_text).collect();
    parts(&all_round(&format!("{said} (in {})", places.join(", "))), &[], &fix)
}

fn parts(said: &str, locations: &[Location], fix: &str) -> String {
    let (place, sureness, lost) = written(locations);
    let title = calm(&titled(said, &lost), sureness, |g, real| g > real);
    let title = if title.is_empty() { NO_TITLE.to_owned() } else { title };
    let fix = calm(&defused(fix), sureness, |g, real| g >= real);
    let head = format!("{title} - {place}");
    if fix.is_empty() { head } else { format!("{head} - {fix}") }
}

fn all_round(text: &str) -> String {
    text.replace(is_open, "(").replace(is_close, ")")
}

/// A title, with the places the format cannot write.
fn titled(title: &str, lost: &[&Location]) -> String {
    let places: Vec<_> = lost.iter().map(|l| format!(" (in {})", crate::dialect::location_text(l))).collect();
    defused(&format!("{title}{}", places.concat()))
}

fn ruling_line(said: &RulingSaid) -> String {
    let word = match said.ruling {
        Ruling::Resolved => "RESOLVED",
        Ruling::StillPresent => "STILL PRESENT",
        Ruling::Regressed => "REGRESSED",
        Ruling::DisputeAccepted => "DISPUTE ACCEPTED",
        Ruling::DisputeRejected => "DISPUTE REJECTED",
    };
    let note = defused(&said.note);
    let id = safe_id(&said.id);
    match (note.is_empty(), ruling_here(&note)) {
        (true, _) => format!("[{id}] {word}"),
        (false, None) => format!("[{id}] {word} - {note}"),
        (false, Some(_)) => format!("[{id}] {word} - note: {note}"),
    }
}

/// A report that is only a remark, in one line.
fn remark_of(report: &Report) -> String {
    let place = report.locations.first().map(crate::dialect::location_text);
    let parts = [Some(report.title.clone()), place, Some(report.fix.clone())];
    parts.into_iter().flatten().filter(|p| !p.trim().is_empty()).collect::<Vec<_>>().join(" - ")
}

/// A remark's line. One that would read as anything else is marked; an empty one is none.
fn remark_line(remark: &str) -> Option<String> {
    let remark = defused(remark);
    if remark.is_empty() {
        return None;
    }
    let line = format!("- {remark}");
    let mut reader = Reader::among_remarks();
    let plain = reader.line(1, &line).is_ok() && reader.only_remark() == Some(&remark);
    let quiet = if mentioned(&remark).next().is_some() { remark.replace(':', "") } else { remark };
    Some(if plain { line } else { format!("- {}", defused(&format!("Remark: {quiet}"))) })
}

/// Longest tag of a number that is written.
const TAG_MAX: usize = 40;

/// An id that reads back: `ISSUE-` and letters, digits, dots, dashes.
pub(super) fn safe_id(id: &str) -> String {
    let tag = crate::dialect::text::strip_word(id, "issue-").unwrap_or(id);
    let kept: String =
        tag.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.#".contains(*c)).take(TAG_MAX).collect();
    let kept = kept.trim_start_matches(['-', '_', '#', '.']).trim_end_matches('_');
    if kept.is_empty() { "ISSUE-0".to_owned() } else { id_text(kept) }
}

/// Data on one line, with no bracket that the reader acts on and no dash at an end.
pub(super) fn defused(text: &str) -> String {
    let mut text = one_line(text);
    loop {
        let next = rounded(&text);
        if next == text {
            break;
        }
        text = next;
    }
    let lone = matches!(&text[first_len(&text)..].chars().next(), None | Some(' '));
    if lone && text.starts_with(['-', '—', '|']) {
        text.replace_range(..first_len(&text), "–");
    }
    if text.ends_with(" -") {
        text.replace_range(text.len() - 1.., "–");
    }
    text
}

fn first_len(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// One pass of making structural brackets round. Rounding an inner bracket may complete an outer one, hence passes;
/// a bracket's bounded length bounds their number.
fn rounded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut close = None;
    for (at, c) in text.char_indices() {
        if is_open(c) && is_structural(&text[at..]) {
            close = super::scan::bracket(&text[at..]).map(|(_, rest)| text.len() - rest.len());
            out.push('(');
        } else if close == Some(at + c.len_utf8()) {
            out.push(')');
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a text would have to be changed to be written.
pub(super) fn is_touched(text: &str) -> bool {
    defused(text) != text
}

/// A text no part of which would be taken for the place.
fn calm(text: &str, real: Grade, beats: fn(Grade, Grade) -> bool) -> String {
    let taken = |t: &str| t.split(" - ").filter_map(grade).any(|g| beats(g, real));
    if !taken(text) {
        return text.to_owned();
    }
    let joined = text.replace(" - ", " – ");
    if taken(&joined) { format!("\"{joined}\"") } else { joined }
}

#[cfg(test)]
pub(in crate::dialect) mod tests;

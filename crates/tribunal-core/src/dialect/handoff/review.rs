//! The tech lead's hand-off: issues, counts and rulings on earlier issues.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::dialect::json::{Fields, Json, Notes, document, note, shown, written};
use crate::dialect::said::{note_repeated_ids, severity_in, title_or};
use crate::dialect::{Sheet, Unreadable, claim, claim_word, location_text, severity_word};
use crate::domain::{Claim, ClaimedCounts, Counts, Report, Review, Ruling, RulingSaid, Severity};
use crate::protocol::Dialect;

const DIALECT: Dialect = Dialect::Handoff;

/// Reads a review hand-off.
pub fn read_review(text: &str) -> Result<Review, Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let mut review = Review { claim: status(&fields)?, counts: counts(&fields)?, ..Review::default() };
    for (at, issue) in fields.list("issues")?.iter().enumerate() {
        let fields = Fields::of(issue, format!("issue {}", at + 1))?;
        review.reports.push(report(&fields, &mut review.complaints));
    }
    note_repeated_ids(&review.reports, &mut review.complaints);
    review.rulings = rulings(&fields, &mut review.complaints)?;
    described(&fields, &review.reports, &mut review.complaints)?;
    Ok(review)
}

/// Writes a review hand-off. New blocking issues are those whose id says they were born in this round.
pub fn write_review(sheet: &Sheet, review: &Review) -> String {
    let ruled = |kind| review.rulings.iter().filter(move |r| r.ruling == kind);
    let ids = |kind| ruled(kind).map(|r| r.id.as_str()).collect::<Vec<_>>();
    let overruled = ruled(Ruling::DisputeRejected).map(|r| Overruled { id: &r.id, reason: &r.note });
    let new = review.reports.iter().filter(|r| blocks(r.severity) && sheet.round > 1);
    written(&Written {
        status: review.claim.map(|c| claim_word(DIALECT, c)),
        issues: review.reports.iter().map(issue).collect(),
        issue_summary: summary(review),
        iteration: sheet.iteration,
        prior_issues_resolved: ids(Ruling::Resolved),
        new_blocking_issues: new
            .filter_map(|r| r.said_id.as_deref())
            .filter(|id| born(id) == Some(sheet.round))
            .collect(),
        rejections_accepted: ids(Ruling::DisputeAccepted),
        rejections_overruled: overruled.collect(),
    })
}

fn blocks(severity: Severity) -> bool {
    severity >= Severity::High
}

/// The round in an id such as `TL-AUTH-4-001`.
fn born(id: &str) -> Option<u32> {
    id.rsplit('-').nth(1)?.parse().ok()
}

fn status(fields: &Fields<'_>) -> Result<Option<Claim>, Unreadable> {
    if fields.some("status").is_none() {
        return Ok(None);
    }
    let words = "\"status\" must be one of APPROVED, APPROVED_WITH_NOTES, CHANGES_REQUESTED";
    let word = fields.word("status").ok_or_else(|| fields.wrong(words))?;
    match claim(DIALECT, word) {
        Some(claim) => Ok(Some(claim)),
        None => Err(fields.wrong(format!("{words}, not {}", shown(word)))),
    }
}

/// Counts under their present name or the source's first one, with its first words for medium and low.
fn counts(fields: &Fields<'_>) -> Result<Option<ClaimedCounts>, Unreadable> {
    let key = if fields.some("issue_summary").is_some() { "issue_summary" } else { "summary" };
    let Some(Json::Object(_)) = fields.some(key) else {
        return if key == "summary" {
            Ok(None)
        } else {
            Err(fields.wrong("\"issue_summary\" must be an object"))
        };
    };
    let Some(stated) = fields.child(key)? else { return Ok(None) };
    let either = |now: &str, once: &str| Ok::<_, Unreadable>(stated.count(now)?.or(stated.count(once)?));
    Ok(Some(ClaimedCounts {
        critical: stated.count("critical")?,
        high: stated.count("high")?,
        medium: either("medium", "suggestion")?,
        low: either("low", "minor")?,
        blocking: stated.count("blocking_count")?,
        total: None,
    }))
}

fn report(fields: &Fields<'_>, notes: &mut Notes) -> Report {
    let said = severity_in(fields, "severity", notes);
    let severity = with_flag(said.severity, fields.flag("blocking", notes), &fields.place, notes);
    let problem = fields.text("problem", notes);
    let title = title_or(fields.text("title", notes), &problem, &fields.place, notes);
    Report {
        said_id: fields.optional("id", notes),
        severity,
        unknown_severity: !said.known,
        title,
        locations: fields.places("location", notes),
        quote: fields.optional("quote", notes),
        stood_at: None,
        category: String::new(),
        problem,
        fix: fields.text("fix", notes),
        why: fields.text("why", notes),
        fix_patch: fields.optional("fix_patch", notes),
    }
}

/// The severity decides what blocks; a flag that says otherwise is complained about. A stricter flag is not waved
/// away: the issue is read as high, the mildest severity that blocks.
fn with_flag(said: Severity, flag: Option<bool>, place: &str, notes: &mut Notes) -> Severity {
    match flag {
        Some(true) if !blocks(said) => {
            note(notes, place, format!("says blocking: true at severity {said}; read as high"));
            Severity::High
        }
        Some(false) if blocks(said) => {
            note(notes, place, format!("says blocking: false at severity {said}; it blocks all the same"));
            said
        }
        Some(_) | None => said,
    }
}

fn rulings(fields: &Fields<'_>, notes: &mut Notes) -> Result<Vec<RulingSaid>, Unreadable> {
    let mut all = Vec::new();
    for (key, ruling) in [
        ("prior_issues_resolved", Ruling::Resolved),
        ("rejections_accepted", Ruling::DisputeAccepted),
        ("rejections_overruled", Ruling::DisputeRejected),
    ] {
        for item in fields.list_or_none(key)? {
            let (id, reason) = named(item, key, notes)?;
            if ruling == Ruling::DisputeRejected && reason.trim().is_empty() {
                note(notes, key, format!("{} is overruled without a reason", shown(&id)));
            }
            all.push(RulingSaid { id, ruling, note: reason });
        }
    }
    Ok(all)
}

/// An id alone, or an object with an id and a reason.
fn named(item: &Json<'_>, key: &str, notes: &mut Notes) -> Result<(String, String), Unreadable> {
    let (id, reason) = match item {
        Json::Text(id) => (id.to_string(), String::new()),
        Json::Whole(id) => (id.to_string(), String::new()),
        Json::Null | Json::Bool(_) | Json::Other(_) | Json::List(_) | Json::Object(_) => {
            let fields = Fields::of(item, key)?;
            (fields.text("id", notes), fields.text("reason", notes))
        }
    };
    if id.trim().is_empty() {
        return Err(Unreadable::at(key, "an element names no issue id"));
    }
    Ok((id, reason))
}

/// An issue that is announced as new and blocking must be described, or a finding would get lost.
fn described(fields: &Fields<'_>, reports: &[Report], notes: &mut Notes) -> Result<(), Unreadable> {
    let known: BTreeSet<&str> = reports.iter().filter_map(|r| r.said_id.as_deref()).collect();
    for item in fields.list_or_none("new_blocking_issues")? {
        let (id, _) = named(item, "new_blocking_issues", notes)?;
        if !known.contains(id.as_str()) {
            let what = format!("{} is not described in \"issues\"", shown(&id));
            return Err(Unreadable::at("new_blocking_issues", what));
        }
    }
    Ok(())
}

fn summary(review: &Review) -> Summary {
    let found: Counts = review.reports.iter().map(|r| r.severity).collect();
    let computed = ClaimedCounts {
        critical: Some(found.critical),
        high: Some(found.high),
        medium: Some(found.medium),
        low: Some(found.low),
        blocking: Some(found.at_least(Severity::High)),
        total: None,
    };
    let stated = review.counts.unwrap_or(computed);
    Summary {
        critical: stated.critical,
        high: stated.high,
        medium: stated.medium,
        low: stated.low,
        blocking_count: stated.blocking,
    }
}

fn issue(report: &Report) -> Issue<'_> {
    Issue {
        id: report.said_id.as_deref(),
        severity: severity_word(DIALECT, report.severity),
        blocking: blocks(report.severity),
        title: &report.title,
        location: report.locations.first().map(location_text),
        problem: &report.problem,
        fix: &report.fix,
        why: &report.why,
        fix_patch: report.fix_patch.as_deref(),
        quote: report.quote.as_deref(),
    }
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    issues: Vec<Issue<'a>>,
    issue_summary: Summary,
    iteration: u32,
    prior_issues_resolved: Vec<&'a str>,
    new_blocking_issues: Vec<&'a str>,
    rejections_accepted: Vec<&'a str>,
    rejections_overruled: Vec<Overruled<'a>>,
}

#[derive(Serialize)]
struct Issue<'a> {
    id: Option<&'a str>,
    severity: &'a str,
    blocking: bool,
    title: &'a str,
    location: Option<String>,
    problem: &'a str,
    fix: &'a str,
    why: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix_patch: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<&'a str>,
}

#[derive(Serialize)]
struct Overruled<'a> {
    id: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Summary {
    #[serde(skip_serializing_if = "Option::is_none")]
    critical: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    medium: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocking_count: Option<u32>,
}

//! The `review_result` a reviewer sends back.

use serde::Serialize;

use crate::dialect::civil::rfc3339;
use crate::dialect::json::{Fields, Notes, document, note, shown, written};
use crate::dialect::said::{joined, severity_in, title_or};
use crate::dialect::{Sheet, Unreadable, claim, claim_word, location_text, severity_word};
use crate::domain::{Claim, Report, Review};
use crate::protocol::Dialect;

const DIALECT: Dialect = Dialect::ReviewResult;

/// Reads a `review_result`.
pub fn read_review(text: &str) -> Result<Review, Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let mut review = Review::default();
    typed(&fields, &mut review.complaints)?;
    let payload = fields.child("payload")?.ok_or_else(|| fields.wrong("\"payload\" is missing"))?;
    review.claim = Some(verdict(&payload)?);
    review.summary = payload.text("summary", &mut review.complaints);
    for (at, issue) in payload.list("issues")?.iter().enumerate() {
        let fields = Fields::of(issue, format!("issue {}", at + 1))?;
        review.reports.push(report(&fields, &mut review.complaints));
    }
    Ok(review)
}

/// Writes a `review_result`.
pub fn write_review(sheet: &Sheet, review: &Review) -> String {
    written(&Written {
        kind: "review_result",
        reviewer: &sheet.speaker,
        timestamp: rfc3339(sheet.at),
        payload: Payload {
            verdict: claim_word(DIALECT, review.claim.unwrap_or(Claim::Concerns)),
            summary: &review.summary,
            issues: review.reports.iter().map(issue).collect(),
        },
    })
}

/// A summary cut to `max_words` for showing; what is kept and judged is never cut.
pub fn shown_summary(summary: &str, max_words: u32) -> String {
    let most = usize::try_from(max_words).unwrap_or(usize::MAX);
    if summary.split_whitespace().count() <= most {
        return summary.to_owned();
    }
    let kept: Vec<&str> = summary.split_whitespace().take(most).collect();
    format!("{} ...", kept.join(" ")).trim_start().to_owned()
}

fn typed(fields: &Fields<'_>, notes: &mut Notes) -> Result<(), Unreadable> {
    match fields.word("type") {
        Some("review_result") => Ok(()),
        Some(other) => Err(fields.wrong(format!("\"type\" must be \"review_result\", not {}", shown(other)))),
        None => {
            note(notes, &fields.place, "\"type\" is missing; read as a review_result");
            Ok(())
        }
    }
}

fn verdict(payload: &Fields<'_>) -> Result<Claim, Unreadable> {
    let words = "\"verdict\" must be one of approved, concerns, blocker";
    let word = payload.word("verdict").ok_or_else(|| payload.wrong(words))?;
    claim(DIALECT, word).ok_or_else(|| payload.wrong(format!("{words}, not {}", shown(word))))
}

fn report(fields: &Fields<'_>, notes: &mut Notes) -> Report {
    let read = severity_in(fields, "severity", notes);
    let description = fields.text("description", notes);
    let (title, problem) = match description.trim().split_once('\n') {
        Some((title, problem)) => (title.trim_end().to_owned(), problem.to_owned()),
        None => (description.trim().to_owned(), String::new()),
    };
    let title = title_or(title, "", &fields.place, notes);
    let report = Report { unknown_severity: !read.known, ..Report::new(read.severity, &title) };
    Report { problem, locations: fields.places("file", notes), ..report }
}

fn issue(report: &Report) -> Issue {
    let parts =
        [("", &*report.title), ("", &*report.problem), ("Fix: ", &*report.fix), ("Why: ", &*report.why)];
    Issue {
        severity: severity_word(DIALECT, report.severity),
        description: joined(&parts),
        file: report.locations.first().map(location_text),
    }
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    reviewer: &'a str,
    timestamp: String,
    payload: Payload<'a>,
}

#[derive(Serialize)]
struct Payload<'a> {
    verdict: &'a str,
    summary: &'a str,
    issues: Vec<Issue>,
}

#[derive(Serialize)]
struct Issue {
    severity: &'static str,
    description: String,
    file: Option<String>,
}

//! Writes a round's findings in the source's own layout. Every text stands on one line behind a label or a number, so
//! it cannot pose as structure.

use crate::dialect::text::{one_line, passes};
use crate::dialect::{Sheet, civil_minute, location_text, severity_word};
use crate::domain::{Counts, Report, Review, Severity};
use crate::protocol::Dialect;

use super::files::written;
use super::read::NO_TITLE;

/// `story-{id}-review-findings-round-{n}.md`; what may not stand in a file's name becomes a dash.
pub fn document_name(story: &str, round: u32) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_') { c } else { '-' };
    let story: String = story.trim().chars().take(STORY_MAX).map(safe).collect();
    format!("story-{story}-review-findings-round-{round}.md")
}

/// Longest story id in a file's name.
const STORY_MAX: usize = 100;

const SECTIONS: [(&str, Severity); 3] = [
    ("Critical Issues (Must Fix)", Severity::Critical),
    ("Important Issues (Should Fix)", Severity::High),
    ("Minor Issues (Nice to Have)", Severity::Low),
];

/// The reports in the order of the document: the n-th has the number n.
pub fn document_order(review: &Review) -> Vec<&Report> {
    let of = |severity| review.reports.iter().filter(move |r| section_of(r.severity) == severity);
    SECTIONS.iter().flat_map(|(_, severity)| of(*severity)).collect()
}

/// Writes the document. Its counts are computed; its Recommendation comes from the claim, never milder than the items.
pub fn write_review(review: &Review, sheet: &Sheet) -> String {
    let mut out = header(sheet);
    let mut number = 0;
    for (title, severity) in SECTIONS {
        out.push_str(&format!("## {title}\n\n"));
        let before = number;
        for report in review.reports.iter().filter(|r| section_of(r.severity) == severity) {
            number += 1;
            out.push_str(&item_text(number, report));
        }
        if number == before {
            out.push_str("None\n\n");
        }
    }
    out.push_str(&summary_text(review));
    out
}

/// The section a severity is written in.
fn section_of(severity: Severity) -> Severity {
    match severity {
        Severity::Critical => Severity::Critical,
        Severity::High => Severity::High,
        Severity::Medium | Severity::Low | Severity::Remark => Severity::Low,
    }
}

fn header(sheet: &Sheet) -> String {
    let speaker = one_line(&sheet.speaker);
    let speaker = if speaker.is_empty() { "Agent (Fresh Context)" } else { &speaker };
    format!(
        "# Story {} Code Review Findings - Round {}\n\n**Reviewer:** {speaker}\n**Date:** {}\n**Branch:** {}\n\n",
        one_line(&sheet.story),
        sheet.round,
        civil_minute(sheet.at),
        one_line(&sheet.branch),
    )
}

fn item_text(number: u32, report: &Report) -> String {
    let (files, lost) = written(&report.locations);
    let lost: String = lost.iter().map(|l| format!(" (in {})", location_text(l))).collect();
    let said = if one_line(&report.title).is_empty() { &report.problem } else { &report.title };
    let title = one_line(&format!("{said}{lost}"));
    let title = if title.is_empty() { NO_TITLE } else { &title };
    let category = one_line(&report.category).replace('[', "(").replace(']', ")");
    let category = if category.is_empty() { "General" } else { &category };
    let mut out = format!("{number}. **[{category}]:** {title}\n   - **File:** {files}\n");
    for (label, value) in [("Problem", &report.problem), ("Impact", &report.why), ("Fix", &report.fix)] {
        let value = one_line(value);
        if !value.is_empty() {
            out.push_str(&format!("   - **{label}:** {value}\n"));
        }
    }
    out + "\n"
}

fn summary_text(review: &Review) -> String {
    let counts: Counts = review.reports.iter().map(|r| section_of(r.severity)).collect();
    let mut out = format!("## Summary\n\n- **Total findings:** {}\n", counts.total());
    for (_, severity) in SECTIONS {
        let word = severity_word(Dialect::FindingsDocument, severity);
        out.push_str(&format!("- **{word}:** {}\n", counts.of(severity)));
    }
    let must = counts.at_least(Severity::High) > 0;
    let advice = match (must, passes(review.claim), review.claim) {
        (true, _, _) => "must-fix: fix all Critical and Important findings, then review again",
        (false, true, _) => "clean: proceed",
        (false, false, Some(_)) => "must-fix: the reviewer does not approve",
        (false, false, None) => "none given",
    };
    out + &format!("- **Recommendation:** {advice}\n")
}

#[cfg(test)]
mod tests;

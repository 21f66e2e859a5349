//! What both formats make of words: the text of a document, a report's title and problem, the review at the end.

use super::DOCUMENT_BYTES_MAX;
use crate::dialect::json::{Notes, note};
use crate::dialect::{FINDINGS_MAX, Unreadable};
use crate::domain::{Claim, Complaint, Report, Review, Severity, folded};

/// Longest title, in characters; the whole message stays in the problem.
const TITLE_CHARS_MAX: usize = 300;

/// Longest text of any other kind, in characters. A linter that prints a file into a message must not drown the rest.
const TEXT_CHARS_MAX: usize = 8_000;

/// Most complaints that are kept one by one: the same oddity stands on every result of a document.
const COMPLAINTS_MAX: usize = 100;

/// The title of a report that came without any words; a report is never dropped for it.
const NO_MESSAGE: &str = "(no message)";

/// A document's text, without a byte-order mark; refused if it is empty, too long or no text.
pub(super) fn text_of(bytes: &[u8]) -> Result<&str, Unreadable> {
    if bytes.len() > DOCUMENT_BYTES_MAX {
        let what = format!("has {} bytes, more than {DOCUMENT_BYTES_MAX}", bytes.len());
        return Err(Unreadable::at("document", what));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|e| Unreadable::at("document", format!("is no UTF-8 text: {e}")))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Refuses more reports than a review may carry.
pub(super) fn bounded(results: usize) -> Result<(), Unreadable> {
    if results > FINDINGS_MAX {
        let what = format!("has more than {FINDINGS_MAX} results; let the linter look at less");
        return Err(Unreadable::at("document", what));
    }
    Ok(())
}

/// A report with a message: its first line is the title, the whole the problem if it says more.
pub(super) fn report(severity: Severity, message: &str, place: &str, notes: &mut Notes) -> Report {
    let first = message.lines().map(folded).find(|line| !line.is_empty());
    if first.is_none() {
        note(notes, place, "has no message");
    }
    let title = first.unwrap_or_else(|| NO_MESSAGE.to_owned());
    let mut report = Report::new(severity, &cut(&title, TITLE_CHARS_MAX));
    if folded(message) != report.title {
        report.problem = text(message, place, notes);
    }
    report
}

/// A text as it is kept: trimmed, and cut where nobody would read on.
pub(super) fn text(text: &str, place: &str, notes: &mut Notes) -> String {
    let kept = cut(text.trim(), TEXT_CHARS_MAX);
    if kept.len() < text.trim().len() {
        note(notes, place, format!("a text was cut after {TEXT_CHARS_MAX} characters"));
    }
    kept
}

/// Longest text that stands once in a document and is repeated in every report, in characters.
const SHARED_CHARS_MAX: usize = 500;

/// A text that stands once in a document and is repeated in every report.
pub(super) fn shared(text: &str) -> String {
    cut(text.trim(), SHARED_CHARS_MAX)
}

/// The first so many characters.
fn cut(text: &str, most: usize) -> String {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end]).to_owned()
}

/// What was found and is not reported as it stands, and why. Each count becomes a remark.
#[derive(Debug, Default)]
pub(super) struct Unreported {
    /// Suppressed by a person or in the source.
    pub(super) suppressed: usize,
    /// Of these, in the source under review itself.
    pub(super) in_source: usize,
    /// In the baseline and gone since.
    pub(super) absent: usize,
    /// Kinds that are no defect: pass, not applicable, informational.
    pub(super) passed: usize,
    /// Level `none` and no score.
    pub(super) unrated: usize,
}

impl Unreported {
    fn remarks(&self) -> Vec<String> {
        let told = |count: usize, what: &str| (count > 0).then(|| format!("not reported: {count} {what}"));
        let suppressed =
            told(self.suppressed, &format!("suppressed, {} of them in the source", self.in_source));
        [
            suppressed,
            told(self.absent, "of the baseline that are gone"),
            told(self.passed, "of a kind that is no defect"),
            told(self.unrated, "of level none"),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// The review of one document.
pub(super) fn review(reports: Vec<Report>, unreported: &Unreported, mut complaints: Notes) -> Review {
    if complaints.len() > COMPLAINTS_MAX {
        let what = format!("{} more complaints of this kind", complaints.len() - COMPLAINTS_MAX);
        complaints.truncate(COMPLAINTS_MAX);
        complaints.push(Complaint { place: "document".to_owned(), what });
    }
    let remarks = unreported.remarks();
    claimed(Review { reports, remarks, complaints, ..Review::default() })
}

/// A linter approves if it reports nothing that counts, and gives no verdict of its own otherwise: what its reports
/// come to is the protocol's rule, and a request for changes over a note would contradict a protocol that lets notes
/// pass.
pub(super) fn claimed(mut review: Review) -> Review {
    let counts = review.reports.iter().any(|report| report.severity > Severity::Remark);
    review.claim = (!counts).then_some(Claim::Approve);
    review
}

/// The review with a vote, for protocols in which the reviewers' words decide and not their findings: concerns if it
/// reports anything that counts.
pub fn voting(review: Review) -> Review {
    let review = claimed(review);
    let claim = review.claim.unwrap_or(Claim::Concerns);
    Review { claim: Some(claim), ..review }
}

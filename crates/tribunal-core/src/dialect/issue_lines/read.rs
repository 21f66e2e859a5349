//! Reads a reviewer's reply: issue lines, rulings, remarks and the verdict line, with prose around them.
//!
//! Never drops and never softens. A line that looks like an issue and cannot be read becomes a critical report with a
//! complaint; a number that prose mentions and no line explains becomes one too. What the findings mean for a run,
//! and whether the verdict agrees with them, is the engine's business.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::dialect::text::{Shared, at_line, lines, readable, stricter};
use crate::dialect::{FINDINGS_MAX, SeverityRead, Unreadable};
use crate::domain::{Claim, ClaimedCounts, Report, Review, RulingSaid, Severity};

use super::loose::{self, Loose, Section};
use super::placed::{inline, placed};
use super::scan::{self, Numbered, RulingRead};
use super::verdict::{VerdictRead, mentioned, verdict_line, verdict_word};

/// The title of an issue that says nothing.
pub(super) const NO_TITLE: &str = "(no description)";

/// Reads a whole reply. Without exactly one verdict it is no review.
pub fn read_review(text: &str) -> Result<Review, Unreadable> {
    let text = readable(text)?;
    let mut reader = Reader::default();
    for (number, line) in lines(&text) {
        reader.line(number, line)?;
    }
    reader.finish()
}

/// What has been read so far.
#[derive(Default)]
pub(super) struct Reader {
    review: Review,
    section: Section,
    counts: Option<ClaimedCounts>,
    /// A bare `VERDICT:` waits for its word; whether it had a colon.
    pending: Option<bool>,
    /// An issue without any text waits for the next line.
    wanting: Option<usize>,
    /// Numbers that have a line of their own.
    seen: BTreeSet<String>,
    mentions: Vec<(usize, String, String)>,
    shared: Shared,
    spoken: Vec<(usize, Claim)>,
}

impl Reader {
    /// A reader below the heading IMPROVEMENTS.
    pub(super) fn among_remarks() -> Self {
        Self { section: Section::Remarks, ..Self::default() }
    }

    /// The one remark read so far, if nothing else was.
    pub(super) fn only_remark(&self) -> Option<&str> {
        let alone = self.review.reports.is_empty() && self.review.rulings.is_empty();
        let quiet = self.review.claim.is_none() && self.counts.is_none() && self.pending.is_none();
        let mute = self.mentions.is_empty() && self.spoken.is_empty() && self.section == Section::Remarks;
        match self.review.remarks.as_slice() {
            [remark] if alone && quiet && mute => Some(remark),
            [] | [_] | [_, _, ..] => None,
        }
    }

    /// Reads one line.
    pub(super) fn line(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        let row = cells(line);
        let text = scan::headless(&row);
        if text.is_empty() && self.section != Section::Remarks {
            return Ok(());
        }
        if self.verdict(number, text)? {
            return Ok(());
        }
        let found = scan::segments(text);
        for mention in &found.mentions {
            self.mentions.push((number, mention.id(), around(text, mention.rest).to_owned()));
            self.bounded(number)?;
        }
        if found.issues.is_empty() {
            self.unnumbered(number, &row, text);
        }
        for segment in found.issues {
            self.segment(number, segment)?;
            self.bounded(number)?;
        }
        self.bounded(number)
    }

    fn bounded(&self, number: usize) -> Result<(), Unreadable> {
        let review = &self.review;
        let many = review.reports.len() + review.rulings.len() + review.remarks.len() + self.mentions.len();
        match many > FINDINGS_MAX {
            true => {
                Err(Unreadable::at(format!("line {number}"), format!("more than {FINDINGS_MAX} findings")))
            }
            false => Ok(()),
        }
    }

    /// Takes a verdict line, or the line after a bare `VERDICT:`; whether the line is used up.
    fn verdict(&mut self, number: usize, text: &str) -> Result<bool, Unreadable> {
        let pending = if text.is_empty() { None } else { self.pending.take() };
        let place = || format!("line {number}");
        match (verdict_line(text), pending) {
            (Some(VerdictRead::Is(claim, counts)), _) => self.ruled(number, claim, counts),
            (Some(VerdictRead::Bad(what)), _) => Err(Unreadable::at(place(), what)),
            (Some(VerdictRead::Pending { explicit }), _) => {
                self.pending = Some(explicit);
                Ok(true)
            }
            (None, None) => Ok(false),
            (None, Some(explicit)) => match verdict_word(text) {
                VerdictRead::Is(claim, counts) => self.ruled(number, claim, counts),
                VerdictRead::Bad(what) if explicit => Err(Unreadable::at(place(), what)),
                VerdictRead::Bad(_) | VerdictRead::Pending { .. } => Ok(false),
            },
        }
    }

    fn ruled(
        &mut self,
        number: usize,
        claim: Claim,
        counts: Option<ClaimedCounts>,
    ) -> Result<bool, Unreadable> {
        if self.review.claim.is_some_and(|c| c != claim) {
            let what = "a second VERDICT line says something else";
            return Err(Unreadable::at(format!("line {number}"), what));
        }
        self.review.claim = Some(claim);
        self.section = Section::Prose;
        self.count(counts);
        Ok(true)
    }

    fn count(&mut self, counts: Option<ClaimedCounts>) {
        self.counts = match (self.counts, counts) {
            (Some(a), Some(b)) => Some(stricter(a, b)),
            (a, b) => a.or(b),
        };
    }

    /// One number, or several, and what is said of them.
    fn segment(&mut self, number: usize, segment: &str) -> Result<(), Unreadable> {
        let Some((ids, rest)) = scan::ids_here(segment) else { return Ok(()) };
        self.shared.take(number, ids.len(), rest.len())?;
        if let Some(read) = scan::ruling_here(rest)
            && let Some(note) = plain_note(&read)
        {
            self.rule(number, &ids, &read, note);
            return Ok(());
        }
        let (severity, body) = self.severity(number, rest);
        if let Some(read) = scan::ruling_here(body).filter(|r| r.shouted)
            && let Some(note) = plain_note(&read)
            && placed(body).is_none()
        {
            self.complain(number, "a severity beside a ruling was left out");
            self.rule(number, &ids, &read, note);
            return Ok(());
        }
        for id in ids {
            let id = self.named(number, &id);
            self.report(number, Some(id), severity, body);
        }
        Ok(())
    }

    fn rule(&mut self, number: usize, ids: &[Numbered<'_>], read: &RulingRead<'_>, note: &str) {
        for id in ids {
            let id = self.named(number, id);
            self.review.rulings.push(RulingSaid { id, ruling: read.ruling, note: note.to_owned() });
        }
    }

    fn named(&mut self, number: usize, id: &Numbered<'_>) -> String {
        if !id.tag.bytes().all(|b| b.is_ascii_digit()) {
            self.complain(number, format!("{:?} is no issue number", id.tag));
        }
        let id = id.id();
        self.seen.insert(id.clone());
        id
    }

    /// The severity after a number and what follows; none at all is critical, and of several the worst counts.
    fn severity<'a>(&mut self, number: usize, rest: &'a str) -> (SeverityRead, &'a str) {
        let Some((read, word, mut body)) = scan::severity_here(rest) else {
            self.complain(number, "an issue without a severity; read as critical");
            return (SeverityRead::UNKNOWN, scan::past_bracket(rest));
        };
        if !read.known {
            self.complain(number, format!("unknown severity {word:?}; read as critical"));
        }
        let mut worst = read;
        while let Some((content, after)) = scan::bracket(body)
            && crate::dialect::severity(content).known
        {
            worst.severity = worst.severity.max(crate::dialect::severity(content).severity);
            self.complain(number, "several severities; the worst counts");
            body = scan::past_bracket(after);
        }
        (worst, body)
    }

    fn unnumbered(&mut self, number: usize, line: &str, text: &str) {
        match loose::read(line, text, self.section) {
            Loose::Issue { severity, body, what } => {
                if let Some(what) = what {
                    self.complain(number, what);
                }
                self.report(number, None, severity, body);
            }
            Loose::Counts(counts) => self.count(Some(counts)),
            Loose::Heading(section) => self.section = section,
            Loose::Remark(remark) => {
                self.section = Section::Remarks;
                self.review.remarks.push(remark.to_owned());
                self.spoken.extend(mentioned(text).map(|c| (number, c)));
            }
            Loose::Prose => self.prose(number, text),
        }
    }

    fn prose(&mut self, number: usize, text: &str) {
        self.spoken.extend(mentioned(text).map(|c| (number, c)));
        if let Some(at) = self.wanting.take() {
            let blank = Report { title: String::new(), ..self.review.reports[at].clone() };
            let (report, what) = described(blank, text);
            self.review.reports[at] = report;
            self.review.complaints.extend(what.map(|w| at_line(number, w)));
        }
    }

    fn report(&mut self, number: usize, said_id: Option<String>, read: SeverityRead, body: &str) {
        let counted = read.severity.max(Severity::Low);
        if counted != read.severity {
            self.complain(number, "an improvement written as an issue; counted as minor");
        }
        let (report, what) = described(Report::new(counted, ""), body);
        self.wanting = body.is_empty().then_some(self.review.reports.len());
        self.review.complaints.extend(what.map(|w| at_line(number, w)));
        self.review.reports.push(Report { said_id, unknown_severity: !read.known, ..report });
    }

    fn complain(&mut self, number: usize, what: impl Into<String>) {
        self.review.complaints.push(at_line(number, what));
    }

    fn finish(mut self) -> Result<Review, Unreadable> {
        for (number, id, text) in std::mem::take(&mut self.mentions) {
            if self.seen.insert(id.clone()) {
                self.complain(
                    number,
                    format!("{id} is mentioned and has no line of its own; read as critical"),
                );
                self.report(number, Some(id), SeverityRead::UNKNOWN, &text);
            }
        }
        let Some(claim) = self.review.claim else {
            return Err(Unreadable::at("reply", "no line says VERDICT: PASS or VERDICT: FAIL"));
        };
        if let Some((number, _)) = self.spoken.iter().find(|(_, c)| *c != claim) {
            return Err(Unreadable::at(
                format!("line {number}"),
                "names a verdict other than the VERDICT line's",
            ));
        }
        self.review.counts = self.counts;
        Ok(self.review)
    }
}

/// The note of a ruling that is one beyond doubt. A note that begins with a different ruling, or with a severity,
/// takes the ruling back; one that does not stand apart is taken only where the ruling closes nothing.
fn plain_note<'a>(read: &RulingRead<'a>) -> Option<&'a str> {
    let Some(note) = read.note() else {
        let harmless = !scan::closes(read.ruling) && placed(read.rest).is_none();
        return harmless.then(|| read.rest.trim());
    };
    let other = scan::ruling_here(note).is_some_and(|r| r.ruling != read.ruling);
    let severe = scan::bracket(note).is_some_and(|(c, _)| crate::dialect::severity(c).known);
    (!other && !severe).then_some(note)
}

/// Fills a report from an issue's text, with a complaint where something is missing.
fn described(mut report: Report, body: &str) -> (Report, Option<&'static str>) {
    let (mut title, mut what) = (body, None);
    match placed(body) {
        Some(found) => {
            (title, report.fix) = (found.before, found.after.to_owned());
            report.locations = found.locations;
            if title.is_empty() {
                (title, report.fix) = (found.after, String::new());
            }
        }
        None => report.locations.extend(inline(body)),
    }
    if report.locations.first().is_none_or(|l| l.line.is_none()) {
        what = Some("an issue without path:line");
    }
    if title.is_empty() {
        (title, what) = (NO_TITLE, Some("an issue without a description"));
    }
    report.title = title.to_owned();
    (report, what)
}

/// Longest part of a line that is kept for a number it only mentions, in bytes. Every mention keeps its own.
const AROUND_MAX: usize = 1000;

/// The line a number is mentioned in, or, of a long one, the part around the number.
fn around<'a>(line: &'a str, after: &str) -> &'a str {
    if line.len() <= AROUND_MAX {
        return line;
    }
    let from = line.floor_char_boundary((line.len() - after.len()).saturating_sub(AROUND_MAX / 2));
    &line[from..line.floor_char_boundary(from.saturating_add(AROUND_MAX).min(line.len()))]
}

/// A table row as a line: its cells with ` - ` between them.
fn cells(line: &str) -> Cow<'_, str> {
    let Some(row) = line.trim().strip_prefix('|') else { return Cow::Borrowed(line) };
    let row = row.strip_suffix('|').unwrap_or(row);
    Cow::Owned(row.split('|').map(str::trim).filter(|c| !c.is_empty()).collect::<Vec<_>>().join(" - "))
}

#[cfg(test)]
mod tests;

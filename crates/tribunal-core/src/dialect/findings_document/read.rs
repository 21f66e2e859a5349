//! Reads a findings document: three sections of items and a summary, whatever stands around them.
//!
//! An item in one of the sections always counts; what cannot be understood of it becomes its title, with a complaint.
//! A document without a summary may have been cut, and is no review.

use crate::dialect::text::{at_line, is_fence, lines, numbered, readable, says_none, stricter, unbulleted};
use crate::dialect::{FINDINGS_MAX, REPLY_BYTES_MAX, Unreadable, severity};
use crate::domain::{ClaimedCounts, Location, Report, Review, Severity};

use super::files::{PLACES_MAX, places};
use super::head::{Care, Label, Opens, field, heading, is_rule, item, opens, pretended, unquoted};
use super::summary;

/// The title of an item that says nothing.
pub(super) const NO_TITLE: &str = "(no description)";

/// Reads a whole document.
pub fn read_review(text: &str) -> Result<Review, Unreadable> {
    let text = readable(text)?;
    let mut reader = Reader::default();
    for (number, line) in lines(&text) {
        reader.line(number, unquoted(line))?;
        reader.placed(number)?;
        if reader.review.reports.len() > FINDINGS_MAX {
            return Err(Unreadable::at(
                format!("line {number}"),
                format!("more than {FINDINGS_MAX} findings"),
            ));
        }
    }
    reader.finish()
}

/// Where a line stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Section {
    /// Nowhere that counts.
    #[default]
    Other,
    /// Among findings of this severity.
    Findings { severity: Severity, depth: usize, items: usize, sure: bool },
    /// In the summary.
    Summary { depth: usize },
}

/// An item that is being read.
struct Item {
    number: usize,
    indent: usize,
    /// Its heading's depth, where it has one.
    depth: Option<usize>,
    listed: bool,
    /// A table's row, which a rule below it turns into a header.
    row: bool,
    report: Report,
    raw: String,
    field: Label,
    fields: usize,
}

#[derive(Default)]
struct Reader {
    review: Review,
    section: Section,
    item: Option<Item>,
    fenced: bool,
    /// The first words of a section that has no items yet.
    stray: Option<(usize, String)>,
    sections: usize,
    summarised: bool,
    counts: Option<ClaimedCounts>,
    /// Bytes of all paths; a path is copied for each further line that is named after it.
    paths: usize,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        if self.fenced {
            self.fenced = !is_fence(line);
            self.more(line.trim_end());
            return Ok(());
        }
        if is_fence(line) {
            self.fenced = self.item.is_some();
            self.more(line.trim_end());
            return Ok(());
        }
        if let Some((depth, text)) = heading(line) {
            return self.heading(number, depth, text);
        }
        if let Some(found) = pretended(line).and_then(|t| opens(t, Care::Strict)) {
            self.open(number, usize::MAX, found);
            return Ok(());
        }
        match &self.section {
            Section::Other => {}
            Section::Summary { .. } => return self.summary(number, line),
            Section::Findings { .. } => self.finding(number, line),
        }
        Ok(())
    }

    fn heading(&mut self, number: usize, depth: usize, text: &str) -> Result<(), Unreadable> {
        let (inside, listing) = match &self.section {
            Section::Other => (false, false),
            Section::Findings { depth: own, .. } => (depth > *own && *own != usize::MAX, true),
            Section::Summary { depth: own } => (depth > *own, false),
        };
        if !inside {
            match opens(text, Care::Lenient) {
                Some(found) => self.open(number, depth, found),
                None => self.end(Section::Other),
            }
            return Ok(());
        }
        let counts = !listing && summary::counts(text).is_ok_and(|c| c.is_some());
        if numbered(text).is_none()
            && !counts
            && let Some(found) = opens(text, Care::Strict)
        {
            self.open(number, depth, found);
            return Ok(());
        }
        if listing {
            self.item_heading(number, depth, text);
            return Ok(());
        }
        self.summary(number, text)
    }

    /// A heading inside a section of findings: an item, or a part of one.
    fn item_heading(&mut self, number: usize, depth: usize, text: &str) {
        let part = self.item.as_ref().is_some_and(|i| i.depth.is_some_and(|d| depth > d));
        let label = text.trim_end_matches(':').to_owned() + ":";
        match (self.item.is_some(), field(&label), numbered(text)) {
            (true, Some((label, _)), _) => self.field(number, label, ""),
            (true, None, _) if part => self.more(text),
            (_, _, Some((said, rest))) => self.begin(number, 0, Some(said), rest, Some(depth)),
            (_, _, None) => self.begin(number, 0, None, text, Some(depth)),
        }
    }

    fn open(&mut self, number: usize, depth: usize, found: Opens) {
        match found {
            Opens::Summary => {
                self.end(Section::Summary { depth });
                self.summarised = true;
            }
            Opens::Findings { severity, what } => {
                let sure = what.is_none();
                self.end(Section::Findings { severity, depth, items: 0, sure });
                self.sections += 1;
                self.review.complaints.extend(what.map(|w| at_line(number, w)));
            }
        }
    }

    /// Ends the section; one with words and no item holds a finding that was not put as one.
    fn end(&mut self, next: Section) {
        self.close();
        if let Section::Findings { items: 0, sure: true, .. } = self.section
            && let Some((number, text)) = self.stray.take()
        {
            self.begin(number, 0, None, &text, None);
            self.close();
        }
        self.stray = None;
        self.section = next;
    }

    fn summary(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        let said = summary::counts(line).map_err(|what| Unreadable::at(format!("line {number}"), what))?;
        self.counts = match (self.counts, said) {
            (Some(a), Some(b)) => Some(stricter(a, b)),
            (a, b) => a.or(b),
        };
        Ok(())
    }

    /// A line among findings.
    fn finding(&mut self, number: usize, line: &str) {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        let deeper = self.item.as_ref().is_some_and(|i| indent > i.indent + 1);
        if text.is_empty() || is_rule(text) {
            return;
        }
        if text.starts_with('|') {
            return self.row(number, text);
        }
        let starred = text.strip_prefix("**").and_then(numbered);
        if let Some((said, rest)) = numbered(text).or(starred).filter(|_| !deeper) {
            let rest = if starred.is_some() { format!("**{}", rest.trim_start()) } else { rest.to_owned() };
            return self.begin(number, indent, Some(said), &rest, None);
        }
        match (unbulleted(line), self.item.is_some()) {
            (Some(_), true) if deeper && numbered(text).is_some() => self.more(text),
            (Some(point), open) => self.point(number, indent, point, open && !self.starts(indent, point)),
            (None, true) => match field(text) {
                Some((label, value)) => self.field(number, label, value),
                None => self.more(text),
            },
            (None, false) if says_none(text) => {}
            (None, false) => self.stray = self.stray.take().or_else(|| Some((number, text.to_owned()))),
        }
    }

    /// Whether a point in a list begins an item, although one is open.
    fn starts(&self, indent: usize, point: &str) -> bool {
        let level = self.item.as_ref().is_some_and(|i| indent <= i.indent);
        let listed = self.item.as_ref().is_some_and(|i| i.listed);
        let shaped = point.starts_with("**[") || point.starts_with('[');
        level && field(point).is_none() && (listed || shaped)
    }

    fn point(&mut self, number: usize, indent: usize, point: &str, part: bool) {
        match field(point).filter(|_| part) {
            Some((label, value)) => self.field(number, label, value),
            None if part => self.more(point),
            None => {
                self.begin(number, indent, None, point, None);
                if let Some(item) = &mut self.item {
                    item.listed = true;
                }
            }
        }
    }

    /// A table's row is an item; the rule below the first makes that one the header.
    fn row(&mut self, number: usize, text: &str) {
        if text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
            if self.item.as_ref().is_some_and(|i| i.row) {
                self.item = None;
                self.recount(-1);
            }
            return;
        }
        let cells: Vec<&str> = text.split('|').map(str::trim).filter(|c| !c.is_empty()).collect();
        self.begin(number, 0, None, &cells.join(" - "), None);
        if let Some(item) = &mut self.item {
            item.row = true;
            let named = |l: &Location| l.line.is_some() && !l.path.contains(char::is_whitespace);
            // A place that counts here has a line, so a cell without a digit is not looked at; a row may be all cells.
            let sited = cells.iter().filter(|c| c.contains(|c: char| c.is_ascii_digit()));
            let found = sited.flat_map(|c| places(c)).filter(named).take(PLACES_MAX + 1);
            self.paths += add(item, found.collect());
        }
    }

    fn recount(&mut self, by: isize) {
        if let Section::Findings { items, .. } = &mut self.section {
            *items = items.saturating_add_signed(by);
        }
    }

    fn begin(&mut self, number: usize, indent: usize, said: Option<&str>, text: &str, depth: Option<usize>) {
        self.close();
        let Section::Findings { severity, sure, .. } = self.section else { return };
        self.recount(1);
        let (category, title) = item(text);
        let mut report = Report::new(severity, title);
        report.unknown_severity = !sure;
        report.said_id = said.map(str::to_owned);
        report.category =
            if category.eq_ignore_ascii_case("general") { String::new() } else { category.to_owned() };
        let raw = text.trim().to_owned();
        let field = Label::Problem;
        self.item =
            Some(Item { number, indent, depth, listed: false, row: false, report, raw, field, fields: 0 });
    }

    fn field(&mut self, number: usize, label: Label, value: &str) {
        let Some(item) = &mut self.item else { return };
        item.fields += 1;
        item.field = label;
        match label {
            Label::File => self.paths += add(item, places(value)),
            Label::Category => item.report.category = value.to_owned(),
            Label::Severity => {
                let read = severity(value.split_whitespace().next().unwrap_or_default());
                item.report.severity = item.report.severity.max(read.severity);
                if !read.known {
                    item.report.unknown_severity = true;
                    let what = format!("unknown severity {value:?}; read as critical");
                    self.review.complaints.push(at_line(number, what));
                }
            }
            Label::Problem | Label::Impact | Label::Fix => self.more(value),
        }
    }

    /// Adds a line to the field that is open.
    fn more(&mut self, line: &str) {
        let Some(item) = &mut self.item else { return };
        let value = match item.field {
            Label::Impact => &mut item.report.why,
            Label::Fix => &mut item.report.fix,
            Label::File => {
                let named = places(line).into_iter().filter(|l| l.line.is_some());
                self.paths += add(item, named.collect());
                return;
            }
            Label::Problem | Label::Severity | Label::Category => &mut item.report.problem,
        };
        if !value.is_empty() {
            value.push('\n');
        }
        value.push_str(line);
    }

    /// Refuses more places than anybody looks at: they would be a million copies of one path.
    fn placed(&self, number: usize) -> Result<(), Unreadable> {
        let many = self.item.as_ref().is_some_and(|i| i.report.locations.len() > PLACES_MAX);
        if many || self.paths > REPLY_BYTES_MAX {
            let what = format!("a finding with more than {PLACES_MAX} places, or too many long ones");
            return Err(Unreadable::at(format!("line {number}"), what));
        }
        Ok(())
    }

    fn close(&mut self) {
        let Some(mut item) = self.item.take() else { return };
        let hollow = item.fields == 0 && item.report.problem.is_empty();
        if hollow && says_none(&item.raw) {
            self.recount(-1);
            return;
        }
        let report = &mut item.report;
        for text in [&mut report.problem, &mut report.why, &mut report.fix] {
            *text = text.trim().to_owned();
        }
        let mut complain = |what: &str| self.review.complaints.push(at_line(item.number, what));
        if report.title.is_empty() {
            complain("a finding without a description");
            let words = report.problem.lines().next().map(str::to_owned);
            report.title = words.or(Some(item.raw)).filter(|t| !t.is_empty()).unwrap_or(NO_TITLE.to_owned());
        }
        if report.locations.first().is_none_or(|l| l.line.is_none()) {
            complain("a finding without path:line");
        }
        self.review.reports.push(item.report);
    }

    fn finish(mut self) -> Result<Review, Unreadable> {
        self.end(Section::Other);
        let broken = |what: &str| Err(Unreadable::at("document", what));
        if self.fenced {
            return broken("a block of code never closes; the document may be cut");
        }
        if !self.summarised {
            return broken("there is no Summary section; the document may be cut");
        }
        if self.sections == 0 && self.counts.is_none() {
            return broken("there is neither a section of findings nor a count");
        }
        self.review.counts = self.counts;
        Ok(self.review)
    }
}

/// Adds places to an item; how many bytes their paths have.
fn add(item: &mut Item, places: Vec<Location>) -> usize {
    let bytes = places.iter().map(|l| l.path.len()).sum();
    item.report.locations.extend(places);
    bytes
}

#[cfg(test)]
mod tests;

//! Reviewdog's diagnostics: one document (rdjson) or one diagnostic a line (rdjsonl).

use super::path::Root;
use super::said::{self, Unreported};
use super::weight::of_word;
use crate::dialect::Unreadable;
use crate::dialect::json::{Fields, Json, Notes, parse};
use crate::domain::{Location, Report, Review};

/// Reads an rdjson document. `root` is the absolute path of the tree the linter looked at.
pub fn read_rdjson(bytes: &[u8], root: &str) -> Result<Review, Unreadable> {
    let json = parse(said::text_of(bytes)?).map_err(|error| Unreadable::at("document", error))?;
    let document = Fields::of(&json, "document")?;
    let standing = Standing {
        root: Root::of(root),
        source: source(&document)?,
        severity: severity(&document)?.map(said::shared),
    };
    let (mut reports, mut notes) = (Vec::new(), Notes::new());
    for (at, json) in document.list("diagnostics")?.iter().enumerate() {
        let diagnostic = Fields::of(json, format!("diagnostic {}", at + 1))?;
        reports.push(standing.report(&diagnostic, &mut notes)?);
    }
    Ok(said::review(reports, &Unreported::default(), notes))
}

/// Whether the host saw the linter end. An rdjsonl text has no end of its own: cut after a line, or never begun, it
/// looks like a whole one with fewer diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It ended by itself, with a status that means it ran, and all of its output is here.
    Seen,
    /// Nobody knows, as with a file that was handed in.
    Unseen,
}

/// Reads rdjsonl. Refused unless the end was seen; then no line at all means that nothing was found.
pub fn read_rdjsonl(bytes: &[u8], root: &str, ending: Ending) -> Result<Review, Unreadable> {
    let text = said::text_of(bytes)?;
    match ending {
        Ending::Unseen => {
            return Err(Unreadable::at(
                "document",
                "rdjsonl does not show whether it is whole; hand in rdjson",
            ));
        }
        Ending::Seen if !text.is_empty() && !text.ends_with('\n') => {
            return Err(Unreadable::at("document", "is cut: its last line has no end"));
        }
        Ending::Seen => {}
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    said::bounded(lines.clone().count())?;
    let standing = Standing { root: Root::of(root), source: None, severity: None };
    let (mut reports, mut notes) = (Vec::new(), Notes::new());
    for (at, line) in lines {
        let place = format!("line {}", at + 1);
        let json = parse(line).map_err(|error| Unreadable::at(place.clone(), error))?;
        reports.push(standing.report(&Fields::of(&json, place)?, &mut notes)?);
    }
    Ok(said::review(reports, &Unreported::default(), notes))
}

/// What holds for every diagnostic of a document that does not say otherwise.
struct Standing {
    root: Root,
    source: Option<String>,
    severity: Option<String>,
}

impl Standing {
    fn report(&self, diagnostic: &Fields<'_>, notes: &mut Notes) -> Result<Report, Unreadable> {
        let place = diagnostic.place.clone();
        let word = severity(diagnostic)?.or(self.severity.as_deref());
        let read = of_word(word, &place, notes);
        let message = diagnostic.stated("message")?.unwrap_or_default();
        let mut report = said::report(read.severity, message, &place, notes);
        report.unknown_severity = !read.known;
        let code = diagnostic.child("code")?;
        let value = code.as_ref().map(|code| code.text("value", notes)).unwrap_or_default();
        let url = code.as_ref().map(|code| code.text("url", notes)).unwrap_or_default();
        let source = source(diagnostic)?.or_else(|| self.source.clone()).unwrap_or_default();
        let who = [source, value.clone()].into_iter().filter(|part| !part.is_empty());
        let who = who.collect::<Vec<_>>().join(" ");
        let why = [who, url].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        report.why = said::text(&why, &place, notes);
        report.category = said::text(&value, &place, notes);
        report.fix = said::text(&suggestions(diagnostic)?, &place, notes);
        report.locations.extend(self.location(diagnostic, notes)?);
        Ok(report)
    }

    fn location(&self, diagnostic: &Fields<'_>, notes: &mut Notes) -> Result<Option<Location>, Unreadable> {
        let Some(said) = diagnostic.child("location")? else { return Ok(None) };
        let Some(path) = said.stated("path")? else { return Ok(None) };
        let Some(path) = self.root.relative(path, &diagnostic.place, notes) else { return Ok(None) };
        let (line, end) = match said.child("range")? {
            Some(range) => lines(&range, &diagnostic.place, notes)?,
            None => (None, None),
        };
        Ok(Some(Location { path, line, end }))
    }
}

/// First and last line of a range. Its end is the first position after it, so one at column 1 ends on the line before.
fn lines(
    range: &Fields<'_>,
    place: &str,
    notes: &mut Notes,
) -> Result<(Option<u32>, Option<u32>), Unreadable> {
    let at = |fields: Option<Fields<'_>>, notes: &mut Notes| {
        let fields = fields.map(|fields| fields.placed(place));
        let line = fields.as_ref().and_then(|fields| fields.line("line", notes));
        (line, fields.as_ref().is_some_and(|fields| fields.some("column") == Some(&Json::Whole(1))))
    };
    let (start, _) = at(range.child("start")?, notes);
    let (end, before) = at(range.child("end")?, notes);
    let end = end.map(|end| if before { end - 1 } else { end });
    Ok((start, end.filter(|end| start.is_some_and(|start| *end > start))))
}

/// A severity as a word, or as the number that stands for one.
fn severity<'a>(fields: &Fields<'a>) -> Result<Option<&'a str>, Unreadable> {
    match fields.some("severity") {
        None | Some(Json::Whole(0)) => Ok(None),
        Some(Json::Text(word)) if &**word == "UNKNOWN_SEVERITY" => Ok(None),
        Some(Json::Text(word)) => Ok(Some(word)),
        Some(Json::Whole(1)) => Ok(Some("ERROR")),
        Some(Json::Whole(2)) => Ok(Some("WARNING")),
        Some(Json::Whole(3)) => Ok(Some("INFO")),
        Some(_) => Err(fields.wrong("\"severity\" is no severity")),
    }
}

fn source(fields: &Fields<'_>) -> Result<Option<String>, Unreadable> {
    Ok(fields.child("source")?.and_then(|source| source.word("name").map(said::shared)))
}

/// What the linter would write instead. An empty text is a suggestion to delete.
fn suggestions(diagnostic: &Fields<'_>) -> Result<String, Unreadable> {
    let mut told = Vec::new();
    for json in diagnostic.list_or_none("suggestions")? {
        let suggestion = Fields::of(json, format!("{}, suggestion", diagnostic.place))?;
        told.push(match suggestion.stated("text")? {
            Some(text) if !text.trim().is_empty() => format!("Replace with:\n{text}"),
            Some(_) => "Delete it.".to_owned(),
            None => return Err(suggestion.wrong("has no \"text\"")),
        });
    }
    Ok(told.join("\n"))
}

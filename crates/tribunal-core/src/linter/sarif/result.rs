//! One SARIF result as a report, or as a count of what is not reported.

use super::rules::{Rule, Rules, filled, index, unnamed};
use crate::dialect::Unreadable;
use crate::dialect::json::{Fields, Json, Notes, note};
use crate::domain::{Location, Report, Severity};
use crate::linter::path::{Bases, Root, located};
use crate::linter::said::{self, Unreported};
use crate::linter::weight::{Weight, weigh};

/// Most places of one result that are kept.
const PLACES_MAX: usize = 100;

/// What was found so far, over all runs.
#[derive(Default)]
pub(super) struct Results {
    /// Results looked at.
    pub(super) seen: usize,
    /// What is reported.
    pub(super) reports: Vec<Report>,
    /// What is not.
    pub(super) unreported: Unreported,
    /// What is odd.
    pub(super) notes: Notes,
}

/// What one run's results are read against.
pub(super) struct Reading<'a> {
    pub(super) rules: &'a Rules<'a>,
    pub(super) root: &'a Root,
    pub(super) bases: &'a Bases<'a>,
    pub(super) artifacts: &'a [Json<'a>],
}

impl<'a> Reading<'a> {
    /// Reads one result into what was found.
    pub(super) fn result(&self, result: &Fields<'a>, found: &mut Results) -> Result<(), Unreadable> {
        found.seen += 1;
        if let Some(in_source) = suppressed(result)? {
            found.unreported.suppressed += 1;
            found.unreported.in_source += usize::from(in_source);
            return Ok(());
        }
        let state = result.stated("baselineState")?;
        if state == Some("absent") {
            found.unreported.absent += 1;
            return Ok(());
        }
        let (rule, id) = self.rules.of_result(result, &mut found.notes)?;
        match self.weight(result, rule, id, &mut found.notes)? {
            Weight::Passed => found.unreported.passed += 1,
            Weight::Unrated => found.unreported.unrated += 1,
            Weight::Defect(read) => {
                // Known before by a baseline we know nothing of, so nothing new; still said, because a finding of this
                // run that a linter calls unchanged is a finding that is still there.
                let known = state == Some("unchanged");
                let severity = if known { Severity::Remark } else { read.severity };
                let mut report = self.report(result, rule, id, severity, &mut found.notes)?;
                report.unknown_severity = !known && !read.known;
                found.reports.push(report);
            }
        }
        Ok(())
    }

    fn weight(
        &self,
        result: &Fields<'a>,
        rule: Option<&Rule<'a>>,
        id: Option<&str>,
        notes: &mut Notes,
    ) -> Result<Weight, Unreadable> {
        let own = result.child("properties")?.and_then(|p| p.some("security-severity"));
        let score = own.or_else(|| rule.and_then(Rule::score));
        let level = result.stated("level")?.or_else(|| self.rules.level(rule, id));
        Ok(weigh(result.stated("kind")?, level, score, &result.place, notes))
    }

    fn report(
        &self,
        result: &Fields<'a>,
        rule: Option<&Rule<'a>>,
        id: Option<&'a str>,
        severity: Severity,
        notes: &mut Notes,
    ) -> Result<Report, Unreadable> {
        let message = self.message(result.child("message")?, rule, &result.place, notes)?;
        let mut report = said::report(severity, &message, &result.place, notes);
        report.why = said::text(&self.rules.why(rule, id)?, &result.place, notes);
        report.category = id.map(|id| said::text(id, &result.place, notes)).unwrap_or_default();
        report.fix = said::text(&fix(result)?, &result.place, notes);
        let locations = result.list_or_none("locations")?;
        if locations.len() > PLACES_MAX {
            note(notes, &result.place, format!("has {} places; {PLACES_MAX} are kept", locations.len()));
        }
        for json in locations.iter().take(PLACES_MAX) {
            let location = Fields::of(json, result.place.clone())?;
            let Some(physical) = location.child("physicalLocation")? else { continue };
            let physical = physical.placed(&result.place);
            report.locations.extend(self.place(&physical, notes)?);
            report.quote = report.quote.or(quote(&physical)?);
        }
        Ok(report)
    }

    fn message(
        &self,
        message: Option<Fields<'a>>,
        rule: Option<&Rule<'a>>,
        place: &str,
        notes: &mut Notes,
    ) -> Result<String, Unreadable> {
        let Some(message) = message else { return Ok(String::new()) };
        let named = match message.word("id") {
            Some(name) if message.word("text").is_none() => {
                let found = self.rules.message(rule, name)?;
                if found.is_none() {
                    unnamed(name, place, notes);
                }
                found
            }
            Some(_) | None => None,
        };
        let arguments = message.texts("arguments", notes)?;
        Ok(match named {
            Some(named) => filled(named, &arguments),
            None if arguments.is_empty() => message.text("text", notes),
            None => filled(&message.text("text", notes), &arguments),
        })
    }

    fn place(&self, physical: &Fields<'a>, notes: &mut Notes) -> Result<Option<Location>, Unreadable> {
        let Some(artifact) = physical.child("artifactLocation")? else { return Ok(None) };
        let artifact = self.artifact(artifact)?;
        let Some(uri) = artifact.stated("uri")? else { return Ok(None) };
        let standing = (self.root, self.bases);
        let path = located(uri, artifact.stated("uriBaseId")?, standing, &physical.place, notes);
        let Some(path) = path else { return Ok(None) };
        let Some(region) = physical.child("region")? else {
            return Ok(Some(Location { path, line: None, end: None }));
        };
        let region = region.placed(&physical.place);
        let line = region.line("startLine", notes);
        let end = region.line("endLine", notes).filter(|end| line.is_some_and(|line| *end > line));
        Ok(Some(Location { path, line, end }))
    }

    /// A file named by its number stands in the run's list.
    fn artifact(&self, said: Fields<'a>) -> Result<Fields<'a>, Unreadable> {
        if said.stated("uri")?.is_some() {
            return Ok(said);
        }
        let listed = index(&said, "index").and_then(|at| self.artifacts.get(at));
        let listed = listed.map(|json| Fields::of(json, "artifact")?.child("location")).transpose()?;
        Ok(listed.flatten().unwrap_or(said))
    }
}

/// Whether a result is suppressed, and if so whether in the source. One that is still under review, or was refused,
/// suppresses nothing.
fn suppressed(result: &Fields<'_>) -> Result<Option<bool>, Unreadable> {
    let list = result.list_or_none("suppressions")?;
    let mut in_source = false;
    for json in list {
        let one = Fields::of(json, format!("{}, suppression", result.place))?;
        if !matches!(one.stated("status")?, None | Some("accepted")) {
            return Ok(None);
        }
        in_source |= one.word("kind") == Some("inSource");
    }
    Ok((!list.is_empty()).then_some(in_source))
}

fn fix(result: &Fields<'_>) -> Result<String, Unreadable> {
    let mut told = Vec::new();
    for json in result.list_or_none("fixes")? {
        let described = Fields::of(json, "fix")?.child("description")?;
        told.extend(described.and_then(|d| d.word("text").map(str::to_owned)));
    }
    Ok(told.join("\n"))
}

/// The line the linter looked at, where it shows it.
fn quote(physical: &Fields<'_>) -> Result<Option<String>, Unreadable> {
    let Some(region) = physical.child("region")? else { return Ok(None) };
    let snippet = region.child("snippet")?.and_then(|snippet| snippet.word("text"));
    let line = snippet.and_then(|text| text.lines().map(str::trim).find(|line| !line.is_empty()));
    Ok(line.filter(|line| line.len() <= QUOTE_MAX).map(str::to_owned))
}

/// Longest line that identifies a place; a longer one is generated text.
const QUOTE_MAX: usize = 1_000;

//! Finds the place in an issue line, and says what stands before and after it; and writes a place so that it is found.
//!
//! The place is the last ` - ` part that reads as `path:line` (V33). What only might be a place is taken when nothing
//! better is there, in a fixed order, so that the writer can know what the reader will take.

use crate::dialect::text::{one_line, strip_word};
use crate::dialect::{location, location_text};
use crate::domain::Location;

/// What is written where a report has no place.
pub(super) const NO_PLACE: &str = "(no location)";

/// How surely a part is the place; the surest wins, and among equals the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    /// `N/A` and the like.
    Blank,
    /// A path without a line.
    Bare,
    /// `path:line` with white space in the path.
    Loose,
    /// `path:line`, or several of them.
    Sure,
    /// Our own word for no place.
    Declared,
}

/// An issue's text, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed<'a> {
    pub before: &'a str,
    pub locations: Vec<Location>,
    pub after: &'a str,
    pub grade: Grade,
}

/// Takes an issue's text apart at its place; none if it has no place at all.
pub(super) fn placed(text: &str) -> Option<Placed<'_>> {
    at_dash(text, " - ").or_else(|| at_dash(text, " — ")).or_else(|| at_dash(text, " – "))
}

fn at_dash<'a>(text: &'a str, dash: &str) -> Option<Placed<'a>> {
    let mut best: Option<(Grade, usize, &str)> = None;
    let mut start = 0;
    for part in text.split(dash) {
        let grade = grade(part).filter(|g| start > 0 || !matches!(g, Grade::Bare | Grade::Blank));
        if let Some(grade) = grade
            && best.is_none_or(|(b, _, _)| grade >= b)
        {
            best = Some((grade, start, part));
        }
        start += part.len() + dash.len();
    }
    let (grade, start, part) = best?;
    let after = text.get(start + part.len() + dash.len()..).unwrap_or_default();
    let before = text[..start].strip_suffix(dash).unwrap_or_default();
    Some(Placed { before: before.trim(), locations: places(part), after: after.trim(), grade })
}

/// How surely a part is a place.
pub(super) fn grade(part: &str) -> Option<Grade> {
    let part = bared(part);
    if part == NO_PLACE {
        return Some(Grade::Declared);
    }
    if ["n/a", "none", "unknown", "general", "no location", "-"].iter().any(|b| part.eq_ignore_ascii_case(b))
    {
        return Some(Grade::Blank);
    }
    // Most parts are prose; nothing is allocated to find that out.
    if !part.contains([':', '/', '.']) {
        return None;
    }
    if sure_list(part).is_some() {
        return Some(Grade::Sure);
    }
    let place = location(part)?;
    match place.line {
        Some(_) => (place.path.contains(['/', '.']) && named(&place.path)).then_some(Grade::Loose),
        None => bare(&place.path).then_some(Grade::Bare),
    }
}

fn places(part: &str) -> Vec<Location> {
    let part = bared(part);
    match grade(part) {
        Some(Grade::Sure) => sure_list(part).unwrap_or_default(),
        Some(Grade::Loose | Grade::Bare) => location(part).into_iter().collect(),
        Some(Grade::Blank | Grade::Declared) | None => Vec::new(),
    }
}

/// `a:1` or `a:1, b:2`; every piece must be sure.
fn sure_list(part: &str) -> Option<Vec<Location>> {
    part.split(", ").map(sure).collect()
}

fn sure(piece: &str) -> Option<Location> {
    // The cheap refusal first: most parts are prose, and a path is allocated only when there is one.
    if piece.is_empty() || piece.trim().contains(char::is_whitespace) {
        return None;
    }
    location(piece).filter(|l| l.line.is_some() && named(&l.path))
}

fn named(path: &str) -> bool {
    path.contains(char::is_alphabetic) && !path.contains("://")
}

fn bare(path: &str) -> bool {
    let extension = path.rsplit_once('.').is_some_and(|(_, e)| {
        (1..=8).contains(&e.len()) && e.starts_with(|c: char| c.is_ascii_alphabetic()) && e.is_ascii()
    });
    let shape = path.contains('/') || extension;
    shape && named(path) && !path.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '(' | ')'))
}

/// A part without a label and without the signs that people put around a path.
fn bared(part: &str) -> &str {
    let mut part = part.trim();
    for label in ["file:", "location:"] {
        part = strip_word(part, label).map_or(part, str::trim_start);
    }
    if part == NO_PLACE {
        return part;
    }
    for (open, close) in [("**", "**"), ("`", "`"), ("(", ")"), ("[", "]"), ("<", ">")] {
        part = part.strip_prefix(open).and_then(|p| p.strip_suffix(close)).unwrap_or(part);
    }
    part
}

/// A place inside prose, such as `leaks in src/a.rs:3.`; used only to help, never to take a text apart.
pub(super) fn inline(text: &str) -> Option<Location> {
    let word = |w: &str| {
        sure(w.trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | ';' | '`' | '"' | '[' | ']')))
    };
    text.split_whitespace().filter(|w| w.contains(':')).filter_map(word).find(|l| l.path.contains(['/', '.']))
}

/// The places as they are written, how surely they are found, and the ones that could not be written.
pub(super) fn written(locations: &[Location]) -> (String, Grade, Vec<&Location>) {
    let tidied: Vec<Location> = locations.iter().map(tidy).collect();
    let whole = tidied.iter().map(location_text).collect::<Vec<_>>().join(", ");
    let mut tries = vec![(whole, tidied.len())];
    tries.extend(tidied.first().map(|l| (location_text(l), 1)));
    for (text, n) in tries {
        let flat = one_line(&text) == text && !text.contains(" - ") && !super::write::is_touched(&text);
        if let Some(grade) = grade(&text)
            && flat
            && !locations.is_empty()
            && places(&text) == tidied[..n]
        {
            return (text, grade, locations[n..].iter().collect());
        }
    }
    (NO_PLACE.to_owned(), Grade::Declared, locations.iter().collect())
}

/// A line of 0 is none; a range ends after it starts.
fn tidy(location: &Location) -> Location {
    let line = location.line.filter(|l| *l > 0);
    let end = location.end.filter(|e| line.is_some_and(|l| *e > l));
    Location { path: location.path.clone(), line, end }
}

#[cfg(test)]
mod tests;

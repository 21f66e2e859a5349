//! The value of a File line: one place or several, with lines, ranges and words around them; in and out.

use crate::dialect::text::one_line;
use crate::dialect::{location, location_text};
use crate::domain::Location;

/// What is written where a report has no place.
const NOT_GIVEN: &str = "(not given)";

/// Most places one line may name; each line number after a path is a place with the path's own copy.
pub(super) const PLACES_MAX: usize = 1000;

/// Reads all places a File value names, in order. What is no place by any rule is kept as a path, as said. Stops after
/// one more than `PLACES_MAX`.
pub(super) fn places(value: &str) -> Vec<Location> {
    let value = value.trim();
    let blank = ["", "n/a", "none", "-", "unknown", NOT_GIVEN];
    if blank.iter().any(|b| value.eq_ignore_ascii_case(b)) {
        return Vec::new();
    }
    if value.contains('`') { quoted(value) } else { listed(value) }
}

/// Places in back-quotes; what follows one may add its line.
fn quoted(value: &str) -> Vec<Location> {
    let mut found: Vec<Location> = Vec::new();
    for (n, piece) in value.split('`').enumerate() {
        if found.len() > PLACES_MAX {
            break;
        }
        match (n % 2 == 1, found.last_mut()) {
            (true, _) => found.extend(location(piece)),
            (false, Some(last)) if last.line.is_none() => {
                let after = piece.trim_start_matches([':', ' ', ',', '(']);
                let lines =
                    after.split([',', ')', ' ']).next().filter(|_| piece.starts_with(':')).and_then(span);
                (last.line, last.end) =
                    lines.or_else(|| worded(after)).map_or((None, None), |(l, e)| (Some(l), e));
            }
            (false, Some(_) | None) => {}
        }
    }
    found
}

fn listed(value: &str) -> Vec<Location> {
    let mut found: Vec<Location> = Vec::new();
    let pieces = value.split([',', ';']).flat_map(|p| p.split(" and ")).flat_map(|p| p.split(" & "));
    for piece in pieces.map(str::trim).filter(|p| !p.is_empty()) {
        if found.len() > PLACES_MAX {
            break;
        }
        match (span(piece).or_else(|| worded(piece)), found.last_mut()) {
            (Some((line, end)), Some(last)) if last.line.is_none() => {
                (last.line, last.end) = (Some(line), end);
            }
            (Some((line, end)), Some(last)) => {
                let path = last.path.clone();
                found.push(Location { path, line: Some(line), end });
            }
            (Some(_) | None, _) => found.extend(one(piece)),
        }
    }
    found
}

/// One place: `a.ts:3`, `a.ts:3 (in f)`, `a.ts line 3`, `a.ts#L3-L9`, or a path.
fn one(piece: &str) -> Option<Location> {
    let whole = location(piece)?;
    if whole.line.is_some() && !whole.path.contains(char::is_whitespace) {
        return Some(whole);
    }
    if let Some((path, lines)) = piece.split_once("#L")
        && let Some((line, end)) = span(lines)
    {
        return Some(Location { path: path.to_owned(), line: Some(line), end });
    }
    let Some((head, tail)) = piece.split_once(char::is_whitespace) else { return Some(whole) };
    if let Some(place) = location(head).filter(|l| l.line.is_some()) {
        return Some(place);
    }
    match worded(tail.trim_start_matches(['(', ' '])) {
        Some((line, end)) => Some(Location { path: location(head)?.path, line: Some(line), end }),
        None => Some(whole),
    }
}

/// `line 3`, `lines 3-9`.
fn worded(text: &str) -> Option<(u32, Option<u32>)> {
    let text = text.trim();
    let rest = ["lines ", "line ", "Lines ", "Line "].iter().find_map(|w| text.strip_prefix(w))?;
    span(rest.split([' ', ')', ',', ';']).next()?)
}

/// `3` or `3-9`.
fn span(text: &str) -> Option<(u32, Option<u32>)> {
    let read = location(&format!("x:{text}"))
        .filter(|l| l.path == "x" && text.starts_with(|c: char| "lL0123456789".contains(c)))?;
    Some((read.line?, read.end))
}

/// The places as they are written, and the ones that could not be.
pub(super) fn written(locations: &[Location]) -> (String, Vec<&Location>) {
    let tidied: Vec<Location> = locations.iter().map(tidy).collect();
    let plain = tidied.iter().map(location_text).collect::<Vec<_>>().join(", ");
    if !tidied.is_empty() && one_line(&plain) == plain && places(&plain) == tidied {
        return (plain, Vec::new());
    }
    let fits = |l: &Location| {
        let text = location_text(l);
        !text.contains('`') && one_line(&text) == text && places(&format!("`{text}`")) == [l.clone()]
    };
    let good: Vec<bool> = tidied.iter().map(fits).collect();
    let kept: Vec<String> = tidied
        .iter()
        .zip(&good)
        .filter(|(_, g)| **g)
        .map(|(l, _)| format!("`{}`", location_text(l)))
        .collect();
    let lost = locations.iter().zip(&good).filter(|(_, g)| !**g).map(|(l, _)| l).collect();
    (if kept.is_empty() { NOT_GIVEN.to_owned() } else { kept.join(", ") }, lost)
}

/// A line of 0 is none; a range ends after it starts.
fn tidy(location: &Location) -> Location {
    let line = location.line.filter(|l| *l > 0);
    let end = location.end.filter(|e| line.is_some_and(|l| *e > l));
    Location { path: location.path.clone(), line, end }
}

#[cfg(test)]
mod tests;

//! `path:line` and `path:line-line`, in and out.

use crate::domain::Location;

/// Longest path that is read as one; longer texts are prose.
const PATH_MAX: usize = 1024;

/// Reads `path`, `path:line`, `path:line-end` or `path:line:column`. None if the text is no path at all: empty, too
/// long, or with white space around or a control character in it. Existence is for the engine to judge.
pub fn location(text: &str) -> Option<Location> {
    let text = bare(text);
    let (path, line, end) = numbered(text).unwrap_or((text, None, None));
    let sane = !path.is_empty() && path.len() <= PATH_MAX && !path.chars().any(char::is_control);
    sane.then(|| Location { path: path.to_owned(), line, end })
}

/// Writes a location as `location` reads it.
pub fn location_text(location: &Location) -> String {
    match (location.line, location.end) {
        (None, _) => location.path.clone(),
        (Some(line), None) => format!("{}:{line}", location.path),
        (Some(line), Some(end)) => format!("{}:{line}-{end}", location.path),
    }
}

/// Without what people put around a path. Repeated, so that what is read once reads back the same.
fn bare(mut text: &str) -> &str {
    loop {
        text = text.trim_matches(|c: char| c.is_whitespace() || c == '`');
        match text.strip_prefix("./") {
            Some(rest) => text = rest,
            None => return text,
        }
    }
}

/// The path and the numbers after it. None if there are none, or if the rest would still read as a line: of more than
/// two numbers nobody can say which is the line.
fn numbered(text: &str) -> Option<(&str, Option<u32>, Option<u32>)> {
    let (rest, tail) = text.rsplit_once(':')?;
    let (line, end) = range(tail)?;
    let (path, line, end) = with_column(rest, line, end);
    let path = bare(path);
    let unclear = end.is_none() && path.rsplit_once(':').is_some_and(|(_, tail)| plain(tail).is_some());
    (!unclear).then_some((path, line, end))
}

/// `a:10:5` names line 10, column 5; the column is dropped.
fn with_column(rest: &str, last: u32, end: Option<u32>) -> (&str, Option<u32>, Option<u32>) {
    match rest.rsplit_once(':').and_then(|(path, tail)| Some((path, plain(tail)?))) {
        Some((path, line)) if end.is_none() => (path, Some(line), None),
        Some(_) | None => (rest, Some(last), end),
    }
}

fn range(text: &str) -> Option<(u32, Option<u32>)> {
    let text = text.trim();
    match text.split_once(['-', '–']) {
        None => Some((plain(text.trim_start_matches(['L', 'l']))?, None)),
        Some((a, b)) => {
            let (a, b) = (plain(a.trim_start_matches(['L', 'l']))?, plain(b.trim_start_matches(['L', 'l']))?);
            (a <= b).then_some((a, (a < b).then_some(b)))
        }
    }
}

fn plain(text: &str) -> Option<u32> {
    let number = text.parse().ok()?;
    (number > 0 && !text.starts_with('+')).then_some(number)
}

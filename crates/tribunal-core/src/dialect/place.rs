//! `path:line` and `path:line-line`, in and out.

use crate::domain::Location;

/// Longest path that is read as one; longer texts are prose.
const PATH_MAX: usize = 1024;

/// Reads `path`, `path:line`, `path:line-end` or `path:line:column`. None if the text is no path at all: empty, too
/// long, or with white space around or a control character in it. Existence is for the engine to judge.
pub fn location(text: &str) -> Option<Location> {
    let text = text.trim().trim_matches('`').trim();
    let (path, line, end) = match text.rsplit_once(':') {
        Some((rest, tail)) => match range(tail) {
            Some((line, end)) => with_column(rest, line, end),
            None => (text, None, None),
        },
        None => (text, None, None),
    };
    let path = path.strip_prefix("./").unwrap_or(path);
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

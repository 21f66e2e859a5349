//! Paths as linters write them, as paths from the root: URIs of files, base ids, percent signs, dots, backslashes.
//!
//! Pure text: whether a file exists is for the engine to judge. What cannot be made relative stays as said and is
//! complained about; a report never loses its weight over a path.

use std::collections::BTreeMap;

use crate::dialect::json::{Fields, Notes, note, shown};

/// Longest path that is one, in bytes; a byte may be written as three.
const PATH_MAX: usize = 1024;

/// Most bases that may stand on each other; more is a circle.
const BASES_MAX: usize = 8;

/// The root of the tree a linter looked at.
#[derive(Debug, Clone)]
pub(super) struct Root(Option<String>);

impl Root {
    /// From an absolute path, as the host knows it; an empty one is unknown.
    pub(super) fn of(path: &str) -> Self {
        let path = path.replace('\\', "/");
        Self((!path.is_empty()).then(|| format!("{}/", path.trim_end_matches('/'))))
    }

    /// A plain path as one from the root. None if it is no path at all.
    pub(super) fn relative(&self, path: &str, place: &str, notes: &mut Notes) -> Option<String> {
        let path = path.replace('\\', "/");
        let sane = !path.is_empty() && path.len() <= PATH_MAX && !path.chars().any(char::is_control);
        if !sane {
            note(notes, place, format!("{} is no path", shown(&path)));
            return None;
        }
        let inside = match absolute(&path) {
            true => self.0.as_deref().and_then(|root| path.strip_prefix(root)),
            false => Some(path.as_str()),
        };
        match inside.and_then(without_dots) {
            Some(relative) => Some(relative),
            None => {
                note(notes, place, format!("{} lies outside the root", shown(&path)));
                Some(path)
            }
        }
    }

    fn holds(&self, path: &str) -> bool {
        self.0.as_deref().is_some_and(|root| format!("{path}/").starts_with(root))
    }
}

/// `a/./b/../c` as `a/c`. None if it climbs out or nothing is left.
fn without_dots(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn absolute(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    path.starts_with('/') || drive || path.contains("://")
}

/// What a URI is relative to: the base ids of a run.
pub(super) type Bases<'a> = BTreeMap<&'a str, Fields<'a>>;

/// A URI, standing on a base where one is named, as a path from the root.
pub(super) fn located(
    uri: &str,
    base: Option<&str>,
    (root, bases): (&Root, &Bases<'_>),
    place: &str,
    notes: &mut Notes,
) -> Option<String> {
    let path = plain(uri, place, notes)?;
    let on_base = match base {
        Some(base) if !absolute(&path) => on(base, &path, (root, bases), place, notes),
        Some(_) | None => path,
    };
    root.relative(&on_base, place, notes)
}

/// A path on a base. A base that is not described, or is the root of the tree by its name, is our root wherever it
/// lay when the linter ran; any other one keeps its own place.
fn on(base: &str, path: &str, (root, bases): (&Root, &Bases<'_>), place: &str, notes: &mut Notes) -> String {
    let mut path = path.to_owned();
    let mut base = base;
    for _ in 0..BASES_MAX {
        let Some(fields) = bases.get(base) else { return path };
        let here = fields.word("uri").and_then(|uri| plain(uri, place, notes)).unwrap_or_default();
        let here = here.trim_end_matches('/');
        let moved = absolute(here) && !root.holds(here) && base.to_ascii_uppercase().contains("ROOT");
        if !here.is_empty() && !moved {
            path = format!("{here}/{path}");
        }
        match fields.word("uriBaseId") {
            Some(next) if !absolute(&path) => base = next,
            Some(_) | None => return path,
        }
    }
    note(notes, place, "its base stands on itself");
    path
}

/// A URI reference as a plain path: without `file://`, decoded. Other schemes and broken codes stay as said.
fn plain(uri: &str, place: &str, notes: &mut Notes) -> Option<String> {
    if uri.len() > PATH_MAX * 3 {
        note(notes, place, format!("{} is no path", shown(uri)));
        return None;
    }
    let uri = uri.trim().replace('\\', "/");
    let path = match scheme(&uri) {
        None => uri.as_str(),
        Some("file") => after_host(&uri["file:".len()..]),
        Some(_) => {
            note(notes, place, format!("{} is no file", shown(&uri)));
            return Some(uri);
        }
    };
    let Some(path) = decoded(path) else {
        note(notes, place, format!("{} is not a URI; kept as written", shown(path)));
        return Some(path.to_owned());
    };
    // `/C:/x` is how a URI writes a drive.
    let drive = path.strip_prefix('/').filter(|rest| !rest.starts_with('/') && absolute(rest));
    Some(drive.unwrap_or(&path).to_owned())
}

/// The scheme of a URI, in lower case letters; a single letter is a drive.
fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let word = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
    let right = scheme.len() > 1 && scheme.bytes().all(word) && scheme.as_bytes()[0].is_ascii_alphabetic();
    match right {
        true if scheme.eq_ignore_ascii_case("file") => Some("file"),
        true if uri[scheme.len()..].starts_with("://") => Some(scheme),
        // `a.rs:3` is a path with a sign in it, not a scheme.
        true | false => None,
    }
}

/// Without `//` and the host that follows; ours is empty or `localhost`.
fn after_host(rest: &str) -> &str {
    match rest.strip_prefix("//") {
        Some(more) if more.starts_with('/') => more,
        Some(more) => more.strip_prefix("localhost").filter(|path| path.starts_with('/')).unwrap_or(rest),
        None => rest,
    }
}

/// Percent codes as what they stand for. None if one is broken or the whole is no text then.
fn decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => hex(bytes.next()?)? * 16 + hex(bytes.next()?)?,
            byte => byte,
        });
    }
    String::from_utf8(out).ok()
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

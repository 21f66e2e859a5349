//! conflict-marker: what git writes into a file that it could not merge. Only the opening and closing lines count by
//! themselves; a line of seven equals signs is also how reStructuredText underlines a title.

use super::notes::{Notes, Words};
use super::seen::{NewLine, Seen};
use super::text::{Language, name};
use crate::domain::Severity;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marker {
    Ours,
    Base,
    Theirs,
}

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    if !more_than_before(seen) {
        return;
    }
    let mut open = false;
    let mut fence = Fence::over(seen);
    for line in &seen.lines {
        let fenced = fence.holds(line);
        let found = marker(line.text).filter(|_| !fenced);
        let begins = found == Some(Marker::Ours);
        // One conflict is one report: at its first line, or at what is left of it.
        if let Some(marker) = found.filter(|_| line.added && (begins || !open)) {
            notes.add(Severity::High, Some(line.number), || words(seen, line, marker));
        }
        open = match found {
            Some(Marker::Theirs) => false,
            Some(Marker::Ours) => true,
            Some(Marker::Base) | None => open && !line.after_gap,
        };
    }
}

/// Whether the change leaves more markers in the file than there were: a text about markers has some.
fn more_than_before(seen: &Seen<'_>) -> bool {
    let count = |text: &[u8]| text.split(|b| *b == b'\n').filter(|line| marker(line).is_some()).count();
    if let (Some(old), Some(new)) = (seen.content.old, seen.content.new) {
        return count(new) > count(old);
    }
    let added = seen.added().filter(|line| marker(line.text).is_some()).count();
    added > seen.file.removed().filter(|line| marker(line.text).is_some()).count()
}

/// A marker: seven signs at the very beginning, then a space or nothing.
fn marker(line: &[u8]) -> Option<Marker> {
    let (signs, rest) = line.split_at_checked(7)?;
    let ends = rest.is_empty() || rest.starts_with(b" ") || rest == b"\r";
    match signs {
        b"<<<<<<<" if ends => Some(Marker::Ours),
        b"|||||||" if ends => Some(Marker::Base),
        b">>>>>>>" if ends => Some(Marker::Theirs),
        _ => None,
    }
}

/// Code blocks of Markdown, in which people explain markers. Known from the whole file, or else from what the diff shows.
struct Fence {
    /// Numbers of the lines inside, where the whole file is known.
    inside: Option<Vec<bool>>,
    prose: bool,
    open: bool,
}

impl Fence {
    fn over(seen: &Seen<'_>) -> Self {
        let prose = seen.language == Language::Prose && !name(&seen.path).ends_with(".txt");
        let inside = seen.content.new.filter(|_| prose).map(|text| {
            let mut open = false;
            text.split(|b| *b == b'\n').map(|line| step(&mut open, line)).collect()
        });
        Self { inside, prose, open: false }
    }

    fn holds(&mut self, line: &NewLine<'_>) -> bool {
        if let Some(inside) = &self.inside {
            return inside.get(line.number as usize - 1).copied().unwrap_or(false);
        }
        self.open &= !line.after_gap;
        self.prose && step(&mut self.open, line.text)
    }
}

fn step(open: &mut bool, line: &[u8]) -> bool {
    let bare = line.trim_ascii_start();
    if bare.starts_with(b"```") || bare.starts_with(b"~~~") {
        *open = !*open;
    }
    *open
}

fn words(seen: &Seen<'_>, line: &NewLine<'_>, marker: Marker) -> Words {
    let which = match marker {
        Marker::Ours => "begins here",
        Marker::Base | Marker::Theirs => "has a marker here, and its beginning is not in sight",
    };
    Words {
        title: "A merge conflict is left in the file".to_owned(),
        quote: Some(seen.quote(line)),
        problem: format!("A conflict that was not resolved {which}."),
        fix: "Choose what shall stand, and remove the markers and what was not chosen.".to_owned(),
        patch: None,
    }
}

#[cfg(test)]
mod tests;

//! Hunks: the head says how many lines of each side follow, and exactly so many must.

use std::ops::Range;

use super::super::error::{DiffError, Wrong};
use super::super::model::{Change, FileDiff, Hunk, Line, LineKind};
use super::lines::{Lines, number};

/// Highest line number. Git itself counts in signed numbers of 32 bits on some machines; nothing here overflows then.
const LINE_MAX: u32 = 1 << 30;

/// Where the two sides of a file stand.
struct Sides {
    /// The next line of each side.
    old: u32,
    new: u32,
    /// Whether a side can have no more lines: it does not exist, or it ended without a newline.
    old_ended: bool,
    new_ended: bool,
}

/// Reads all hunks of a file, and the runs of changed lines in them.
pub(super) fn read_all<'a>(lines: &mut Lines<'a>, file: &mut FileDiff<'a>) -> Result<(), DiffError> {
    let mut sides = Sides { old: 1, new: 1, old_ended: file.old.is_none(), new_ended: file.new.is_none() };
    while lines.behind("@@ ").is_some() {
        let start = lines.offset();
        let mut hunk = head(lines)?;
        sides.meet(&hunk).map_err(|what| lines.wrong(what))?;
        lines.advance();
        body(lines, &mut hunk, &mut sides, &mut file.changes)?;
        hunk.raw = lines.since(start);
        file.hunks.push(hunk);
    }
    Ok(())
}

/// `@@ -1,2 +3,4 @@ section`
fn head<'a>(lines: &Lines<'a>) -> Result<Hunk<'a>, DiffError> {
    let read = || {
        let rest = lines.behind("@@ -")?;
        let (old, rest) = split(rest, b" +")?;
        let (new, rest) = split(rest, b" @@")?;
        let section = match rest {
            b"" => rest,
            _ => rest.strip_prefix(b" ")?,
        };
        let (old, new) = (range(old)?, range(new)?);
        let empty = old.is_empty() && new.is_empty();
        (!empty).then_some(Hunk { old, new, section, lines: Vec::new(), raw: b"" })
    };
    read().ok_or_else(|| lines.wrong(Wrong::BadHunk))
}

fn split<'a>(text: &'a [u8], at: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let found = text.windows(at.len()).position(|part| part == at)?;
    Some((&text[..found], &text[found + at.len()..]))
}

/// `start` or `start,count`. A range without lines names the line before it; here it begins where it would stand.
fn range(text: &[u8]) -> Option<Range<u32>> {
    let (start, count) = match split(text, b",") {
        Some((start, count)) => (number(start)?, number(count)?),
        None => (number(text)?, 1),
    };
    let start = if count == 0 { start.checked_add(1)? } else { start };
    let end = start.checked_add(count)?;
    (start > 0 && end <= LINE_MAX).then_some(start..end)
}

impl Sides {
    /// A hunk begins behind the one before, as many lines on one side as on the other.
    fn meet(&mut self, hunk: &Hunk<'_>) -> Result<(), Wrong> {
        let gap = |start: u32, next: u32| start.checked_sub(next).ok_or(Wrong::Misplaced);
        let (old, new) = (gap(hunk.old.start, self.old)?, gap(hunk.new.start, self.new)?);
        if old != new {
            return Err(Wrong::Misplaced);
        }
        self.old = hunk.old.start;
        self.new = hunk.new.start;
        Ok(())
    }

    /// Counts a line, and says what it is.
    fn take<'a>(&mut self, text: &'a [u8], hunk: &Hunk<'_>) -> Result<Line<'a>, Wrong> {
        let (kind, text) = match text.split_first() {
            Some((b' ', text)) => (LineKind::Context, text),
            Some((b'+', text)) => (LineKind::Added, text),
            Some((b'-', text)) => (LineKind::Removed, text),
            // Where `diff.suppressBlankEmpty` is set.
            None => (LineKind::Context, text),
            Some(_) => return Err(Wrong::CutHunk),
        };
        let line = Line { kind, text, ends_bare: false, old_at: self.old, new_at: self.new };
        if (line.old_number().is_some() && self.old_ended) || (line.new_number().is_some() && self.new_ended)
        {
            return Err(Wrong::AfterTheEnd);
        }
        self.old += u32::from(line.old_number().is_some());
        self.new += u32::from(line.new_number().is_some());
        match self.old <= hunk.old.end && self.new <= hunk.new.end {
            true => Ok(line),
            false => Err(Wrong::CutHunk),
        }
    }

    fn end(&mut self, kind: LineKind) {
        self.old_ended |= kind != LineKind::Added;
        self.new_ended |= kind != LineKind::Removed;
    }
}

fn body<'a>(
    lines: &mut Lines<'a>,
    hunk: &mut Hunk<'a>,
    sides: &mut Sides,
    changes: &mut Vec<Change>,
) -> Result<(), DiffError> {
    let mut run = None;
    while sides.old < hunk.old.end || sides.new < hunk.new.end {
        let text = lines.current().ok_or_else(|| lines.wrong(Wrong::CutHunk))?;
        let mut line = sides.take(text, hunk).map_err(|what| lines.wrong(what))?;
        lines.advance();
        if lines.behind("\\ ").is_some() {
            line.ends_bare = true;
            sides.end(line.kind);
            lines.advance();
        }
        note(line, &mut run, changes);
        hunk.lines.push(line);
    }
    changes.extend(run);
    Ok(())
}

/// Adds a line to the run of changes it belongs to.
fn note(line: Line<'_>, run: &mut Option<Change>, changes: &mut Vec<Change>) {
    if line.kind == LineKind::Context {
        changes.extend(run.take());
        return;
    }
    let (old, new) = (line.old_at, line.new_at);
    let change = run.get_or_insert(Change { old: old..old, new: new..new });
    change.old.end += u32::from(line.kind == LineKind::Removed);
    change.new.end += u32::from(line.kind == LineKind::Added);
}

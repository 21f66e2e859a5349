//! The listings of `--raw` and `--numstat` in front of the files. They are small and come first, so a text that was
//! cut behind them shows it: a file is missing, or some of its lines are.

use super::super::error::{DiffError, Wrong};
use super::super::model::{FileDiff, FileStatus};
use super::super::path::unquoted;
use super::lines::{Lines, number};

/// What was announced.
#[derive(Default)]
pub(super) struct Listing<'a> {
    raw: Vec<Raw<'a>>,
    counts: Vec<Counts>,
}

/// `:100644 100755 OLD NEW M<tab>path`
struct Raw<'a> {
    line: usize,
    letter: u8,
    /// One path, or two behind a rename or copy.
    paths: &'a [u8],
}

/// `added<tab>removed<tab>path`; none where it is binary.
struct Counts {
    line: usize,
    lines: Option<(u32, u32)>,
}

/// Reads the listings and the empty line behind them, if there are any.
pub(super) fn read<'a>(lines: &mut Lines<'a>) -> Result<Listing<'a>, DiffError> {
    let mut listing = Listing::default();
    while let Some(line) = lines.current().filter(|line| line.starts_with(b":")) {
        let raw = raw(line, lines.number()).ok_or_else(|| lines.wrong(Wrong::BadListing))?;
        listing.raw.push(raw);
        lines.advance();
    }
    while let Some(line) = lines.current().filter(|line| line.first().is_some_and(starts_counts)) {
        let counts = counts(line, lines.number()).ok_or_else(|| lines.wrong(Wrong::BadListing))?;
        listing.counts.push(counts);
        lines.advance();
    }
    if listing.raw.is_empty() && listing.counts.is_empty() {
        return Ok(listing);
    }
    match lines.current() {
        Some(b"") => lines.advance(),
        Some(_) | None => return Err(lines.wrong(Wrong::BadListing)),
    }
    Ok(listing)
}

fn starts_counts(byte: &u8) -> bool {
    byte.is_ascii_digit() || *byte == b'-'
}

fn raw(line: &[u8], at: usize) -> Option<Raw<'_>> {
    let tab = line.iter().position(|b| *b == b'\t')?;
    let (facts, paths) = (&line[1..tab], &line[tab + 1..]);
    let fields: Vec<&[u8]> = facts.split(|b| *b == b' ').collect();
    let [_, _, _, _, status] = fields[..] else { return None };
    let (letter, score) = status.split_first()?;
    let known = b"ADMTRC".contains(letter) && score.iter().all(u8::is_ascii_digit);
    known.then_some(Raw { line: at, letter: *letter, paths })
}

fn counts(line: &[u8], at: usize) -> Option<Counts> {
    let mut fields = line.splitn(3, |b| *b == b'\t');
    let (added, removed, _) = (fields.next()?, fields.next()?, fields.next()?);
    let lines = match (added, removed) {
        (b"-", b"-") => None,
        _ => Some((number(added)?, number(removed)?)),
    };
    Some(Counts { line: at, lines })
}

impl<'a> Listing<'a> {
    /// Holds the files against what was announced. What is missing is missed at the end.
    pub(super) fn check(&self, files: &[(usize, FileDiff<'a>)], end: usize) -> Result<(), DiffError> {
        let entries = entries(files);
        for (what, count) in
            [(self.raw.is_empty(), self.raw.len()), (self.counts.is_empty(), self.counts.len())]
        {
            if !what && count != entries.len() {
                return Err(Wrong::ListingDiffers.at(end));
            }
        }
        for (raw, entry) in self.raw.iter().zip(&entries) {
            if !raw.is_of(entry) {
                return Err(Wrong::ListingDiffers.at(raw.line));
            }
        }
        for (counts, entry) in self.counts.iter().zip(&entries) {
            if counts.lines != lines_of(entry) {
                return Err(Wrong::ListingDiffers.at(counts.line));
            }
        }
        Ok(())
    }
}

/// Files as the listings count them: the two halves of a change of type are one.
fn entries<'f, 'a>(files: &'f [(usize, FileDiff<'a>)]) -> Vec<&'f [(usize, FileDiff<'a>)]> {
    let half = |file: &FileDiff<'_>| file.status == FileStatus::TypeChanged && file.new.is_none();
    files.chunk_by(|(_, file), _| half(file)).collect()
}

fn lines_of(entry: &[(usize, FileDiff<'_>)]) -> Option<(u32, u32)> {
    if entry.iter().any(|(_, file)| file.binary) {
        return None;
    }
    let changes = || entry.iter().flat_map(|(_, file)| &file.changes);
    let added = changes().map(|change| change.new.end - change.new.start).sum();
    let removed = changes().map(|change| change.old.end - change.old.start).sum();
    Some((added, removed))
}

impl Raw<'_> {
    fn is_of(&self, entry: &[(usize, FileDiff<'_>)]) -> bool {
        let [(_, file), ..] = entry else { return false };
        let letter = match file.status {
            FileStatus::Added => b'A',
            FileStatus::Deleted => b'D',
            FileStatus::Modified | FileStatus::ModeChanged => b'M',
            FileStatus::Renamed => b'R',
            FileStatus::Copied => b'C',
            FileStatus::TypeChanged => b'T',
        };
        letter == self.letter && self.names(file)
    }

    fn names(&self, file: &FileDiff<'_>) -> bool {
        let mut paths = self.paths.split(|b| *b == b'\t');
        let mut is = |path: &[u8]| match paths.next() {
            Some(said) if said.starts_with(b"\"") => unquoted(said).is_some_and(|(said, _)| said == path),
            Some(said) => said == path,
            None => false,
        };
        let moved = matches!(file.status, FileStatus::Renamed | FileStatus::Copied);
        let old = file.old.as_ref().filter(|_| moved).is_none_or(|side| is(side.path.bytes()));
        old && is(file.path().bytes()) && paths.next().is_none()
    }
}

//! Cuts a diff into parts of bounded size, so that each fits into one question. Nothing is left out: whole files where
//! they fit, else whole hunks under a copy of the file's headers, else whole lines under a hunk head of their own.
//!
//! A marker stands in each piece of a file that was cut. Lines of a file always begin with a sign or a space, so no
//! file can write one. A line that is longer than a whole part stays whole in a part of its own, which says so.

use std::ops::Range;

use super::model::{Diff, FileDiff, Hunk, Line, LineKind};

/// What the line begins with that is added where a file is cut.
const MARKER: &str = "# tribunal: piece";

/// Longest such line.
const MARKER_MAX: usize = 96;

/// Longest head of a hunk that is written anew; numbers have at most ten digits.
const HEAD_MAX: usize = 64;

/// One part of a diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The text: as git wrote it, and markers.
    pub text: Vec<u8>,
    /// What it holds, in order.
    pub pieces: Vec<Piece>,
    /// It is longer than was asked for, because one line or one binary change alone is.
    pub over: bool,
}

/// A file, or some of its lines, in a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its position in the diff.
    pub file: usize,
    /// Its lines, counted over all hunks from 0.
    pub lines: Range<usize>,
    /// It is all there is of the file.
    pub whole: bool,
}

/// Cuts a diff into parts of at most so many bytes. What stood in front of the first file is in none of them.
pub fn split(diff: &Diff<'_>, bytes_max: usize) -> Vec<Part> {
    let mut parts = Parts { bytes_max, done: Vec::new(), open: None };
    for (at, file) in diff.files().iter().enumerate() {
        if file.raw.len() <= bytes_max || file.hunks.is_empty() {
            let whole = Piece { file: at, lines: 0..file.lines().count(), whole: true };
            parts.add(file.raw.to_vec(), whole);
        } else {
            Cutter { file, at, bytes_max }.cut(&mut parts);
        }
    }
    parts.close();
    parts.done
}

struct Parts {
    bytes_max: usize,
    done: Vec<Part>,
    open: Option<Part>,
}

impl Parts {
    /// Puts a piece behind the last one, or into a new part where it does not fit.
    fn add(&mut self, text: Vec<u8>, piece: Piece) {
        let fits = |part: &Part| part.text.len() + text.len() <= self.bytes_max;
        if !self.open.as_ref().is_some_and(fits) {
            self.close();
        }
        match &mut self.open {
            Some(part) => {
                part.text.extend_from_slice(&text);
                part.pieces.push(piece);
            }
            None => {
                let over = text.len() > self.bytes_max;
                self.open = Some(Part { text, pieces: vec![piece], over });
            }
        }
    }

    fn close(&mut self) {
        self.done.extend(self.open.take());
    }
}

/// Cuts one file that is too long.
struct Cutter<'f, 'a> {
    file: &'f FileDiff<'a>,
    at: usize,
    bytes_max: usize,
}

impl Cutter<'_, '_> {
    fn cut(&self, parts: &mut Parts) {
        let spent = self.repeated().len() + MARKER_MAX;
        // However little room the headers leave, pieces stay large enough that copies of the headers do not grow
        // with the square of the file.
        let room = self.bytes_max.saturating_sub(spent).max(self.bytes_max / 4);
        let mut chunks: Vec<(Vec<u8>, Range<usize>)> = Vec::new();
        let mut seen = 0;
        for hunk in &self.file.hunks {
            let lines = seen..seen + hunk.lines.len();
            seen = lines.end;
            if hunk.raw.len() <= room {
                pack(&mut chunks, hunk.raw, lines, room);
            } else {
                cut_hunk(hunk, lines.start, room, &mut chunks);
            }
        }
        let of = chunks.len();
        for (number, (body, lines)) in chunks.into_iter().enumerate() {
            let head = if number == 0 { self.file.head } else { self.repeated() };
            let marker = format!("{MARKER} {} of {of} of this file\n", number + 1);
            let text = [head, marker.as_bytes(), &body].concat();
            parts.add(text, Piece { file: self.at, lines, whole: false });
        }
    }

    /// The headers above the second piece and later ones; none where they would take more than half of it.
    fn repeated(&self) -> &[u8] {
        if self.file.head.len() <= self.bytes_max / 2 { self.file.head } else { b"" }
    }
}

/// Adds hunks to the last chunk as long as there is room.
fn pack(chunks: &mut Vec<(Vec<u8>, Range<usize>)>, text: &[u8], lines: Range<usize>, room: usize) {
    match chunks.last_mut().filter(|(body, _)| body.len() + text.len() <= room) {
        Some((body, range)) => {
            body.extend_from_slice(text);
            range.end = lines.end;
        }
        None => chunks.push((text.to_vec(), lines)),
    }
}

/// Cuts a hunk between lines, each piece under a head that tells its own lines.
fn cut_hunk(hunk: &Hunk<'_>, first: usize, room: usize, chunks: &mut Vec<(Vec<u8>, Range<usize>)>) {
    let room = room.saturating_sub(HEAD_MAX).max(room / 2);
    let mut from = 0;
    while from < hunk.lines.len() {
        let mut bytes = written(&hunk.lines[from]);
        let mut to = from + 1;
        while to < hunk.lines.len() && bytes + written(&hunk.lines[to]) <= room {
            bytes += written(&hunk.lines[to]);
            to += 1;
        }
        chunks.push((piece_of(hunk, from..to), first + from..first + to));
        from = to;
    }
}

const BARE_END: &[u8] = b"\\ No newline at end of file\n";

/// How long a line is with its sign and its end.
fn written(line: &Line<'_>) -> usize {
    line.text.len() + 2 + if line.ends_bare { BARE_END.len() } else { 0 }
}

/// The hint behind the second `@@` stands once; it may be as long as a line.
fn piece_of(hunk: &Hunk<'_>, lines: Range<usize>) -> Vec<u8> {
    let first = lines.start == 0;
    let lines = &hunk.lines[lines];
    let old = side(lines, |line| line.old_at, |line| line.old_number().is_some());
    let new = side(lines, |line| line.new_at, |line| line.new_number().is_some());
    let mut text = format!("@@ -{old} +{new} @@").into_bytes();
    if first && !hunk.section.is_empty() {
        text.push(b' ');
        text.extend_from_slice(hunk.section);
    }
    text.push(b'\n');
    for line in lines {
        text.push(match line.kind {
            LineKind::Context => b' ',
            LineKind::Added => b'+',
            LineKind::Removed => b'-',
        });
        text.extend_from_slice(line.text);
        text.push(b'\n');
        if line.ends_bare {
            text.extend_from_slice(BARE_END);
        }
    }
    text
}

/// A range as the head of a hunk writes it: one without lines names the line before.
fn side(lines: &[Line<'_>], number: fn(&Line<'_>) -> u32, has: fn(&Line<'_>) -> bool) -> String {
    let count = lines.iter().filter(|line| has(line)).count();
    let start = lines.first().map_or(1, number);
    format!("{},{count}", if count == 0 { start - 1 } else { start })
}

#[cfg(test)]
mod tests;

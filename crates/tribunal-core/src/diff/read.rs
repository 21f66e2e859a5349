//! Reads a whole diff, or refuses it. Each line is looked at once; how many lines a hunk has is known from its head
//! alone, so no text inside a hunk can pose as a header.

use super::error::{DiffError, Wrong};
use super::model::{Diff, FileDiff, FileStatus};
use super::path::GitPath;

mod binary;
mod head;
mod hunk;
mod lines;
mod listing;

use head::Head;
use lines::Lines;

/// Reads everything.
pub(super) fn diff(bytes: &[u8]) -> Result<Diff<'_>, DiffError> {
    let mut lines = Lines::over(bytes)?;
    let listing = listing::read(&mut lines)?;
    let mut files: Vec<(usize, FileDiff<'_>)> = Vec::new();
    while lines.current().is_some() {
        let line = lines.number();
        let found = file(&mut lines)?;
        files.push((line, found));
    }
    mark_type_changes(&mut files);
    listing.check(&files, lines.number())?;
    indexed(files)
}

fn file<'a>(lines: &mut Lines<'a>) -> Result<FileDiff<'a>, DiffError> {
    let start = lines.offset();
    let first = lines.number();
    let head = Head::read(lines)?;
    let mut file = head.file(first)?;
    if binary::read(lines, &file)? {
        file.binary = true;
        file.head = lines.since(start);
    } else {
        if head.has_names() {
            head::names(lines, &mut file)?;
        }
        file.head = lines.since(start);
        hunk::read_all(lines, &mut file)?;
    }
    head.agrees(&file).map_err(|what| lines.wrong(what))?;
    file.raw = lines.since(start);
    Ok(file)
}

/// Git writes a file that became a link, or the other way round, as a deletion and an addition.
fn mark_type_changes(files: &mut [(usize, FileDiff<'_>)]) {
    for at in 1..files.len() {
        let (before, after) = files.split_at_mut(at);
        let (gone, come) = (&mut before[at - 1].1, &mut after[0].1);
        let pair = gone.status == FileStatus::Deleted && come.status == FileStatus::Added;
        if pair && gone.path() == come.path() {
            gone.status = FileStatus::TypeChanged;
            come.status = FileStatus::TypeChanged;
        }
    }
}

fn indexed<'a>(files: Vec<(usize, FileDiff<'a>)>) -> Result<Diff<'a>, DiffError> {
    let by_new = order(&files, |file| file.new.as_ref().map(|side| &side.path))?;
    // Whatever is copied stays where it was; only its own entry says what became of it.
    let by_old = order(&files, |file| {
        file.old.as_ref().filter(|_| file.status != FileStatus::Copied).map(|side| &side.path)
    })?;
    Ok(Diff { files: files.into_iter().map(|(_, file)| file).collect(), by_new, by_old })
}

/// The files that have a path on this side, in its order.
fn order<'a>(
    files: &[(usize, FileDiff<'a>)],
    path: impl for<'f> Fn(&'f FileDiff<'a>) -> Option<&'f GitPath<'a>>,
) -> Result<Vec<usize>, DiffError> {
    let at = |at: &usize| path(&files[*at].1);
    let mut order: Vec<usize> = (0..files.len()).filter(|n| at(n).is_some()).collect();
    order.sort_by(|a, b| at(a).cmp(&at(b)));
    match order.windows(2).find(|pair| at(&pair[0]) == at(&pair[1])) {
        Some(pair) => Err(Wrong::PathTwice.at(files[pair[0].max(pair[1])].0)),
        None => Ok(order),
    }
}

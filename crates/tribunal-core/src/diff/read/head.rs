//! The headers of a file, from `diff --git` to the line before the first hunk. Each may stand once, and all must tell
//! the same story.

use std::borrow::Cow;

use super::super::error::{DiffError, Wrong};
use super::super::model::{FileDiff, FileStatus, Mode, Side};
use super::super::path::{GitPath, after_name, name, unquoted};
use super::lines::{Lines, number};

/// The ids of empty content, by the two hashes git has.
const EMPTY_BLOBS: [&str; 2] = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

/// A path as written, decoded.
type Name<'a> = Cow<'a, [u8]>;

/// What the headers of one file say.
#[derive(Default)]
pub(super) struct Head<'a> {
    /// Both names, as the first line writes them.
    names: &'a [u8],
    old_mode: Option<Mode>,
    new_mode: Option<Mode>,
    added: Option<Mode>,
    deleted: Option<Mode>,
    similarity: Option<u8>,
    renamed: (Option<Name<'a>>, Option<Name<'a>>),
    copied: (Option<Name<'a>>, Option<Name<'a>>),
    index: Option<Index<'a>>,
    /// Whether `---` and `+++` follow.
    named: bool,
}

/// `index OLD..NEW MODE`
struct Index<'a> {
    old: &'a str,
    new: &'a str,
    mode: Option<Mode>,
}

impl<'a> Head<'a> {
    /// Reads up to `---`, a binary change, a hunk or the next file.
    pub(super) fn read(lines: &mut Lines<'a>) -> Result<Self, DiffError> {
        let names = lines.behind("diff --git ").ok_or_else(|| lines.wrong(not_a_file(lines)))?;
        let mut head = Head { names, ..Head::default() };
        lines.advance();
        while head.take(lines)? {
            lines.advance();
        }
        head.named = lines.behind("--- ").is_some();
        Ok(head)
    }

    /// Takes the current line, if it is an extended header.
    fn take(&mut self, lines: &Lines<'a>) -> Result<bool, DiffError> {
        let wrong = |what| lines.wrong(what);
        let path = |rest| name(rest).ok_or(wrong(Wrong::BadPath));
        if let Some(rest) = lines.behind("old mode ") {
            return once(&mut self.old_mode, mode(rest)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("new mode ") {
            return once(&mut self.new_mode, mode(rest)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("new file mode ") {
            return once(&mut self.added, mode(rest)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("deleted file mode ") {
            return once(&mut self.deleted, mode(rest)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("similarity index ").or(lines.behind("dissimilarity index ")) {
            return once(&mut self.similarity, percent(rest)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("rename from ") {
            return once(&mut self.renamed.0, Some(path(rest)?)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("rename to ") {
            return once(&mut self.renamed.1, Some(path(rest)?)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("copy from ") {
            return once(&mut self.copied.0, Some(path(rest)?)).map_err(wrong);
        }
        if let Some(rest) = lines.behind("copy to ") {
            return once(&mut self.copied.1, Some(path(rest)?)).map_err(wrong);
        }
        match lines.behind("index ") {
            Some(rest) => once(&mut self.index, index(rest)).map_err(wrong),
            None => Ok(false),
        }
    }

    /// The file these headers tell of, without hunks. Errors are at its first line.
    pub(super) fn file(&self, line: usize) -> Result<FileDiff<'a>, DiffError> {
        let (old, new) = self.paths().map_err(|what| what.at(line))?;
        let status = self.status().ok_or(Wrong::Contradiction.at(line))?;
        let same = self.index.as_ref().and_then(|index| index.mode);
        let side = |path, mode: Option<Mode>, blob| Side { path, mode: mode.or(same), blob };
        let blob = |of: fn(&Index<'a>) -> &'a str| self.index.as_ref().map(of).filter(|id| !is_zero(id));
        let old = side(old, self.deleted.or(self.old_mode), blob(|index| index.old));
        let new = side(new, self.added.or(self.new_mode), blob(|index| index.new));
        Ok(FileDiff {
            status,
            similarity: self.similarity,
            old: (status != FileStatus::Added).then_some(old),
            new: (status != FileStatus::Deleted).then_some(new),
            binary: false,
            hunks: Vec::new(),
            changes: Vec::new(),
            head: b"",
            raw: b"",
        })
    }

    /// Whether `---` and `+++` stand above the hunks.
    pub(super) fn has_names(&self) -> bool {
        self.named
    }

    /// Whoever says that content changed has to show how, and the other way round.
    pub(super) fn agrees(&self, file: &FileDiff<'_>) -> Result<(), Wrong> {
        let shown = file.binary || !file.hunks.is_empty();
        match (self.content_changes(), shown) {
            (false, false) if self.index.is_none() && self.needs_index(file.status) => Err(Wrong::NoChange),
            (false, false) | (true, true) => Ok(()),
            (true, false) => Err(Wrong::NoChange),
            (false, true) => Err(Wrong::Contradiction),
        }
    }

    /// Whether git would have named the contents before and after.
    fn needs_index(&self, status: FileStatus) -> bool {
        match status {
            FileStatus::Added | FileStatus::Deleted | FileStatus::Modified => true,
            FileStatus::Renamed | FileStatus::Copied => self.similarity != Some(100),
            FileStatus::ModeChanged | FileStatus::TypeChanged => false,
        }
    }

    fn content_changes(&self) -> bool {
        let Some(index) = &self.index else { return false };
        let empty = |id: &str| EMPTY_BLOBS.iter().any(|blob| blob.starts_with(id));
        match (self.added, self.deleted) {
            (Some(_), _) => !empty(index.new),
            (None, Some(_)) => !empty(index.old),
            (None, None) => true,
        }
    }

    fn status(&self) -> Option<FileStatus> {
        let modes = match (self.old_mode, self.new_mode) {
            (None, None) => None,
            (Some(old), Some(new)) if old != new => Some((old, new)),
            (Some(_), Some(_)) | (Some(_), None) | (None, Some(_)) => return None,
        };
        let kinds =
            [self.added.is_some(), self.deleted.is_some(), self.renamed.0.is_some(), self.copied.0.is_some()];
        match (kinds, modes) {
            ([true, false, false, false], None) => Some(FileStatus::Added),
            ([false, true, false, false], None) => Some(FileStatus::Deleted),
            ([false, false, true, false], _) => Some(FileStatus::Renamed),
            ([false, false, false, true], _) => Some(FileStatus::Copied),
            ([false, false, false, false], Some((old, new))) if !old.same_kind(new) => {
                Some(FileStatus::TypeChanged)
            }
            ([false, false, false, false], Some(_)) if self.index.is_none() => Some(FileStatus::ModeChanged),
            ([false, false, false, false], _) => Some(FileStatus::Modified),
            _ => None,
        }
    }

    /// Both paths; the first line must name the same ones.
    fn paths(&self) -> Result<(GitPath<'a>, GitPath<'a>), Wrong> {
        let pair = match (&self.renamed, &self.copied) {
            ((Some(old), Some(new)), (None, None)) | ((None, None), (Some(old), Some(new))) => {
                named_in(self.names, old, new).ok_or(Wrong::PathsDisagree)?;
                (old.clone(), new.clone())
            }
            ((None, None), (None, None)) => {
                let path = twice(self.names).ok_or(Wrong::PathsDisagree)?;
                (path.clone(), path)
            }
            _ => return Err(Wrong::Contradiction),
        };
        let path = |bytes| GitPath::new(bytes).ok_or(Wrong::BadPath);
        Ok((path(pair.0)?, path(pair.1)?))
    }
}

fn not_a_file(lines: &Lines<'_>) -> Wrong {
    let combined = lines.behind("diff --cc ").or(lines.behind("diff --combined ")).is_some();
    if combined { Wrong::Combined } else { Wrong::Stray }
}

/// Reads `---` and `+++`, which name what the first line named, or nothing where there is no such side.
pub(super) fn names(lines: &mut Lines<'_>, file: &mut FileDiff<'_>) -> Result<(), DiffError> {
    let sides = [("--- ", "a/", &file.old), ("+++ ", "b/", &file.new)];
    for (sign, prefix, side) in sides {
        let rest = lines.behind(sign).ok_or_else(|| lines.wrong(Wrong::BadHeader))?;
        let said = name(rest).ok_or_else(|| lines.wrong(Wrong::BadPath))?;
        let right = match side {
            Some(side) => said.strip_prefix(prefix.as_bytes()) == Some(side.path.bytes()),
            None => *said == *b"/dev/null",
        };
        if !right {
            return Err(lines.wrong(Wrong::PathsDisagree));
        }
        lines.advance();
    }
    Ok(())
}

/// Keeps a value that was not there yet.
fn once<T>(slot: &mut Option<T>, value: Option<T>) -> Result<bool, Wrong> {
    let value = value.ok_or(Wrong::BadHeader)?;
    match slot.replace(value) {
        Some(_) => Err(Wrong::Contradiction),
        None => Ok(true),
    }
}

fn named_in(names: &[u8], old: &[u8], new: &[u8]) -> Option<()> {
    let rest = after_name(names, b"a/", old)?.strip_prefix(b" ")?;
    after_name(rest, b"b/", new)?.is_empty().then_some(())
}

/// The one path that both names are. Unquoted names may have spaces, so the middle is where both halves are equal.
fn twice(names: &[u8]) -> Option<Cow<'_, [u8]>> {
    if names.starts_with(b"\"") {
        let (old, rest) = unquoted(names)?;
        let path = old.strip_prefix(b"a/")?;
        named_in(names, path, path).filter(|()| !rest.is_empty())?;
        return Some(Cow::Owned(path.to_vec()));
    }
    let path = &names.get(2..names.len() / 2)?;
    named_in(names, path, path)?;
    Some(Cow::Borrowed(path))
}

fn mode(digits: &[u8]) -> Option<Mode> {
    let octal = digits.len() == 6 && digits.iter().all(|d| (b'0'..=b'7').contains(d));
    octal.then(|| Mode(digits.iter().fold(0, |n, d| (n << 3) | u32::from(d & 7))))
}

fn percent(text: &[u8]) -> Option<u8> {
    let value = number(text.strip_suffix(b"%")?)?;
    u8::try_from(value).ok().filter(|percent| *percent <= 100)
}

fn index(text: &[u8]) -> Option<Index<'_>> {
    let text = std::str::from_utf8(text).ok()?;
    let (ids, mode_text) = text.split_once(' ').map_or((text, None), |(ids, mode)| (ids, Some(mode)));
    let (old, new) = ids.split_once("..")?;
    let id = |id: &str| (4..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_hexdigit());
    let mode = match mode_text {
        Some(digits) => Some(mode(digits.as_bytes())?),
        None => None,
    };
    (id(old) && id(new)).then_some(Index { old, new, mode })
}

fn is_zero(id: &str) -> bool {
    id.bytes().all(|b| b == b'0')
}

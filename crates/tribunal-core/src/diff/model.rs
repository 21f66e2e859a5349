//! What was read: files, hunks and lines, borrowed from the input. Built only by `read`, so that what a hunk says about
//! itself is true: numbers follow each other and counts add up.

use std::fmt;
use std::ops::Range;

use super::error::DiffError;
use super::path::GitPath;
use super::read;

/// A whole diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff<'a> {
    pub(super) files: Vec<FileDiff<'a>>,
    /// Positions of the files that have a new side, in the order of their path there.
    pub(super) by_new: Vec<usize>,
    /// Positions of the files that have an old side and are no copies, in the order of their path there.
    pub(super) by_old: Vec<usize>,
}

impl<'a> Diff<'a> {
    /// Reads the output of `git diff -M --full-index`, also with `--raw` and `--numstat` in front, which is then held
    /// against the files that follow.
    ///
    /// # Errors
    /// If any line is not what git would write there. Nothing is read of such a text.
    pub fn read(bytes: &'a [u8]) -> Result<Self, DiffError> {
        read::diff(bytes)
    }

    /// The files in the order of the text.
    pub fn files(&self) -> &[FileDiff<'a>] {
        &self.files
    }

    /// The file that has this path in the new tree, given as `GitPath::text` writes it.
    pub fn file(&self, path: &str) -> Option<&FileDiff<'a>> {
        let path = GitPath::from_text(path)?;
        let new = |at: &usize| self.files[*at].new.as_ref().map(|side| &side.path);
        let found = self.by_new.binary_search_by(|at| new(at).cmp(&Some(&path))).ok()?;
        Some(&self.files[self.by_new[found]])
    }

    /// The file that had this path in the old tree. A copy is not meant: its source stayed.
    pub fn old_file(&self, path: &str) -> Option<&FileDiff<'a>> {
        let path = GitPath::from_text(path)?;
        let old = |at: &usize| self.files[*at].old.as_ref().map(|side| &side.path);
        let found = self.by_old.binary_search_by(|at| old(at).cmp(&Some(&path))).ok()?;
        Some(&self.files[self.by_old[found]])
    }
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileStatus {
    /// Is new.
    Added,
    /// Is gone.
    Deleted,
    /// Has other content, and perhaps another mode.
    Modified,
    /// Has another path, and perhaps other content.
    Renamed,
    /// Is a copy of a file that stayed.
    Copied,
    /// Has another mode and the same content.
    ModeChanged,
    /// Became a link, a submodule or a plain file. Git writes such a change as two files, of which the first has only
    /// an old side and the second only a new one.
    TypeChanged,
}

/// One file's entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff<'a> {
    /// What happened.
    pub status: FileStatus,
    /// How much of it stayed, in percent, where it was renamed or copied or rewritten.
    pub similarity: Option<u8>,
    /// Before; none where it was added.
    pub old: Option<Side<'a>>,
    /// After; none where it was deleted.
    pub new: Option<Side<'a>>,
    /// Git took the content for no text; there are no hunks then.
    pub binary: bool,
    /// The changed places, in order.
    pub hunks: Vec<Hunk<'a>>,
    /// Runs of changed lines, in order; what `map` looks at.
    pub(super) changes: Vec<Change>,
    /// The lines above the first hunk.
    pub(super) head: &'a [u8],
    /// The whole entry.
    pub(super) raw: &'a [u8],
}

impl<'a> FileDiff<'a> {
    /// Its path: the new one, or the old one where it was deleted.
    pub fn path(&self) -> &GitPath<'a> {
        let side = self.new.as_ref().or(self.old.as_ref());
        &side.expect("`read` gives every file at least one side").path
    }

    /// The entry as it stood in the input.
    pub fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// All lines of all hunks.
    pub fn lines(&self) -> impl Iterator<Item = &Line<'a>> {
        self.hunks.iter().flat_map(|hunk| &hunk.lines)
    }

    /// Lines that are new.
    pub fn added(&self) -> impl Iterator<Item = &Line<'a>> {
        self.lines().filter(|line| line.kind == LineKind::Added)
    }

    /// Lines that are gone.
    pub fn removed(&self) -> impl Iterator<Item = &Line<'a>> {
        self.lines().filter(|line| line.kind == LineKind::Removed)
    }
}

/// A file on one side of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side<'a> {
    /// From the root of the tree.
    pub path: GitPath<'a>,
    /// Where the diff says it; a pure rename does not.
    pub mode: Option<Mode>,
    /// The id of its content, as long as the diff writes it.
    pub blob: Option<&'a str>,
}

/// A mode as git's trees have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mode(pub u32);

impl Mode {
    /// The bits that say what kind of thing it is.
    fn kind(self) -> u32 {
        self.0 & 0o170_000
    }

    /// A symbolic link, whose content is its target.
    pub fn is_link(self) -> bool {
        self.kind() == 0o120_000
    }

    /// A commit of another repository.
    pub fn is_submodule(self) -> bool {
        self.kind() == 0o160_000
    }

    /// A plain file that may be run.
    pub fn is_executable(self) -> bool {
        self.kind() == 0o100_000 && self.0 & 0o100 != 0
    }

    /// Whether both are files, or both links, or both submodules.
    pub fn same_kind(self, other: Mode) -> bool {
        self.kind() == other.kind()
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06o}", self.0)
    }
}

/// A changed place with the lines around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk<'a> {
    /// The old lines it covers; where it covers none, it stands before `start`.
    pub old: Range<u32>,
    /// The new lines it covers; where it covers none, it stands before `start`.
    pub new: Range<u32>,
    /// What git writes behind the second `@@`, usually the function around it.
    pub section: &'a [u8],
    /// All of its lines.
    pub lines: Vec<Line<'a>>,
    /// With its head.
    pub(super) raw: &'a [u8],
}

/// What a line of a hunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// On both sides.
    Context,
    /// Only new.
    Added,
    /// Only old.
    Removed,
}

/// One line of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// What it is.
    pub kind: LineKind,
    /// Without its sign and its LF. A CR stays.
    pub text: &'a [u8],
    /// The file ends with it, without a newline.
    pub ends_bare: bool,
    /// Its own number, or that of the next old line.
    pub(super) old_at: u32,
    /// Its own number, or that of the next new line.
    pub(super) new_at: u32,
}

impl Line<'_> {
    /// Its number in the old file.
    pub fn old_number(&self) -> Option<u32> {
        (self.kind != LineKind::Added).then_some(self.old_at)
    }

    /// Its number in the new file.
    pub fn new_number(&self) -> Option<u32> {
        (self.kind != LineKind::Removed).then_some(self.new_at)
    }
}

/// A run of changed lines: these old ones became these new ones. Either may be empty, not both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) old: Range<u32>,
    pub(super) new: Range<u32>,
}

//! What a change changes: the unified diff and the list of files, both from one `git diff-tree`.
//!
//! It runs without attributes, so a branch cannot mark its files as binary to hide them from reviewers, and without
//! the user's settings, so the same two commits give the same bytes on every machine.

use super::call::{Git, WALL_MAX};
use super::discover::Layout;
use super::objects::EntryKind;
use super::{GitError, ObjectId, RepoPath};

/// Most bytes of a diff. More than any reviewer reads; it keeps memory bounded.
const DIFF_MAX: u64 = 64 * 1024 * 1024;

/// Everything that could differ by taste or settings is said.
const FLAGS: &[&str] = &[
    "-r",
    "-z",
    "--raw",
    "--no-abbrev",
    "--full-index",
    "--unified=3",
    "--diff-algorithm=myers",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=none",
    "--submodule=short",
];

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileStatus {
    /// Is new.
    Added,
    /// Is gone.
    Deleted,
    /// Has other content or another mode.
    Modified,
    /// Has another name; `similarity` says how much stayed, in percent.
    Renamed {
        /// In percent.
        similarity: u8,
    },
    /// Became something else: a file a link, a link a submodule.
    Retyped,
}

/// One file of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path at the head; for a deleted one, at the base.
    pub path: RepoPath,
    /// Its path at the base, where it was renamed.
    pub old_path: Option<RepoPath>,
    /// What happened.
    pub status: FileStatus,
    /// What it was, with its object; none if it is new.
    pub old: Option<(EntryKind, ObjectId)>,
    /// What it is, with its object; none if it is gone.
    pub new: Option<(EntryKind, ObjectId)>,
}

/// What lies between two commits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    /// The unified diff, renames found, binary files and submodules as one line each. Paths with a control character,
    /// a quote or a backslash are quoted as in C; other bytes are as they are.
    pub patch: Vec<u8>,
    /// The files, in git's order.
    pub files: Vec<ChangedFile>,
}

pub(super) fn diff(git: &Git, layout: &Layout, base: ObjectId, head: ObjectId) -> Result<Diff, GitError> {
    diff_within(git, layout, base, head, DIFF_MAX)
}

pub(super) fn diff_within(
    git: &Git,
    layout: &Layout,
    base: ObjectId,
    head: ObjectId,
    limit: u64,
) -> Result<Diff, GitError> {
    run(git, layout, [base, head], limit, &["--patch", "--find-renames=50%", "-l1000"])
}

/// The files alone, a renamed one as two.
pub(super) fn files(
    git: &Git,
    layout: &Layout,
    base: ObjectId,
    head: ObjectId,
) -> Result<Vec<ChangedFile>, GitError> {
    Ok(run(git, layout, [base, head], DIFF_MAX, &["--no-renames"])?.files)
}

fn run(
    git: &Git,
    layout: &Layout,
    between: [ObjectId; 2],
    limit: u64,
    more: &[&str],
) -> Result<Diff, GitError> {
    let call = git.plain(layout, "diff-tree").args(FLAGS).args(more).arg("--end-of-options");
    let [base, head] = between.map(|id| id.to_string());
    let said = call.arg(base).arg(head).ok_within(limit, WALL_MAX);
    let out = said.map_err(|error| blame(error, layout, limit))?;
    split(&out).ok_or_else(|| GitError::garbled("the output of `git diff-tree`"))
}

fn blame(error: GitError, layout: &Layout, limit: u64) -> GitError {
    if let GitError::TooMuch { .. } = error {
        return GitError::TooMuch { what: "the diff".to_owned(), limit };
    }
    let absent = if let GitError::Failed { said, .. } = &error { absent_object(said) } else { None };
    absent.map_or(error, |object| GitError::Missing { object, partial: layout.partial })
}

/// The object git complains about, in `unable to read <id>` or `bad object <id>`.
fn absent_object(said: &str) -> Option<String> {
    let complains =
        ["unable to read", "bad object", "could not read"].iter().any(|words| said.contains(words));
    let ids = said.split(|c: char| !c.is_ascii_hexdigit());
    let found = ids.into_iter().find(|word| ObjectId::from_hex(word.as_bytes()).is_some());
    found.filter(|_| complains).map(str::to_owned)
}

/// The list ends where a record does not begin with a colon; one NUL stands between it and the patch.
fn split(out: &[u8]) -> Option<Diff> {
    let (mut rest, mut files) = (out, Vec::new());
    while rest.first() == Some(&b':') {
        files.push(changed(&mut rest)?);
    }
    let patch = rest.strip_prefix(b"\0").unwrap_or(rest).to_vec();
    Some(Diff { patch, files })
}

/// `:100644 100755 <id> <id> R086` NUL path NUL, and another path NUL for renames.
fn changed(rest: &mut &[u8]) -> Option<ChangedFile> {
    let record = std::str::from_utf8(field(rest)?).ok()?;
    let words: Vec<&str> = record.strip_prefix(':')?.split(' ').collect();
    let [old_mode, new_mode, old_id, new_id, status] = words.try_into().ok()?;
    let (old, new) = (side(old_mode, old_id)?, side(new_mode, new_id)?);
    let first = RepoPath::new(field(rest)?);
    let (letter, number) = status.split_at_checked(1)?;
    let status = match letter {
        "A" => FileStatus::Added,
        "D" => FileStatus::Deleted,
        "M" => FileStatus::Modified,
        "T" => FileStatus::Retyped,
        "R" => FileStatus::Renamed { similarity: number.parse().ok()? },
        _ => return None,
    };
    let (path, old_path) = match status {
        FileStatus::Renamed { .. } => (RepoPath::new(field(rest)?), Some(first)),
        FileStatus::Added | FileStatus::Deleted | FileStatus::Modified | FileStatus::Retyped => (first, None),
    };
    Some(ChangedFile { path, old_path, status, old, new })
}

fn field<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.iter().position(|b| *b == 0)?;
    let field = &rest[..end];
    *rest = &rest[end + 1..];
    Some(field)
}

/// A mode with its object; the inner none is a side that does not exist.
fn side(mode: &str, id: &str) -> Option<Option<(EntryKind, ObjectId)>> {
    match u32::from_str_radix(mode, 8).ok()? {
        0 => Some(None),
        mode => Some(Some((EntryKind::of_mode(mode)?, ObjectId::from_hex(id.as_bytes())?))),
    }
}

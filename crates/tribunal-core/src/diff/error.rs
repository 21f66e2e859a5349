//! Why a text is no diff: the line, and what is wrong with it.

/// A diff that was refused. Nothing of it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the diff: {what}")]
pub struct DiffError {
    /// From 1. Where something is missing, the line at which it was missed.
    pub line: usize,
    /// What is wrong there.
    pub what: Wrong,
}

/// What is wrong with a line of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The text ends inside a line.
    #[error("the text ends inside a line; it was cut")]
    CutLine,
    /// Nothing that can stand here.
    #[error("neither a file, nor one of its headers, nor a hunk begins here")]
    Stray,
    /// `diff --cc`.
    #[error("a combined diff; compare two commits instead")]
    Combined,
    /// A header with a value that is none.
    #[error("the header cannot be read")]
    BadHeader,
    /// A header twice, or two that exclude each other.
    #[error("the headers of the file contradict each other")]
    Contradiction,
    /// A path git would not write: empty, absolute, with `..`, or wrongly quoted.
    #[error("no path that git would write")]
    BadPath,
    /// Two headers name different files.
    #[error("the headers name different files")]
    PathsDisagree,
    /// The same path twice on the same side.
    #[error("the path is changed twice")]
    PathTwice,
    /// A file with nothing said about it, or whose content changed without a hunk.
    #[error("the change of the file is missing; the text was cut")]
    NoChange,
    /// An `@@` line with other than two ranges.
    #[error("the head of the hunk cannot be read")]
    BadHunk,
    /// A hunk that overlaps the one before, or stands at lines that do not follow from it.
    #[error("the hunk does not line up with what stands before it")]
    Misplaced,
    /// Fewer lines than the head of the hunk says.
    #[error("the hunk has fewer lines than its head says")]
    CutHunk,
    /// A line of a side that does not exist, or that already ended without a newline.
    #[error("a line of a side that has ended")]
    AfterTheEnd,
    /// `GIT binary patch` with other than two whole blocks.
    #[error("the binary patch is not whole")]
    BadBinary,
    /// A line of `--raw` or `--numstat` that cannot be read.
    #[error("the line of the listing cannot be read")]
    BadListing,
    /// The listing in front names other files, or other numbers of lines.
    #[error("the listing in front and the files that follow differ")]
    ListingDiffers,
}

impl Wrong {
    /// The error at a line.
    pub(super) fn at(self, line: usize) -> DiffError {
        DiffError { line, what: self }
    }
}

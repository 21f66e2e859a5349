//! One changed file as the rules see it: what kind of file it is, which lines are new, and which of these only moved.

use std::collections::BTreeMap;

use super::input::Content;
use super::secrets::find::{self, Leak};
use super::text::{self, Language};
use super::weakened;
use crate::diff::{Diff, FileDiff, FileStatus, LineKind};

/// Longest quote. A line that is longer is quoted by its beginning.
const QUOTE_CHARS_MAX: usize = 400;

/// What holds for the change as a whole.
pub(super) struct Whole {
    /// Tests that are added anywhere.
    pub(super) tests_added: usize,
    /// Files that are gone and hold no tests, by their names without directories and endings.
    pub(super) code_deleted: Vec<String>,
    /// Test files that are new, by their names.
    pub(super) test_files_added: Vec<String>,
}

impl Whole {
    pub(super) fn of(diff: &Diff<'_>) -> Self {
        let mut whole = Whole { tests_added: 0, code_deleted: Vec::new(), test_files_added: Vec::new() };
        for file in diff.files() {
            let path = file.path().lossy();
            let (test, language) = (text::is_test(&path), Language::of(&path));
            whole.tests_added += file
                .added()
                .filter(|line| weakened::is_test_head(&text::code(line.text, language), language, test))
                .count();
            match (file.status, test) {
                (FileStatus::Deleted, false) => whole.code_deleted.push(text::stem(&path).to_owned()),
                (FileStatus::Added, true) => whole.test_files_added.push(text::name(&path).to_owned()),
                _ => {}
            }
        }
        whole.code_deleted.sort();
        whole.test_files_added.sort();
        whole
    }
}

/// One line of the new file that the diff shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewLine<'a> {
    pub(super) number: u32,
    /// Without line end.
    pub(super) text: &'a [u8],
    /// The change adds it.
    pub(super) added: bool,
    /// The change also removes a line of the same text, but for the space around it.
    pub(super) moved: bool,
    /// The line before it in this list is not the line before it in the file.
    pub(super) after_gap: bool,
}

/// One changed file.
pub(super) struct Seen<'a> {
    pub(super) file: &'a FileDiff<'a>,
    /// By which its kind is told; for rules, never for people.
    pub(super) path: String,
    /// By which it is named in findings.
    pub(super) place: String,
    pub(super) language: Language,
    pub(super) is_test: bool,
    pub(super) content: Content<'a>,
    /// What the diff shows of the new file.
    pub(super) lines: Vec<NewLine<'a>>,
    pub(super) leaks: Vec<Leak>,
    pub(super) whole: &'a Whole,
}

impl<'a> Seen<'a> {
    pub(super) fn new(
        file: &'a FileDiff<'a>,
        contents: &BTreeMap<String, Content<'a>>,
        whole: &'a Whole,
    ) -> Self {
        let (path, place) = (file.path().lossy().into_owned(), file.path().text().into_owned());
        let lines = new_lines(file);
        Self {
            file,
            language: Language::of(&path),
            is_test: text::is_test(&path),
            content: contents.get(&place).copied().unwrap_or_default(),
            leaks: find::leaks(&lines, &path),
            lines,
            path,
            place,
            whole,
        }
    }

    /// Lines the change adds.
    pub(super) fn added(&self) -> impl Iterator<Item = &NewLine<'a>> {
        self.lines.iter().filter(|line| line.added)
    }

    /// Lines the change adds that were not there before at another place of the file.
    pub(super) fn fresh(&self) -> impl Iterator<Item = (usize, &NewLine<'a>)> {
        self.lines.iter().enumerate().filter(|(_, line)| line.added && !line.moved)
    }

    /// The last line above this one in the same piece of the file that is not blank.
    pub(super) fn above(&self, at: usize) -> Option<&NewLine<'a>> {
        let mut below = at;
        while below > 0 && !self.lines[below].after_gap {
            below -= 1;
            if !self.lines[below].text.trim_ascii().is_empty() {
                return Some(&self.lines[below]);
            }
        }
        None
    }

    /// The text of a line, with secrets masked.
    pub(super) fn quote(&self, line: &NewLine<'_>) -> String {
        let first = self.leaks.partition_point(|leak| leak.number < line.number);
        let here = self.leaks[first..].iter().take_while(|leak| leak.number == line.number);
        shortened(&find::masked(line.text, here))
    }

    /// Whether the new file was not there before under any name.
    pub(super) fn is_new_name(&self) -> bool {
        match self.file.status {
            FileStatus::Added | FileStatus::Renamed | FileStatus::Copied => true,
            FileStatus::TypeChanged => self.file.new.is_some(),
            FileStatus::Deleted | FileStatus::Modified | FileStatus::ModeChanged => false,
        }
    }
}

/// Without line end and not too long.
fn shortened(text: &str) -> String {
    let text = text.trim_end_matches(['\r', '\n']);
    match text.char_indices().nth(QUOTE_CHARS_MAX) {
        Some((end, _)) => text[..end].to_owned(),
        None => text.to_owned(),
    }
}

fn new_lines<'a>(file: &'a FileDiff<'a>) -> Vec<NewLine<'a>> {
    let mut removed: BTreeMap<&[u8], usize> = BTreeMap::new();
    for line in file.removed().filter(|line| !line.text.trim_ascii().is_empty()) {
        *removed.entry(line.text.trim_ascii()).or_default() += 1;
    }
    let mut lines = Vec::new();
    let mut last = 0;
    for line in file.lines() {
        let Some(number) = line.new_number() else { continue };
        let added = line.kind == LineKind::Added;
        let moved = added
            && removed
                .get_mut(line.text.trim_ascii())
                .filter(|count| **count > 0)
                .map(|count| *count -= 1)
                .is_some();
        let text = line.text.strip_suffix(b"\r").unwrap_or(line.text);
        lines.push(NewLine { number, text, added, moved, after_gap: number != last + 1 });
        last = number;
    }
    lines
}

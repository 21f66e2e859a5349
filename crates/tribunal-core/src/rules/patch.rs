//! Writes the smallest patch that `git apply` takes: one line of the new file replaced or removed. Where the lines
//! around it are not known well enough, there is none; a patch that might land elsewhere is worse than none.

use super::secrets::find;
use super::seen::{NewLine, Seen};

/// Lines around the changed one, as git writes them.
const CONTEXT: usize = 3;

/// A patch that puts this text in the place of a line, or removes it.
pub(super) fn of_line(seen: &Seen<'_>, at: usize, text: Option<&str>) -> Option<String> {
    let around = Around::of(seen, at)?;
    let shown = |line: &&[u8]| find::may_be_shown(line, &seen.path) && !line.ends_with(b"\r");
    let secret = seen.leaks.iter().any(|leak| leak.number.abs_diff(seen.lines[at].number) <= CONTEXT as u32);
    let all_shown = around.before.iter().chain(&around.after).chain([&around.line]).all(shown);
    if secret || !all_shown || !is_plain(&seen.path) {
        return None;
    }
    around.written(&seen.path, text)
}

struct Around<'a> {
    number: u32,
    before: Vec<&'a [u8]>,
    line: &'a [u8],
    after: Vec<&'a [u8]>,
}

impl<'a> Around<'a> {
    fn of(seen: &Seen<'a>, at: usize) -> Option<Self> {
        let around = match seen.content.new {
            Some(content) => Self::in_content(content, seen.lines[at].number as usize)?,
            None => Self::in_diff(seen, at)?,
        };
        // The content the host gave must be the one the diff is about.
        (around.line == seen.lines[at].text).then_some(around)
    }

    fn in_content(content: &'a [u8], number: usize) -> Option<Self> {
        let whole = content.strip_suffix(b"\n")?;
        let first = number.saturating_sub(1 + CONTEXT);
        let mut lines = whole.split(|b| *b == b'\n').skip(first);
        let before: Vec<&[u8]> = lines.by_ref().take(number - 1 - first).collect();
        let line = lines.next()?;
        let after: Vec<&[u8]> = lines.take(CONTEXT).collect();
        let alone = before.is_empty() && after.is_empty();
        (!alone).then_some(Self { number: number as u32, before, line, after })
    }

    /// From what the diff shows. Without a line behind it nobody knows whether the file ends here.
    fn in_diff(seen: &Seen<'a>, at: usize) -> Option<Self> {
        let lines = &seen.lines;
        let from = (at.saturating_sub(CONTEXT)..=at).rev().find(|n| lines[*n].after_gap);
        let from = from.unwrap_or(at.saturating_sub(CONTEXT));
        let to = (at + 1..lines.len()).take(CONTEXT).take_while(|n| !lines[*n].after_gap).last()?;
        let text = |lines: &[NewLine<'a>]| -> Vec<&'a [u8]> { lines.iter().map(|line| line.text).collect() };
        let odd = seen.file.lines().any(|line| line.ends_bare || line.text.ends_with(b"\r"));
        let number = lines[at].number;
        let placed = from < at || number == 1;
        let found = Self {
            number,
            before: text(&lines[from..at]),
            line: lines[at].text,
            after: text(&lines[at + 1..=to]),
        };
        (placed && !odd).then_some(found)
    }

    fn written(&self, path: &str, text: Option<&str>) -> Option<String> {
        let start = self.number - self.before.len() as u32;
        let old = self.before.len() + 1 + self.after.len();
        let new = old - usize::from(text.is_none());
        let tab = if path.contains(' ') { "\t" } else { "" };
        let mut patch = format!(
            "diff --git a/{path} b/{path}\n--- a/{path}{tab}\n+++ b/{path}{tab}\n@@ -{start},{old} +{start},{new} @@\n"
        );
        let mut push = |sign: char, line: &[u8]| {
            patch.push(sign);
            patch.push_str(std::str::from_utf8(line).ok()?);
            patch.push('\n');
            Some(())
        };
        self.before.iter().try_for_each(|line| push(' ', line))?;
        push('-', self.line)?;
        text.map_or(Some(()), |text| push('+', text.as_bytes()))?;
        self.after.iter().try_for_each(|line| push(' ', line))?;
        Some(patch)
    }
}

/// Whether git writes the path without quotes.
fn is_plain(path: &str) -> bool {
    path.bytes().all(|b| b.is_ascii() && !b.is_ascii_control() && b != b'"' && b != b'\\')
}

#[cfg(test)]
mod tests;

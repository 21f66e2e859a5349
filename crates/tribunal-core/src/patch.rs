//! Applies the small patches that findings carry: exactly, or not at all.
//!
//! A patch comes from an agent. Every line it names must stand in the file as it says, at the line it says or at exactly
//! one other place; nothing is guessed, and a patch that fails in one place changes nothing anywhere.

use std::collections::BTreeMap;

/// Longest patch that is applied, in bytes.
const PATCH_BYTES_MAX: usize = 256 * 1024;

/// Why a patch is not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchRefused {
    /// It cannot be read.
    #[error("line {line} of the patch: {what}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// It touches a file it must not: outside of the tree, or one that is not there.
    #[error("the patch is about {0:?}, which is no file of the tree")]
    NoSuchFile(String),
    /// What it says stands there does not.
    #[error("the lines around line {line} of {path} are not as the patch says")]
    DoesNotFit {
        /// The file.
        path: String,
        /// The line the patch names.
        line: usize,
    },
    /// What it says stands in several places, and not at the line it says.
    #[error("the lines of the patch stand in several places of {path}")]
    Unclear {
        /// The file.
        path: String,
    },
}

/// One hunk: lines as they are and as they shall be.
#[derive(Debug, Default)]
struct Hunk {
    at: usize,
    old: Vec<String>,
    new: Vec<String>,
}

/// Applies a patch to files given by path; the new content of each file it changes.
pub fn apply(
    patch: &str,
    mut file: impl FnMut(&str) -> Option<String>,
) -> Result<BTreeMap<String, String>, PatchRefused> {
    let mut changed = BTreeMap::new();
    for (path, hunks) in read(patch)? {
        let known = changed.remove(&path).or_else(|| file(&path));
        let text = known.ok_or_else(|| PatchRefused::NoSuchFile(path.clone()))?;
        let text = patched(&path, &text, &hunks)?;
        changed.insert(path, text);
    }
    Ok(changed)
}

/// Reads `--- a/PATH`, `+++ b/PATH` and hunks. What git writes before them is passed over.
fn read(patch: &str) -> Result<Vec<(String, Vec<Hunk>)>, PatchRefused> {
    let refuse = |line: usize, what| Err(PatchRefused::Unreadable { line: line + 1, what });
    if patch.len() > PATCH_BYTES_MAX {
        return refuse(0, "it is too long");
    }
    let mut files: Vec<(String, Vec<Hunk>)> = Vec::new();
    let mut lines = patch.lines().enumerate().peekable();
    while let Some((n, line)) = lines.next() {
        if let Some(old) = line.strip_prefix("--- ") {
            let Some(new) = lines.next().and_then(|(_, line)| line.strip_prefix("+++ ")) else {
                return refuse(n + 1, "a line with +++ must follow");
            };
            let Some(path) = path_of(old).filter(|old| path_of(new).as_ref() == Some(old)) else {
                return refuse(n, "both names must be the same file of the tree");
            };
            files.push((path, Vec::new()));
        } else if line.starts_with("@@ ") {
            let Some((_, hunks)) = files.last_mut() else { return refuse(n, "a hunk before any file") };
            let Some((at, old, new)) = counts(line) else { return refuse(n, "not `@@ -1,2 +3,4 @@`") };
            let mut hunk = Hunk { at, ..Hunk::default() };
            while hunk.old.len() < old || hunk.new.len() < new {
                let Some((n, line)) = lines.next() else { return refuse(n, "the hunk is cut") };
                if !hunk.take(line) {
                    return refuse(n, "a line of a hunk begins with a space, + or -");
                }
            }
            if (hunk.old.len(), hunk.new.len()) != (old, new) {
                return refuse(n, "the hunk has other numbers of lines than it says");
            }
            hunks.push(hunk);
        } else if files.last().is_some_and(|(_, hunks)| hunks.is_empty()) {
            return refuse(n, "a hunk must follow");
        }
    }
    if files.is_empty() { refuse(0, "it names no file") } else { Ok(files) }
}

impl Hunk {
    fn take(&mut self, line: &str) -> bool {
        match line.split_at_checked(1) {
            Some((" ", text)) => {
                self.old.push(text.to_owned());
                self.new.push(text.to_owned());
            }
            Some(("-", text)) => self.old.push(text.to_owned()),
            Some(("+", text)) => self.new.push(text.to_owned()),
            // Mailers take the space off empty lines.
            None => {
                self.old.push(String::new());
                self.new.push(String::new());
            }
            Some(_) => return false,
        }
        true
    }
}

/// A path below the root, without its `a/` or `b/`.
fn path_of(name: &str) -> Option<String> {
    let name = name.split('\t').next().unwrap_or_default().trim_end();
    let path = name.strip_prefix("a/").or_else(|| name.strip_prefix("b/")).unwrap_or(name);
    let strange =
        |part: &str| part.is_empty() || part == "." || part == ".." || part.eq_ignore_ascii_case(".git");
    let sane = !path.starts_with('/') && !path.split('/').any(strange) && !path.chars().any(char::is_control);
    sane.then(|| path.to_owned())
}

/// Where a hunk begins and how many lines it takes and gives.
fn counts(line: &str) -> Option<(usize, usize, usize)> {
    let mut words = line.split(' ').skip(1);
    let (old, new) = (words.next()?.strip_prefix('-')?, words.next()?.strip_prefix('+')?);
    let pair = |text: &str| {
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((start.parse::<usize>().ok()?, count.parse::<usize>().ok().filter(|n| *n < PATCH_BYTES_MAX)?))
    };
    let ((at, old), (_, new)) = (pair(old)?, pair(new)?);
    Some((at, old, new))
}

fn patched(path: &str, text: &str, hunks: &[Hunk]) -> Result<String, PatchRefused> {
    let ends = text.ends_with('\n');
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // From the end, so that the numbers of earlier hunks stay true.
    for hunk in hunks.iter().rev() {
        let at = place(path, &lines, hunk)?;
        lines.splice(at..at + hunk.old.len(), hunk.new.iter().cloned());
    }
    let mut text = lines.join("\n");
    if ends && !lines.is_empty() {
        text.push('\n');
    }
    Ok(text)
}

/// Where a hunk's old lines stand: at the line it says, or at the only other place.
fn place(path: &str, lines: &[String], hunk: &Hunk) -> Result<usize, PatchRefused> {
    let said = if hunk.old.is_empty() { hunk.at } else { hunk.at.saturating_sub(1) };
    let fits = |at: usize| lines.get(at..at + hunk.old.len()).is_some_and(|there| there == hunk.old);
    if fits(said) {
        return Ok(said);
    }
    let refused = PatchRefused::DoesNotFit { path: path.to_owned(), line: hunk.at };
    // An insertion without context fits everywhere, which is nowhere.
    if hunk.old.is_empty() {
        return Err(refused);
    }
    let mut places = (0..lines.len()).filter(|at| fits(*at));
    match (places.next(), places.next()) {
        (Some(at), None) => Ok(at),
        (None, _) => Err(refused),
        (Some(_), Some(_)) => Err(PatchRefused::Unclear { path: path.to_owned() }),
    }
}

#[cfg(test)]
mod tests;

//! Binary changes: one line that says so, or the two blocks of `--binary`. Their content is skipped, not decoded.

use super::super::error::{DiffError, Wrong};
use super::super::model::{FileDiff, Side};
use super::super::path::after_name;
use super::lines::{Lines, number};

/// Whether a binary change stands here; then it was read to its end.
pub(super) fn read(lines: &mut Lines<'_>, file: &FileDiff<'_>) -> Result<bool, DiffError> {
    if let Some(rest) = lines.behind("Binary files ") {
        let named = names_both(rest, file).is_some_and(|end| end == b" differ");
        if !named {
            return Err(lines.wrong(Wrong::PathsDisagree));
        }
        lines.advance();
        return Ok(true);
    }
    if lines.current() != Some(b"GIT binary patch") {
        return Ok(false);
    }
    lines.advance();
    // There and back again; git writes both.
    block(lines)?;
    block(lines)?;
    Ok(true)
}

fn names_both<'a>(rest: &'a [u8], file: &FileDiff<'_>) -> Option<&'a [u8]> {
    let rest = after_side(rest, b"a/", file.old.as_ref())?.strip_prefix(b" and ")?;
    after_side(rest, b"b/", file.new.as_ref())
}

fn after_side<'a>(rest: &'a [u8], prefix: &[u8], side: Option<&Side<'_>>) -> Option<&'a [u8]> {
    match side {
        Some(side) => after_name(rest, prefix, side.path.bytes()),
        None => rest.strip_prefix(b"/dev/null"),
    }
}

fn block(lines: &mut Lines<'_>) -> Result<(), DiffError> {
    let size = lines.behind("literal ").or_else(|| lines.behind("delta ")).and_then(number);
    if size.is_none() {
        return Err(lines.wrong(Wrong::BadBinary));
    }
    lines.advance();
    loop {
        match lines.current() {
            Some(b"") => break,
            Some(line) if is_base85(line) => lines.advance(),
            Some(_) | None => return Err(lines.wrong(Wrong::BadBinary)),
        }
    }
    lines.advance();
    Ok(())
}

/// A letter for the number of bytes, then five characters for every four of them.
fn is_base85(line: &[u8]) -> bool {
    let bytes = match line.first() {
        Some(letter @ b'A'..=b'Z') => usize::from(letter - b'A') + 1,
        Some(letter @ b'a'..=b'z') => usize::from(letter - b'a') + 27,
        Some(_) | None => return false,
    };
    line.len() == 1 + bytes.div_ceil(4) * 5 && line.iter().all(u8::is_ascii_graphic)
}

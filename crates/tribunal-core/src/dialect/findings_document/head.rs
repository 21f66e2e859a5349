//! What one line of a findings document is: a section's heading, an item's first line, a labelled field.

use crate::dialect::severity;
use crate::dialect::text::{plain_words, strip_word};
use crate::domain::Severity;

/// What a heading opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Opens {
    /// Findings of this severity; with a complaint where the heading's word is unknown.
    Findings { severity: Severity, what: Option<String> },
    /// The summary.
    Summary,
}

/// How sure a heading must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Nothing but a severity and a noun: a deeper heading may also be an item's title.
    Strict,
    /// The first word decides.
    Lenient,
}

/// Longest heading that can open a section.
const HEADING_MAX: usize = 120;

const NOUNS: [&str; 9] =
    ["issue", "issues", "finding", "findings", "problem", "problems", "priority", "severity", "level"];

/// What a heading's text opens, if it is one of ours. An unknown word before `issues` is a severity we do not know.
pub(super) fn opens(text: &str, care: Care) -> Option<Opens> {
    if text.len() > HEADING_MAX {
        return None;
    }
    let words: Vec<String> = plain_words(&unbracketed(text));
    let words: Vec<&str> =
        words.iter().map(String::as_str).filter(|w| !w.bytes().all(|b| b.is_ascii_digit())).collect();
    let (first, rest) = words.split_first()?;
    if words.contains(&"summary") && words.len() <= 3 {
        return Some(Opens::Summary);
    }
    let read = severity(first);
    let plain = rest.iter().all(|w| NOUNS.contains(w));
    if read.known && read.severity != Severity::Remark && (plain || care == Care::Lenient) {
        return Some(Opens::Findings { severity: read.severity, what: None });
    }
    let past = ["resolved", "fixed", "previous", "prior", "closed", "no", "review"].contains(first);
    let unknown = plain && !past && (!rest.is_empty() || ["issues", "findings"].contains(first));
    let must = text.to_lowercase().replace('-', " ").contains("must fix");
    let what = Some(format!("unknown severity in the heading {text:?}; read as critical"));
    (care == Care::Lenient && (unknown || must))
        .then_some(Opens::Findings { severity: Severity::Critical, what })
}

/// A text without what stands in round or square brackets. One that never closes hides nothing: the text stays whole.
fn unbracketed(text: &str) -> String {
    let mut depth = 0_u32;
    let keep = |c: &char| match c {
        '(' | '[' => {
            depth += 1;
            false
        }
        ')' | ']' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    };
    let kept = text.chars().filter(keep).collect();
    if depth == 0 { kept } else { text.to_owned() }
}

/// The depth and the text of a Markdown heading.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let depth = line.bytes().take_while(|b| *b == b'#').count();
    let text = &line[depth..];
    (depth > 0 && (text.is_empty() || text.starts_with(char::is_whitespace)))
        .then(|| (depth, text.trim().trim_end_matches('#').trim_end()))
}

/// A line that is all bold, or ends with a colon: what people write instead of a heading.
pub(super) fn pretended(line: &str) -> Option<&str> {
    let line = line.trim();
    let bold = line.strip_prefix("**").and_then(|l| l.trim_end_matches(':').strip_suffix("**"));
    bold.or_else(|| line.strip_suffix(':')).filter(|t| !t.contains("**"))
}

/// The category and the title in an item's first line: `**[Category]:** title` and its relatives.
pub(super) fn item(text: &str) -> (&str, &str) {
    let text = text.trim();
    let bold = text.strip_prefix("**").or_else(|| text.strip_prefix("__"));
    let inner = bold.unwrap_or(text);
    if let Some((category, after)) = inner.strip_prefix('[').and_then(|t| t.split_once(']')) {
        let title = after.trim_start_matches([':', '*', '_']);
        let joint = &after[..after.len() - title.len()];
        let title = title.trim();
        let title = if joint.contains(':') { title } else { title.strip_prefix("- ").unwrap_or(title) };
        let closed = bold.is_none() || joint.contains("**") || joint.contains("__");
        return (category.trim(), if closed { title } else { unstarred(title) });
    }
    match bold.and_then(|b| b.split_once("**")) {
        Some((label, title)) if label.ends_with(':') => (label.trim_end_matches(':').trim(), title.trim()),
        Some((label, title)) if title.starts_with(':') => (label.trim(), title[1..].trim()),
        Some((title, "")) => ("", title.trim()),
        Some(_) | None => ("", text),
    }
}

fn unstarred(text: &str) -> &str {
    text.strip_suffix("**").or_else(|| text.strip_suffix("__")).unwrap_or(text)
}

/// The fields of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    File,
    Problem,
    Impact,
    Fix,
    Severity,
    Category,
}

/// Longest label.
const LABEL_MAX: usize = 30;

/// Reads `**Label:** value`; none if the label is not one of ours.
pub(super) fn field(text: &str) -> Option<(Label, &str)> {
    let text = text.trim_start().trim_start_matches(['*', '_']);
    let (label, value) = text.split_once(':')?;
    if label.len() > LABEL_MAX {
        return None;
    }
    let label = match plain_words(label).join(" ").as_str() {
        "file" | "files" | "location" | "locations" | "path" | "file s" => Label::File,
        "problem" | "issue" | "description" | "details" => Label::Problem,
        "impact" | "why" | "why it matters" | "risk" | "rationale" => Label::Impact,
        "fix" | "suggested fix" | "recommended fix" | "suggestion" | "solution" => Label::Fix,
        "severity" | "priority" => Label::Severity,
        "category" | "type" => Label::Category,
        _ => return None,
    };
    let value = value.strip_prefix("**").or_else(|| value.strip_prefix("__")).unwrap_or(value);
    Some((label, value.trim()))
}

/// Removes the marks of a quotation.
pub(super) fn unquoted(line: &str) -> &str {
    let mut line = line;
    while let Some(rest) = line.trim_start().strip_prefix('>') {
        line = strip_word(rest, " ").unwrap_or(rest);
    }
    line
}

/// A line of nothing but dashes, stars or underscores.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.chars().all(|c| matches!(c, '-' | '*' | '_' | ' '))
}

#[cfg(test)]
mod tests;

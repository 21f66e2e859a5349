//! What makes two reports the same finding: prints that survive moved lines, renamed files and re-indentation.
//!
//! Three prints, from strict to loose: `exact` (path, line, title), `place` (path, title, quoted text without its
//! line) and `text` (title and quoted text without a path). Matching them is `engine::gather`'s business.

use serde::{Deserialize, Serialize};
use sha1::Digest;

use super::Report;
use crate::log::hex;

/// Shortest quoted text, folded, that identifies anything by itself: `}` or `return` would match half a file.
const QUOTE_MIN: usize = 8;

/// The first 16 hexadecimal digits of a SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fingerprint(pub String);

impl Fingerprint {
    fn over(parts: &[&str]) -> Self {
        let mut hash = sha2::Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        Self(hex(&hash.finalize()[..8]))
    }
}

/// The prints of one report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prints {
    /// Path, line and title.
    pub exact: Fingerprint,
    /// Path, title and quoted text; the line may move.
    pub place: Fingerprint,
    /// Title and quoted text; the file may move. Absent where nothing distinctive is quoted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Fingerprint>,
    /// 004's own id over category, path, line and title.
    pub content_id: String,
    /// 004's second fingerprint: the same without the line.
    pub content_id_unlined: String,
}

impl Prints {
    /// Computes all prints of a report.
    pub fn of(report: &Report) -> Self {
        let (path, _) = at(report);
        let title = title_key(&report.title);
        let quote = report.quote.as_deref().map(folded).unwrap_or_default();
        Self {
            exact: Self::exact_of(report),
            place: Fingerprint::over(&["place", path, &title, &quote]),
            text: (quote.len() >= QUOTE_MIN).then(|| Fingerprint::over(&["text", &title, &quote])),
            content_id: Self::content_id_of(report),
            content_id_unlined: content_id(&report.category, path, None, &report.title),
        }
    }
}

impl Prints {
    /// Path, line and title of a report, without its other prints.
    pub fn exact_of(report: &Report) -> Fingerprint {
        let (path, line) = at(report);
        let line = line.map(|l| l.to_string()).unwrap_or_default();
        Fingerprint::over(&["exact", path, &line, &title_key(&report.title)])
    }

    /// 004's id of a report, without its other prints.
    pub fn content_id_of(report: &Report) -> String {
        let (path, line) = at(report);
        content_id(&report.category, path, line, &report.title)
    }

    /// 004's second fingerprint, as one that can be handed to a later run.
    pub fn unlined(&self) -> Fingerprint {
        Fingerprint::over(&["unlined", &self.content_id_unlined])
    }
}

/// The place of a report that counts: the first it names.
fn at(report: &Report) -> (&str, Option<u32>) {
    let place = report.locations.first();
    (place.map(|l| l.path.as_str()).unwrap_or_default(), place.and_then(|l| l.line))
}

/// A title reduced to what people mean by it: letters and digits, lower case, single spaces.
pub fn title_key(title: &str) -> String {
    let mut key = String::with_capacity(title.len());
    for word in title.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.extend(word.chars().flat_map(char::to_lowercase));
    }
    // A title of nothing but signs still tells two findings apart.
    if key.is_empty() { folded(title) } else { key }
}

/// Text with every run of white space folded into one space; indentation and wrapping do not matter.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// 004's id: a prefix for the category and the first 8 digits of SHA-1 over `category|file|line|title`.
pub fn content_id(category: &str, path: &str, line: Option<u32>, title: &str) -> String {
    let category = category.trim().to_lowercase();
    let line = line.map(|l| l.to_string()).unwrap_or_default();
    let digest = sha1::Sha1::digest(format!("{category}|{path}|{line}|{}", title.trim()).as_bytes());
    format!("{}-{}", category_prefix(&category), hex(&digest[..4]))
}

fn category_prefix(category: &str) -> String {
    match category {
        "security" => "SEC".to_owned(),
        "performance" => "PERF".to_owned(),
        "quality" => "QUAL".to_owned(),
        "architecture" => "ARCH".to_owned(),
        "testing" => "TEST".to_owned(),
        "docs" => "DOCS".to_owned(),
        other => first_letters(other),
    }
}

fn first_letters(category: &str) -> String {
    let letters: String =
        category.chars().filter(char::is_ascii_alphabetic).take(4).collect::<String>().to_uppercase();
    if letters.is_empty() { "GEN".to_owned() } else { letters }
}

#[cfg(test)]
mod tests;

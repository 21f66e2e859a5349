//! Fills `{placeholders}`, strictly: every one in the text needs a value, and every value a place.
//!
//! A placeholder is lower-case letters and underscores in braces, so JSON in a prompt is none. Values are put in as they
//! are and never looked at again: a placeholder in a diff stays text.

/// Why a template cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Gap {
    /// The text has a placeholder without a value.
    Unfilled(String),
    /// A value has no placeholder.
    Unplaced(String),
}

/// Fills a prompt that ships with the program.
///
/// # Panics
/// If prompt and values do not fit, which the tests rule out: they fill every prompt there is.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    try_fill(template, values).expect("every prompt fits its values; the tests fill them all")
}

pub(super) fn try_fill(template: &str, values: &[(&str, &str)]) -> Result<String, Gap> {
    let mut out = String::with_capacity(template.len());
    let mut used = vec![false; values.len()];
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match name(after) {
            None => {
                out.push('{');
                rest = after;
            }
            Some(name) => {
                let at = values
                    .iter()
                    .position(|(n, _)| *n == name)
                    .ok_or_else(|| Gap::Unfilled(name.to_owned()))?;
                used[at] = true;
                out.push_str(values[at].1);
                rest = &after[name.len() + 1..];
            }
        }
    }
    out.push_str(rest);
    match used.iter().position(|used| !used) {
        Some(at) => Err(Gap::Unplaced(values[at].0.to_owned())),
        None => Ok(out),
    }
}

fn name(after: &str) -> Option<&str> {
    let (name, _) = after.split_once('}')?;
    let plain = |b: u8| b.is_ascii_lowercase() || b == b'_';
    (!name.is_empty() && name.bytes().all(plain)).then_some(name)
}

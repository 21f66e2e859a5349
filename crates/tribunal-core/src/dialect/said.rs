//! What the three JSON dialects read and write alike: severities, titles, repeated ids, texts put together.

use std::collections::BTreeSet;

use super::json::{Fields, Notes, note, shown};
use super::{SeverityRead, severity};
use crate::domain::Report;

/// The title of a finding that came without one; a finding is never dropped for it.
const UNTITLED: &str = "(untitled)";

/// Reads a severity word; an unknown or missing one is critical and complained about.
pub(crate) fn severity_in(fields: &Fields<'_>, key: &str, notes: &mut Notes) -> SeverityRead {
    let word = fields.text(key, notes);
    let read = severity(&word);
    if word.trim().is_empty() {
        note(notes, &fields.place, format!("{key:?} is missing; read as critical"));
    } else if !read.known {
        note(notes, &fields.place, format!("unknown {key} {}; read as critical", shown(&word)));
    }
    read
}

/// A title, or else the first line of another text of the finding.
pub(crate) fn title_or(title: String, other: &str, place: &str, notes: &mut Notes) -> String {
    if !title.trim().is_empty() {
        return title;
    }
    note(notes, place, "has no title");
    other.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or(UNTITLED).to_owned()
}

/// Complains about every id that stands twice; both findings stay.
pub(crate) fn note_repeated_ids(reports: &[Report], notes: &mut Notes) {
    let mut seen = BTreeSet::new();
    for id in reports.iter().filter_map(|report| report.said_id.as_deref()) {
        if !seen.insert(id) {
            note(notes, "reply", format!("the id {} stands on more than one finding", shown(id)));
        }
    }
}

/// Puts labelled texts under each other and leaves out the empty ones: for dialects with one field where we have
/// several.
pub(crate) fn joined(parts: &[(&str, &str)]) -> String {
    let kept = parts.iter().filter(|(_, text)| !text.is_empty());
    kept.map(|(label, text)| format!("{label}{text}")).collect::<Vec<_>>().join("\n")
}

/// An author's request to hand over, `escalate` (ours): a reason, or an object with one. Without a reason it is none.
pub(crate) fn escalation(fields: &Fields<'_>, notes: &mut Notes) -> Option<String> {
    let reason = match fields.child("escalate") {
        Ok(Some(object)) => object.text("reason", notes),
        Ok(None) => return None,
        Err(_) => fields.word("escalate").unwrap_or_default().to_owned(),
    };
    if reason.trim().is_empty() {
        note(notes, &fields.place, "\"escalate\" gives no reason; not taken");
        return None;
    }
    Some(reason)
}

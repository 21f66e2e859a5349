//! secret-added: keys, tokens and passwords in added lines. What is one, `find` says; this file only reports, and never
//! with the secret in it.

use super::notes::{Notes, Words};
use super::seen::{NewLine, Seen};
use super::text;
use crate::domain::Severity;

pub(super) mod find;
mod password;
mod private_key;
mod token;

use find::{Kind, Leak};

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    let mut last = None;
    for leak in seen.leaks.iter().filter(|leak| leak.kind != Kind::KeyBody) {
        let Ok(at) = seen.lines.binary_search_by_key(&leak.number, |line| line.number) else { continue };
        // One report for one line, about the first secret in it.
        if last.replace(leak.number) == Some(leak.number) {
            continue;
        }
        let line = &seen.lines[at];
        notes.add(severity(leak, &seen.path), Some(leak.number), || words(seen, leak, line));
    }
}

/// Keys among the material of tests were usually made for it.
fn severity(leak: &Leak, path: &str) -> Severity {
    match leak.kind {
        Kind::PrivateKey if text::is_material(path) => Severity::Medium,
        Kind::PrivateKey | Kind::KeyBody | Kind::Token(_) => Severity::Critical,
        Kind::Password => Severity::High,
    }
}

fn words(seen: &Seen<'_>, leak: &Leak, line: &NewLine<'_>) -> Words {
    let what = leak.kind.word();
    Words {
        title: format!("A secret is added: {what}"),
        quote: Some(seen.quote(line)),
        problem: format!(
            "The line holds what looks like {what} of {} characters. It is not shown here.",
            leak.span.len()
        ),
        fix: "Take it out of the history of the branch, not only out of the last commit; revoke it and make a new one; \
              read it from the environment or a store of secrets."
            .to_owned(),
        patch: None,
    }
}

#[cfg(test)]
mod tests;

//! `show published`: the comments a run owes, as they would be posted, long ones in short.

use tribunal_core::engine::Recorded;
use tribunal_core::publish::{Planned, plan};

use super::says::{SECRETS, secret};

/// Whoever reads a transcript wants the beginning and the end of a long text.
const SHOWN_MAX: usize = 100;

/// The comments in order: their lines, then how long they are and which secrets are left in them.
pub(super) fn published(log: &[Recorded]) -> Vec<String> {
    plan(log).iter().flat_map(comment).collect()
}

fn comment(planned: &Planned) -> Vec<String> {
    let comment = planned.comment(b"the key of this world");
    let text = comment.as_str();
    let mut lines: Vec<String> =
        text.lines().map(|line| format!("- {}", short(line)).trim_end().to_owned()).collect();
    let left: Vec<&str> = SECRETS.into_iter().filter(|kind| holds(text, kind)).collect();
    let left = if left.is_empty() { "no secret".to_owned() } else { left.join(", ") };
    lines.push(format!("= {} characters, {left} in it", text.chars().count()));
    lines
}

/// Whether the end of a secret, which no pattern's head explains away, is still there.
fn holds(text: &str, kind: &str) -> bool {
    let secret = secret(kind).unwrap_or_default();
    text.contains(&secret[secret.len() - 12..])
}

fn short(line: &str) -> String {
    let count = line.chars().count();
    if count <= SHOWN_MAX {
        return line.to_owned();
    }
    let head: String = line.chars().take(SHOWN_MAX / 2).collect();
    format!("{head}... ({count} characters)")
}

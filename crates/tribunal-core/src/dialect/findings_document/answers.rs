//! The fixer's report. The source asks for one and gives it no format; this is ours, one line per finding:
//!
//! ```text
//! - Fixed FINDING-1: what was done
//! - Unable FINDING-2: why not
//! - Skipped FINDING-3: why not
//! - Commit group: parser = FINDING-1, FINDING-4
//! - Escalate: why somebody else should go on
//! ```
//!
//! `Deferred` and `Rejected` are read too, so that the engine can refuse them by name. The id is what stands between
//! the word and the colon, as the brief gave it: `FINDING-3` or `F3`. Indented lines go on with the text above them.

use std::collections::BTreeMap;

use crate::dialect::text::{Shared, also, at_line, lines, one_line, readable, strip_word, unbulleted};
use crate::dialect::{FINDINGS_MAX, Unreadable};
use crate::domain::{Answer, AnswerKind, Answered, Answers};

/// Reads a fixer's report. One that answers nothing and asks for nothing is no answer.
pub fn read_answers(text: &str) -> Result<Answers, Unreadable> {
    let text = readable(text)?;
    let mut reader = Reader::default();
    for (number, line) in lines(&text) {
        reader.line(number, line)?;
        if reader.said.answers.len() + reader.grouped > FINDINGS_MAX {
            return Err(Unreadable::at(
                format!("line {number}"),
                format!("more than {FINDINGS_MAX} answers"),
            ));
        }
    }
    reader.finish()
}

/// Writes answers in their order, then the groups.
pub fn write_answers(answers: &Answers) -> String {
    let mut out = String::new();
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for said in &answers.answers {
        let id = safe_id(&said.id);
        let text = one_line(said.answer.text());
        out.push_str(format!("- {} {id}: {text}", word(said.answer.kind())).trim_end());
        out.push('\n');
        if let Answer::Fixed { group: Some(group), .. } = &said.answer {
            let name = one_line(group);
            groups.entry(name).or_default().push(id);
        }
    }
    for (name, ids) in groups.iter().filter(|(name, _)| !name.is_empty()) {
        out.push_str(&format!("- Commit group: {name} = {}\n", ids.join(", ")));
    }
    if let Some(reason) = &answers.escalate {
        out.push_str(format!("- Escalate: {}", one_line(reason)).trim_end());
        out.push('\n');
    }
    out
}

fn word(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Fixed => "Fixed",
        AnswerKind::Rejected => "Rejected",
        AnswerKind::Deferred => "Deferred",
        AnswerKind::Skipped => "Skipped",
        AnswerKind::Unable => "Unable",
    }
}

/// Words an answer may begin with; longer ones first where one begins another.
const WORDS: [(&str, AnswerKind); 9] = [
    ("fixed", AnswerKind::Fixed),
    ("unable to fix", AnswerKind::Unable),
    ("unable", AnswerKind::Unable),
    ("not fixed", AnswerKind::Unable),
    ("could not fix", AnswerKind::Unable),
    ("cannot fix", AnswerKind::Unable),
    ("skipped", AnswerKind::Skipped),
    ("deferred", AnswerKind::Deferred),
    ("rejected", AnswerKind::Rejected),
];

/// Longest id, and longest list of ids, before a colon.
const IDS_MAX: usize = 400;

/// An id that reads back: letters, digits, dashes, dots, underscores.
fn safe_id(id: &str) -> String {
    let id: String =
        id.trim().chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).take(40).collect();
    let id = id.trim_matches('_').to_owned();
    if id.is_empty() || id.eq_ignore_ascii_case("finding") || id.eq_ignore_ascii_case("and") {
        "0".to_owned()
    } else {
        id
    }
}

#[derive(Default)]
struct Reader {
    said: Answers,
    /// Group by id, with the line that said so.
    groups: BTreeMap<String, (usize, String)>,
    grouped: usize,
    /// The last answer goes on in indented lines; how many answers share its text.
    open: usize,
    shared: Shared,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        let text = unbulleted(line).unwrap_or(line.trim()).trim_start_matches(['*', '_', '`']);
        if text.is_empty() {
            return Ok(());
        }
        let open = std::mem::take(&mut self.open);
        if self.group(number, text) || self.escalate(text) || self.answer(number, text)? {
            return Ok(());
        }
        if open > 0 && line.starts_with(char::is_whitespace) {
            self.open = open;
            self.shared.take(number, open, line.len())?;
            let last = self.said.answers.len() - open;
            self.said.answers[last..].iter_mut().for_each(|a| append(&mut a.answer, line.trim()));
        }
        Ok(())
    }

    fn answer(&mut self, number: usize, text: &str) -> Result<bool, Unreadable> {
        let Some((kind, rest)) = WORDS.iter().find_map(|(w, k)| strip_word(text, w).map(|r| (*k, r))) else {
            return Ok(false);
        };
        let Some((ids, said)) = rest.split_once(':').filter(|(ids, _)| ids.len() <= IDS_MAX) else {
            if rest.starts_with(char::is_whitespace) {
                self.said.complaints.push(at_line(number, "no colon after the id; not read as an answer"));
            }
            return Ok(false);
        };
        let ids = ids_in(ids);
        if ids.is_empty() {
            self.said.complaints.push(at_line(number, "names no finding; not read as an answer"));
            return Ok(false);
        }
        self.open = ids.len();
        let said = said.trim_start_matches(['*', '_', '`']).trim();
        self.shared.take(number, ids.len(), said.len())?;
        self.said.answers.extend(ids.into_iter().map(|id| Answered { id, answer: made(kind, said) }));
        Ok(true)
    }

    /// `Commit group: name = 1, 2`.
    fn group(&mut self, number: usize, text: &str) -> bool {
        let Some(rest) = strip_word(text, "commit group").map(|r| r.trim_start_matches(['*', '_', ' ']))
        else {
            return false;
        };
        let Some((name, ids)) = rest.strip_prefix(':').and_then(|r| r.rsplit_once('=')) else {
            self.said.complaints.push(at_line(number, "a commit group needs a name, `=` and ids"));
            return true;
        };
        let name = name.trim_start_matches(['*', '_']).trim();
        for id in ids_in(ids) {
            self.grouped += 1;
            let first = self.groups.entry(id).or_insert_with(|| (number, name.to_owned()));
            if first.0 != number {
                self.said.complaints.push(at_line(number, "an id is in two commit groups; the first counts"));
            }
        }
        true
    }

    fn escalate(&mut self, text: &str) -> bool {
        let Some(rest) = strip_word(text, "escalate").map(|r| r.trim_start_matches(['*', '_', ' '])) else {
            return false;
        };
        let Some(reason) = rest.strip_prefix(':').map(|r| r.trim_start_matches(['*', '_']).trim()) else {
            return false;
        };
        also(&mut self.said.escalate, reason);
        true
    }

    fn finish(mut self) -> Result<Answers, Unreadable> {
        for said in &mut self.said.answers {
            if let Answer::Fixed { group, .. } = &mut said.answer {
                *group = self.groups.remove(&said.id).map(|(_, name)| name).filter(|n| !n.is_empty());
            }
        }
        for (id, (number, _)) in self.groups {
            let what = format!("the commit group names {id}, which is not reported fixed");
            self.said.complaints.push(at_line(number, what));
        }
        match self.said.answers.is_empty() && self.said.escalate.is_none() {
            true => Err(Unreadable::at(
                "report",
                "no finding is answered; expected lines `- Fixed ID: what was done`",
            )),
            false => Ok(self.said),
        }
    }
}

/// `1`, `#1`, `finding 1`, `[F3]`, or several with commas.
fn ids_in(text: &str) -> Vec<String> {
    let pieces = text.split([',', '&']).flat_map(|p| p.split(" and "));
    let bare = |p: &str| -> String {
        let p = p.trim().trim_matches(['*', '_', '`', '[', ']', ' ']);
        let p = strip_word(p, "finding ").unwrap_or(p).trim().trim_start_matches('#');
        p.to_owned()
    };
    pieces.map(bare).filter(|p| !p.is_empty()).collect()
}

fn made(kind: AnswerKind, text: &str) -> Answer {
    let text = text.to_owned();
    match kind {
        AnswerKind::Fixed => Answer::Fixed { details: text, group: None },
        AnswerKind::Rejected => {
            Answer::Rejected { reason: text, evidence: String::new(), request: String::new() }
        }
        AnswerKind::Deferred => Answer::Deferred { reason: text, tech_debt_id: None },
        AnswerKind::Skipped => Answer::Skipped { reason: text },
        AnswerKind::Unable => Answer::Unable { reason: text },
    }
}

fn append(answer: &mut Answer, more: &str) {
    let text = match answer {
        Answer::Fixed { details, .. } => details,
        Answer::Rejected { reason, .. } | Answer::Deferred { reason, .. } => reason,
        Answer::Skipped { reason } | Answer::Unable { reason } => reason,
    };
    text.push('\n');
    text.push_str(more);
}

#[cfg(test)]
mod tests;

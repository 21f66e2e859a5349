//! The author's side: fix reports, disputes, and a request to escalate, in and out.
//!
//! Only `[ISSUE-n]:` with its colon answers an issue; an acknowledgement, which has none, claims nothing. Below a
//! heading that says otherwise (`Unable to fix:`, `Skipped:`, `Deferred:`, `Disputed:`) it is that answer, because
//! reading it as fixed would be a claim nobody made. `ESCALATE: reason` is ours; the source has no words for it.

use crate::dialect::text::{
    Shared, also, at_line, is_fence, lines, one_line, plain_words, readable, strip_word, unbulleted,
};
use crate::dialect::{FINDINGS_MAX, Unreadable};
use crate::domain::{Answer, AnswerKind, Answered, Answers};

use super::scan::{headless, ids_here, past_joint};
use super::write::safe_id;

/// Reads an author's reply. One that answers nothing and asks for nothing is no answer.
pub fn read_answers(text: &str) -> Result<Answers, Unreadable> {
    let text = readable(text)?;
    let mut reader = Reader::default();
    for (number, line) in lines(&text) {
        reader.line(number, line)?;
        if reader.said.answers.len() > FINDINGS_MAX {
            return Err(Unreadable::at(
                format!("line {number}"),
                format!("more than {FINDINGS_MAX} answers"),
            ));
        }
    }
    reader.close()?;
    match reader.said.answers.is_empty() && reader.said.escalate.is_none() {
        true => {
            Err(Unreadable::at("reply", "no issue is answered; expected lines `- [ISSUE-n]: what was done`"))
        }
        false => Ok(reader.said),
    }
}

/// Writes answers in their order; a heading wherever the kind changes.
pub fn write_answers(answers: &Answers) -> String {
    let mut out = String::new();
    let mut under = None;
    for said in &answers.answers {
        if let Some(heading) = heading_of(said.answer.kind())
            && under != Some(heading)
        {
            out.push_str(&format!("\n{heading}\n"));
        }
        under = heading_of(said.answer.kind());
        out.push_str(&answer_text(said));
    }
    if let Some(reason) = &answers.escalate {
        out.push_str(&format!("\nESCALATE: {}\n", one_line(reason)));
    } else if !answers.answers.is_empty() {
        out.push_str("\nRe-submitting for review.\n");
    }
    out.trim_start().to_owned()
}

fn heading_of(kind: AnswerKind) -> Option<&'static str> {
    match kind {
        AnswerKind::Fixed => Some("Fixed:"),
        AnswerKind::Unable => Some("Unable to fix:"),
        AnswerKind::Skipped => Some("Skipped:"),
        AnswerKind::Deferred => Some("Deferred:"),
        AnswerKind::Rejected => None,
    }
}

fn answer_text(said: &Answered) -> String {
    let id = safe_id(&said.id);
    let text = one_line(said.answer.text());
    match &said.answer {
        Answer::Rejected { evidence, request, .. } => {
            let field = |label: &str, value: &str| match one_line(value) {
                value if value.is_empty() => String::new(),
                value => format!("{label}: {value}\n"),
            };
            let rest = field("Evidence", evidence) + &field("Request", request);
            format!("\nDISPUTE [{id}]:\n{}{rest}", field("Reason", &text))
        }
        Answer::Fixed { .. } | Answer::Deferred { .. } | Answer::Skipped { .. } | Answer::Unable { .. } => {
            let mark = if denied(&text).is_some() { "Note: " } else { "" };
            format!("- [{id}]: {mark}{text}\n")
        }
    }
}

/// What the heading above makes of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Under {
    /// An acknowledgement or a plan: nothing is claimed.
    Nothing,
    /// A heading names this kind.
    Kind(AnswerKind),
    /// No heading yet.
    Open,
}

#[derive(Debug, Clone, Copy)]
enum Field {
    Reason,
    Evidence,
    Request,
}

/// A dispute that is being read.
struct Dispute {
    number: usize,
    ids: Vec<String>,
    reason: String,
    evidence: String,
    request: String,
    field: Field,
    fenced: bool,
    /// A blank line ended the value; labels still belong to the dispute.
    ended: bool,
}

struct Reader {
    said: Answers,
    under: Under,
    dispute: Option<Dispute>,
    /// The last line was an item, so an indented one continues it.
    item: bool,
    shared: Shared,
}

impl Default for Reader {
    fn default() -> Self {
        let (said, shared) = (Answers::default(), Shared::default());
        Self { said, under: Under::Open, dispute: None, item: false, shared }
    }
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        if let Some(dispute) = self.dispute.as_mut().filter(|d| d.fenced) {
            dispute.fenced = !is_fence(line);
            dispute.push(line.trim_end());
            return Ok(());
        }
        let text = headless(line);
        if self.disputes(number, text)? || self.escalates(text)? || self.items(number, text)? {
            return Ok(());
        }
        let continues = std::mem::take(&mut self.item) && line.starts_with(char::is_whitespace);
        if let Some(dispute) = &mut self.dispute
            && !is_heading(line, text)
        {
            dispute.line(line, text);
            return Ok(());
        }
        if is_heading(line, text) {
            self.close()?;
            self.under = under(text);
        } else if continues && !text.is_empty() {
            self.item = true;
            self.append(line.trim());
        }
        Ok(())
    }

    /// `DISPUTE [ISSUE-2]:` opens a dispute.
    fn disputes(&mut self, number: usize, text: &str) -> Result<bool, Unreadable> {
        let Some((ids, rest)) = strip_word(text, "dispute").and_then(|r| ids_here(past_joint(r))) else {
            return Ok(false);
        };
        self.close()?;
        if ids.len() > 1 {
            self.said.complaints.push(at_line(number, "one dispute of several issues; read as one of each"));
        }
        let ids = ids.iter().map(|i| i.id()).collect();
        self.dispute = Some(Dispute::new(number, ids, after_joint(rest)));
        Ok(true)
    }

    fn escalates(&mut self, text: &str) -> Result<bool, Unreadable> {
        let Some(rest) = strip_word(text, "escalate").map(|r| r.trim_start_matches(['*', '_', '`', ' ']))
        else {
            return Ok(false);
        };
        let Some(reason) = rest.strip_prefix(':').map(|r| r.trim_matches(['*', '_', ' '])) else {
            return Ok(false);
        };
        self.close()?;
        also(&mut self.said.escalate, reason);
        Ok(true)
    }

    /// `[ISSUE-1]: text`. Without the colon it claims nothing.
    fn items(&mut self, number: usize, text: &str) -> Result<bool, Unreadable> {
        let Some((ids, rest)) = ids_here(text) else { return Ok(false) };
        let joined = rest.trim_start_matches(['*', '_', '`', ' ']).starts_with([':', '：']);
        let disputed = strip_word(past_joint(rest), "dispute").is_some();
        if !joined && !disputed {
            if let Under::Kind(_) = self.under
                && self.dispute.is_none()
            {
                let what = "names an issue without a colon after it; not read as an answer";
                self.said.complaints.push(at_line(number, what));
            }
            return Ok(self.dispute.is_none());
        }
        self.close()?;
        if self.under == Under::Nothing {
            return Ok(true);
        }
        let text = after_joint(rest);
        self.shared.take(number, ids.len(), text.len())?;
        let kind = self.kind(number, text);
        for id in ids {
            self.said.answers.push(Answered { id: id.id(), answer: answer(kind, text) });
        }
        self.item = true;
        Ok(true)
    }

    /// What an item answers: what its own text says, else what the heading says, else fixed.
    fn kind(&mut self, number: usize, text: &str) -> AnswerKind {
        let headed = match self.under {
            Under::Kind(kind) => kind,
            Under::Open | Under::Nothing => AnswerKind::Fixed,
        };
        match denied(text) {
            Some(kind) if kind != headed => {
                self.said.complaints.push(at_line(number, "says in its text that it is not fixed; read so"));
                kind
            }
            Some(_) | None => headed,
        }
    }

    fn append(&mut self, more: &str) {
        let text = match self.said.answers.last_mut().map(|a| &mut a.answer) {
            Some(Answer::Fixed { details, .. }) => details,
            Some(Answer::Rejected { reason, .. } | Answer::Deferred { reason, .. }) => reason,
            Some(Answer::Skipped { reason } | Answer::Unable { reason }) => reason,
            None => return,
        };
        text.push('\n');
        text.push_str(more);
    }

    fn close(&mut self) -> Result<(), Unreadable> {
        let Some(dispute) = self.dispute.take() else { return Ok(()) };
        let bytes = dispute.reason.len() + dispute.evidence.len() + dispute.request.len();
        self.shared.take(dispute.number, dispute.ids.len(), bytes)?;
        for id in &dispute.ids {
            let answer = Answer::Rejected {
                reason: dispute.reason.trim().to_owned(),
                evidence: dispute.evidence.trim().to_owned(),
                request: dispute.request.trim().to_owned(),
            };
            self.said.answers.push(Answered { id: id.clone(), answer });
        }
        Ok(())
    }
}

impl Dispute {
    fn new(number: usize, ids: Vec<String>, reason: &str) -> Self {
        let (evidence, request) = (String::new(), String::new());
        Self {
            number,
            ids,
            reason: reason.to_owned(),
            evidence,
            request,
            field: Field::Reason,
            fenced: false,
            ended: false,
        }
    }

    fn line(&mut self, line: &str, text: &str) {
        let labels = [("reason", Field::Reason), ("evidence", Field::Evidence), ("request", Field::Request)];
        for (label, field) in labels {
            let value = strip_word(text, label).map(|r| r.trim_start_matches(['*', '_', '`']));
            if let Some(value) = value.and_then(|v| v.strip_prefix(':')) {
                (self.field, self.ended) = (field, false);
                return self.push(value.trim_start_matches(['*', '_']).trim());
            }
        }
        if is_fence(line) {
            (self.fenced, self.ended) = (true, false);
        }
        self.ended |= line.trim().is_empty();
        if !self.ended {
            self.push(line.trim_end());
        }
    }

    fn push(&mut self, line: &str) {
        let value = match self.field {
            Field::Reason => &mut self.reason,
            Field::Evidence => &mut self.evidence,
            Field::Request => &mut self.request,
        };
        if !value.is_empty() {
            value.push('\n');
        }
        value.push_str(line);
    }
}

fn answer(kind: AnswerKind, text: &str) -> Answer {
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

/// The text after a number: emphasis and the colon that stick to it go, the rest stays.
fn after_joint(rest: &str) -> &str {
    let rest = rest.trim_start_matches(['*', '_', '`']).trim_start();
    let rest = rest.strip_prefix([':', '：', '-']).unwrap_or(rest);
    rest.trim_start_matches(['*', '_', '`']).trim()
}

/// The answer a text gives by its first words, where that is not a fix.
fn denied(text: &str) -> Option<AnswerKind> {
    let head: String = text.chars().take(40).collect();
    let words = plain_words(&head);
    let two = [words.first().map_or("", String::as_str), words.get(1).map_or("", String::as_str)];
    match two {
        ["unable" | "unfixed" | "cannot", _] | ["not", "fixed" | "done" | "addressed" | "resolved"] => {
            Some(AnswerKind::Unable)
        }
        ["could", "not"] | ["couldn" | "can" | "won", "t"] | ["did", "not"] => Some(AnswerKind::Unable),
        ["dispute" | "disputed" | "disputing", _] => Some(AnswerKind::Rejected),
        ["skipped", _] => Some(AnswerKind::Skipped),
        ["deferred", _] => Some(AnswerKind::Deferred),
        _ => None,
    }
}

/// A line that is not in a list and ends with a colon, or a Markdown heading. A label of a dispute is none.
fn is_heading(line: &str, text: &str) -> bool {
    if ["reason", "evidence", "request"].iter().any(|l| strip_word(text, l).is_some()) {
        return false;
    }
    let ends = text.trim_end_matches(['*', '_', '`', ' ']).ends_with(':');
    let short = text.len() <= 120;
    line.trim_start().starts_with('#') || (ends && short && unbulleted(line).is_none())
}

fn under(heading: &str) -> Under {
    let words = format!(" {} ", plain_words(heading).join(" "));
    let has = |list: &[&str]| list.iter().any(|w| words.contains(w));
    if has(&[" received ", " acknowledg", " plan", " todo ", " to do ", " will ", " going to "]) {
        Under::Nothing
    } else if has(&[" disput", " reject"]) {
        Under::Kind(AnswerKind::Rejected)
    } else if has(&[" skip"]) {
        Under::Kind(AnswerKind::Skipped)
    } else if has(&[" defer"]) {
        Under::Kind(AnswerKind::Deferred)
    } else if has(&[
        " not ",
        " unfixed ",
        " unable ",
        " couldn",
        " cannot ",
        " can t ",
        " won t ",
        " remain",
        " open ",
    ]) || has(&[" unresolved ", " unaddressed "])
    {
        Under::Kind(AnswerKind::Unable)
    } else {
        Under::Kind(AnswerKind::Fixed)
    }
}

#[cfg(test)]
pub(in crate::dialect) mod tests;

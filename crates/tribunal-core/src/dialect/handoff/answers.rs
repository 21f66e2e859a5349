//! The author's answers: `issue_responses` with their two summaries, and our `escalate`.

use serde::Serialize;

use super::trials::{QaResponse, qa_response_in};
use crate::dialect::json::{Fields, Json, Notes, document, note, shown, written};
use crate::dialect::said::{escalation, joined};
use crate::dialect::{Sheet, Unreadable};
use crate::domain::{Answer, AnswerCounts, AnswerKind, Answered, Answers};

/// Reads an author's hand-off. The responses may be missing only beside a request to escalate or a report on tests.
pub fn read_answers(text: &str) -> Result<Answers, Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let mut said = Answers::default();
    said.escalate = escalation(&fields, &mut said.complaints);
    if let Some(qa) = qa_response_in(&fields, &mut said.complaints)? {
        (said.tests_fixed, said.tests_remaining) = (qa.tests_fixed, qa.tests_remaining);
    }
    let excused = said.escalate.is_some() || fields.some("qa_response").is_some();
    let none_needed = excused && fields.some("issue_responses").is_none();
    let responses = if none_needed { &[] } else { fields.list("issue_responses")? };
    for (at, response) in responses.iter().enumerate() {
        let fields = Fields::of(response, format!("response {}", at + 1))?;
        said.answers.extend(answered(&fields, &mut said.complaints));
    }
    said.counts = counts(&fields)?;
    Ok(said)
}

/// Writes an author's hand-off.
pub fn write_answers(_sheet: &Sheet, said: &Answers) -> String {
    let qa = !(said.tests_fixed.is_empty() && said.tests_remaining.is_empty());
    let stated = said.counts.unwrap_or_else(|| computed(&said.answers));
    let resolved = match (stated.blocking_fixed, stated.blocking_rejected) {
        (None, None) => None,
        (fixed, rejected) => Some(fixed.unwrap_or(0).saturating_add(rejected.unwrap_or(0))),
    };
    written(&Written {
        issue_responses: said.answers.iter().map(response).collect(),
        summary: Summary {
            fixed: stated.fixed,
            deferred: stated.deferred,
            rejected: stated.rejected,
            blocking_resolved: resolved,
        },
        blocking_summary: BlockingSummary {
            total_blocking: stated.total_blocking,
            fixed: stated.blocking_fixed,
            rejected_with_reason: stated.blocking_rejected,
            unaddressed: stated.unaddressed,
        },
        qa_response: qa.then(|| QaResponse {
            tests_fixed: said.tests_fixed.clone(),
            tests_remaining: said.tests_remaining.clone(),
            progress_made: Some(!said.tests_fixed.is_empty()),
        }),
        escalate: said.escalate.as_deref(),
    })
}

/// One answer; none, with a complaint, where it cannot be told what is answered or how. The finding then counts as
/// unanswered, which is what the author is told.
fn answered(fields: &Fields<'_>, notes: &mut Notes) -> Option<Answered> {
    let id = fields.text("issue_id", notes);
    if id.trim().is_empty() {
        note(notes, &fields.place, "names no \"issue_id\"; not an answer");
        return None;
    }
    let word = fields.text("action", notes);
    let (details, reason) = (fields.text("details", notes), fields.text("reason", notes));
    // Agents mix the two up; which one is filled says enough.
    let either = |first: String, second: String| if first.is_empty() { second } else { first };
    let answer = match kind(&word) {
        Some(AnswerKind::Fixed) => {
            Answer::Fixed { details: either(details, reason), group: fields.optional("commit", notes) }
        }
        Some(AnswerKind::Rejected) => Answer::Rejected {
            reason: either(reason, details),
            evidence: String::new(),
            request: String::new(),
        },
        Some(AnswerKind::Deferred) => Answer::Deferred {
            reason: either(reason, details),
            tech_debt_id: fields.optional("tech_debt_id", notes),
        },
        Some(AnswerKind::Skipped) => Answer::Skipped { reason: either(reason, details) },
        Some(AnswerKind::Unable) => Answer::Unable { reason: either(reason, details) },
        None => {
            let words = "expected FIXED, REJECTED, DEFERRED or SKIPPED";
            note(notes, &fields.place, format!("{} is no answer to {}; {words}", shown(&word), shown(&id)));
            return None;
        }
    };
    Some(Answered { id, answer })
}

fn kind(word: &str) -> Option<AnswerKind> {
    match word.trim().to_lowercase().as_str() {
        "fixed" => Some(AnswerKind::Fixed),
        "rejected" => Some(AnswerKind::Rejected),
        "deferred" => Some(AnswerKind::Deferred),
        "skipped" => Some(AnswerKind::Skipped),
        "unable" => Some(AnswerKind::Unable),
        _ => None,
    }
}

fn word(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Fixed => "FIXED",
        AnswerKind::Rejected => "REJECTED",
        AnswerKind::Deferred => "DEFERRED",
        AnswerKind::Skipped => "SKIPPED",
        AnswerKind::Unable => "UNABLE",
    }
}

fn counts(fields: &Fields<'_>) -> Result<Option<AnswerCounts>, Unreadable> {
    let mut counts = AnswerCounts::default();
    // A summary in prose is no count; the other one has no other meaning and must be an object.
    if let Some(Json::Object(_)) = fields.some("summary")
        && let Some(summary) = fields.child("summary")?
    {
        counts.fixed = summary.count("fixed")?;
        counts.rejected = summary.count("rejected")?;
        counts.deferred = summary.count("deferred")?;
    }
    if let Some(blocking) = fields.child("blocking_summary")? {
        counts.total_blocking = blocking.count("total_blocking")?;
        counts.blocking_fixed = blocking.count("fixed")?;
        counts.blocking_rejected = blocking.count("rejected_with_reason")?;
        counts.unaddressed = blocking.count("unaddressed")?;
    }
    Ok((counts != AnswerCounts::default()).then_some(counts))
}

fn computed(answers: &[Answered]) -> AnswerCounts {
    let of = |kind| u32::try_from(answers.iter().filter(|a| a.answer.kind() == kind).count()).ok();
    AnswerCounts {
        fixed: of(AnswerKind::Fixed),
        rejected: of(AnswerKind::Rejected),
        deferred: of(AnswerKind::Deferred),
        ..AnswerCounts::default()
    }
}

fn response(answered: &Answered) -> Response<'_> {
    let mut response = Response {
        issue_id: &answered.id,
        action: word(answered.answer.kind()),
        details: None,
        reason: None,
        commit: None,
        tech_debt_id: None,
    };
    match &answered.answer {
        Answer::Fixed { details, group } => {
            response.details = Some(details);
            response.commit = group.as_deref();
        }
        Answer::Rejected { reason, evidence, request } => {
            let parts = [("", &**reason), ("Evidence: ", &**evidence), ("Request: ", &**request)];
            response.reason = Some(joined(&parts));
        }
        Answer::Deferred { reason, tech_debt_id } => {
            response.reason = Some(reason.clone());
            response.tech_debt_id = tech_debt_id.as_deref();
        }
        Answer::Skipped { reason } | Answer::Unable { reason } => response.reason = Some(reason.clone()),
    }
    response
}

#[derive(Serialize)]
struct Written<'a> {
    issue_responses: Vec<Response<'a>>,
    summary: Summary,
    blocking_summary: BlockingSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    qa_response: Option<QaResponse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    escalate: Option<&'a str>,
}

#[derive(Serialize)]
struct Response<'a> {
    issue_id: &'a str,
    action: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tech_debt_id: Option<&'a str>,
}

#[derive(Serialize)]
struct Summary {
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deferred: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocking_resolved: Option<u32>,
}

#[derive(Serialize)]
struct BlockingSummary {
    #[serde(skip_serializing_if = "Option::is_none")]
    total_blocking: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected_with_reason: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unaddressed: Option<u32>,
}

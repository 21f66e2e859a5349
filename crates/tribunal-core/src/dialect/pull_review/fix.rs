//! A4, what the fixer is asked, and A5, what it answers.

use std::collections::BTreeSet;

use serde::Serialize;

use super::finding::{Finding, finding, reports};
use crate::dialect::json::{Fields, Notes, document, note, written};
use crate::dialect::said::{escalation, joined};
use crate::dialect::{Sheet, Unreadable};
use crate::domain::{Answer, AnswerCounts, AnswerKind, Answered, Answers, Report};

/// What a fixer is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FixPayload {
    /// The pull request.
    pub pull: u64,
    /// The run's round.
    pub round: u32,
    /// P0 to P2: each must be answered.
    pub issues_to_fix: Vec<Report>,
    /// P3: may be answered.
    pub optional_issues: Vec<Report>,
}

/// Reads a fix payload.
pub fn read_fix_payload(text: &str) -> Result<FixPayload, Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let needed = |key: &str| fields.count(key)?.ok_or_else(|| fields.wrong(format!("{key:?} is missing")));
    let mut odd = Notes::new();
    let payload = FixPayload {
        pull: u64::from(needed("prNumber")?),
        round: needed("round")?,
        issues_to_fix: reports(fields.list("issuesToFix")?, &mut odd)?,
        optional_issues: reports(fields.list("optionalIssues")?, &mut odd)?,
    };
    // A payload is ours; unlike an agent's reply there is nobody whose oddities we would have to keep.
    match odd.into_iter().next() {
        Some(complaint) => Err(Unreadable(complaint)),
        None => Ok(payload),
    }
}

/// Writes a fix payload.
pub fn write_fix_payload(sheet: &Sheet, payload: &FixPayload) -> String {
    written(&WrittenPayload {
        pr_number: payload.pull,
        round: payload.round,
        issues_to_fix: all(sheet, &payload.issues_to_fix),
        optional_issues: all(sheet, &payload.optional_issues),
    })
}

/// Reads a fix result. Both lists must be there unless the fixer asks to escalate.
pub fn read_answers(text: &str) -> Result<Answers, Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let mut said = Answers::default();
    let odd = &mut said.complaints;
    said.escalate = escalation(&fields, odd);
    let list = |key| if said.escalate.is_some() { fields.list_or_none(key) } else { fields.list(key) };
    for (at, item) in list("fixedIssues")?.iter().enumerate() {
        let item = Fields::of(item, format!("fixed issue {}", at + 1))?;
        let fixed =
            Answer::Fixed { details: item.text("description", odd), group: item.optional("commitSha", odd) };
        said.answers.extend(named(&item, fixed, odd));
    }
    for (at, item) in list("rejectedIssues")?.iter().enumerate() {
        let item = Fields::of(item, format!("rejected issue {}", at + 1))?;
        let (reason, evidence, request) = (item.text("reason", odd), String::new(), String::new());
        said.answers.extend(named(&item, Answer::Rejected { reason, evidence, request }, odd));
    }
    said.counts = counts(&fields)?;
    Ok(said)
}

/// Writes a fix result.
pub fn write_answers(sheet: &Sheet, said: &Answers) -> String {
    let stated = said.counts.unwrap_or_else(|| computed(&said.answers));
    let groups: BTreeSet<&str> = said.answers.iter().filter_map(|a| group(&a.answer)).collect();
    written(&WrittenResult {
        agent: &sheet.speaker,
        pr_number: sheet.pull,
        summary: Summary { fixed: stated.fixed, rejected: stated.rejected, deferred: stated.deferred },
        fixed_issues: said.answers.iter().filter_map(fixed).collect(),
        rejected_issues: said.answers.iter().filter_map(rejected).collect(),
        commits: groups.into_iter().map(|sha| MadeCommit { sha, message: "" }).collect(),
        escalate: said.escalate.as_deref(),
    })
}

fn all<'a>(sheet: &'a Sheet, reports: &'a [Report]) -> Vec<Finding<'a>> {
    reports.iter().map(|report| finding(sheet, report)).collect()
}

/// An answer under the id it names; without one it answers nothing, and the finding counts as unanswered.
fn named(item: &Fields<'_>, answer: Answer, odd: &mut Notes) -> Option<Answered> {
    let id = item.text("findingId", odd);
    if id.trim().is_empty() {
        note(odd, &item.place, "names no \"findingId\"; not an answer");
        return None;
    }
    Some(Answered { id, answer })
}

fn counts(fields: &Fields<'_>) -> Result<Option<AnswerCounts>, Unreadable> {
    let Some(summary) = fields.child("summary")? else { return Ok(None) };
    let counts = AnswerCounts {
        fixed: summary.count("fixed")?,
        rejected: summary.count("rejected")?,
        deferred: summary.count("deferred")?,
        ..AnswerCounts::default()
    };
    Ok((counts != AnswerCounts::default()).then_some(counts))
}

/// Everything that is neither fixed nor rejected is left for later here.
fn computed(answers: &[Answered]) -> AnswerCounts {
    let of = |kind| answers.iter().filter(|a| a.answer.kind() == kind).count();
    let (fixed, rejected) = (of(AnswerKind::Fixed), of(AnswerKind::Rejected));
    AnswerCounts {
        fixed: u32::try_from(fixed).ok(),
        rejected: u32::try_from(rejected).ok(),
        deferred: u32::try_from(answers.len() - fixed - rejected).ok(),
        ..AnswerCounts::default()
    }
}

fn group(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Fixed { group, .. } => group.as_deref(),
        Answer::Rejected { .. }
        | Answer::Deferred { .. }
        | Answer::Skipped { .. }
        | Answer::Unable { .. } => None,
    }
}

fn fixed(answered: &Answered) -> Option<Fixed<'_>> {
    match &answered.answer {
        Answer::Fixed { details, group } => Some(Fixed {
            finding_id: &answered.id,
            commit_sha: group.as_deref().unwrap_or_default(),
            description: details,
        }),
        Answer::Rejected { .. }
        | Answer::Deferred { .. }
        | Answer::Skipped { .. }
        | Answer::Unable { .. } => None,
    }
}

fn rejected(answered: &Answered) -> Option<Rejected<'_>> {
    match &answered.answer {
        Answer::Rejected { reason, evidence, request } => {
            let parts = [("", &**reason), ("Evidence: ", &**evidence), ("Request: ", &**request)];
            Some(Rejected { finding_id: &answered.id, reason: joined(&parts) })
        }
        Answer::Fixed { .. } | Answer::Deferred { .. } | Answer::Skipped { .. } | Answer::Unable { .. } => {
            None
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenPayload<'a> {
    pr_number: u64,
    round: u32,
    issues_to_fix: Vec<Finding<'a>>,
    optional_issues: Vec<Finding<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenResult<'a> {
    agent: &'a str,
    pr_number: u64,
    summary: Summary,
    fixed_issues: Vec<Fixed<'a>>,
    rejected_issues: Vec<Rejected<'a>>,
    commits: Vec<MadeCommit<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    escalate: Option<&'a str>,
}

#[derive(Serialize)]
struct Summary {
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deferred: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fixed<'a> {
    finding_id: &'a str,
    commit_sha: &'a str,
    description: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rejected<'a> {
    finding_id: &'a str,
    reason: String,
}

#[derive(Serialize)]
struct MadeCommit<'a> {
    sha: &'a str,
    message: &'a str,
}

//! A round in the protocol's own dialect, by the dialect's own writers, and the two documents of source 003.

use super::fit::{fit, line};
use crate::dialect::findings_document::{self, Completion, document_name, write_completion};
use crate::dialect::{Sheet, handoff, issue_lines, pull_review, review_result};
use crate::domain::{
    Claim, Decision, Finding, Location, Outcome, Report, Review, Rule, RulingSaid, Severity, Status, Verdict,
};
use crate::engine::Ledger;
use crate::protocol::Dialect;
use crate::tell::Chronicle;

/// A document and the name of the file it belongs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The file's name.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// Writes a round's review in the run's own dialect. Of `about` only what a run does not know is taken: story, title,
/// base branch and pull request. None if that round reached no verdict.
pub fn dialect(told: &Chronicle, round: u32, about: &Sheet) -> Option<String> {
    let book = told.run.book();
    let (verdict, sheet) = round_of(told, round, about)?;
    let review = review(told, book, verdict);
    Some(match book.protocol().dialect {
        Dialect::IssueLines => issue_lines::write_review(&review, &sheet),
        Dialect::ReviewResult => review_result::write_review(&sheet, &review),
        Dialect::Handoff => handoff::write_review(&sheet, &review),
        Dialect::FindingsDocument => return findings_document(told, round, about).map(|paper| paper.text),
        Dialect::PullReview => pull_review::write_review(&sheet, &review),
    })
}

/// Source 003's findings document of a round, with the name it has there. The format has no rulings, so what blocked
/// without being reported again stands in it too: a document without findings would be taken for a clean one.
pub fn findings_document(told: &Chronicle, round: u32, about: &Sheet) -> Option<Document> {
    let book = told.run.book();
    let (verdict, sheet) = round_of(told, round, about)?;
    let mut review = review(told, book, verdict);
    let unreported = verdict.blocking.iter().filter_map(|id| book.findings.get(id));
    let unreported = unreported.filter(|f| !f.sighted_in(round));
    review.reports.extend(unreported.filter_map(|f| reported(f, last_before(f, round)?)));
    let text = findings_document::write_review(&review, &sheet);
    Some(Document { name: document_name(&about.story, round), text })
}

/// Source 003's report at the end. `coverage` is what a check printed, where one did.
pub fn completion(told: &Chronicle, about: &Sheet, coverage: Option<&str>) -> String {
    let book = told.run.book();
    let with = |status: Status| book.findings.values().filter(move |f| f.status == status);
    write_completion(&Completion {
        story: about.story.clone(),
        title: about.title.clone(),
        // A run that is under way has not been reviewed to its end.
        status: told.run.outcome().unwrap_or(Outcome::Inconclusive),
        pull: (about.pull > 0).then(|| format!("#{}", about.pull)),
        coverage: coverage.map(fit),
        rounds: book.round,
        fixed: u32::try_from(with(Status::Resolved).count()).unwrap_or(u32::MAX),
        accepted: with(Status::Accepted)
            .map(|f| format!("{}: {}", f.alias, line(&f.report().title)))
            .collect(),
        duration_ms: told.last().0.saturating_sub(told.opened.0),
    })
}

/// The last round before this one in which a finding was reported.
fn last_before(finding: &Finding, round: u32) -> Option<u32> {
    finding.sightings.iter().map(|sighting| sighting.round).filter(|sighted| *sighted < round).max()
}

fn round_of<'a>(told: &'a Chronicle, round: u32, about: &Sheet) -> Option<(&'a Verdict, Sheet)> {
    let book = told.run.book();
    let judged = book.verdicts.iter().zip(&told.judged).rev().find(|(verdict, _)| verdict.round == round);
    let (verdict, at) = judged?;
    let begun = told.rounds.iter().rev().find(|begun| begun.round == round)?;
    let seats: Vec<String> = begun.seats.iter().map(ToString::to_string).collect();
    let sheet = Sheet {
        round,
        iteration: begun.iteration,
        speaker: seats.join(", "),
        at: *at,
        branch: fit(book.opening.branch.trim_start_matches("refs/heads/")),
        unresolved: verdict.unresolved,
        new: verdict.new,
        ..about.clone()
    };
    Some((verdict, sheet))
}

/// What the panel said in a round, each finding once, by its id in the dialect.
fn review(told: &Chronicle, book: &Ledger, verdict: &Verdict) -> Review {
    let rulings = told.rulings.iter().filter(|ruling| ruling.round == verdict.round);
    Review {
        claim: claim(verdict),
        reports: book.findings.values().filter_map(|f| reported(f, verdict.round)).collect(),
        rulings: rulings
            .map(|said| RulingSaid { id: fit(&said.id), ruling: said.ruling, note: fit(&said.note) })
            .collect(),
        ..Review::default()
    }
}

/// The last report of a finding in a round, at the worst severity that round gave it.
fn reported(finding: &Finding, round: u32) -> Option<Report> {
    let mut reports = finding.sightings.iter().filter(|s| s.round == round).map(|s| &s.report);
    let worst: Option<Severity> = reports.clone().map(|report| report.severity).max();
    let report = reports.next_back()?;
    Some(Report {
        said_id: Some(fit(&finding.alias)),
        severity: worst.unwrap_or(report.severity),
        title: line(&report.title),
        locations: report.locations.iter().map(|l| Location { path: fit(&l.path), ..l.clone() }).collect(),
        category: line(&report.category),
        quote: report.quote.as_deref().map(fit),
        problem: fit(&report.problem),
        fix: fit(&report.fix),
        why: fit(&report.why),
        fix_patch: report.fix_patch.as_deref().map(fit),
        ..report.clone()
    })
}

/// The verdict in a reviewer's words; none where there was no decision, and no dialect writes that as an approval.
fn claim(verdict: &Verdict) -> Option<Claim> {
    match verdict.decision {
        Decision::Pass => Some(Claim::Approve),
        Decision::PassFlagged | Decision::Clarify => Some(Claim::Concerns),
        Decision::Fail if verdict.rule == Rule::AnyCritical => Some(Claim::MajorWork),
        Decision::Fail => Some(Claim::RequestChanges),
        Decision::Stop => Some(Claim::Blocker),
        Decision::Inconclusive | Decision::AskUser => None,
    }
}

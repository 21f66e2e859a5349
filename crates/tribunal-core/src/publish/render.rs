//! The three reports as Markdown: after a review, after a fix, at the end.
//!
//! A pure function of the run: no clock, no order but the ledger's. Texts by agents are sanitised piece by piece, so
//! that what one of them writes can neither pose as a section of the report nor swallow the next finding, and the whole
//! once more. Output of checks and processes is never shown: it may hold traces and environment values.

use super::sanitize::{Clean, sanitize};
use super::story::{Listing, inline, name, rule_line, verdict_words};
use crate::dialect::severity_word;
use crate::domain::{Answer, AnswerKind, Finding, FindingId, Severity, Status, Verdict};
use crate::engine::{Ledger, Phase, Run};
use crate::protocol::Publication;

/// Writes a report from the state of a run.
pub fn render(run: &Run, kind: Publication, round: u32) -> Clean {
    let text = match kind {
        Publication::ReviewReport => review(run, round),
        Publication::FixReport => fix(run, round),
        Publication::FinalReport => last(run),
    };
    sanitize(&text)
}

fn review(run: &Run, round: u32) -> String {
    let book = run.book();
    let mut text = format!("## Review report, round {round}\n\n");
    let Some(verdict) = book.verdicts.iter().rev().find(|v| v.round == round) else {
        return text + "No verdict was reached in this round.\n";
    };
    text.push_str(&verdict_block(book, verdict));
    text.push_str(&standing(book));
    text.push_str(&warnings(book));
    text
}

/// The consensus with the rule that made it, the counts and the inputs.
fn verdict_block(book: &Ledger, verdict: &Verdict) -> String {
    let dialect = book.protocol().dialect;
    let mut lines = vec![
        format!("**Verdict: {}**", verdict_words(dialect, verdict)),
        String::new(),
        format!("- Rule: {}", rule_line(verdict.rule)),
        format!("- Counts: {}", counts(book, verdict)),
    ];
    let votes: Vec<String> =
        verdict.votes.iter().map(|v| format!("{} {}", v.seat, super::story::vote_word(v.vote))).collect();
    let list = |items: &[String]| if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    let vetoes: Vec<String> = verdict.vetoed_by.iter().map(|who| inline(who)).collect();
    lines.push(format!("- Reviewers: {}", list(&votes)));
    if book.protocol().forge.is_some() {
        lines.push(format!("- Changes requested by people: {}", list(&vetoes)));
        lines.push(format!("- Unresolved threads: {}", verdict.open_threads));
    }
    if !verdict.failing_tests.is_empty() {
        let failing: Vec<String> = verdict.failing_tests.iter().map(|test| inline(test)).collect();
        lines.push(format!("- Tests that have not passed: {}", list(&failing)));
    }
    lines.push(format!("- Judged: `{}` against `{}`", verdict.head, verdict.base));
    lines.push(format!("- Protocol: {} `{}`", book.protocol().name, book.protocol_hash));
    lines.join("\n") + "\n\n"
}

fn counts(book: &Ledger, verdict: &Verdict) -> String {
    let dialect = book.protocol().dialect;
    let one = |s: &Severity| format!("{} {}", severity_word(dialect, *s), verdict.counts.of(*s));
    Severity::COUNTED.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Everything that stands or must be shown, each finding in exactly one section.
fn standing(book: &Ledger) -> String {
    Listing::ALL.iter().map(|listing| section(book, *listing)).collect()
}

fn section(book: &Ledger, listing: Listing) -> String {
    let mut found: Vec<&Finding> =
        book.findings.values().filter(|f| Listing::of(book, f) == Some(listing)).collect();
    found.sort_by_key(|f| (std::cmp::Reverse(f.severity), f.id));
    if found.is_empty() {
        return String::new();
    }
    let lines: String = found.iter().map(|f| super::story::finding(book, f)).collect();
    format!("### {}\n\n{lines}\n", listing.heading())
}

fn warnings(book: &Ledger) -> String {
    if book.warnings.is_empty() {
        return String::new();
    }
    let lines: String = book.warnings.iter().map(|warning| format!("- {}\n", inline(warning))).collect();
    format!("### Warnings\n\n{lines}\n")
}

fn fix(run: &Run, round: u32) -> String {
    let book = run.book();
    let Phase::Settled(end) = &run.phase else { return failed_fix(run, round) };
    let label = if end.request.last { " (unverified)" } else { "" };
    let mut text = format!("## Fix report, round {round}{label}\n\n");
    if end.request.last {
        text.push_str("**Unverified**: no review follows this fix. A person has to look at it.\n\n");
    } else {
        text.push_str("What is fixed here is a claim until the next review confirms it.\n\n");
    }
    text.push_str(&format!("- From `{}` to `{}`\n\n", end.request.from, end.head));
    let asked: Vec<FindingId> = end.request.list.iter().chain(&end.request.optional).copied().collect();
    for (kind, heading) in ANSWERS {
        text.push_str(&answers(book, &asked, &end.unanswered, kind, heading));
    }
    if !end.unanswered.is_empty() {
        let lines: String = end.unanswered.iter().map(|id| format!("- {}\n", name(book, *id))).collect();
        text.push_str(&format!("### Not answered\n\n{lines}\n"));
    }
    if end.request.last {
        text.push_str("The run ends here: max rounds reached, a person has to go on.\n\n");
        text.push_str(&left(book));
    }
    text
}

const ANSWERS: [(AnswerKind, &str); 5] = [
    (AnswerKind::Fixed, "Fixed"),
    (AnswerKind::Rejected, "Rejected"),
    (AnswerKind::Unable, "Could not be fixed"),
    (AnswerKind::Deferred, "Deferred"),
    (AnswerKind::Skipped, "Skipped"),
];

fn answers(
    book: &Ledger,
    asked: &[FindingId],
    unanswered: &[FindingId],
    kind: AnswerKind,
    heading: &str,
) -> String {
    let given = |id: &&FindingId| !unanswered.contains(id);
    let answer = |id: &FindingId| book.findings.get(id)?.answer.as_ref().filter(|a| a.kind() == kind);
    let line = |id: &FindingId| Some(format!("- {}: {}\n", name(book, *id), inline(answer(id)?.text())));
    let lines: String = asked.iter().filter(given).filter_map(line).collect();
    if lines.is_empty() { String::new() } else { format!("### {heading}\n\n{lines}\n") }
}

/// No fix came of it: the run waits, and says why.
fn failed_fix(run: &Run, round: u32) -> String {
    format!("## Fix report, round {round}\n\nNo fix was taken. {}\n", super::story::because(run))
}

/// The end: how it stands, what made it so, what is left.
fn last(run: &Run) -> String {
    let book = run.book();
    let outcome = run.outcome().map_or("running", |outcome| outcome.word());
    let mut text = format!("## Final report: {outcome}\n\n{}\n\n", super::story::because(run));
    if let Some(verdict) = book.verdicts.last() {
        text.push_str(&verdict_block(book, verdict));
    }
    text.push_str(&left(book));
    text
}

/// What is left at the end of a run, and the history of rounds last.
fn left(book: &Ledger) -> String {
    [standing(book), decisions(book), warnings(book), history(book)].concat()
}

fn decisions(book: &Ledger) -> String {
    if book.decisions.is_empty() {
        return String::new();
    }
    let line = |d: &crate::domain::HumanDecision| {
        format!("- {} by {}: {}\n", d.choice.word(), inline(&d.who), inline(&d.why))
    };
    let lines: String = book.decisions.iter().map(|(_, decision)| line(decision)).collect();
    format!("### Decisions by people\n\n{lines}\n")
}

fn history(book: &Ledger) -> String {
    let mut text = "### Round history\n\n| round | head | verdict | rule | counts | blocking |\n".to_owned();
    text.push_str("|---|---|---|---|---|---|\n");
    for verdict in &book.verdicts {
        text.push_str(&format!(
            "| {} | `{}` | {} | {} | {} | {} |\n",
            verdict.round,
            verdict.head.short(),
            verdict_words(book.protocol().dialect, verdict),
            rule_line(verdict.rule).replace('|', "/"),
            counts(book, verdict),
            verdict.blocking.len(),
        ));
    }
    text
}

/// Whether the author rejected a finding with a reason and nobody accepted that.
pub(super) fn is_rejected(f: &Finding) -> bool {
    f.status == Status::Disputed || (f.status.stands() && matches!(f.answer, Some(Answer::Rejected { .. })))
}

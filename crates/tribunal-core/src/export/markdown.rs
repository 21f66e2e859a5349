//! A run as a page for people: how it stands and why, what was found, what was answered, how the rounds went.
//!
//! Texts by agents are sanitised piece by piece, so that none can pose as a part of the page, and the whole once more.

use crate::dialect::{civil_minute, duration_text, location_text};
use crate::domain::{Finding, Severity, Status};
use crate::engine::Ledger;
use crate::publish::story::{because, finding as told_finding, inline, rule_line, verdict_words, vote_word};
use crate::publish::{Clean, sanitize};
use crate::tell::{Chronicle, explain};

/// Writes a run as Markdown.
pub fn markdown(told: &Chronicle) -> Clean {
    let book = told.run.book();
    let parts = [
        head(told, book),
        findings(book),
        details(book),
        answers(told, book),
        rounds(told, book),
        escalations(book),
        decisions(book),
        warnings(told),
        remarks(book),
    ];
    sanitize(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n"))
}

fn head(told: &Chronicle, book: &Ledger) -> String {
    let outcome = told.run.outcome().map_or("running", |outcome| outcome.word());
    let mut lines = vec![
        format!("# Review of {}: {outcome}", inline(&book.opening.branch)),
        String::new(),
        because(&told.run),
        String::new(),
    ];
    if let Some(verdict) = book.verdicts.last() {
        let dialect = book.protocol().dialect;
        lines.push(format!(
            "- Verdict: **{}**, by the rule: {}",
            verdict_words(dialect, verdict),
            rule_line(verdict.rule)
        ));
        lines.push(format!("- Judged: `{}` against `{}`", verdict.head, verdict.base));
    } else {
        lines.push(format!("- No verdict was reached about `{}`", book.opening.head));
    }
    let mode =
        book.protocol().mode.as_ref().map(|mode| format!(", mode {}", inline(mode))).unwrap_or_default();
    let length = duration_text(told.last().0.saturating_sub(told.opened.0));
    lines.push(format!("- Protocol: {}{mode} `{}`", inline(&book.protocol().name), book.protocol_hash));
    lines.push(format!("- Run: {}, opened {} UTC, {length}", book.opening.run, civil_minute(told.opened)));
    lines.push(format!("- Rounds: {}; cost: {}", book.round, dollars(book.spent.0)));
    lines.join("\n") + "\n"
}

/// Dollars and cents; what is less than a cent is told as such.
fn dollars(millionths: u64) -> String {
    match (millionths, millionths / 10_000) {
        (0, _) => "none".to_owned(),
        (_, 0) => "less than $0.01".to_owned(),
        (_, cents) => format!("${}.{:02}", cents / 100, cents % 100),
    }
}

/// One row a finding, worst first; closed ones last.
fn findings(book: &Ledger) -> String {
    let mut found: Vec<&Finding> = book.findings.values().collect();
    if found.is_empty() {
        return "## Findings\n\nNone.\n".to_owned();
    }
    found.sort_by_key(|f| (!f.status.stands(), std::cmp::Reverse(f.severity), f.id));
    let mut text = "## Findings\n\n| id | severity | status | finding | where | by | answer |\n".to_owned();
    text.push_str("|---|---|---|---|---|---|---|\n");
    found.iter().for_each(|f| text.push_str(&row(book, f)));
    text
}

fn row(book: &Ledger, f: &Finding) -> String {
    let report = f.report();
    let place = report.locations.first().map(location_text).unwrap_or_default();
    let by: Vec<String> = f.reporters().iter().map(ToString::to_string).collect();
    let answer = f.answer.as_ref().map_or("", |answer| answer.kind().word());
    let status = if f.status == Status::Accepted { "**RISK ACCEPTED**" } else { f.status.word() };
    let blocks = if book.blocks(f) { ", **blocks**" } else { "" };
    let cells = [
        inline(&f.alias),
        f.severity.to_string(),
        format!("{status}{blocks}"),
        inline(&report.title),
        inline(&place),
        by.join(", "),
        answer.to_owned(),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// Everything that stands or was accepted, in its reporters' words.
fn details(book: &Ledger) -> String {
    let shown =
        |f: &&Finding| (f.status.stands() || f.status == Status::Accepted) && f.severity > Severity::Remark;
    let lines: String = book.findings.values().filter(shown).map(|f| told_finding(book, f)).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("## What stands, or was accepted\n\n{}\n", lines.trim_end())
    }
}

fn answers(told: &Chronicle, book: &Ledger) -> String {
    let line = |answer: &crate::tell::AnswerTold| {
        let alias = book.findings.get(&answer.finding).map(|f| inline(&f.alias)).unwrap_or_default();
        let word = answer.answer.kind().word();
        let said = after_colon(answer.answer.text());
        format!("- after round {}: `{alias}` {word} by {}{said}\n", answer.round, inline(&answer.role))
    };
    let rulings = told.rulings.iter().map(|ruling| {
        let word =
            serde_json::to_value(ruling.ruling).map(|word| word.as_str().unwrap_or_default().to_owned());
        let note = after_colon(&ruling.note);
        let word = word.unwrap_or_default().replace('-', " ");
        format!("- in round {}: `{}` {word} by {}{note}\n", ruling.round, inline(&ruling.id), ruling.seat)
    });
    let answers: String = told.answers.iter().map(line).collect();
    let rulings: String = rulings.collect();
    let part = |title: &str, lines: String| {
        if lines.is_empty() { lines } else { format!("## {title}\n\n{lines}") }
    };
    let parts = [part("Answers", answers), part("Rulings", rulings)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn rounds(told: &Chronicle, book: &Ledger) -> String {
    if book.verdicts.is_empty() {
        return String::new();
    }
    let mut text =
        "## Rounds\n\n| round | when (UTC) | head | verdict | rule | counts | votes |\n".to_owned();
    text.push_str("|---|---|---|---|---|---|---|\n");
    for (verdict, at) in book.verdicts.iter().zip(&told.judged) {
        let c = verdict.counts;
        let votes: Vec<String> =
            verdict.votes.iter().map(|vote| format!("{} {}", vote.seat, vote_word(vote.vote))).collect();
        text.push_str(&format!(
            "| {} | {} | `{}` | {} | {} | critical {}, high {}, medium {}, low {} | {} |\n",
            verdict.round,
            civil_minute(*at),
            verdict.head.short(),
            verdict_words(book.protocol().dialect, verdict),
            rule_line(verdict.rule),
            c.critical,
            c.high,
            c.medium,
            c.low,
            votes.join(", "),
        ));
    }
    text
}

fn escalations(book: &Ledger) -> String {
    let line = |climb: &crate::engine::Climb| {
        let (from, to) = (inline(&climb.from), inline(&climb.to));
        format!("- after round {}: {from} to {to} ({})\n", climb.round, climb.reason.words())
    };
    listed("Escalations", book.escalations.iter().map(line).collect())
}

fn decisions(book: &Ledger) -> String {
    let line = |(at, d): &(crate::domain::Timestamp, crate::domain::HumanDecision)| {
        let why = after_colon(&d.why);
        format!(
            "- {} UTC: {} by {} at `{}`{why}\n",
            civil_minute(*at),
            d.choice.word(),
            inline(&d.who),
            d.head.short()
        )
    };
    listed("Decisions by people", book.decisions.iter().map(line).collect())
}

fn warnings(told: &Chronicle) -> String {
    let warnings = explain(&told.run).map(|explained| explained.warnings).unwrap_or_default();
    listed("Warnings", warnings.iter().map(|warning| format!("- {}\n", inline(warning))).collect())
}

fn remarks(book: &Ledger) -> String {
    let line = |(seat, text): &(crate::domain::SeatName, String)| format!("- {seat}: {}\n", inline(text));
    listed("Remarks", book.remarks.iter().map(line).collect())
}

/// A text behind a colon; nothing where there is none.
fn after_colon(text: &str) -> String {
    let text = inline(text);
    if text.is_empty() { text } else { format!(": {text}") }
}

fn listed(title: &str, lines: Vec<String>) -> String {
    if lines.is_empty() { String::new() } else { format!("## {title}\n\n{}", lines.concat()) }
}

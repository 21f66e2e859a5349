//! What a reviewer is told.

use std::collections::BTreeMap;

use super::findings::listing;
use super::material::{Material, data, sections};
use super::prompts;
use super::template::fill;
use super::turns::{envelope, refused};
use crate::dialect::{review_result, severity_word};
use crate::engine::{ANALYZER, Ask, Ledger, Look, Phase, Run};
use crate::protocol::{Blocks, Dialect, NewFindings, ReReview};

/// The whole brief of a reviewer. After a bad reply it begins with the exact error.
pub fn review(run: &Run, ask: &Ask, nonce: &str, material: &Material) -> String {
    let book = run.book();
    let brief = fill(
        prompts::REVIEW,
        &[
            ("seat", ask.seat.as_str()),
            ("role", &ask.role),
            ("branch", &book.opening.branch),
            ("head", ask.head.as_str()),
            ("base", book.opening.base.as_str()),
            ("scope", &scope(book, &ask.role)),
            ("task", task(run, ask, nonce).trim_end()),
            ("blocks", &blocks(book)),
            ("duties", &duties(book)),
            ("dialect", dialect(book, ask, material).trim_end()),
            ("material", &given(book, ask, nonce, material)),
            ("envelope", envelope(nonce).trim_end()),
        ],
    );
    match &ask.error {
        Some(error) => format!("{}\n{brief}", refused(error, nonce)),
        None => brief,
    }
}

/// What the rung looks at, where its family says so.
fn scope(book: &Ledger, role: &str) -> String {
    let rung = book.protocol().rung(role).map(|(family, at)| family.rungs[at].scope.as_str());
    rung.filter(|scope| !scope.is_empty()).map(|scope| format!("Your scope: {scope}\n")).unwrap_or_default()
}

/// A reviewer that rules on nothing is told nothing of earlier rounds.
fn task(run: &Run, ask: &Ask, nonce: &str) -> String {
    match run.book().protocol().re_review {
        ReReview::Verify { new, .. } if !ask.rule_on.is_empty() => verifying(run, ask, nonce, new),
        ReReview::Verify { .. } | ReReview::Fresh | ReReview::PerTrigger => prompts::FIRST.to_owned(),
    }
}

fn verifying(run: &Run, ask: &Ask, nonce: &str, new: NewFindings) -> String {
    let book = run.book();
    let gate = &book.protocol().gates[book.gate];
    let limit = gate.iterations.or(book.protocol().limits.iterations);
    let limit = if book.at_gate().escalated { None } else { limit };
    let findings = data(nonce, "open-findings", &listing(book, &ask.rule_on));
    fill(
        prompts::VERIFY,
        &[
            ("iteration", &ask.iteration.to_string()),
            ("limit", &limit.map(|limit| format!(" of {limit}")).unwrap_or_default()),
            ("progress", &progress(book)),
            ("look", &look(run, ask, nonce)),
            ("new", new_findings(new)),
            ("findings", findings.trim_end()),
        ],
    )
}

fn progress(book: &Ledger) -> String {
    let no_progress = book.at_gate().no_progress;
    let tracked = book.protocol().limits.no_progress.is_some();
    if tracked { format!("Rounds in a row without progress: {no_progress}. ") } else { String::new() }
}

fn look(run: &Run, ask: &Ask, nonce: &str) -> String {
    match (ask.look, &run.phase) {
        (Look::Scoped, Phase::Reviewing(round)) => {
            let touched = data(nonce, "files-the-fix-touched", &round.snapshot.touched.join("\n"));
            format!(
                "Look at the places of the findings below and at the files the fix touched.\n\n{}",
                touched.trim_end()
            )
        }
        (Look::Scoped, _) => {
            "Look at the places of the findings below and at the files the fix touched.".to_owned()
        }
        (Look::Whole, _) => "Look at the whole change.".to_owned(),
    }
}

fn new_findings(new: NewFindings) -> &'static str {
    match new {
        NewFindings::Any => {
            "Then report what the fixes broke or brought in. A new problem of any severity counts."
        }
        NewFindings::Blocking => {
            "Then raise every new blocking problem you discover, with a short rationale; you must not keep one back. \
             New ones that do not block are only noted."
        }
    }
}

fn blocks(book: &Ledger) -> String {
    match book.protocol().blocks {
        Blocks::At(floor) => {
            let word = severity_word(book.protocol().dialect, floor);
            format!(
                "A finding of severity {word} or worse stands in the way of the change. The verdict is computed from your findings, so give each its true severity."
            )
        }
        Blocks::Vote => "Your vote counts, so let it match your issues.".to_owned(),
    }
}

fn duties(book: &Ledger) -> String {
    book.protocol().duties.iter().map(|duty| format!("- {duty}")).collect::<Vec<_>>().join("\n")
}

fn dialect(book: &Ledger, ask: &Ask, material: &Material) -> String {
    let pull = material.pull.to_string();
    if is_analyzer(book, ask) {
        return fill(prompts::ANALYZE, &[("seat", ask.seat.as_str()), ("pull", &pull)]);
    }
    let text = prompts::review(book.protocol().dialect);
    match book.protocol().dialect {
        Dialect::IssueLines => fill(text, &[("next", &next_number(book, ask))]),
        Dialect::ReviewResult => fill(text, &[("seat", ask.seat.as_str())]),
        Dialect::PullReview => fill(text, &[("seat", ask.seat.as_str()), ("pull", &pull)]),
        Dialect::Handoff | Dialect::FindingsDocument => fill(text, &[]),
    }
}

fn is_analyzer(book: &Ledger, ask: &Ask) -> bool {
    book.protocol().panel.comments_analyzer && ask.role == ANALYZER
}

/// Numbering goes on where the reviewer rules on known issues; else it begins anew, and the engine renumbers.
fn next_number(book: &Ledger, ask: &Ask) -> String {
    let known = if ask.rule_on.is_empty() { 0 } else { book.numbered };
    format!("ISSUE-{}", known + 1)
}

/// The material, with the request of 001 or the threads of 004 where they belong.
fn given(book: &Ledger, ask: &Ask, nonce: &str, material: &Material) -> String {
    let mut text = sections(nonce, material);
    if let Some(request) = request(book, ask) {
        text.push_str("\n\n");
        text.push_str(data(nonce, "review-request", &review_result::write_request(&request)).trim_end());
    }
    if is_analyzer(book, ask) {
        for (id, thread) in &material.threads {
            text.push_str("\n\n");
            text.push_str(data(nonce, "thread", &format!("first comment: {id}\n{thread}")).trim_end());
        }
    }
    text
}

/// The `review_request` of a protocol with triggers: one summary per target, and its answer where it clarified.
fn request(book: &Ledger, ask: &Ask) -> Option<review_result::ReviewRequest> {
    let triggers = book.protocol().triggers.as_ref()?;
    let mut context = BTreeMap::new();
    for target in &ask.targets {
        let summary = book.watch.summaries.get(target).cloned().unwrap_or_default();
        context.insert(review_result::summary_key(target.as_str()), summary);
    }
    for (target, text) in book.watch.clarifications.iter().filter(|(target, _)| ask.targets.contains(target))
    {
        context.insert(format!("{target}_clarification"), text.clone());
    }
    Some(review_result::ReviewRequest {
        reviewer: ask.seat.to_string(),
        targets: ask.targets.iter().map(ToString::to_string).collect(),
        context,
        focus_areas: triggers.focus_areas.clone(),
        max_words: triggers.max_words,
    })
}

//! The author's turn: whose answers stand (law 5), whether the checks let the work through (law 4), what follows.

use std::collections::{BTreeMap, BTreeSet};

use super::claims::failure_words;
use super::event::{Event, Taken};
use super::pause::pause;
use super::reason::{AnswerProblem, PauseReason};
use super::run::{AuthorHeard, Checking, FixEnd, FixRequest, Fixing, Ledger, Run};
use super::{after, cycle};
use crate::domain::{
    Answer, AnswerKind, Answered, Answers, CheckResult, CheckStatus, Commit, Finding, FindingId, folded,
};
use crate::protocol::{FailedChecks, GateKind, Publication, Unanswered};

/// Phrases that are no reason when they stand alone (002).
const NO_REASONS: [&str; 8] = [
    "too hard",
    "it is too hard",
    "it's too hard",
    "takes too long",
    "it takes too long",
    "i disagree",
    "disagree",
    "i do not agree",
];

/// Judges what the author said, if it said something.
pub(super) fn hear(run: &Run, fixing: &Fixing) -> Vec<Event> {
    match &fixing.heard {
        None => Vec::new(),
        Some(AuthorHeard::Failure(failure)) => failed(run, fixing, failure),
        Some(AuthorHeard::Answers(answers, head)) => match &answers.escalate {
            Some(reason) if !reason.trim().is_empty() => {
                vec![Event::EscalationAsked { reason: reason.clone() }]
            }
            Some(_) | None => answered(run, fixing, answers, head),
        },
    }
}

fn failed(run: &Run, fixing: &Fixing, failure: &super::Failure) -> Vec<Event> {
    let error = failure_words(failure);
    if fixing.failed {
        return stop(run, fixing, PauseReason::FixerFailed, &format!("the author failed twice: {error}"));
    }
    vec![Event::AuthorAskedAgain { attempt: fixing.attempt + 1, error }]
}

fn stop(run: &Run, fixing: &Fixing, reason: PauseReason, note: &str) -> Vec<Event> {
    let mut events = vec![pause(run, reason, note)];
    events.extend(after::due(run.book(), Publication::FixReport, fixing.request.round));
    events
}

fn answered(run: &Run, fixing: &Fixing, answers: &Answers, head: &Commit) -> Vec<Event> {
    let book = run.book();
    let sorted = sort(book, fixing, answers, head);
    if !sorted.problems.is_empty() && !fixing.asked_again {
        return vec![Event::AnswersRefused { attempt: fixing.attempt + 1, problems: sorted.problems }];
    }
    if !sorted.unanswered.is_empty() && book.protocol().unanswered == Unanswered::Stop {
        let ids = aliases(book, &sorted.unanswered);
        return stop(run, fixing, PauseReason::FixerFailed, &format!("not answered: {ids}"));
    }
    vec![Event::FixTaken {
        head: head.clone(),
        answers: sorted.valid,
        unanswered: sorted.unanswered,
        problems: sorted.problems,
    }]
}

fn aliases(book: &Ledger, ids: &[FindingId]) -> String {
    ids.iter().map(|id| book.findings[id].alias.as_str()).collect::<Vec<_>>().join(", ")
}

/// Answers sorted into those that stand and what is wrong with the rest.
pub(super) struct Sorted {
    pub(super) valid: Vec<Taken>,
    pub(super) problems: Vec<AnswerProblem>,
    pub(super) unanswered: Vec<FindingId>,
}

fn sort(book: &Ledger, fixing: &Fixing, answers: &Answers, head: &Commit) -> Sorted {
    let request = &fixing.request;
    let moved = *head != request.from;
    let mut valid: BTreeMap<FindingId, Answer> = BTreeMap::new();
    let mut problems = Vec::new();
    for (id, said) in by_finding(book, request, answers, &mut problems) {
        match judge_answer(book, request, &book.findings[&id], said, moved) {
            Ok(answer) => drop(valid.insert(id, answer)),
            Err(problem) => problems.push(problem),
        }
    }
    // What stood in the attempt before still stands, unless it claims a fix that is gone again.
    for kept in &fixing.kept {
        if moved || kept.answer.kind() != AnswerKind::Fixed {
            valid.entry(kept.finding).or_insert_with(|| kept.answer.clone());
        }
    }
    let unanswered: Vec<FindingId> =
        request.list.iter().filter(|id| !valid.contains_key(id)).copied().collect();
    let said: BTreeSet<String> = answers.answers.iter().map(|a| id_key(&a.id)).collect();
    for finding in unanswered.iter().map(|id| &book.findings[id]) {
        let named = said.contains(&id_key(&finding.alias)) || said.contains(&finding.id.to_string());
        problems.extend((!named).then(|| AnswerProblem::Missing { id: finding.alias.clone() }));
    }
    problems.extend(counts_differ(book, request, answers, &unanswered));
    let valid = valid.into_iter().map(|(finding, answer)| Taken { finding, answer }).collect();
    Sorted { valid, problems, unanswered }
}

/// The answers of the attempt just heard that stand, whatever the rest is worth.
pub(super) fn standing_answers(run: &Run) -> Vec<Taken> {
    let super::Phase::Fixing(fixing) = &run.phase else { return Vec::new() };
    let Some(AuthorHeard::Answers(answers, head)) = &fixing.heard else { return Vec::new() };
    sort(run.book(), fixing, answers, head).valid
}

/// A problem in words the author can act on.
pub fn problem_words(problem: &AnswerProblem) -> String {
    match problem {
        AnswerProblem::UnknownId { id } => format!("{id} is not on the list"),
        AnswerProblem::SecondAnswer { id } => format!("{id} is answered twice; answer it once"),
        AnswerProblem::Missing { id } => format!("{id} is not answered"),
        AnswerProblem::KindNotAllowed { id, kind } => format!("{id} may not be answered {}", kind.word()),
        AnswerProblem::NoReason { id } => format!("{id} needs a technical reason"),
        AnswerProblem::SameDispute { id } => format!("{id} was disputed with the same evidence before"),
        AnswerProblem::NoNewCommit { id } => format!("{id} is called fixed but nothing was changed"),
        AnswerProblem::CountsDiffer { what, stated, counted } => {
            format!("the summary says {stated} {what}, the answers say {counted}")
        }
    }
}

/// The one answer to each finding. A second one is a problem even if it says the same; where the two differ,
/// neither stands.
fn by_finding<'a>(
    book: &Ledger,
    request: &FixRequest,
    answers: &'a Answers,
    problems: &mut Vec<AnswerProblem>,
) -> BTreeMap<FindingId, &'a Answered> {
    let mut said: BTreeMap<FindingId, &Answered> = BTreeMap::new();
    let mut twice: BTreeMap<FindingId, bool> = BTreeMap::new();
    let known: BTreeMap<String, FindingId> = request
        .list
        .iter()
        .chain(&request.optional)
        .flat_map(|id| [(id_key(&book.findings[id].alias), *id), (id_key(&id.to_string()), *id)])
        .collect();
    for answer in &answers.answers {
        let Some(id) = known.get(&id_key(&answer.id)).copied() else {
            problems.push(AnswerProblem::UnknownId { id: answer.id.clone() });
            continue;
        };
        if let Some(before) = said.insert(id, answer) {
            *twice.entry(id).or_default() |= before.answer != answer.answer;
        }
    }
    for (id, differ) in twice {
        problems.push(AnswerProblem::SecondAnswer { id: book.findings[&id].alias.clone() });
        if differ {
            said.remove(&id);
        }
    }
    said
}

fn id_key(id: &str) -> String {
    id.trim().trim_matches(|c| matches!(c, '[' | ']' | '`' | '*' | '#')).to_uppercase()
}

fn judge_answer(
    book: &Ledger,
    request: &FixRequest,
    finding: &Finding,
    said: &Answered,
    moved: bool,
) -> Result<Answer, AnswerProblem> {
    let id = finding.alias.clone();
    let kind = said.answer.kind();
    // A thread that blocks is not on the list, and yet cannot be put off.
    let allowed = if request.list.contains(&finding.id) || book.blocks(finding) {
        &book.protocol().answers
    } else {
        &book.protocol().optional_answers
    };
    if !allowed.contains(&kind) {
        return Err(AnswerProblem::KindNotAllowed { id, kind });
    }
    match &said.answer {
        Answer::Fixed { .. } if !moved => Err(AnswerProblem::NoNewCommit { id }),
        Answer::Rejected { reason, .. } if is_no_reason(reason) => Err(AnswerProblem::NoReason { id }),
        Answer::Rejected { .. } if finding.disputes.contains(&dispute_key(&said.answer)) => {
            Err(AnswerProblem::SameDispute { id })
        }
        Answer::Unable { reason } if reason.trim().is_empty() => Err(AnswerProblem::NoReason { id }),
        Answer::Fixed { .. }
        | Answer::Rejected { .. }
        | Answer::Deferred { .. }
        | Answer::Skipped { .. }
        | Answer::Unable { .. } => Ok(said.answer.clone()),
    }
}

fn is_no_reason(reason: &str) -> bool {
    let bare = folded(reason).to_lowercase();
    let bare = bare.trim_matches(|c: char| !c.is_alphanumeric());
    bare.is_empty() || NO_REASONS.contains(&bare)
}

/// What makes a dispute the same again: its evidence, else its reason, folded.
pub(super) fn dispute_key(answer: &Answer) -> String {
    match answer {
        Answer::Rejected { evidence, .. } if !evidence.trim().is_empty() => folded(evidence),
        Answer::Rejected { reason, .. } => folded(reason),
        Answer::Fixed { .. } | Answer::Deferred { .. } | Answer::Skipped { .. } | Answer::Unable { .. } => {
            String::new()
        }
    }
}

/// Stated counts must be those of the answers as given.
fn counts_differ(
    book: &Ledger,
    request: &FixRequest,
    answers: &Answers,
    unanswered: &[FindingId],
) -> Vec<AnswerProblem> {
    let Some(stated) = &answers.counts else { return Vec::new() };
    let count = |kind| answers.answers.iter().filter(|a| a.answer.kind() == kind).count();
    let known: BTreeSet<String> =
        request.list.iter().flat_map(|id| [id_key(&book.findings[id].alias), id.to_string()]).collect();
    let listed = |a: &&Answered| known.contains(&id_key(&a.id));
    let blocking = |kind| answers.answers.iter().filter(listed).filter(|a| a.answer.kind() == kind).count();
    // 004 counts the optional issues it leaves as deferred, answered or not.
    let left = || request.optional.len().saturating_sub(optional_done(book, request, answers));
    let deferred_fits = stated.deferred.is_some_and(|stated| stated as usize == left());
    let checks = [
        ("fixed", stated.fixed, count(AnswerKind::Fixed)),
        ("rejected", stated.rejected, count(AnswerKind::Rejected)),
        ("deferred", stated.deferred, count(AnswerKind::Deferred)),
        ("blocking", stated.total_blocking, request.list.len()),
        ("blocking fixed", stated.blocking_fixed, blocking(AnswerKind::Fixed)),
        ("blocking rejected", stated.blocking_rejected, blocking(AnswerKind::Rejected)),
        ("unaddressed", stated.unaddressed, unanswered.len()),
    ];
    let differ = |(what, stated, counted): (&str, Option<u32>, usize)| {
        let counted = u32::try_from(counted).unwrap_or(u32::MAX);
        let stated = stated.filter(|stated| *stated != counted && !(what == "deferred" && deferred_fits))?;
        Some(AnswerProblem::CountsDiffer { what: what.to_owned(), stated, counted })
    };
    checks.into_iter().filter_map(differ).collect()
}

/// Optional findings that were fixed or rejected.
fn optional_done(book: &Ledger, request: &FixRequest, answers: &Answers) -> usize {
    let optional: BTreeSet<String> =
        request.optional.iter().flat_map(|id| [id_key(&book.findings[id].alias), id.to_string()]).collect();
    let done = |a: &&Answered| matches!(a.answer.kind(), AnswerKind::Fixed | AnswerKind::Rejected);
    answers.answers.iter().filter(done).filter(|a| optional.contains(&id_key(&a.id))).count()
}

/// The commit whose checks are still to be run: the author's work, then what it started from if something is red.
pub(super) fn checks_wanted<'a>(book: &'a Ledger, checking: &'a Checking) -> Option<&'a Commit> {
    let from = &checking.fixing.request.from;
    match book.checks.get(&checking.head) {
        None => Some(&checking.head),
        Some(results) if results.iter().any(is_red) && !book.checks.contains_key(from) => Some(from),
        Some(_) => None,
    }
}

fn is_red(result: &CheckResult) -> bool {
    result.status == CheckStatus::Red
}

/// Lets the fix through, or sends it back once, or drops it.
pub(super) fn check(run: &Run, checking: &Checking) -> Vec<Event> {
    let book = run.book();
    if checks_wanted(book, checking).is_some() {
        return Vec::new();
    }
    let checks = broken(book, checking);
    if checks.is_empty() {
        return vec![Event::FixChecked { head: checking.head.clone() }];
    }
    if !checking.fixing.checks_failed {
        return vec![Event::FixFailedChecks { attempt: checking.fixing.attempt + 1, checks }];
    }
    match book.protocol().failed_checks {
        FailedChecks::Stop => {
            let note = format!("checks fail after the fix: {}", checks.join(", "));
            stop(run, &checking.fixing, PauseReason::ChecksFailed, &note)
        }
        FailedChecks::DropFix => {
            vec![Event::FixDropped { checks, unanswered: checking.fixing.request.list.clone() }]
        }
    }
}

/// Checks that are red now and were not red on the reviewed head. One that did not run there counts as green.
fn broken(book: &Ledger, checking: &Checking) -> Vec<String> {
    let now = book.checks.get(&checking.head).map(Vec::as_slice).unwrap_or_default();
    let before = book.checks.get(&checking.fixing.request.from).map(Vec::as_slice).unwrap_or_default();
    let was_red = |name: &str| before.iter().any(|c| c.name == name && is_red(c));
    if now.is_empty() {
        return vec!["no check ran".to_owned()];
    }
    let lost = before.iter().filter(|c| !is_red(c) && !now.iter().any(|n| n.name == c.name));
    now.iter().filter(|c| is_red(c) && !was_red(&c.name)).chain(lost).map(|c| c.name.clone()).collect()
}

/// Enters the answers in the ledger.
pub(super) fn enter(checking: &Checking) -> Vec<Event> {
    let answered = checking
        .answers
        .iter()
        .map(|taken| Event::FindingAnswered { finding: taken.finding, answer: taken.answer.clone() });
    let unanswered = checking.unanswered.iter().map(|id| Event::FindingUnanswered { finding: *id });
    answered.chain(unanswered).chain([Event::FixSettled { head: checking.head.clone() }]).collect()
}

/// What follows the author's turn: the end (004's last fix), a round without a review (002), or the next review,
/// after the tests where they run again after every fix.
pub(super) fn end(run: &Run, end: &FixEnd) -> Vec<Event> {
    let book = run.book();
    let report = after::due(book, Publication::FixReport, end.request.round);
    let next = if end.request.last {
        vec![pause(run, PauseReason::MaxIterations, "max rounds reached; the last fix is unverified")]
    } else if !end.unanswered.is_empty() && book.protocol().unanswered == Unanswered::NoReview {
        vec![Event::RoundSkipped { round: book.round + 1 }]
    } else {
        vec![first_tests(book).map_or(Event::RunContinued, |gate| cycle::enter(book, gate))]
    };
    report.into_iter().chain(next).collect()
}

fn first_tests(book: &Ledger) -> Option<usize> {
    (0..book.gate).find(|gate| book.protocol().gates[*gate].kind == GateKind::Tests)
}

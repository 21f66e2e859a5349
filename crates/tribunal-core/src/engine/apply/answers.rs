//! How events of the author's turn change the state.

use super::super::event::Taken;
use super::super::run::{AnswerProblem, Checking, FixEnd, FixRequest, Fixing, Judged, Phase, Run};
use super::flow::{book, take};
use crate::domain::{AnswerKind, CheckStatus, Commit, FindingId};

pub(super) fn requested(run: &mut Run, request: &FixRequest) {
    let book = book(run);
    let gate = book.gate;
    book.gates[gate].fixes += 1;
    for id in &request.list {
        if let Some(finding) = book.findings.get_mut(id) {
            finding.unanswered = false;
        }
    }
    // Results of older commits decide nothing any more.
    book.checks.retain(|head, _| *head == request.from);
    if let Phase::Judged(judged) = take(run) {
        // Whoever is asked now has not asked to hand over.
        let judged = Judged { asked_up: false, ..*judged };
        run.phase = Phase::Fixing(Box::new(fixing(request.clone(), judged)));
    }
}

fn fixing(request: FixRequest, judged: Judged) -> Fixing {
    Fixing {
        request,
        judged,
        attempt: 1,
        asked_again: false,
        checks_failed: false,
        failed: false,
        problems: Vec::new(),
        kept: Vec::new(),
        heard: None,
    }
}

/// The valid answers of this attempt are kept: the author is asked for the rest.
pub(super) fn refused(run: &mut Run, attempt: u32, problems: &[AnswerProblem]) {
    let kept = super::super::fix::standing_answers(run);
    if let Phase::Fixing(fixing) = &mut run.phase {
        fixing.kept = kept;
        fixing.attempt = attempt;
        fixing.asked_again = true;
        fixing.heard = None;
        fixing.problems = problems.iter().map(super::super::fix::problem_words).collect();
    }
}

pub(super) fn asked_again(run: &mut Run, attempt: u32, error: &str) {
    if let Phase::Fixing(fixing) = &mut run.phase {
        fixing.attempt = attempt;
        fixing.failed = true;
        fixing.heard = None;
        fixing.problems = vec![error.to_owned()];
    }
}

/// Step 5 of section 2a applies at once.
pub(super) fn escalation_asked(run: &mut Run, reason: &str) {
    let note = format!("the author asks to hand over: {reason}");
    book(run).warnings.push(note);
    if let Phase::Fixing(fixing) = take(run) {
        let judged = Judged { asked_up: true, ..fixing.judged };
        run.phase = Phase::Judged(Box::new(judged));
    }
}

/// Unchanged code has nothing to check or land.
pub(super) fn taken(run: &mut Run, head: &Commit, answers: &[Taken], unanswered: &[FindingId]) {
    let checks = run.book().opening.checks;
    if let Phase::Fixing(fixing) = take(run) {
        let moved = *head != fixing.request.from;
        let checking = Box::new(Checking {
            fixing: *fixing,
            head: head.clone(),
            answers: answers.to_vec(),
            unanswered: unanswered.to_vec(),
        });
        run.phase = match (moved, checks) {
            (false, _) => Phase::Answering(checking),
            (true, true) => Phase::Checking(checking),
            (true, false) => Phase::Landing(checking),
        };
    }
}

pub(super) fn failed_checks(run: &mut Run, attempt: u32, checks: &[String]) {
    let Phase::Checking(checking) = take(run) else { return };
    let book = book(run);
    let results = book.checks.remove(&checking.head).unwrap_or_default();
    let red = results.iter().filter(|c| c.status == CheckStatus::Red && checks.contains(&c.name));
    let problems = red.map(|c| format!("check {} is red now:\n{}", c.name, c.output)).collect();
    let kept = checking.answers.into_iter().filter(|a| a.answer.kind() != AnswerKind::Fixed).collect();
    let fixing = Fixing { attempt, checks_failed: true, heard: None, problems, kept, ..checking.fixing };
    run.phase = Phase::Fixing(Box::new(fixing));
}

/// The branch stays where it was; everything on the list counts as not answered.
pub(super) fn dropped(run: &mut Run, unanswered: &[FindingId]) {
    if let Phase::Checking(mut checking) = take(run) {
        checking.head = checking.fixing.request.from.clone();
        checking.answers.clear();
        checking.unanswered = unanswered.to_vec();
        run.phase = Phase::Answering(checking);
    }
}

pub(super) fn checked(run: &mut Run) {
    if let Phase::Checking(checking) = take(run) {
        run.phase = Phase::Landing(checking);
    }
}

pub(super) fn settled(run: &mut Run, head: &Commit) {
    if let Phase::Answering(checking) = take(run) {
        run.phase = Phase::Settled(Box::new(FixEnd {
            request: checking.fixing.request,
            judged: checking.fixing.judged,
            head: head.clone(),
            unanswered: checking.unanswered,
        }));
    }
}

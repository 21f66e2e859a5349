//! Counts runs into figures, one run after the other.

use std::collections::BTreeMap;

use super::{Metrics, Spread};
use crate::domain::{AnswerKind, Decision, Finding, Flag, Outcome, Severity, Status};
use crate::engine::{Failure, Ledger};
use crate::tell::{AnswerTold, Chronicle, Doer};

/// Figures over these runs, in any order.
pub fn metrics<'a>(runs: impl IntoIterator<Item = &'a Chronicle>) -> Metrics {
    let mut counter = Counter::default();
    runs.into_iter().for_each(|run| counter.run(run));
    counter.figures()
}

#[derive(Default)]
struct Counter {
    told: Metrics,
    to_approval: Vec<u64>,
    to_approval_with_findings: Vec<u64>,
    to_verdict: Vec<u64>,
    to_end: Vec<u64>,
    costs: Vec<u64>,
}

impl Counter {
    fn run(&mut self, run: &Chronicle) {
        let book = run.run.book();
        let outcome = run.run.outcome();
        self.told.runs += 1;
        count(&mut self.told.outcomes, outcome.map_or("running", Outcome::word));
        self.times(run, book, outcome);
        book.findings.values().for_each(|finding| self.finding(book, finding, approved(outcome)));
        book.escalations.iter().for_each(|climb| count(&mut self.told.escalations, climb.reason.words()));
        self.told.escalated_runs.add(!book.escalations.is_empty());
        self.answers(run, book);
        self.reviews(run, book);
        self.attempts(run);
        self.told.cost_total = self.told.cost_total.saturating_add(book.spent.0);
        self.costs.push(book.spent.0);
    }

    fn times(&mut self, run: &Chronicle, book: &Ledger, outcome: Option<Outcome>) {
        let since = |at: crate::domain::Timestamp| at.0.saturating_sub(run.opened.0);
        self.to_verdict.extend(run.judged.first().map(|at| since(*at)));
        if matches!(run.run.phase, crate::engine::Phase::Ended(..)) {
            self.to_end.push(since(run.last()));
        }
        if approved(outcome) {
            let rounds = decided_rounds(book);
            self.to_approval.push(rounds);
            let found = book.findings.values().any(|finding| finding.severity > Severity::Remark);
            self.to_approval_with_findings.extend(found.then_some(rounds));
        }
    }

    fn finding(&mut self, book: &Ledger, finding: &Finding, approved: bool) {
        let told = &mut self.told.findings;
        if finding.severity == Severity::Remark {
            told.remarks += 1;
            return;
        }
        let statuses = told.by_severity.entry(finding.severity.word().to_owned()).or_default();
        count(statuses, finding.status.word());
        told.unresolved_blocking += u32::from(book.blocks(finding));
        told.actionable.add(is_actionable(finding));
        told.repeated.add(is_repeated(finding));
        told.stuck += u32::from(finding.status == Status::Stuck);
        told.regressed += u32::from(finding.flags.contains(&Flag::Regressed));
        if !is_heavy(book, finding) {
            told.suggestions_adopted.add(finding.status == Status::Resolved);
        }
        let left = finding.status.stands() || finding.status == Status::Outvoted;
        let missed = approved && left && finding.severity == Severity::Critical;
        told.critical_at_approval += u32::from(missed);
    }

    fn answers(&mut self, run: &Chronicle, book: &Ledger) {
        let last: BTreeMap<_, &AnswerTold> =
            run.answers.iter().map(|answer| (answer.finding, answer)).collect();
        for answer in last.into_values() {
            let Some(finding) = book.findings.get(&answer.finding).filter(|f| is_heavy(book, f)) else {
                continue;
            };
            let author = self.told.authors.entry(answer.role.clone()).or_default();
            author.rejected.add(answer.answer.kind() == AnswerKind::Rejected);
            match answer.answer.kind() {
                AnswerKind::Rejected => author.rejections_accepted.add(finding.status == Status::Withdrawn),
                AnswerKind::Fixed => author.fixes_confirmed.add(finding.status == Status::Resolved),
                AnswerKind::Deferred | AnswerKind::Skipped | AnswerKind::Unable => {}
            }
        }
    }

    fn reviews(&mut self, run: &Chronicle, book: &Ledger) {
        for finding in book.findings.values().filter(|finding| finding.severity > Severity::Remark) {
            for seat in finding.reporters() {
                let reviewer = self.told.reviewers.entry(seat.to_string()).or_default();
                reviewer.adopted.add(finding.status == Status::Resolved);
                reviewer.withdrawn.add(finding.status == Status::Withdrawn);
            }
        }
        for seat in &run.seats {
            let reviewer = self.told.reviewers.entry(seat.seat.to_string()).or_default();
            reviewer.lost.add(seat.lost.is_some());
            if seat.lost.is_some() {
                self.told.agents.entry(seat.agent.to_string()).or_default().seats_lost += 1;
            }
        }
    }

    fn attempts(&mut self, run: &Chronicle) {
        for spent in &run.spent {
            let agent = self.told.agents.entry(spent.agent.to_string()).or_default();
            agent.attempts += 1;
            agent.cost = agent.cost.saturating_add(spent.cost.0);
            let cost = match &spent.by {
                Doer::Seat(seat) => &mut self.told.reviewers.entry(seat.to_string()).or_default().cost,
                Doer::Author(role) => &mut self.told.authors.entry(role.clone()).or_default().cost,
            };
            *cost = cost.saturating_add(spent.cost.0);
        }
        for failed in &run.failures {
            let agent = self.told.agents.entry(failed.agent.to_string()).or_default();
            count(&mut agent.failures, failure_word(&failed.failure));
        }
    }

    fn figures(self) -> Metrics {
        Metrics {
            rounds_to_approval: Spread::of(self.to_approval),
            rounds_to_approval_with_findings: Spread::of(self.to_approval_with_findings),
            time_to_verdict_ms: Spread::of(self.to_verdict),
            time_to_end_ms: Spread::of(self.to_end),
            cost_per_run: Spread::of(self.costs),
            ..self.told
        }
    }
}

fn count(counts: &mut BTreeMap<String, u32>, word: &str) {
    *counts.entry(word.to_owned()).or_default() += 1;
}

fn approved(outcome: Option<Outcome>) -> bool {
    matches!(outcome, Some(Outcome::Approved | Outcome::ApprovedWithNotes))
}

/// Rounds of a panel in which something was decided; stale and inconclusive ones did not really happen.
fn decided_rounds(book: &Ledger) -> u64 {
    let decided = book.verdicts.iter().filter(|verdict| {
        !verdict.votes.is_empty() && !matches!(verdict.decision, Decision::Inconclusive | Decision::AskUser)
    });
    decided.count() as u64
}

/// Whether a finding would block by its severity; where votes decide, none does.
fn is_heavy(book: &Ledger, finding: &Finding) -> bool {
    book.protocol().floor().is_some_and(|floor| finding.severity >= floor)
}

fn is_actionable(finding: &Finding) -> bool {
    finding.sightings.iter().map(|sighting| &sighting.report).any(|report| {
        !report.locations.is_empty() && !report.problem.trim().is_empty() && !report.fix.trim().is_empty()
    })
}

fn is_repeated(finding: &Finding) -> bool {
    let mut rounds: Vec<u32> = finding.sightings.iter().map(|sighting| sighting.round).collect();
    rounds.dedup();
    rounds.len() > 1
}

fn failure_word(failure: &Failure) -> &'static str {
    match failure {
        Failure::Empty => "empty",
        Failure::Crashed { .. } => "crashed",
        Failure::TimedOut => "timed out",
        Failure::RateLimited => "rate limited",
        Failure::Truncated => "truncated",
        Failure::Refused { .. } => "refused",
        Failure::Unreadable { .. } => "unreadable",
        Failure::Missing => "missing",
    }
}

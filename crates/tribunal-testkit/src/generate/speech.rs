//! What generated agents say: from a small pool of titles, places and quotes, so that identity matters; mostly
//! sensible, sometimes contradicting themselves, sometimes lying.

use tribunal_core::domain::{
    Answer, AnswerCounts, AnswerKind, Answered, Answers, Claim, ClaimedCounts, Finding, FindingId, Location,
    Report, Review, Ruling, RulingSaid, Severity, Status,
};
use tribunal_core::engine::{Ask, Failure, Fix, Ledger, Run};

use super::dice::Dice;

/// How severe generated reviewers are, in percent.
#[derive(Debug, Clone, Copy)]
pub struct Temper {
    /// How often a reply reports something.
    pub reports: usize,
    /// How often an earlier finding is ruled closed.
    pub closes: usize,
    /// How often an agent fails.
    pub fails: usize,
}

impl Temper {
    /// Some temper.
    pub fn any(dice: &mut Dice) -> Self {
        Self {
            reports: *dice.pick(&[15, 40, 70, 95]),
            closes: *dice.pick(&[30, 70, 95]),
            fails: *dice.pick(&[0, 0, 5, 25]),
        }
    }
}

/// A report from the pool.
pub fn report(dice: &mut Dice) -> Report {
    let severity = dice.weigh(&[
        (3, Severity::Critical),
        (3, Severity::High),
        (2, Severity::Medium),
        (3, Severity::Low),
        (1, Severity::Remark),
    ]);
    let mut report =
        Report::new(severity, dice.pick::<&str>(&["Null check", "null CHECK!", "Injection", "Slow loop"]));
    if dice.percent(90) {
        let path = (*dice.pick(&["src/a.rs", "src/a.rs", "src/b.rs"])).to_owned();
        let line = *dice.pick(&[Some(1), Some(9), None]);
        report.locations.push(Location { path, line, end: None });
    }
    report.quote = dice.pick(&[None, Some("let x = y.unwrap();"), Some("loop {")]).map(str::to_owned);
    (*dice.pick(&["", "security"])).clone_into(&mut report.category);
    report
}

/// A failure.
pub fn failure(dice: &mut Dice) -> Failure {
    let kinds = [
        Failure::Empty,
        Failure::TimedOut,
        Failure::RateLimited,
        Failure::Truncated,
        Failure::Missing,
        Failure::Unreadable { error: "no verdict".to_owned() },
    ];
    dice.pick(&kinds).clone()
}

/// A reply to a question.
pub fn review(dice: &mut Dice, run: &Run, ask: &Ask, files: &[String], temper: Temper) -> Review {
    let book = run.book();
    let mut review = Review { files_read: files.to_vec(), ..Review::default() };
    if dice.percent(4) {
        review.files_read.clear();
    }
    if dice.percent(temper.reports) {
        for _ in 0..=dice.below(3) {
            let report = report(dice);
            review.reports.push(named(dice, book, report, &ask.role));
        }
    }
    for id in &ask.rule_on {
        rule(dice, &book.findings[id], temper, &mut review.rulings);
    }
    stray_rulings(dice, book, &mut review.rulings);
    review.claim = claim(dice, book, &review);
    if dice.percent(6) {
        let stated = u32::try_from(dice.below(3)).ok();
        review.counts = Some(ClaimedCounts { high: stated, total: stated, ..ClaimedCounts::default() });
    }
    if dice.percent(5) {
        review.remarks.push("could be nicer".to_owned());
    }
    review
}

/// Sometimes under a number: its own, another one's, or a thread's.
fn named(dice: &mut Dice, book: &Ledger, report: Report, role: &str) -> Report {
    let mut said_id = None;
    if role == "comments-analyzer" && dice.percent(70) {
        said_id = Some(format!("THREAD-{}", 1 + dice.below(3)));
    } else if dice.percent(12) {
        said_id = any_finding(dice, book).map(|f| f.alias.clone());
    }
    Report { said_id, ..report }
}

fn any_finding<'a>(dice: &mut Dice, book: &'a Ledger) -> Option<&'a Finding> {
    book.findings.values().nth(dice.below(book.findings.len()))
}

fn rule(dice: &mut Dice, finding: &Finding, temper: Temper, rulings: &mut Vec<RulingSaid>) {
    let disputed = finding.status == Status::Disputed;
    let closing = if disputed && dice.percent(80) { Ruling::DisputeAccepted } else { Ruling::Resolved };
    let against = [Ruling::StillPresent, Ruling::Regressed, Ruling::DisputeRejected];
    let mut say = |ruling| {
        rulings.push(RulingSaid { id: finding.alias.clone(), ruling, note: String::new() });
    };
    if dice.percent(7) {
        return;
    }
    say(if dice.percent(temper.closes) { closing } else { *dice.pick(&against) });
    if dice.percent(4) {
        say(*dice.pick(&[Ruling::StillPresent, Ruling::Resolved]));
    }
}

/// Words on closed findings, and on findings that do not exist.
fn stray_rulings(dice: &mut Dice, book: &Ledger, rulings: &mut Vec<RulingSaid>) {
    let words = [Ruling::StillPresent, Ruling::Regressed, Ruling::Resolved, Ruling::DisputeAccepted];
    if dice.percent(5) {
        let ruling = *dice.pick(&words);
        rulings.push(RulingSaid { id: "ISSUE-99".to_owned(), ruling, note: String::new() });
    }
    if dice.percent(8)
        && let Some(finding) = any_finding(dice, book)
    {
        rulings.push(RulingSaid {
            id: finding.alias.clone(),
            ruling: *dice.pick(&words),
            note: String::new(),
        });
    }
}

fn claim(dice: &mut Dice, book: &Ledger, review: &Review) -> Option<Claim> {
    let all = [
        Claim::Approve,
        Claim::ApproveWithNotes,
        Claim::Concerns,
        Claim::RequestChanges,
        Claim::MajorWork,
        Claim::Blocker,
    ];
    if dice.percent(6) {
        return Some(*dice.pick(&all));
    }
    if book.protocol().floor().is_none() {
        let votes = [(9, Claim::Approve), (4, Claim::Concerns), (1, Claim::Blocker)];
        return (!dice.percent(3)).then(|| dice.weigh(&votes));
    }
    let fails = review.reports.iter().any(|r| r.severity >= Severity::Medium);
    dice.percent(50).then_some(if fails { Claim::RequestChanges } else { Claim::Approve })
}

/// An author's reply, and whether it changed the code.
pub fn answers(dice: &mut Dice, run: &Run, fix: &Fix) -> (Answers, bool) {
    let book = run.book();
    let mut answers = Answers::default();
    for id in &fix.list {
        answer(dice, book, *id, &mut answers.answers);
    }
    for id in &fix.optional {
        if dice.percent(40) {
            answer(dice, book, *id, &mut answers.answers);
        }
    }
    if dice.percent(3) {
        answers
            .answers
            .push(Answered { id: "ISSUE-77".to_owned(), answer: of_kind(dice, AnswerKind::Fixed) });
    }
    if dice.percent(4) {
        answers.escalate = Some("beyond me".to_owned());
    }
    let fixed = answers.answers.iter().filter(|a| matches!(a.answer, Answer::Fixed { .. })).count();
    if dice.percent(8) {
        let stated = fixed + usize::from(dice.percent(30));
        answers.counts = Some(AnswerCounts { fixed: u32::try_from(stated).ok(), ..AnswerCounts::default() });
    }
    let moves = if fixed > 0 || !fix.tests.is_empty() { 94 } else { 10 };
    (answers, dice.percent(moves))
}

fn answer(dice: &mut Dice, book: &Ledger, id: FindingId, answers: &mut Vec<Answered>) {
    let kind = dice.weigh(&[
        (60, Some(AnswerKind::Fixed)),
        (22, Some(AnswerKind::Rejected)),
        (4, Some(AnswerKind::Deferred)),
        (4, Some(AnswerKind::Skipped)),
        (5, Some(AnswerKind::Unable)),
        (5, None),
    ]);
    let Some(kind) = kind else { return };
    let alias = book.findings[&id].alias.clone();
    answers.push(Answered { id: alias.clone(), answer: of_kind(dice, kind) });
    if dice.percent(3) {
        answers.push(Answered { id: alias, answer: of_kind(dice, AnswerKind::Fixed) });
    }
}

fn of_kind(dice: &mut Dice, kind: AnswerKind) -> Answer {
    let reason = (*dice.pick(&["it is a false positive", "the caller checks", "Too hard", ""])).to_owned();
    match kind {
        AnswerKind::Fixed => Answer::Fixed { details: "done".to_owned(), group: None },
        AnswerKind::Rejected => {
            let evidence = (*dice.pick(&["", "see line 3", "see line 4"])).to_owned();
            Answer::Rejected { reason, evidence, request: String::new() }
        }
        AnswerKind::Deferred => Answer::Deferred { reason, tech_debt_id: None },
        AnswerKind::Skipped => Answer::Skipped { reason },
        AnswerKind::Unable => Answer::Unable { reason },
    }
}

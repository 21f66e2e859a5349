//! Clauses of a reviewer's reply and of an author's answers.

use tribunal_core::dialect::location;
use tribunal_core::domain::{
    Answer, AnswerCounts, Answered, Answers, Claim, ClaimedCounts, Report, Review, Ruling, RulingSaid,
    Severity,
};
use tribunal_core::engine::Failure;

use super::{BadScript, Word, bad, clauses};

/// Reads a reply; `files` are what it says it read unless it says `unread`.
pub fn review(line: &str, files: &[String]) -> Result<Review, BadScript> {
    let mut review = Review { files_read: files.to_vec(), ..Review::default() };
    for clause in clauses(line)? {
        clause_of_review(&mut review, &clause)?;
    }
    Ok(review)
}

fn clause_of_review(review: &mut Review, clause: &[Word]) -> Result<(), BadScript> {
    let first = clause[0].text();
    if let Some(claim) = claim(first) {
        review.claim = Some(claim);
    } else if let Some(severity) = severity(first) {
        review.reports.push(report(severity, &clause[1..])?);
    } else if let Some(ruling) = ruling(first) {
        let note = clause.get(2).map(|w| w.text().to_owned()).unwrap_or_default();
        let id = clause.get(1).ok_or_else(|| bad(format!("{first} needs an id")))?.text().to_owned();
        review.rulings.push(RulingSaid { id, ruling, note });
    } else if first == "counts" {
        review.counts = Some(claimed(&clause[1..])?);
    } else if first == "remark" {
        review.remarks.push(clause.get(1).map(|w| w.text().to_owned()).unwrap_or_default());
    } else if first == "summary" {
        review.summary = text(clause, 1);
    } else if first == "unread" {
        review.files_read.clear();
    } else {
        return Err(bad(format!("a reply has no clause {first:?}")));
    }
    Ok(())
}

fn claim(word: &str) -> Option<Claim> {
    match word {
        "pass" | "approved" | "approve" => Some(Claim::Approve),
        "notes" => Some(Claim::ApproveWithNotes),
        "concerns" => Some(Claim::Concerns),
        "fail" => Some(Claim::RequestChanges),
        "major-work" => Some(Claim::MajorWork),
        "blocker" => Some(Claim::Blocker),
        _ => None,
    }
}

fn severity(word: &str) -> Option<Severity> {
    match word {
        "critical" => Some(Severity::Critical),
        "high" => Some(Severity::High),
        "medium" => Some(Severity::Medium),
        "low" => Some(Severity::Low),
        "fyi" => Some(Severity::Remark),
        _ => None,
    }
}

fn ruling(word: &str) -> Option<Ruling> {
    match word {
        "resolved" => Some(Ruling::Resolved),
        "still" => Some(Ruling::StillPresent),
        "regressed" => Some(Ruling::Regressed),
        "accepted" => Some(Ruling::DisputeAccepted),
        "overruled" => Some(Ruling::DisputeRejected),
        _ => None,
    }
}

fn report(severity: Severity, words: &[Word]) -> Result<Report, BadScript> {
    let title = words.first().ok_or_else(|| bad("a finding needs a title"))?;
    let mut report = Report::new(severity, title.text());
    let mut words = words[1..].iter();
    while let Some(word) = words.next() {
        match word {
            Word::Ticked(quote) => report.quote = Some(quote.clone()),
            Word::Bare(text) if text == "as" => report.said_id = words.next().map(|w| w.text().to_owned()),
            Word::Bare(text) if text.starts_with("was=") => report.stood_at = Some(lines(&text[4..])?),
            Word::Bare(text) if text.starts_with("cat=") => text[4..].clone_into(&mut report.category),
            Word::Bare(text) | Word::Quoted(text) => report.locations.extend(location(text)),
        }
    }
    Ok(report)
}

/// `was=3,7` stood at lines 3 and 7, `was=` was nowhere before.
fn lines(text: &str) -> Result<Vec<u32>, BadScript> {
    let numbers = text.split(',').filter(|number| !number.is_empty());
    numbers.map(|number| number.parse().map_err(|_| bad(format!("{number:?} is no line")))).collect()
}

fn claimed(words: &[Word]) -> Result<ClaimedCounts, BadScript> {
    let mut counts = ClaimedCounts::default();
    for word in words {
        let (name, number) = number(word)?;
        match name {
            "critical" => counts.critical = Some(number),
            "high" => counts.high = Some(number),
            "medium" => counts.medium = Some(number),
            "low" => counts.low = Some(number),
            "blocking" => counts.blocking = Some(number),
            "total" => counts.total = Some(number),
            other => return Err(bad(format!("no count is called {other:?}"))),
        }
    }
    Ok(counts)
}

fn number(word: &Word) -> Result<(&str, u32), BadScript> {
    let (name, value) = word.text().split_once('=').ok_or_else(|| bad("a count is NAME=NUMBER"))?;
    Ok((name, value.parse().map_err(|_| bad(format!("{value:?} is no number")))?))
}

/// What an author says, and whether it changed the code.
pub fn answers(line: &str) -> Result<(Answers, bool), BadScript> {
    let mut answers = Answers::default();
    let mut commits = None;
    for clause in clauses(line)? {
        match clause[0].text() {
            "no-commit" => commits = Some(false),
            "commit" => commits = Some(true),
            "escalate" => answers.escalate = Some(text(&clause, 1)),
            "counts" => answers.counts = Some(answer_counts(&clause[1..])?),
            kind => answers.answers.push(answer(kind, &clause)?),
        }
    }
    let fixes = answers.answers.iter().any(|a| matches!(a.answer, Answer::Fixed { .. }));
    Ok((answers, commits.unwrap_or(fixes)))
}

fn text(clause: &[Word], at: usize) -> String {
    clause.get(at).map(|w| w.text().to_owned()).unwrap_or_default()
}

fn answer(kind: &str, clause: &[Word]) -> Result<Answered, BadScript> {
    let reason = text(clause, 2);
    let answer = match kind {
        "fixed" => Answer::Fixed { details: reason, group: None },
        "rejected" => Answer::Rejected { reason, evidence: text(clause, 3), request: String::new() },
        "deferred" => Answer::Deferred { reason, tech_debt_id: None },
        "skipped" => Answer::Skipped { reason },
        "unable" => Answer::Unable { reason },
        other => return Err(bad(format!("an answer has no clause {other:?}"))),
    };
    Ok(Answered { id: text(clause, 1), answer })
}

fn answer_counts(words: &[Word]) -> Result<AnswerCounts, BadScript> {
    let mut counts = AnswerCounts::default();
    for word in words {
        let (name, number) = number(word)?;
        match name {
            "fixed" => counts.fixed = Some(number),
            "rejected" => counts.rejected = Some(number),
            "deferred" => counts.deferred = Some(number),
            "unaddressed" => counts.unaddressed = Some(number),
            "total-blocking" => counts.total_blocking = Some(number),
            "blocking-fixed" => counts.blocking_fixed = Some(number),
            "blocking-rejected" => counts.blocking_rejected = Some(number),
            other => return Err(bad(format!("no count is called {other:?}"))),
        }
    }
    Ok(counts)
}

/// Reads why there is no reply.
pub fn failure(word: &str) -> Result<Failure, BadScript> {
    Ok(match word {
        "empty" => Failure::Empty,
        "crash" => Failure::Crashed { detail: "exit 1".to_owned() },
        "timeout" => Failure::TimedOut,
        "rate-limited" => Failure::RateLimited,
        "truncated" => Failure::Truncated,
        "refused" => Failure::Refused { detail: "it would not".to_owned() },
        "unreadable" => Failure::Unreadable { error: "line 1: no verdict".to_owned() },
        "missing" => Failure::Missing,
        other => return Err(bad(format!("no failure is called {other:?}"))),
    })
}

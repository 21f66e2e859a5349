//! One line per event, for `log`, `replay`, the transcripts of scenarios and the demo. Quiet events have none.

use crate::dialect;
use crate::domain::{Finding, FindingId, Verdict};
use crate::engine::{Event, FixRequest, Ledger, Look, Pause, Run, SeatPlan, Trigger, problem_words};

/// The line for an event, given the run after it; none for events that only carry data from place to place.
pub fn event_line(run: &Run, event: &Event) -> Option<String> {
    let book = run.ledger.as_deref()?;
    fact_line(event).or_else(|| consequence_line(book, event))
}

/// Facts that a reader wants to see; replies and answers show through what follows from them.
fn fact_line(event: &Event) -> Option<String> {
    if let Event::DecisionRecorded { decision } = event {
        let why = if decision.why.is_empty() { String::new() } else { format!(": {}", decision.why) };
        return Some(format!("DECISION {} by {}{why}", decision.choice.word(), decision.who));
    }
    if let Event::AnnouncementRecorded { agent, kind, .. } = event {
        return Some(format!("{agent} announces {}", word(kind)));
    }
    if let Event::SilenceRecorded = event {
        return Some("nothing was heard for too long".to_owned());
    }
    if let Event::PublicationRecorded { key, .. } = event {
        return Some(format!("published {key}"));
    }
    if let Event::LandingRecorded { head } = event {
        return Some(format!("landed {}", head.short()));
    }
    None
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the rest is quiet by intent; a new event is quiet until told"
)]
fn consequence_line(book: &Ledger, event: &Event) -> Option<String> {
    let line = match event {
        Event::GateEntered { gate, role } => gate_line(book, *gate, role),
        Event::CycleStarted { triggers } => cycle_line(triggers),
        Event::RoundBegun { round, iteration, look, seats, .. } => {
            round_line(*round, *iteration, *look, seats)
        }
        Event::TestsBegun { iteration } => format!("tests, iteration {iteration}"),
        Event::SeatAskedAgain { seat, agent, error, .. } => {
            format!("  {seat} is asked again ({agent}): {error}")
        }
        Event::SeatLost { seat, why } => format!("  {seat} gave no valid review: {why}"),
        Event::SeatHeard { seat, notes } if !notes.is_empty() => format!("  {seat}: {}", notes.join("; ")),
        Event::RoundStale { head, .. } => format!("  stale: the head moved to {}", head.short()),
        Event::FindingRaised { finding, .. } => raised_line(&book.findings[finding]),
        Event::FindingSighted { finding, .. } => format!("  = {} seen again", name(book, *finding)),
        Event::FindingMoved { finding, to, because } => {
            format!("  > {} {} ({})", name(book, *finding), to.word(), word(because))
        }
        Event::FindingFlagged { finding, flag } => format!("  ! {} {}", name(book, *finding), word(flag)),
        Event::VerdictReached { verdict } => verdict_line(book, verdict),
        Event::RoundCounted { iteration, no_progress, .. } => counted_line(book, *iteration, *no_progress)?,
        Event::AlarmRaised { answered, rejected } => format!("ALARM: {rejected} of {answered} rejected"),
        Event::GatePassed { gate, head } => {
            format!("gate {} passed at {}", book.protocol().gates[*gate as usize].name, head.short())
        }
        Event::Escalated { from, to, reason, .. } => {
            format!("ESCALATION: {from} → {to} ({})", reason.words())
        }
        Event::FixRequested { request } => fix_line(book, request),
        Event::AnswersRefused { problems, .. } => {
            let problems: Vec<String> = problems.iter().map(problem_words).collect();
            format!("  answers refused: {}", problems.join("; "))
        }
        Event::AuthorAskedAgain { error, .. } => format!("  the author is asked again: {error}"),
        Event::EscalationAsked { reason } => format!("  the author asks to hand over: {reason}"),
        Event::FixFailedChecks { checks, .. } => format!("  checks broken by the fix: {}", checks.join(", ")),
        Event::FixDropped { checks, .. } => {
            format!("  fix dropped, checks still broken: {}", checks.join(", "))
        }
        Event::FindingAnswered { finding, answer } => {
            format!("  < {} {}: {}", name(book, *finding), answer.kind().word(), answer.text())
        }
        Event::FindingUnanswered { finding } => format!("  < {} not answered", name(book, *finding)),
        Event::RoundSkipped { round } => format!("round {round}: no review, answers are missing"),
        Event::ClarificationAsked { targets, .. } => {
            format!("clarification asked of {}", join(targets.iter().map(ToString::to_string)))
        }
        Event::RunFlagged { concerns } => format!("flagged: {}", names(book, concerns)),
        Event::FlagCleared => "flag cleared".to_owned(),
        Event::LimitRaised { to } => format!("limit raised to {to}"),
        Event::AuthorAdded { role } => format!("{role} becomes the author"),
        Event::LostSeatsLeftOut { .. } => "judged again without the reviewers that failed".to_owned(),
        Event::RunStoodBy { outcome } => match outcome {
            Some(outcome) => format!("RUNNING ({outcome})"),
            None => "RUNNING".to_owned(),
        },
        Event::PublicationDue { kind, round } => format!("due: {} of round {round}", word(kind)),
        Event::RunPaused { pause } => pause_line(pause),
        Event::RunEnded { outcome, why } => format!("ENDED {outcome}: {why}"),
        _ => return None,
    };
    Some(line)
}

/// The serialised word of a plain enum: the same in logs and in sentences.
fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => text.replace('-', " "),
        Ok(other) => other.to_string(),
        Err(error) => error.to_string(),
    }
}

fn words(values: &[impl serde::Serialize]) -> String {
    join(values.iter().map(word))
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn name(book: &Ledger, id: FindingId) -> String {
    book.findings.get(&id).map_or_else(|| id.to_string(), |f| f.alias.clone())
}

fn names(book: &Ledger, ids: &[FindingId]) -> String {
    join(ids.iter().map(|id| name(book, *id)))
}

fn gate_line(book: &Ledger, gate: u32, role: &str) -> String {
    format!("gate {} ({role})", book.protocol().gates[gate as usize].name)
}

fn cycle_line(triggers: &[Trigger]) -> String {
    let told = |trigger: &Trigger| match trigger {
        Trigger::Announced { agent, kind } => format!("{} by {agent}", word(kind)),
        Trigger::UserManual { who } => format!("user_manual by {who}"),
        Trigger::TimeoutFallback => "timeout_fallback".to_owned(),
    };
    format!("cycle: {}", join(triggers.iter().map(told)))
}

fn round_line(round: u32, iteration: u32, look: Look, seats: &[SeatPlan]) -> String {
    let look = match look {
        Look::Whole => "whole",
        Look::Scoped => "scoped",
    };
    let seats = join(seats.iter().map(|s| s.seat.to_string()));
    format!("round {round}, iteration {iteration}, {look}: {seats}")
}

fn raised_line(f: &Finding) -> String {
    let report = f.report();
    let place =
        report.locations.first().map(dialect::location_text).unwrap_or_else(|| "(no place)".to_owned());
    let status =
        if f.status == crate::domain::Status::Open { String::new() } else { format!(" {}", f.status.word()) };
    let flags = if f.flags.is_empty() { String::new() } else { format!(" [{}]", words(&f.flags)) };
    format!("  + {} {}{status} {} - {place}{flags}", f.alias, f.severity, report.title)
}

fn verdict_line(book: &Ledger, verdict: &Verdict) -> String {
    let c = verdict.counts;
    let mut line = format!(
        "VERDICT {}: {} by {} at {} ({}, {}, {}, {})",
        verdict.gate,
        word(&verdict.decision),
        word(&verdict.rule),
        verdict.head.short(),
        c.critical,
        c.high,
        c.medium,
        c.low
    );
    if verdict.votes.len() > 1 {
        let vote = |v: &crate::domain::SeatVote| format!("{} {}", v.seat, word(&v.vote));
        line.push_str(&format!("; votes: {}", join(verdict.votes.iter().map(vote))));
    }
    let lists = [("blocking", &verdict.blocking), ("notes", &verdict.notes), ("accepted", &verdict.accepted)];
    for (what, ids) in lists.into_iter().filter(|(_, ids)| !ids.is_empty()) {
        line.push_str(&format!("; {what}: {}", names(book, ids)));
    }
    if !verdict.failing_tests.is_empty() {
        line.push_str(&format!("; failing: {}", verdict.failing_tests.join(", ")));
    }
    if !verdict.vetoed_by.is_empty() {
        line.push_str(&format!("; veto: {}", verdict.vetoed_by.join(", ")));
    }
    if verdict.open_threads > 0 {
        line.push_str(&format!("; open threads: {}", verdict.open_threads));
    }
    line
}

fn counted_line(book: &Ledger, iteration: u32, no_progress: u32) -> Option<String> {
    let tracked = book.protocol().limits.no_progress.is_some();
    tracked.then(|| format!("  iteration {iteration}, no progress {no_progress}"))
}

fn fix_line(book: &Ledger, request: &FixRequest) -> String {
    let mut line = format!("FIX by {}: {}", request.role, names(book, &request.list));
    if !request.tests.is_empty() {
        line = format!("FIX by {}: tests {}", request.role, request.tests.join(", "));
    }
    if !request.optional.is_empty() {
        line.push_str(&format!("; optional: {}", names(book, &request.optional)));
    }
    if request.warned {
        line.push_str("; warned: one more round without progress escalates");
    }
    if request.last {
        line.push_str("; unverified");
    }
    line
}

fn pause_line(pause: &Pause) -> String {
    let offered = join(pause.offered.iter().map(|c| c.word().to_owned()));
    format!("PAUSED {} ({}): {} | {offered}", pause.outcome, word(&pause.reason), pause.note)
}

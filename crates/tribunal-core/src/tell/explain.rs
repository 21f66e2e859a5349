//! Why a verdict is what it is: rule, counts, findings with their answers and rulings, limits, decisions.

use serde::Serialize;

use crate::domain::{Counts, Finding, Outcome, SeatVote, Status, Verdict};
use crate::engine::{Ledger, Run, suggestions_skipped};

/// Everything that made a run's verdict, as data; `to_text` says it in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The run.
    pub run: String,
    /// The protocol and mode.
    pub protocol: String,
    /// The hash of the protocol as it was run.
    pub protocol_hash: String,
    /// How the run ended or stands.
    pub outcome: Option<Outcome>,
    /// Its exit code.
    pub exit_code: Option<u8>,
    /// Why it stands so, in one sentence.
    pub because: String,
    /// Every round's verdict, in order.
    pub verdicts: Vec<VerdictStory>,
    /// Every finding, in the order of its id.
    pub findings: Vec<FindingStory>,
    /// Every step up a ladder.
    pub escalations: Vec<String>,
    /// Every decision a person made.
    pub decisions: Vec<String>,
    /// The head at which each gate passed.
    pub gates: Vec<String>,
    /// Limits in force at the end, and how far they were used.
    pub limits: Vec<String>,
    /// Suggestions outside the count.
    pub remarks: Vec<String>,
    /// What a reader must know.
    pub warnings: Vec<String>,
}

/// One verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VerdictStory {
    /// The round.
    pub round: u32,
    /// The gate.
    pub gate: String,
    /// Base and head it is about.
    pub base: String,
    /// The commit judged.
    pub head: String,
    /// What was decided.
    pub decision: String,
    /// By which rule.
    pub rule: String,
    /// The counts.
    pub counts: Counts,
    /// The votes.
    pub votes: Vec<SeatVote>,
    /// Dialect ids of what blocked.
    pub blocking: Vec<String>,
}

/// One finding's way through the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FindingStory {
    /// `F3`.
    pub id: String,
    /// Its dialect id.
    pub alias: String,
    /// Its severity.
    pub severity: String,
    /// Where it stands.
    pub status: String,
    /// Whether it blocks now.
    pub blocks: bool,
    /// One line.
    pub title: String,
    /// Where.
    pub place: String,
    /// The round of its birth.
    pub born: u32,
    /// Who reported it.
    pub reporters: Vec<String>,
    /// How often it was reported.
    pub sightings: usize,
    /// The author's last answer.
    pub answer: Option<String>,
    /// What to see beside it.
    pub flags: Vec<String>,
}

/// Explains a run from its state, which is folded from its log and nothing else.
pub fn explain(run: &Run) -> Option<Explanation> {
    let book = run.ledger.as_deref()?;
    let outcome = run.outcome();
    Some(Explanation {
        run: book.opening.run.to_string(),
        protocol: protocol_name(book),
        protocol_hash: book.protocol_hash.clone(),
        outcome,
        exit_code: outcome.map(Outcome::exit_code),
        because: because(run),
        verdicts: book.verdicts.iter().map(|v| verdict_story(book, v)).collect(),
        findings: book.findings.values().map(|f| finding_story(book, f)).collect(),
        escalations: escalations(book),
        decisions: decisions(book),
        gates: gates(book),
        limits: limits(book),
        remarks: book.remarks.iter().map(|(seat, text)| format!("{seat}: {text}")).collect(),
        warnings: warnings(book),
    })
}

fn protocol_name(book: &Ledger) -> String {
    let protocol = book.protocol();
    protocol.mode.as_ref().map_or_else(|| protocol.name.clone(), |mode| format!("{} ({mode})", protocol.name))
}

/// Why a run stands as it does, in one sentence.
pub(crate) fn because(run: &Run) -> String {
    if let crate::engine::Phase::Ended(_, why) = &run.phase {
        return why.clone();
    }
    if let crate::engine::Phase::Paused(paused) = &run.phase {
        return paused.pause.note.clone();
    }
    format!("the run is {}", run.phase.name())
}

fn verdict_story(book: &Ledger, verdict: &Verdict) -> VerdictStory {
    VerdictStory {
        round: verdict.round,
        gate: verdict.gate.clone(),
        base: verdict.base.to_string(),
        head: verdict.head.to_string(),
        decision: plain(&verdict.decision),
        rule: plain(&verdict.rule),
        counts: verdict.counts,
        votes: verdict.votes.clone(),
        blocking: verdict.blocking.iter().map(|id| book.findings[id].alias.clone()).collect(),
    }
}

fn finding_story(book: &Ledger, f: &Finding) -> FindingStory {
    let report = f.report();
    FindingStory {
        id: f.id.to_string(),
        alias: f.alias.clone(),
        severity: f.severity.to_string(),
        status: f.status.word().to_owned(),
        blocks: book.blocks(f),
        title: report.title.clone(),
        place: report.locations.first().map(crate::dialect::location_text).unwrap_or_default(),
        born: f.born,
        reporters: f.reporters().iter().map(ToString::to_string).collect(),
        sightings: f.sightings.len(),
        answer: f.answer.as_ref().map(|a| format!("{}: {}", plain(&a.kind()), a.text())),
        flags: f.flags.iter().map(plain).collect(),
    }
}

fn plain(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(other) => other.to_string(),
        Err(error) => error.to_string(),
    }
}

fn escalations(book: &Ledger) -> Vec<String> {
    let told = |climb: &crate::engine::Climb| {
        format!("after round {}: {} → {} ({})", climb.round, climb.from, climb.to, climb.reason.words())
    };
    book.escalations.iter().map(told).collect()
}

fn decisions(book: &Ledger) -> Vec<String> {
    let told = |(at, d): &(crate::domain::Timestamp, crate::domain::HumanDecision)| {
        format!("{} by {} at {}: {}", d.choice.word(), d.who, at.0, d.why)
    };
    book.decisions.iter().map(told).collect()
}

fn gates(book: &Ledger) -> Vec<String> {
    let told = |(gate, state): (&crate::protocol::Gate, &crate::engine::GateState)| {
        let head = state.passed_at.as_ref()?;
        Some(format!("{} passed at {head}", gate.name))
    };
    book.protocol().gates.iter().zip(&book.gates).filter_map(told).collect()
}

fn warnings(book: &Ledger) -> Vec<String> {
    let skipped =
        "All suggestions skipped: no medium or low finding of round 1 was fixed or deferred".to_owned();
    book.warnings.iter().cloned().chain(suggestions_skipped(book).then_some(skipped)).collect()
}

fn limits(book: &Ledger) -> Vec<String> {
    let state = book.at_gate();
    let mut limits =
        vec![format!("iteration {} of the current rung, round {} of the run", state.iteration, book.round)];
    if let Some(limit) = book.protocol().limits.no_progress {
        limits.push(format!("{} of {limit} rounds without progress", state.no_progress));
    }
    limits
}

impl Explanation {
    /// The explanation in words.
    pub fn to_text(&self) -> String {
        let mut lines = self.head_lines();
        for verdict in &self.verdicts {
            lines.push(verdict.line());
        }
        for (title, list) in [
            ("Gates", &self.gates),
            ("Escalations", &self.escalations),
            ("Decisions", &self.decisions),
            ("Limits", &self.limits),
            ("Remarks", &self.remarks),
            ("Warnings", &self.warnings),
        ] {
            if !list.is_empty() {
                lines.push(format!("{title}:"));
                lines.extend(list.iter().map(|line| format!("  {line}")));
            }
        }
        if !self.findings.is_empty() {
            lines.push("Findings:".to_owned());
            lines.extend(self.findings.iter().map(FindingStory::line));
        }
        lines.join("\n") + "\n"
    }

    fn head_lines(&self) -> Vec<String> {
        let outcome = self.outcome.map_or_else(|| "running".to_owned(), |o| o.to_string());
        vec![
            format!("Run {} under {} (protocol {})", self.run, self.protocol, &self.protocol_hash[..12]),
            format!("Outcome: {outcome}, because {}", self.because),
        ]
    }
}

impl VerdictStory {
    fn line(&self) -> String {
        let c = self.counts;
        let blocking = if self.blocking.is_empty() {
            String::new()
        } else {
            format!("; blocking: {}", self.blocking.join(", "))
        };
        format!(
            "Round {} ({}) at {}: {} by rule {}; critical {}, high {}, medium {}, low {}{blocking}",
            self.round,
            self.gate,
            &self.head[..10],
            self.decision,
            self.rule,
            c.critical,
            c.high,
            c.medium,
            c.low
        )
    }
}

impl FindingStory {
    fn line(&self) -> String {
        let blocks = if self.blocks { ", BLOCKS" } else { "" };
        let loud = if self.status == Status::Accepted.word() { " (RISK ACCEPTED)" } else { "" };
        let answer = self.answer.as_ref().map(|a| format!("; answer {a}")).unwrap_or_default();
        let flags =
            if self.flags.is_empty() { String::new() } else { format!("; {}", self.flags.join(", ")) };
        format!(
            "  {} [{}] {} {}{blocks}{loud}: {} {}; reported {} times by {}{answer}{flags}",
            self.id,
            self.alias,
            self.severity,
            self.status,
            self.title,
            self.place,
            self.sightings,
            self.reporters.join(", ")
        )
    }
}

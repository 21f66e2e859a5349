//! A run as one canonical JSON document: everything a report could want, with the history the ledger does not keep.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json as value};

use super::fit::fitted;
use crate::domain::{Finding, Outcome};
use crate::engine::{Climb, Ledger};
use crate::log::canonical;
use crate::tell::{Chronicle, Doer, because, explain};

/// The version of the document; it rises when a member changes its meaning or goes.
const VERSION: u32 = 1;

/// Writes a run as canonical JSON, on one line.
pub fn json(told: &Chronicle) -> String {
    let book = told.run.book();
    let outcome = told.run.outcome();
    let document = value!({
        "format": "tribunal-run",
        "version": VERSION,
        "run": book.opening.run,
        "protocol": {
            "name": book.protocol().name, "mode": book.protocol().mode, "hash": book.protocol_hash,
            "dialect": book.protocol().dialect,
        },
        "change": {
            "branch": book.opening.branch, "base": book.opening.base, "head": book.opening.head, "tip": book.tip,
        },
        "outcome": outcome,
        "exit_code": outcome.map(Outcome::exit_code),
        "because": because(&told.run),
        "rule": book.verdicts.last().map(|verdict| verdict.rule),
        "opened_ms": told.opened,
        "last_ms": told.last(),
        "rounds": told.rounds,
        "verdicts": verdicts(told, book),
        "findings": book.findings.values().map(|f| finding(told, book, f)).collect::<Vec<_>>(),
        "rulings": told.rulings,
        "decisions": decisions(book),
        "escalations": book.escalations.iter().map(climb).collect::<Vec<_>>(),
        "seats": told.seats,
        "failures": told.failures,
        "cost": cost(told, book),
        "remarks": book.remarks.iter().map(|(seat, text)| value!({"seat": seat, "text": text})).collect::<Vec<_>>(),
        "warnings": explain(&told.run).map(|e| e.warnings),
    });
    canonical(&fitted(document)) + "\n"
}

fn verdicts(told: &Chronicle, book: &Ledger) -> Vec<Value> {
    let dated = book.verdicts.iter().zip(&told.judged);
    dated.map(|(verdict, at)| with(verdict, &[("at_ms", value!(at))])).collect()
}

fn decisions(book: &Ledger) -> Vec<Value> {
    book.decisions.iter().map(|(at, decision)| with(decision, &[("at_ms", value!(at))])).collect()
}

/// A value of ours with more members.
fn with(plain: &impl Serialize, more: &[(&str, Value)]) -> Value {
    let mut told = serde_json::to_value(plain).expect("our own types are plain data and always JSON");
    more.iter().for_each(|(key, value)| told[*key] = value.clone());
    told
}

fn finding(told: &Chronicle, book: &Ledger, f: &Finding) -> Value {
    let answers = told.answers.iter().filter(|answer| answer.finding == f.id);
    let moves = told.moves.iter().filter(|moved| moved.finding == f.id);
    value!({
        "id": f.id,
        "name": f.id.to_string(),
        "alias": f.alias,
        "born": f.born,
        "severity": f.severity,
        "status": f.status,
        "blocks": book.blocks(f),
        "flags": f.flags,
        "prints": f.prints().next(),
        "sightings": f.sightings,
        "answers": answers
            .map(|a| value!({"round": a.round, "role": a.role, "kind": a.answer.kind(), "answer": a.answer}))
            .collect::<Vec<_>>(),
        "moves": moves
            .map(|m| value!({"round": m.round, "to": m.to, "because": m.because}))
            .collect::<Vec<_>>(),
    })
}

fn climb(climb: &Climb) -> Value {
    value!({"round": climb.round, "from": climb.from, "to": climb.to, "reason": climb.reason})
}

/// Millionths of a dollar: in all, and by whose attempts.
fn cost(told: &Chronicle, book: &Ledger) -> Value {
    let mut by: BTreeMap<String, u64> = BTreeMap::new();
    for spent in &told.spent {
        let who = match &spent.by {
            Doer::Seat(seat) => format!("seat {seat}"),
            Doer::Author(role) => format!("author {role}"),
        };
        let sum = by.entry(who).or_default();
        *sum = sum.saturating_add(spent.cost.0);
    }
    value!({"total": book.spent, "by": by})
}

//! What only grows: rounds, ranks, authors, ids, severities; and keys, which stay what they are.

use std::collections::BTreeSet;

use tribunal_core::engine::{Event, PauseReason, Reason, Run, Task, owed};
use tribunal_core::protocol::Ladder;

use super::{Law, Watcher};

pub(super) fn see(watcher: &mut Watcher, run: &Run, event: &Event) {
    let book = run.book();
    if let Event::RoundBegun { round, .. } | Event::RoundSkipped { round } = event {
        let before = watcher.round;
        watcher
            .expect(Law::OnlyGrows, *round == before + 1, || format!("round {round} after round {before}"));
        watcher.round = *round;
    }
    if let Event::Escalated { ladder, from, to, .. } = event {
        climbs(watcher, run, *ladder, from, to);
    }
    asked(watcher, event);
    let (before, now) = (watcher.author, book.author);
    watcher.expect(Law::StrictlyUp, now >= before, || format!("author {now} after author {before}"));
    watcher.author = now;
    let reviewer = book.at_gate().reviewer.clone();
    if !reviewer.is_empty() {
        watcher.reviewers.insert(book.gate, reviewer);
    }
}

/// Nobody is handed over by his own wish who did not utter it; one wish is good for one step or one pause.
fn asked(watcher: &mut Watcher, event: &Event) {
    watcher.asks += i32::from(matches!(event, Event::EscalationAsked { .. }));
    let climbed = matches!(event, Event::Escalated { reason: Reason::AskedByAuthor, .. });
    let paused = matches!(event, Event::RunPaused { pause } if pause.reason == PauseReason::AskedUp);
    watcher.asks -= i32::from(climbed || (paused && !watcher.deferred));
    let asks = watcher.asks;
    watcher.expect(Law::StrictlyUp, asks >= 0, || "handed over, but no author asked for it".to_owned());
}

fn climbs(watcher: &mut Watcher, run: &Run, ladder: Ladder, from: &str, to: &str) {
    let book = run.book();
    let up = match ladder {
        Ladder::Human => false,
        Ladder::Author => {
            let at = |role: &str| book.authors.iter().position(|rung| rung.role == role);
            at(from) == Some(watcher.author) && at(to) > at(from)
        }
        Ladder::Reviewer => {
            let rank = |role: &str| {
                book.protocol().rung(role).map(|(family, at)| (&family.name, family.rungs[at].rank))
            };
            let known = watcher.reviewers.get(&book.gate).is_none_or(|before| before == from);
            let (low, high) = (rank(from), rank(to));
            known
                && low.is_some()
                && low.map(|r| r.0) == high.map(|r| r.0)
                && high.map(|r| r.1) > low.map(|r| r.1)
        }
    };
    watcher.expect(Law::StrictlyUp, up, || format!("{from} was handed to {to}"));
}

pub(super) fn settled(watcher: &mut Watcher, run: &Run) {
    let book = run.book();
    let mut lost = Vec::new();
    for (id, seen) in &mut watcher.findings {
        match book.findings.get(id) {
            None => lost.push(format!("{id} has disappeared")),
            Some(now) if now.alias != seen.alias => lost.push(format!("{id} was called {}", seen.alias)),
            Some(now) if now.severity < seen.severity => {
                lost.push(format!("{id} fell from {} to {}", seen.severity, now.severity));
            }
            Some(now) => seen.severity = now.severity,
        }
    }
    lost.into_iter().for_each(|what| watcher.report(Law::OnlyGrows, what));
    keys(watcher, run);
}

fn keys(watcher: &mut Watcher, run: &Run) {
    let effects = owed(run);
    let keys: BTreeSet<_> = effects.iter().map(|effect| &effect.key).collect();
    watcher.expect(Law::KeysAreStable, keys.len() == effects.len(), || "two debts have one key".to_owned());
    watcher
        .expect(Law::KeysAreStable, owed(run) == effects, || "asked again, other debts are owed".to_owned());
    let again = effects.iter().find(|effect| {
        matches!(effect.task, Task::Publish { .. }) && watcher.published.contains(&effect.key)
    });
    if let Some(effect) = again {
        watcher.report(Law::KeysAreStable, format!("{} was published and is owed again", effect.key));
    }
}

//! Folding a log and proving it: every fact must be one the engine would have taken, and every consequence is computed
//! again and must be the one recorded.

use std::collections::VecDeque;

use super::chain::{Entry, LogError, kind};
use crate::engine::{Event, Run, admits, apply, settle};

/// Folds a log into the run it tells of. Refuses a log in which an event does not follow from those before it, or
/// which ends before its last fact had all its consequences.
pub fn replay(entries: &[Entry]) -> Result<Run, LogError> {
    let mut run = Run::default();
    let mut expected: VecDeque<Event> = VecDeque::new();
    for (n, entry) in entries.iter().enumerate() {
        expect(&run, &mut expected, entry, n + 1)?;
        apply(&mut run, &entry.recorded);
        if expected.is_empty() {
            expected = settle(&run).into();
        }
    }
    match expected.front() {
        None => Ok(run),
        Some(next) => Err(LogError {
            line: entries.len() + 1,
            event: Some(format!("#{} {}", entries.len() + 1, kind(next))),
            what: "the log is cut: this consequence is missing".to_owned(),
        }),
    }
}

fn expect(run: &Run, expected: &mut VecDeque<Event>, entry: &Entry, line: usize) -> Result<(), LogError> {
    let event = &entry.recorded.event;
    let refuse =
        |what: String| Err(LogError { line, event: Some(format!("#{} {}", entry.seq, kind(event))), what });
    if entry.recorded.at < run.clock {
        return refuse("it happened before the event before it".to_owned());
    }
    match expected.pop_front() {
        Some(next) if next == *event => Ok(()),
        Some(next) => refuse(format!("it does not follow; the rules give {}", kind(&next))),
        None if event.is_fact() => match admits(run, event, entry.recorded.at) {
            Ok(()) => Ok(()),
            Err(refusal) => refuse(format!("it would have been refused: {refusal}")),
        },
        None => refuse("it does not follow from anything; consequences are computed, not written".to_owned()),
    }
}

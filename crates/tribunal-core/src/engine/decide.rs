//! `decide`: one input in, all that follows out. Judges; changes nothing.

use super::event::{Event, Recorded};
use super::input::Input;
use super::refusal::Refusal;
use super::run::Run;
use super::{admit, apply, settle};
use crate::domain::Timestamp;

/// Most batches of consequences one input may cause. Reaching it would mean rules that never settle.
const BATCHES_MAX: usize = 64;

/// Judges an input: the events that follow from it, or why it is refused. The run is left as it was.
pub fn decide(run: &Run, input: Input, now: Timestamp) -> Result<Vec<Recorded>, Refusal> {
    let Some(fact) = admit::admit(run, input, now)? else { return Ok(Vec::new()) };
    // Time never runs backwards in a log, whatever the host's clock does.
    let at = now.max(run.clock);
    let mut draft = run.clone();
    let mut recorded = Vec::new();
    record(&mut draft, &mut recorded, vec![fact], at);
    for _ in 0..BATCHES_MAX {
        let consequences = settle(&draft);
        if consequences.is_empty() {
            return Ok(recorded);
        }
        record(&mut draft, &mut recorded, consequences, at);
    }
    unreachable!("the rules settle within {BATCHES_MAX} batches")
}

fn record(draft: &mut Run, recorded: &mut Vec<Recorded>, events: Vec<Event>, at: Timestamp) {
    for event in events {
        let entry = Recorded { at, event };
        apply(draft, &entry);
        recorded.push(entry);
    }
}

//! Same log, same run: folding, and drawing every consequence again.

use std::collections::VecDeque;

use tribunal_core::engine::{Event, Recorded, Run, apply, settle};

use super::{Broken, Law};

/// The run a log folds into.
pub fn fold(start: Run, log: &[Recorded]) -> Run {
    let mut run = start;
    log.iter().for_each(|recorded| apply(&mut run, recorded));
    run
}

/// Folds a log and compares every consequence in it with what follows from the facts before it.
pub fn recompute(log: &[Recorded]) -> Result<Run, Broken> {
    let broken = |what: String| Err(Broken { law: Law::Recomputes, what });
    let mut run = Run::default();
    let mut due: VecDeque<Event> = VecDeque::new();
    for (at, recorded) in log.iter().enumerate() {
        if due.is_empty() {
            due = settle(&run).into();
        }
        match (recorded.event.is_fact(), due.pop_front()) {
            (true, None) => {}
            (true, Some(next)) => return broken(format!("event {at} is a fact, but {next:?} was due")),
            (false, Some(next)) if next == recorded.event => {}
            (false, next) => {
                return broken(format!("event {at} is {:?}, but {next:?} follows", recorded.event));
            }
        }
        apply(&mut run, recorded);
    }
    if due.is_empty() && settle(&run).is_empty() {
        Ok(run)
    } else {
        broken("consequences are missing".to_owned())
    }
}

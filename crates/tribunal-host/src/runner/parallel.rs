//! Performs what is owed with several hands at once, and takes what comes of it in the order it comes.
//!
//! Before anything costly or visible an intent is durable. What a run no longer owes is told to stop, and what comes of it
//! all the same is dropped: the engine would refuse it.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Scope;
use std::time::Duration;

use tribunal_core::domain::EffectKey;
use tribunal_core::engine::{Effect, Input, Run, Task, owed};

use super::{DriveError, INPUTS_MAX, Runner};
use crate::process::Cancel;

/// How often a runner that waits looks whether it was told to stop.
const LOOK_UP: Duration = Duration::from_millis(50);

/// What came of an effect.
pub enum Done {
    /// This is to be recorded.
    Said(Box<Input>),
    /// A person has to do it; the words say how.
    Waits(String),
    /// It was told to stop.
    Stopped,
    /// The world around is broken, and nothing was learned about the run.
    Broken(String),
}

/// Performs effects. It is called from several threads at once.
pub trait Perform: Sync {
    /// Performs one effect of a run as it stands.
    fn perform(&self, run: &Run, effect: &Effect, cancel: &Cancel) -> Done;

    /// Whether somebody other than a person acts on it, so that an intent is due.
    fn acts(&self, run: &Run, effect: &Effect) -> bool;
}

/// Why a run is not driven on for now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rest {
    /// Nothing is owed but what people must do; in words.
    Waits(Vec<String>),
    /// It was told to stop, and can be resumed.
    Stopped,
}

type News = (EffectKey, Done);

/// What is being performed, and what waits for people.
#[derive(Default)]
struct Flight {
    flying: BTreeMap<EffectKey, Cancel>,
    waits: BTreeMap<EffectKey, String>,
}

impl Runner<'_> {
    /// Performs all that is owed, at most `jobs` at once, until nothing is left but what people must do.
    pub fn drive_with(
        &mut self,
        hands: &dyn Perform,
        jobs: usize,
        stop: &Cancel,
    ) -> Result<Rest, DriveError> {
        let (tell, news) = channel();
        let mut flight = Flight::default();
        std::thread::scope(|scope| {
            let rest = self.fly(scope, hands, jobs.max(1), stop, &mut flight, (&tell, &news));
            // Whatever is in the air must come down before the scope ends.
            flight.flying.values().for_each(Cancel::cancel);
            rest
        })
    }

    fn fly<'scope, 'env: 'scope>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        hands: &'env dyn Perform,
        jobs: usize,
        stop: &Cancel,
        flight: &mut Flight,
        (tell, news): (&Sender<News>, &Receiver<News>),
    ) -> Result<Rest, DriveError> {
        for _ in 0..INPUTS_MAX {
            if stop.is_cancelled() {
                flight.flying.values().for_each(Cancel::cancel);
            } else {
                self.start(scope, hands, jobs, flight, tell)?;
            }
            if flight.flying.is_empty() {
                let stopped = stop.is_cancelled();
                let waits = std::mem::take(&mut flight.waits).into_values().collect();
                return Ok(if stopped { Rest::Stopped } else { Rest::Waits(waits) });
            }
            let Some((key, done)) = awaited(news, stop) else { continue };
            flight.flying.remove(&key);
            self.settle(key, done, flight)?;
        }
        Err(DriveError::Endless)
    }

    /// Starts what is owed and neither in the air nor waiting; stops what is no longer owed.
    fn start<'scope, 'env: 'scope>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        hands: &'env dyn Perform,
        jobs: usize,
        flight: &mut Flight,
        tell: &Sender<News>,
    ) -> Result<(), DriveError> {
        let debts = owed(&self.run);
        let gone = flight.flying.iter().filter(|(key, _)| !debts.iter().any(|debt| debt.key == **key));
        gone.for_each(|(_, cancel)| cancel.cancel());
        flight.waits.retain(|key, _| debts.iter().any(|debt| debt.key == *key));
        for effect in debts {
            let known = flight.flying.contains_key(&effect.key) || flight.waits.contains_key(&effect.key);
            if known || flight.flying.len() >= jobs {
                continue;
            }
            if is_costly(&effect.task) && !effect.begun && hands.acts(&self.run, &effect) {
                self.take(Input::Began { key: effect.key.clone() })?;
            }
            let (cancel, tell, run) = (Cancel::default(), tell.clone(), self.run.clone());
            flight.flying.insert(effect.key.clone(), cancel.clone());
            scope.spawn(move || {
                // Whoever panics says so on its own; the runner must hear of it, or it would wait for ever.
                let done = catch_unwind(AssertUnwindSafe(|| hands.perform(&run, &effect, &cancel)))
                    .unwrap_or_else(|_| Done::Broken(format!("tribunal itself failed at {}", effect.key)));
                // A runner that is gone already wants to hear nothing.
                let _ = tell.send((effect.key, done));
            });
        }
        Ok(())
    }

    fn settle(&mut self, key: EffectKey, done: Done, flight: &mut Flight) -> Result<(), DriveError> {
        let still_owed = owed(&self.run).iter().any(|debt| debt.key == key);
        match done {
            Done::Said(input) if still_owed => self.take(*input),
            Done::Said(_) | Done::Stopped => Ok(()),
            Done::Waits(words) => {
                flight.waits.insert(key, words);
                Ok(())
            }
            Done::Broken(why) => Err(DriveError::World(why)),
        }
    }
}

/// The next thing that came; none when it is time to look up.
fn awaited(news: &Receiver<News>, stop: &Cancel) -> Option<News> {
    loop {
        match news.recv_timeout(LOOK_UP) {
            Ok(news) => return Some(news),
            Err(RecvTimeoutError::Timeout) if !stop.is_cancelled() => {}
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Whether doing it twice would cost something or show.
fn is_costly(task: &Task) -> bool {
    match task {
        Task::ReadChange | Task::ReadHead => false,
        Task::Ask(_)
        | Task::RunTests { .. }
        | Task::Fix(_)
        | Task::RunChecks { .. }
        | Task::Land { .. }
        | Task::Clarify { .. }
        | Task::Publish { .. } => true,
    }
}

//! The hands of a run on a real repository: reads the change, asks agents, has fixes made, checked and landed.
//!
//! The only room that knows git, agents and programs at once. It decides nothing: what it brings back is what happened.
//! Every program runs in a private directory below `desk`; what an effect came to is kept there, so that an effect that was
//! begun before a crash is not begun again if it had already come to something.

mod ask;
mod change;
mod checks;
mod commit;
mod desk;
mod fix;
mod land;
mod place;
mod program;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use tribunal_core::domain::{AgentName, SeatName};
use tribunal_core::engine::{Effect, Event, Input, Run, Task};
use tribunal_core::log::Entry;

use crate::agent::Script;
use crate::config::{AgentRow, Driver, Order};
use crate::git::Repository;
use crate::process::Cancel;
use crate::runner::{Done, Perform};

pub use self::change::under_review;
pub use self::place::place;

use self::change::Seen;

/// What the hands need.
pub struct Hands {
    /// The repository.
    repository: Mutex<Repository>,
    /// What was ordered.
    order: Order,
    /// The run's own directory, outside every tree that agents see.
    desk: PathBuf,
    /// Our own binary, which supervises programs.
    supervisor: PathBuf,
    /// The change as it was last read.
    seen: Mutex<Option<Seen>>,
    /// Replies of scripted agents.
    scripts: BTreeMap<String, Script>,
    /// How often each speaker has spoken so far, for scripted agents.
    spoken: Mutex<BTreeMap<String, usize>>,
    /// Which agent answered for a seat in a round.
    voices: Mutex<Voices>,
    /// Whether a fix could not be put on the branch.
    went_aside: AtomicBool,
}

impl Hands {
    /// Hands for a run with this order, of which these events are on record.
    pub fn new(
        repository: Repository,
        order: Order,
        desk: PathBuf,
        supervisor: PathBuf,
        log: &[Entry],
    ) -> Result<Self, String> {
        let mut scripts = BTreeMap::new();
        for (agent, text) in &order.scripts {
            scripts.insert(agent.clone(), Script::read(agent, text).map_err(|e| e.to_string())?);
        }
        let (repository, seen) = (Mutex::new(repository), Mutex::new(None));
        let (spoken, voices) = (Mutex::new(spoken(log)), Mutex::new(voices(log)));
        let went_aside = AtomicBool::new(false);
        Ok(Self { repository, order, desk, supervisor, seen, scripts, spoken, voices, went_aside })
    }

    /// Whether fixes lie on the run's own branch because the branch under review was not to be moved.
    pub fn went_aside(&self) -> bool {
        self.went_aside.load(Ordering::Relaxed)
    }

    /// The repository, for whoever goes on with another run of it.
    pub fn into_repository(self) -> Repository {
        self.repository.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn repository(&self) -> MutexGuard<'_, Repository> {
        self.repository.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn agent(&self, name: &str) -> Option<&AgentRow> {
        self.order.agents.get(name)
    }

    /// The next turn of a scripted speaker: as many as have been recorded are behind it.
    fn turn(&self, agent: &str, speaker: &str) -> Option<crate::agent::Turn> {
        let mut spoken = self.spoken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let nth = spoken.entry(speaker.to_owned()).or_default();
        *nth += 1;
        self.scripts.get(agent)?.turn(speaker, *nth - 1)
    }
}

/// Which agent answered for a seat in a round.
type Voices = BTreeMap<(u32, SeatName), AgentName>;

/// Who answered for whom, from the log: as planned, or whoever was asked instead.
fn voices(log: &[Entry]) -> Voices {
    let mut round = 0;
    let mut voices = Voices::new();
    for entry in log {
        let event = &entry.recorded.event;
        if let Event::RoundBegun { round: number, seats, .. } = event {
            round = *number;
            voices.extend(seats.iter().map(|plan| ((round, plan.seat.clone()), plan.agent.clone())));
        } else if let Event::SeatAskedAgain { seat, agent, .. } = event {
            voices.insert((round, seat.clone()), agent.clone());
        }
    }
    voices
}

/// How often each speaker has been heard, from the log.
fn spoken(log: &[Entry]) -> BTreeMap<String, usize> {
    let mut heard = BTreeMap::new();
    for entry in log {
        let event = &entry.recorded.event;
        let speaker =
            if let Event::ReplyRecorded { seat, .. } | Event::SeatFailureRecorded { seat, .. } = event {
                seat.to_string()
            } else if matches!(event, Event::AnswersRecorded { .. } | Event::AuthorFailureRecorded { .. }) {
                "author".to_owned()
            } else {
                continue;
            };
        *heard.entry(speaker).or_default() += 1;
    }
    heard
}

impl Perform for Hands {
    fn perform(&self, run: &Run, effect: &Effect, cancel: &Cancel) -> Done {
        let done = match &effect.task {
            Task::ReadChange => self.read_change(run),
            Task::ReadHead => self.read_head(run),
            Task::Ask(ask) => self.ask(run, effect, ask, cancel),
            Task::Fix(fix) => self.fix(run, effect, fix, cancel),
            Task::RunChecks { head } => self.run_checks(effect, head, cancel),
            Task::RunTests { head } => self.run_tests(effect, head, cancel),
            Task::Land { from, to } => self.land(run, effect, from, to),
            Task::Clarify { target, .. } => {
                Ok(waits(&format!("{target} is asked to clarify; `tribunal answer` it")))
            }
            Task::Publish { .. } => {
                Ok(said(Input::Published { key: effect.key.clone(), reference: String::new() }))
            }
        };
        done.unwrap_or_else(Done::Broken)
    }

    fn acts(&self, _: &Run, effect: &Effect) -> bool {
        let person = |agent: &str| self.agent(agent).is_none_or(|row| row.driver == Driver::Person);
        match &effect.task {
            Task::Ask(ask) => !person(ask.agent.as_str()),
            Task::Fix(fix) => !person(fix.agent.as_str()),
            Task::Clarify { .. } => false,
            Task::ReadChange
            | Task::ReadHead
            | Task::RunTests { .. }
            | Task::RunChecks { .. }
            | Task::Land { .. }
            | Task::Publish { .. } => true,
        }
    }
}

/// What a perform gives: something done, or the words for a world that is broken.
type Performed = Result<Done, String>;

fn said(input: Input) -> Done {
    Done::Said(Box::new(input))
}

fn waits(words: &str) -> Done {
    Done::Waits(words.to_owned())
}

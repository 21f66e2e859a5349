//! Every crash point and every storage fault of a reference run of each protocol, counted and not picked.
//!
//! The boundaries are: before and after each append, before and after each effect. What is there at a boundary is a
//! **state**: log, repository, desk. A process that ends there leaves exactly that, and the next one begins with it. So the
//! states are explored like a graph: from each state that was not seen before a new process goes on to the end of the run, its
//! own boundaries give further states, and so on until no new one turns up. That covers a crash at every boundary, a second
//! one at every boundary of the recovery, a third one at every boundary of that, without end. Every life must come to the same
//! log, to the byte, with the same commits on the same branches and no program asked once more.
//!
//! Then each append fails in each way a disk can fail. The run must stop with that error and begin nothing more, and what it
//! leaves must be a state of the graph; one that is not is explored as well.
//!
//! Writes that were not synced are lost in `power.rs`, full disks are real in `full.rs`. The counts are kept in `counts.txt`.

mod cut;
mod references;
mod world;

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tribunal_host::journal::JournalError;
use tribunal_host::runner::DriveError;
use tribunal_testkit::golden;

use cut::{Fault, Moment};
use references::{Reference, references};
use world::{Came, Play, Stage, State, Watch};

/// More states than this per boundary of the undisturbed run means that recovery leaves something new each time.
const STATES_PER_BOUNDARY_MAX: usize = 6;

/// Looks at what is there at each boundary, until it comes to what was seen before.
struct Scout<'a> {
    stage: &'a Stage<'a>,
    seen: &'a BTreeSet<String>,
    found: Mutex<Vec<(Moment, State)>>,
    known: Mutex<bool>,
    begun_with: usize,
    passed: AtomicUsize,
}

impl<'a> Scout<'a> {
    fn new(stage: &'a Stage<'a>, seen: &'a BTreeSet<String>) -> Self {
        let begun_with = stage.state().log.len();
        let (found, known, passed) = (Mutex::default(), Mutex::new(false), AtomicUsize::new(0));
        Self { stage, seen, found, known, begun_with, passed }
    }
}

impl Watch for Scout<'_> {
    fn at(&self, moment: Moment) -> Result<(), JournalError> {
        self.passed.fetch_add(1, Ordering::SeqCst);
        let mut known = self.known.lock().expect("no look panicked");
        if !*known {
            let state = self.stage.state();
            // Before anything new is on record a process has done nothing yet but its own recovery.
            *known = state.log.len() > self.begun_with && self.seen.contains(&state.key());
            self.found.lock().expect("no look panicked").push((moment, state));
        }
        Ok(())
    }
}

/// Fails at the first such moment, and counts the effects that are begun behind it.
struct Failing {
    moment: Moment,
    error: JournalError,
    struck: AtomicUsize,
    begun_later: AtomicUsize,
}

impl Failing {
    fn new(moment: Moment, error: JournalError) -> Self {
        Self { moment, error, struck: AtomicUsize::new(0), begun_later: AtomicUsize::new(0) }
    }
}

impl Watch for Failing {
    fn at(&self, moment: Moment) -> Result<(), JournalError> {
        let struck = self.struck.load(Ordering::SeqCst) > 0;
        if struck && moment == Moment::BeforeEffect {
            self.begun_later.fetch_add(1, Ordering::SeqCst);
        }
        if struck || moment != self.moment {
            return Ok(());
        }
        self.struck.store(1, Ordering::SeqCst);
        Err(self.error.clone())
    }
}

/// What was counted for one reference run.
#[derive(Default)]
struct Counts {
    events: usize,
    appends: usize,
    effects: usize,
    /// Boundaries of the undisturbed run.
    boundaries: usize,
    /// Different states, all of which were gone on from.
    states: usize,
    /// Those that only a recovery gets to.
    in_recovery: usize,
    /// Lives that were begun.
    lives: usize,
    /// Boundaries inside recoveries, up to where they come back to what was seen.
    again: usize,
    /// Failed writes and effects.
    faults: usize,
    /// States that only a fault leaves.
    by_faults: usize,
}

/// The graph of one reference run.
struct Graph<'a> {
    play: &'a Play<'a>,
    seen: BTreeSet<String>,
    queue: VecDeque<State>,
    came: Option<Came>,
    counts: Counts,
}

impl Graph<'_> {
    fn name(&self) -> &str {
        self.play.reference.name
    }

    /// One life from a state to the end of the run; gives what it passed.
    fn live(&mut self, state: &State) -> Vec<(Moment, State)> {
        let stage = self.play.stage(state);
        let scout = Scout::new(&stage, &self.seen);
        let rest = stage.live(&scout);
        let (found, passed) = (scout.found.into_inner().expect("no look panicked"), scout.passed);
        assert!(rest.is_ok(), "{}, life {}: {rest:?}", self.name(), self.counts.lives);
        let came = stage.came();
        let first = self.came.get_or_insert_with(|| came.clone());
        assert_eq!(came, *first, "{}, life {}", self.play.reference.name, self.counts.lives);
        if self.counts.lives == 0 {
            self.counts.boundaries = passed.into_inner();
        }
        self.counts.again += if self.counts.lives > 0 { found.len() } else { 0 };
        self.counts.lives += 1;
        found
    }

    /// Goes on from everything that waits, and from what turns up on the way.
    fn explore(&mut self) {
        while let Some(state) = self.queue.pop_front() {
            for (_, state) in self.live(&state) {
                self.meet(state);
            }
            let limit = STATES_PER_BOUNDARY_MAX * self.counts.boundaries;
            assert!(self.seen.len() < limit, "{}: recovery never comes back to what was seen", self.name());
        }
    }

    fn meet(&mut self, state: State) -> bool {
        let new = self.seen.insert(state.key());
        if new {
            self.queue.push_back(state);
        }
        new
    }

    /// A life in which the first write or effect fails.
    fn fail(&mut self, state: &State, failing: &Failing) {
        let stage = self.play.stage(state);
        let before = stage.state().log.len();
        let error = stage.live(failing).expect_err("the world is broken");
        assert!(matches!(error, DriveError::Journal(_) | DriveError::World(_)), "{}: {error}", self.name());
        assert_eq!(error.to_string(), failing.error.to_string(), "{}", self.name());
        assert_eq!(failing.begun_later.load(Ordering::SeqCst), 0, "{}: it went on all the same", self.name());
        let left = stage.state();
        assert_eq!(left.log.len() > before, failing.moment == Moment::AfterWrite, "{}", self.name());
        self.counts.faults += 1;
        self.counts.by_faults += usize::from(self.meet(left));
    }
}

fn counted(reference: &Reference) -> Counts {
    let play = Play::new(reference);
    let (seen, queue, counts) = (BTreeSet::new(), VecDeque::new(), Counts::default());
    let mut graph = Graph { play: &play, seen, queue, came: None, counts };
    let passed = graph.live(&play.beginning());
    let came = graph.came.as_ref().expect("it lived");
    let last = came.log.iter().skip(1).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert_eq!(came.outcome.as_deref(), Some(reference.outcome), "{}: {last}", reference.name);
    assert_eq!(came.fixes, reference.fixes, "{}: {last}", reference.name);
    graph.counts.events = came.log.len();
    let of = |moment: Moment| passed.iter().filter(move |(at, _)| *at == moment).map(|(_, state)| state);
    graph.counts.appends = of(Moment::BeforeWrite).count();
    graph.counts.effects = of(Moment::BeforeEffect).count();
    for (_, state) in &passed {
        graph.meet(state.clone());
    }
    let undisturbed = graph.seen.len();
    graph.explore();
    graph.counts.in_recovery = graph.seen.len() - undisturbed;
    for state in of(Moment::BeforeWrite) {
        for fault in Fault::ALL {
            graph.fail(state, &Failing::new(fault.moment(), fault.error()));
        }
    }
    for state in of(Moment::BeforeEffect) {
        for moment in [Moment::BeforeEffect, Moment::AfterEffect] {
            graph.fail(state, &Failing::new(moment, Fault::Full.error()));
        }
    }
    graph.explore();
    graph.counts.states = graph.seen.len();
    graph.counts
}

fn line(name: &str, counts: &Counts) -> String {
    let Counts { events, appends, effects, boundaries, .. } = counts;
    let Counts { states, in_recovery, by_faults, lives, again, faults, .. } = counts;
    format!(
        "{name}: {events} events, {appends} appends, {effects} effects, {boundaries} boundaries; {lives} lives from {states} \
         states ({in_recovery} only in recovery, {by_faults} only by faults), {again} boundaries in recoveries; {faults} faults\n"
    )
}

#[test]
fn stopped_anywhere_any_number_of_times_a_run_comes_to_the_same() {
    let references = references();
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(vec![String::new(); references.len()]);
    let work = || {
        while let Some(reference) = references.get(next.fetch_add(1, Ordering::SeqCst)) {
            let counts = counted(reference);
            assert_eq!(counts.boundaries, 2 * (counts.appends + counts.effects), "{}", reference.name);
            assert!(counts.appends > 4 && counts.effects > 2, "{}: {}", reference.name, counts.appends);
            assert!(counts.states > counts.appends, "{}: {}", reference.name, counts.states);
            assert!(counts.lives > counts.states && counts.again > counts.lives, "{}", reference.name);
            assert_eq!(counts.faults, 5 * counts.appends + 2 * counts.effects, "{}", reference.name);
            let at = references.iter().position(|one| one.name == reference.name).expect("it is one of them");
            lines.lock().expect("no other panicked")[at] = line(reference.name, &counts);
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let text = lines.into_inner().expect("nobody panicked").concat();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/counts.txt");
    golden(&file, &text).unwrap_or_else(|difference| panic!("{difference}"));
}

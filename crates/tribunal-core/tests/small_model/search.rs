//! The search: breadth first, each state once, every law at every transition; then the longest path without a person.

use std::collections::{BTreeMap, VecDeque};

use tribunal_core::engine::{apply, decide};
use tribunal_testkit::laws::{Broken, Watcher};

use crate::alphabet::{Model, Move, moves};
use crate::state::{State, key};

/// More states than this and the alphabet is not small any more.
const STATES_MAX: usize = 400_000;

/// What a search found.
pub(crate) struct Found {
    pub(crate) states: usize,
    pub(crate) transitions: usize,
    pub(crate) reviews: u32,
    pub(crate) broken: Option<(Broken, Vec<String>)>,
    pub(crate) exhausted: bool,
}

/// One transition; by a person it ends a path.
struct Edge {
    to: usize,
    reviews: u32,
    by_a_person: bool,
}

/// Explores all of a model.
pub(crate) fn explore(model: &Model) -> Found {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    let mut frontier = VecDeque::new();
    let start = model.start();
    known.insert(key(&start), 0);
    edges.push(Vec::new());
    frontier.push_back((0, start));
    let mut transitions = 0;
    let found = |states, transitions, reviews, broken, exhausted| Found {
        states,
        transitions,
        reviews,
        broken,
        exhausted,
    };
    while let Some((from, state)) = frontier.pop_front() {
        for step in moves(&state) {
            transitions += 1;
            let mut next = state.clone();
            next.path.push(step.name.clone());
            let reviews = take(&mut next, &step);
            if let Some(broken) = next.watcher.broken.first() {
                return found(known.len(), transitions, 0, Some((broken.clone(), next.path)), false);
            }
            let fresh = known.len();
            let to = *known.entry(key(&next)).or_insert(fresh);
            edges[from].push(Edge { to, reviews, by_a_person: step.by_a_person });
            if to == fresh {
                edges.push(Vec::new());
                frontier.push_back((to, next));
            }
        }
        if known.len() > STATES_MAX {
            return found(known.len(), transitions, 0, None, false);
        }
    }
    found(known.len(), transitions, longest(&edges), None, true)
}

/// Makes a move and performs everything that needs no choice; how many reviews were counted.
fn take(state: &mut State, step: &Move) -> u32 {
    let mut reviews = 0;
    state.head = step.head.unwrap_or(state.head);
    for input in &step.inputs {
        reviews += feed(state, input.clone());
        reviews += perform(state);
    }
    state.watcher.settled(&state.run);
    reviews
}

/// Reads, lands and publishes.
pub(crate) fn perform(state: &mut State) -> u32 {
    let mut reviews = 0;
    while let Some(input) = state.automatic() {
        reviews += feed(state, input);
    }
    reviews
}

/// A refused input leaves everything as it was.
pub(crate) fn feed(state: &mut State, input: tribunal_core::engine::Input) -> u32 {
    let Ok(events) = decide(&state.run, input, tribunal_core::domain::Timestamp(1_000)) else { return 0 };
    let mut reviews = 0;
    for recorded in events {
        apply(&mut state.run, &recorded);
        state.watcher.see(&state.run, &recorded);
        reviews += counted(&recorded.event);
    }
    reviews
}

fn counted(event: &tribunal_core::engine::Event) -> u32 {
    use tribunal_core::domain::{Decision, Rule};
    let tribunal_core::engine::Event::VerdictReached { verdict } = event else { return 0 };
    let real = !matches!(verdict.decision, Decision::Inconclusive | Decision::AskUser);
    let tests = matches!(verdict.rule, Rule::TestsPassed | Rule::TestsFailed | Rule::NoTestRan);
    u32::from(real && !tests)
}

/// The most reviews on any path without a person.
///
/// # Panics
/// If such a path can be endless.
fn longest(edges: &[Vec<Edge>]) -> u32 {
    let mut best: Vec<Option<u32>> = vec![None; edges.len()];
    let mut open = vec![false; edges.len()];
    for start in 0..edges.len() {
        let mut stack = vec![(start, 0)];
        while let Some((at, next)) = stack.pop() {
            if best[at].is_some() {
                continue;
            }
            open[at] = true;
            let mut onward = edges[at].iter().enumerate().skip(next).filter(|(_, edge)| !edge.by_a_person);
            match onward.find(|(_, edge)| best[edge.to].is_none()) {
                Some((index, edge)) => {
                    assert!(!open[edge.to], "an endless path without a person");
                    stack.push((at, index));
                    stack.push((edge.to, 0));
                }
                None => {
                    let onward = edges[at].iter().filter(|edge| !edge.by_a_person);
                    let reviews = onward.map(|edge| edge.reviews + best[edge.to].unwrap_or(0)).max();
                    best[at] = Some(reviews.unwrap_or(0));
                    open[at] = false;
                }
            }
        }
    }
    best.into_iter().flatten().max().unwrap_or(0)
}

impl State {
    /// A state that watches from the beginning.
    pub(crate) fn new(head: u64) -> Self {
        Self {
            run: tribunal_core::engine::Run::default(),
            watcher: Watcher::default(),
            head,
            path: Vec::new(),
        }
    }
}

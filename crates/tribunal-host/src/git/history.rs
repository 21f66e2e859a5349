//! Finds the best common ancestor of two commits by walking their parents, in process. Knows no names of branches.
//!
//! The walk paints: what one side reaches, what the other reaches, and what lies below a commit that both reach (stale).
//! It goes on while anything unstale is waiting, newest first. No chain from a tip to a best common ancestor can hold a
//! stale commit, since that would be an ancestor of a common one; so every best common ancestor is painted by both
//! sides, whatever the dates say. Wrong dates can add candidates that lie below others; a second walk takes those out.

use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

use super::GitError;
use super::ObjectId;
use super::objects::{CommitRecord, Objects};

/// Most commits one walk looks at; about 100 MB of memory and half a minute.
const VISITED_MAX: usize = 1_000_000;

const ONE: u8 = 1;
const OTHER: u8 = 2;
const STALE: u8 = 4;

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    /// The best common ancestor; if there are several, the newest.
    At(ObjectId),
    /// The histories have nothing in common.
    Nowhere,
    /// Nothing in common was found, but a shallow clone hides the rest.
    CutOff,
}

/// Where commits come from; real ones from `Objects`, others in tests.
pub(super) trait Commits {
    fn record(&mut self, id: ObjectId) -> Result<CommitRecord, GitError>;
}

impl Commits for Objects {
    fn record(&mut self, id: ObjectId) -> Result<CommitRecord, GitError> {
        self.commit(id)
    }
}

/// The best common ancestor of two commits. `shallow` are the commits whose parents are not here.
pub(super) fn meeting(
    commits: &mut dyn Commits,
    shallow: &[ObjectId],
    one: ObjectId,
    other: ObjectId,
) -> Result<Meeting, GitError> {
    let mut walk =
        Walk { commits, shallow: shallow.iter().copied().collect(), seen: HashMap::new(), cut: false };
    let mut candidates = walk.paint(one, &[other])?;
    if candidates.is_empty() {
        return Ok(if walk.cut { Meeting::CutOff } else { Meeting::Nowhere });
    }
    if candidates.len() > 1 {
        candidates = walk.without_ancestors(candidates)?;
    }
    let newest = candidates.into_iter().max_by_key(|id| (walk.seen[id].when, std::cmp::Reverse(*id)));
    newest
        .map(Meeting::At)
        .ok_or_else(|| GitError::garbled("a history in which commits descend from each other"))
}

/// Whether one commit is the other or lies below it.
pub(super) fn is_ancestor(
    commits: &mut dyn Commits,
    shallow: &[ObjectId],
    below: ObjectId,
    above: ObjectId,
) -> Result<bool, GitError> {
    Ok(meeting(commits, shallow, below, above)? == Meeting::At(below))
}

struct Walk<'a> {
    commits: &'a mut dyn Commits,
    shallow: HashSet<ObjectId>,
    seen: HashMap<ObjectId, CommitRecord>,
    cut: bool,
}

impl Walk<'_> {
    /// All commits that both sides reach and that were not found to lie below another such commit.
    fn paint(&mut self, one: ObjectId, others: &[ObjectId]) -> Result<BTreeSet<ObjectId>, GitError> {
        let mut paint: HashMap<ObjectId, u8> = HashMap::new();
        let mut waiting = BinaryHeap::new();
        let mut common = BTreeSet::new();
        let mut unstale = 0_usize;
        let starts = others.iter().map(|id| (*id, OTHER)).chain([(one, ONE)]);
        let mut next: Vec<(ObjectId, u8)> = starts.collect();
        loop {
            for (id, colours) in next.drain(..) {
                let had = paint.entry(id).or_default();
                if *had & colours == colours {
                    continue;
                }
                *had |= colours;
                let fresh = *had & STALE == 0;
                unstale += usize::from(fresh);
                waiting.push((self.load(id)?.when, id, fresh));
            }
            // A commit may wait several times; only as an unstale one does it keep the walk going.
            if unstale == 0 {
                break;
            }
            let Some((_, id, was_fresh)) = waiting.pop() else { break };
            unstale -= usize::from(was_fresh);
            let mut colours = paint[&id];
            if colours & (ONE | OTHER) == ONE | OTHER {
                if colours & STALE == 0 {
                    common.insert(id);
                }
                colours |= STALE;
            }
            next.extend(self.seen[&id].parents.iter().map(|parent| (*parent, colours)));
        }
        common.retain(|id| paint[id] & STALE == 0);
        Ok(common)
    }

    /// Takes out those that another one reaches.
    fn without_ancestors(&mut self, candidates: BTreeSet<ObjectId>) -> Result<BTreeSet<ObjectId>, GitError> {
        let mut best = BTreeSet::new();
        for id in &candidates {
            let others: Vec<ObjectId> = candidates.iter().copied().filter(|other| other != id).collect();
            if !self.paint(*id, &others)?.contains(id) {
                best.insert(*id);
            }
        }
        Ok(best)
    }

    fn load(&mut self, id: ObjectId) -> Result<&CommitRecord, GitError> {
        if !self.seen.contains_key(&id) {
            if self.seen.len() >= VISITED_MAX {
                return Err(GitError::TooFar { visited: VISITED_MAX });
            }
            let mut record = self.commits.record(id)?;
            if self.shallow.contains(&id) {
                self.cut |= !record.parents.is_empty();
                record.parents.clear();
            }
            self.seen.insert(id, record);
        }
        Ok(&self.seen[&id])
    }
}

#[cfg(test)]
mod tests;

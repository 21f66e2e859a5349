//! Which reports a run owes and what they say, from its log alone.
//!
//! A report is rendered from the state at the moment it became due: whatever the run did since changes none of its
//! bytes, so one that is posted late or after a restart reads the same.

use super::comment::Comment;
use super::mark::Mark;
use super::render::render;
use super::sanitize::Clean;
use crate::domain::Commit;
use crate::engine::{Event, Recorded, Run, apply};
use crate::protocol::Publication;

/// A report that became due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// Its mark.
    pub mark: Mark,
    /// Its text.
    pub body: Clean,
}

impl Planned {
    /// The comment to post.
    pub fn comment(&self, key: &[u8]) -> Comment {
        Comment::new(self.mark.clone(), key, &self.body)
    }
}

/// Every report the log made due, in order. The engine publishes in this order and counts what was published, so
/// the next one to post is the one at `ledger.published`.
pub fn plan(log: &[Recorded]) -> Vec<Planned> {
    let mut run = Run::default();
    let mut planned = Vec::new();
    for recorded in log {
        apply(&mut run, recorded);
        if let Event::PublicationDue { kind, round } = recorded.event {
            planned.push(report(&run, kind, round));
        }
    }
    planned
}

fn report(run: &Run, kind: Publication, round: u32) -> Planned {
    let book = run.book();
    let mark = Mark { run: book.opening.run.clone(), round, kind, head: head(run, kind, round) };
    Planned { mark, body: render(run, kind, round) }
}

/// The commit a report is about: the one judged, or the one a fix made.
fn head(run: &Run, kind: Publication, round: u32) -> Commit {
    let book = run.book();
    match kind {
        Publication::ReviewReport | Publication::FinalReport => {
            let judged = book.verdicts.iter().rev().find(|verdict| verdict.round == round);
            judged.map_or_else(|| book.tip.clone(), |verdict| verdict.head.clone())
        }
        Publication::FixReport => book.tip.clone(),
    }
}

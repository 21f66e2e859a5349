//! Who works on what, since when, at what cost: a value, and the lines it makes at a given time in a given window.

use std::collections::BTreeMap;

use tribunal_core::domain::{EffectKey, FindingId, Timestamp};
use tribunal_core::engine::{Ask, Cost, Effect, Event, Fix, Look, Recorded, Run, Task};

use crate::cli::cells::{cells, cut};
use crate::cli::out::Size;

/// Most who are shown by name; a panel has seldom more than five seats.
const SHOWN_MAX: usize = 8;

/// A run at work.
#[derive(Debug, Default)]
pub struct Board {
    works: BTreeMap<EffectKey, Work>,
    /// What each place has cost so far.
    paid: BTreeMap<String, Cost>,
    /// The role that fixes, or did last.
    author: String,
    round: u32,
    spent: Cost,
    allowance: Option<Cost>,
}

/// Somebody at work.
#[derive(Debug)]
struct Work {
    place: String,
    who: String,
    what: String,
    since: Timestamp,
}

impl Board {
    /// Somebody begins.
    pub fn begin(&mut self, run: &Run, effect: &Effect, now: Timestamp) {
        if let Task::Fix(fix) = &effect.task {
            self.author.clone_from(&fix.role);
        }
        let (who, what) = words(run, &effect.task);
        let work = Work { place: place(&effect.task), who, what, since: now };
        self.works.insert(effect.key.clone(), work);
    }

    /// Somebody is done.
    pub fn end(&mut self, key: &EffectKey) {
        self.works.remove(key);
    }

    /// Something happened.
    pub fn hear(&mut self, run: &Run, recorded: &Recorded) {
        if let Some((place, cost)) = self.bill(&recorded.event) {
            self.paid.entry(place).or_default().0 += cost.0;
        }
        let Some(book) = run.ledger.as_deref() else { return };
        (self.round, self.spent, self.allowance) = (book.round, book.spent, book.allowance);
    }

    /// Whose attempt an event pays for.
    fn bill(&self, event: &Event) -> Option<(String, Cost)> {
        if let Event::ReplyRecorded { seat, cost, .. } | Event::SeatFailureRecorded { seat, cost, .. } = event
        {
            return Some((seat.to_string(), *cost));
        }
        if let Event::AnswersRecorded { cost, .. } | Event::AuthorFailureRecorded { cost, .. } = event {
            return Some((self.author.clone(), *cost));
        }
        None
    }

    /// What a window shows: a line for each at work, oldest first, and one for the run. Nobody at work: nothing.
    pub fn lines(&self, now: Timestamp, size: Size) -> Vec<String> {
        let mut works: Vec<&Work> = self.works.values().collect();
        works.sort_by_key(|work| work.since);
        // One line is the run's, and one below stays free for the cursor.
        let most = size.rows.saturating_sub(2).min(SHOWN_MAX);
        let who = works.iter().take(most).map(|work| cells(&work.who)).max().unwrap_or_default();
        let mut lines: Vec<String> =
            works.iter().take(most).map(|work| self.line(work, now, who, size.columns)).collect();
        let foot = self.foot(works.len() - lines.len());
        if !works.is_empty() && !foot.is_empty() && size.rows > 1 {
            lines.push(cut(&format!("  {foot}"), room(size.columns)));
        }
        lines
    }

    /// The time and the price are what one looks for, so the words before them give way.
    fn line(&self, work: &Work, now: Timestamp, width: usize, columns: usize) -> String {
        let paid = self.paid.get(&work.place).filter(|cost| cost.0 > 0);
        let paid = paid.map(|cost| format!(", {} before", dollars(*cost))).unwrap_or_default();
        let took = format!("  {}{paid}", lasted(now.0.saturating_sub(work.since.0) / 1000));
        let gap = " ".repeat(width.saturating_sub(cells(&work.who)));
        let words = format!("  {}{gap}  {}", work.who, work.what);
        let left = room(columns).saturating_sub(cells(&took));
        cut(&format!("{}{took}", cut(&words, left)), room(columns))
    }

    fn foot(&self, more: usize) -> String {
        let rest = (more > 0).then(|| format!("and {more} more"));
        let round = (self.round > 0).then(|| format!("round {}", self.round));
        let parts = [rest, round, money(self.spent, self.allowance)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A line that fills the window to its edge makes some terminals begin another.
fn room(columns: usize) -> usize {
    columns.saturating_sub(1)
}

fn lasted(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// What was spent, where anything was; who reports no cost is not said to be free.
fn money(spent: Cost, allowance: Option<Cost>) -> Option<String> {
    let of = allowance.map(|cost| format!(" of {}", dollars(cost))).unwrap_or_default();
    (spent.0 > 0).then(|| format!("{}{of} spent", dollars(spent)))
}

fn dollars(cost: Cost) -> String {
    let cents = cost.0.div_ceil(10_000);
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// What the money of a task is counted under.
fn place(task: &Task) -> String {
    match task {
        Task::Ask(ask) => ask.seat.to_string(),
        Task::Fix(fix) => fix.role.clone(),
        Task::ReadChange
        | Task::ReadHead
        | Task::RunTests { .. }
        | Task::RunChecks { .. }
        | Task::Land { .. }
        | Task::Clarify { .. }
        | Task::Publish { .. } => String::new(),
    }
}

fn words(run: &Run, task: &Task) -> (String, String) {
    match task {
        Task::ReadChange => ("tribunal".to_owned(), "reads the change".to_owned()),
        Task::Ask(ask) => asked(ask),
        Task::ReadHead => ("tribunal".to_owned(), "reads the head".to_owned()),
        Task::RunTests { head } => ("tests".to_owned(), format!("run at {}", head.short())),
        Task::Fix(fix) => fixing(run, fix),
        Task::RunChecks { head } => ("checks".to_owned(), format!("run at {}", head.short())),
        Task::Land { to, .. } => ("tribunal".to_owned(), format!("lands {}", to.short())),
        Task::Clarify { target, .. } => (target.to_string(), "is asked to clarify".to_owned()),
        Task::Publish { round, .. } => ("tribunal".to_owned(), format!("publishes round {round}")),
    }
}

fn asked(ask: &Ask) -> (String, String) {
    let look = match ask.look {
        Look::Whole => "reviews the change",
        Look::Scoped => "reviews the fixes",
    };
    let again = if ask.attempt > 1 { format!(", attempt {}", ask.attempt) } else { String::new() };
    (named(ask.seat.as_str(), ask.agent.as_str()), format!("{look} at {}{again}", ask.head.short()))
}

fn fixing(run: &Run, fix: &Fix) -> (String, String) {
    let findings = run.ledger.as_deref().map(|book| &book.findings);
    let alias = |id: &FindingId| {
        findings.and_then(|all| all.get(id)).map_or_else(|| id.to_string(), |finding| finding.alias.clone())
    };
    let list: Vec<String> = fix.list.iter().map(alias).chain(fix.tests.iter().cloned()).collect();
    let again = if fix.attempt > 1 { format!(", attempt {}", fix.attempt) } else { String::new() };
    (named(&fix.role, fix.agent.as_str()), format!("fixes {}{again}", list.join(", ")))
}

/// The place, and who fills it where that is somebody else.
fn named(place: &str, agent: &str) -> String {
    if place == agent { place.to_owned() } else { format!("{place} ({agent})") }
}

#[cfg(test)]
mod tests;

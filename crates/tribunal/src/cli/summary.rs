//! How a command that drove a run ends: the summary a person grasps in ten seconds, or the same as JSON; and the exit code.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tribunal_core::domain::{Outcome, Severity};
use tribunal_core::engine::{Run, choices};
use tribunal_core::tell::{self, FindingStory};
use tribunal_host::config::Order;

use super::out::{complain, say};

/// The run is still going: it waits for somebody, or others drive it.
pub const STILL_GOING: u8 = 5;

/// Somebody stopped it; it can be gone on with.
pub const INTERRUPTED: u8 = 130;

/// Most findings a summary lists; `show` lists all.
const LISTED_MAX: usize = 10;

/// A run that is not driven on for now.
#[derive(Default)]
pub struct Closing {
    /// What people must do, in words.
    pub waits: Vec<String>,
    /// It was told to stop.
    pub stopped: bool,
    /// The branch with the fixes, if they could not be put on the branch under review.
    pub fixes_on: Option<String>,
    /// What a person is asked, where the protocol has its own words for it.
    pub asks: Option<String>,
    /// Whether the run is in a journal, so that something can be done about it.
    pub kept: bool,
}

impl Closing {
    /// Says how a run stands; gives the exit code.
    pub fn say(&self, run: &Run, json: bool) -> u8 {
        if json {
            super::json::tell("outcome", &self.told(run));
        } else {
            self.print(run);
        }
        self.exit_code(run)
    }

    /// The exit code that says how the run stands.
    fn exit_code(&self, run: &Run) -> u8 {
        let unfinished = if self.stopped { INTERRUPTED } else { STILL_GOING };
        run.outcome().map_or(unfinished, Outcome::exit_code)
    }

    /// How a run stands, as data.
    pub fn told(&self, run: &Run) -> Value {
        let book = run.book();
        let explained = tell::explain(run);
        let findings = explained.as_ref().map_or(&[][..], |told| &told.findings);
        let (base, head) = judged(run);
        json!({
            "run": book.opening.run, "outcome": run.outcome().map(Outcome::word), "exit": self.exit_code(run),
            "stands": stands(run), "because": explained.as_ref().map(|told| &told.because),
            "base": base, "head": head, "branch": book.opening.branch, "tip": book.tip,
            "protocol": {
                "name": book.protocol().name, "mode": book.protocol().mode, "hash": book.protocol_hash,
            },
            "rounds": book.round,
            "findings": findings.len(), "blocking": findings.iter().filter(|f| f.blocks).count(),
            "choices": offered(run), "waits": self.waits, "stopped": self.stopped, "fixes_on": self.fixes_on, "asks": self.asks,
            "only_patterns": only_patterns(run).is_some(),
        })
    }

    fn print(&self, run: &Run) {
        let id = &run.book().opening.run;
        if let Some(branch) = &self.fixes_on {
            complain(&format!("tribunal: fixes are on the branch {branch}"));
        }
        if self.stopped {
            return complain(&format!("tribunal: stopped; `tribunal resume {id}` goes on"));
        }
        self.waits.iter().for_each(|line| complain(&format!("tribunal: waits: {line}")));
        let Some(outcome) = run.outcome() else { return };
        summary(run, outcome);
        match &self.asks {
            Some(asks) => {
                say(&format!("\n{} tribunal decide {id} a|b|c|abort --why WHY", asks.trim_end()));
            }
            None => next(run, outcome).filter(|_| self.kept).iter().for_each(|line| say(line)),
        }
    }
}

/// How a run stands, in one word.
pub fn stands(run: &Run) -> &'static str {
    run.outcome().map_or(run.phase.name(), Outcome::word)
}

/// What a person may choose now, in words.
pub fn offered(run: &Run) -> Vec<&'static str> {
    choices(run).into_iter().map(|choice| choice.word()).collect()
}

/// The commits the last verdict is about; without one, those the run was opened with.
fn judged(run: &Run) -> (&tribunal_core::domain::Commit, &tribunal_core::domain::Commit) {
    let book = run.book();
    let opened = (&book.opening.base, &book.opening.head);
    book.verdicts.last().map_or(opened, |verdict| (&verdict.base, &verdict.head))
}

/// The outcome and why; what was judged; what is left, worst first.
fn summary(run: &Run, outcome: Outcome) {
    let Some(told) = tell::explain(run) else { return };
    let (base, head) = judged(run);
    let blocking = told.findings.iter().filter(|f| f.blocks).count();
    let (findings, rounds) = (many(told.findings.len(), "finding"), many(run.book().round as usize, "round"));
    say(&format!("\n{}: {}", outcome.word().to_uppercase(), told.because));
    // Where votes decide no finding blocks by itself, and what was not reviewed has none: "0 still blocking" would mislead.
    let left = match (outcome, run.book().protocol().floor()) {
        (Outcome::NotReviewed, _) => "nothing was reviewed.".to_owned(),
        (Outcome::Inconclusive, _) => format!("{findings} in {rounds}, which were no whole review."),
        (_, Some(_)) => format!("{findings} in {rounds}, {blocking} still blocking."),
        (_, None) => format!("{findings} in {rounds}; the votes decide."),
    };
    say(&format!("{} against {}: {left}", head.short(), base.short()));
    if outcome.approves() {
        only_patterns(run).iter().for_each(|line| say(line));
    }
    list(run, &told.findings);
}

/// What blocks, what a person accepted and what was outvoted; the rest is over.
fn list(run: &Run, findings: &[FindingStory]) {
    let is_loud = |f: &&FindingStory| f.blocks || f.status == "accepted" || f.status == "outvoted";
    let mut loud: Vec<&FindingStory> = findings.iter().filter(is_loud).collect();
    let rank = |f: &&FindingStory| Severity::COUNTED.iter().position(|s| s.word() == f.severity);
    loud.sort_by_key(|f| rank(f).unwrap_or(Severity::COUNTED.len()));
    let width = |of: fn(&FindingStory) -> &str| loud.iter().map(|f| of(f).len()).max().unwrap_or_default();
    let (severity, alias, status) = (width(|f| &f.severity), width(|f| &f.alias), width(|f| &f.status));
    for f in loud.iter().take(LISTED_MAX) {
        let place = if f.place.is_empty() { String::new() } else { format!(" - {}", f.place) };
        let (s, a, t) = (&f.severity, &f.alias, &f.status);
        say(&format!("  {s:<severity$}  {a:<alias$}  {t:<status$}  {}{place}", f.title));
    }
    if loud.len() > LISTED_MAX {
        let id = &run.book().opening.run;
        say(&format!("  and {} more; `tribunal show {id}` lists all", loud.len() - LISTED_MAX));
    }
}

/// What to do about it.
fn next(run: &Run, outcome: Outcome) -> Option<String> {
    let id = &run.book().opening.run;
    let offered = offered(run);
    if !offered.is_empty() {
        let words = offered.join(", ");
        return Some(format!("Next: choose {words}\n  tribunal decide {id} CHOICE --why TEXT"));
    }
    let asks_changes = outcome == Outcome::ChangesRequested;
    asks_changes.then(|| "Next: fix what blocks, commit, and review again.".to_owned())
}

/// Said of every approval that nobody who understands code has given.
fn only_patterns(run: &Run) -> Option<String> {
    let opening = &run.book().opening;
    let order = Order::read(&opening.order).ok()?;
    let is_author = |role: &String| opening.protocol.authors.iter().any(|rung| rung.role == *role);
    let reviewers = opening.staff.iter().filter(|(role, _)| !is_author(role)).flat_map(|(_, staff)| staff);
    let names: BTreeSet<&str> = reviewers.map(|one| one.agent.as_str()).collect();
    let mechanical = |name: &&str| order.agents.get(*name).is_some_and(|row| row.driver.is_mechanical());
    let words = "which see patterns and not meaning; nobody has read the change";
    let listed = names.iter().copied().collect::<Vec<_>>().join(", ");
    names.iter().all(mechanical).then(|| format!("Reviewed by {listed} only, {words}."))
}

fn many(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

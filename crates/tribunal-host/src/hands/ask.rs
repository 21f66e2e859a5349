//! Asks whoever fills a seat, and brings back what it said or why it said nothing.

use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

use tribunal_core::brief::{self, Material};
use tribunal_core::diff::Diff;
use tribunal_core::domain::{Commit, Report, Review, Ruling, RulingSaid, Sighting, folded};
use tribunal_core::engine::{Ask, Cost, Effect, Failure, Input, Run};
use tribunal_core::linter;
use tribunal_core::protocol::Combine;
use tribunal_core::{reply, rules};

use super::change::{Seen, told};
use super::desk::Kept;
use super::place::place;
use super::program::{Program, reply as printed, text};
use super::{Done, Hands, Performed, Voices, said, waits};
use crate::agent::Turn;
use crate::config::{AgentRow, Driver};
use crate::git::{CheckoutLimits, GitError, RepoPath, Repository};
use crate::ids;
use crate::process::{Cancel, How};

/// Largest file whose content the rules look at beyond its diff, in bytes.
const CONTENT_MAX: u64 = 1024 * 1024;

/// Most files whose content the rules are given; the diff alone is enough for the others.
const CONTENTS_MAX: usize = 300;

impl Hands {
    pub(super) fn ask(&self, run: &Run, effect: &Effect, ask: &Ask, cancel: &Cancel) -> Performed {
        let Some(row) = self.agent(ask.agent.as_str()) else { return Ok(failed(ask, Failure::Missing)) };
        let heard = match row.driver {
            Driver::Person => return Ok(waits(&to_submit(run, ask))),
            Driver::Rules => self.by_rules(run, ask)?,
            Driver::Scripted => self.by_script(run, ask),
            Driver::Command => match self.by_command(run, effect, ask, row, cancel)? {
                Some(heard) => heard,
                None => return Ok(Done::Stopped),
            },
            Driver::Sarif | Driver::Rdjson => match self.by_linter(run, effect, ask, row, cancel)? {
                Some(heard) => heard,
                None => return Ok(Done::Stopped),
            },
            Driver::Patch => {
                Err(Failure::Refused { detail: "the built-in author reviews nothing".to_owned() })
            }
        };
        match heard {
            Ok(mut review) => {
                let ours = row.driver == Driver::Rules;
                place(&mut self.repository(), run, &ask.head, ours, &mut review);
                self.voices().insert((ask.round, ask.seat.clone()), ask.agent.clone());
                if row.driver.is_mechanical() {
                    self.rule(run, ask, &mut review);
                }
                let review = Box::new(review);
                let (seat, attempt) = (ask.seat.clone(), ask.attempt);
                Ok(said(Input::Replied { seat, attempt, review, cost: Cost(0) }))
            }
            Err(failure) => Ok(failed(ask, failure)),
        }
    }

    fn by_rules(&self, run: &Run, ask: &Ask) -> Result<Result<Review, Failure>, String> {
        let seen = self.seen(run, &ask.head)?;
        let Ok(diff) = Diff::read(&seen.patch) else {
            return Ok(Err(Failure::Crashed { detail: "the diff cannot be read".to_owned() }));
        };
        let held = self.contents(&seen)?;
        let contents = held.iter().map(|(path, (old, new, bytes))| {
            let content = rules::Content { old: old.as_deref(), new: new.as_deref(), new_bytes: *bytes };
            (path.clone(), content)
        });
        let contents: BTreeMap<String, rules::Content<'_>> = contents.collect();
        let off = self.order.rules_off.iter();
        let silenced: Vec<rules::Silence> =
            off.map(|rule| rules::Silence { rule: rule.clone(), under: None }).collect();
        let input = rules::RulesInput { diff: &diff, contents: &contents, silenced: &silenced };
        let mut review = rules::review(&input);
        if matches!(run.book().protocol().combine, Combine::FourRules) {
            review.claim = Some(rules::vote(&review));
        }
        Ok(Ok(review))
    }

    /// Both sides of the changed files that are small enough, and the sizes of the others.
    fn contents(&self, seen: &Seen) -> Result<BTreeMap<String, Sides>, String> {
        let mut repository = self.repository();
        let mut all = BTreeMap::new();
        for file in seen.files.iter().take(CONTENTS_MAX) {
            let old = file.old_path.as_ref().unwrap_or(&file.path);
            let mut side = |commit: &Commit, path: &RepoPath| small(&mut repository, commit, path);
            let sides = (side(&seen.base, old)?, side(&seen.head, &file.path)?, None);
            all.insert(file.path.to_string(), sides);
        }
        Ok(all)
    }

    fn by_script(&self, run: &Run, ask: &Ask) -> Result<Review, Failure> {
        match self.turn(ask.agent.as_str(), ask.seat.as_str()) {
            Some(Turn::Says { text, .. }) => {
                let nonce = ids::nonce();
                let files = run.book().files.iter().cloned().collect::<Vec<_>>();
                let sealed = reply::seal(&nonce, &files, &text);
                let read = reply::read_review(run.book().protocol().dialect, &sealed, &nonce);
                read.map_err(|bad| Failure::Unreadable { error: bad.to_string() })
            }
            Some(Turn::Fails(failure)) => Err(failure),
            Some(Turn::Tests(_) | Turn::Decides { .. }) | None => Err(Failure::Missing),
        }
    }

    fn by_command(
        &self,
        run: &Run,
        effect: &Effect,
        ask: &Ask,
        row: &AgentRow,
        cancel: &Cancel,
    ) -> Result<Option<Result<Review, Failure>>, String> {
        let read = |kept: &Kept| {
            let read = reply::read_review(run.book().protocol().dialect, &kept.printed, &kept.nonce);
            read.map_err(|bad| Failure::Unreadable { error: bad.to_string() })
        };
        if let Some(kept) = self.kept(&effect.key).filter(|_| effect.begun) {
            return Ok(Some(read(&kept)));
        }
        let nonce = ids::nonce();
        let material = self.material(&self.seen(run, &ask.head)?);
        let input = brief::review(run, ask, &nonce, &material);
        let Some(ended) = self.in_checkout(effect, row, &ask.head, Some(input), cancel)? else {
            return Ok(None);
        };
        let ended = match ended {
            Ok(ended) => ended,
            Err(failure) => return Ok(Some(Err(failure))),
        };
        match printed(&ended) {
            Ok(printed) => {
                let kept = Kept { nonce, printed, commit: None };
                self.keep(&effect.key, &kept)?;
                Ok(Some(read(&kept)))
            }
            Err(failure) => Ok(Some(Err(failure))),
        }
    }

    /// A linter looks at the whole tree; what it says about lines the change did not touch is counted, not raised.
    fn by_linter(
        &self,
        run: &Run,
        effect: &Effect,
        ask: &Ask,
        row: &AgentRow,
        cancel: &Cancel,
    ) -> Result<Option<Result<Review, Failure>>, String> {
        let Some(ended) = self.in_checkout(effect, row, &ask.head, None, cancel)? else { return Ok(None) };
        let ended = match ended {
            Ok(ended) => ended,
            Err(failure) => return Ok(Some(Err(failure))),
        };
        // Linters exit with an error when they find something; what they printed says whether they worked.
        let printed = match &ended.how {
            How::Exited(_) => text(&ended),
            How::Signalled(_) | How::TimedOut(_) | How::Cancelled | How::Lost(_) | How::Broken(_) => {
                printed(&ended)
            }
        };
        let root = self.place(&effect.key).join("tree").display().to_string();
        let read = printed.and_then(|text| {
            let read = match row.driver {
                Driver::Sarif => linter::read_sarif(text.as_bytes(), &root),
                Driver::Rdjson
                | Driver::Rules
                | Driver::Patch
                | Driver::Scripted
                | Driver::Person
                | Driver::Command => linter::read_rdjson(text.as_bytes(), &root),
            };
            read.map_err(|e| Failure::Unreadable { error: e.to_string() })
        });
        let seen = self.seen(run, &ask.head)?;
        let votes = matches!(run.book().protocol().combine, Combine::FourRules);
        Ok(Some(read.map(|review| {
            let review = match Diff::read(&seen.patch) {
                Ok(diff) => linter::within(review, &changed(&diff)),
                Err(_) => review,
            };
            if votes { linter::voting(review) } else { review }
        })))
    }

    /// Runs an agent's program in a checkout of its own. None if it was told to stop.
    #[allow(clippy::type_complexity, reason = "stopped, failed before it ran, or ended")]
    pub(super) fn in_checkout(
        &self,
        effect: &Effect,
        row: &AgentRow,
        head: &Commit,
        input: Option<String>,
        cancel: &Cancel,
    ) -> Result<Option<Result<crate::process::Ended, Failure>>, String> {
        if !self.order.unsandboxed {
            return Ok(Some(Err(Failure::Refused { detail: NO_SANDBOX.to_owned() })));
        }
        let tree = self.fresh(&effect.key, "tree")?;
        self.repository().checkout(head, &tree, &CheckoutLimits::default()).map_err(|e| told(&e))?;
        let program = Program {
            key: &effect.key,
            command: &row.command,
            environment: &row.environment,
            directory: &tree,
            input,
            wall: row.wall(),
            idle: row.silence(),
        };
        let ended = self.program(&program, cancel)?;
        Self::clear(&tree);
        Ok(ended.map(Ok))
    }

    /// What a request is about.
    pub(super) fn material(&self, seen: &Seen) -> Material {
        Material {
            diff: String::from_utf8_lossy(&seen.patch).into_owned(),
            paths: seen.files.iter().map(|file| file.path.to_string()).collect(),
            story: self.order.story.clone(),
            plan: self.order.plan.clone(),
            ..Material::default()
        }
    }

    /// What a mechanical reviewer reported once and does not report any more is gone. It says so only of what nobody but
    /// itself ever reported: of anything else it knows nothing.
    fn rule(&self, run: &Run, ask: &Ask, review: &mut Review) {
        let voices = self.voices();
        let own =
            |sighting: &Sighting| voices.get(&(sighting.round, sighting.seat.clone())) == Some(&ask.agent);
        for finding in ask.rule_on.iter().filter_map(|id| run.book().findings.get(id)) {
            let again = review.reports.iter().any(|report| same(report, finding.report()));
            if finding.sightings.iter().all(own) && !again {
                let (id, note) = (finding.alias.clone(), "no longer reported".to_owned());
                review.rulings.push(RulingSaid { id, ruling: Ruling::Resolved, note });
            }
        }
    }

    fn voices(&self) -> MutexGuard<'_, Voices> {
        self.voices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file of a commit, if it is there and small enough. A repository that cannot be read is no empty file.
fn small(repository: &mut Repository, commit: &Commit, path: &RepoPath) -> Result<Option<Vec<u8>>, String> {
    match repository.blob(commit, path, CONTENT_MAX) {
        Ok(bytes) => Ok(bytes),
        Err(GitError::TooMuch { .. } | GitError::Missing { .. }) => Ok(None),
        Err(error) => Err(told(&error)),
    }
}

/// Whether two reports of a mechanical reviewer are about the same.
fn same(one: &Report, other: &Report) -> bool {
    let path = |report: &Report| report.locations.first().map(|place| place.path.clone());
    let quote = |report: &Report| report.quote.as_deref().map(folded);
    one.title == other.title && path(one) == path(other) && quote(one) == quote(other)
}

/// Said of every program while there is no sandbox.
pub(super) const NO_SANDBOX: &str =
    "programs run in a sandbox or, by name, with --unsandboxed; this version has no sandbox yet";

/// The changed files of a diff with the lines it added.
fn changed(diff: &Diff<'_>) -> Vec<linter::Changed> {
    let of = |file: &tribunal_core::diff::FileDiff<'_>| {
        let added: Vec<u32> = file.added().filter_map(tribunal_core::diff::Line::new_number).collect();
        linter::Changed { path: file.path().text().into_owned(), added: runs(&added) }
    };
    diff.files().iter().map(of).collect()
}

/// Numbers in order as runs of neighbours.
fn runs(numbers: &[u32]) -> Vec<(u32, u32)> {
    let mut all: Vec<(u32, u32)> = Vec::new();
    for n in numbers {
        match all.last_mut() {
            Some((_, last)) if *last + 1 == *n => *last = *n,
            Some(_) | None => all.push((*n, *n)),
        }
    }
    all
}

type Sides = (Option<Vec<u8>>, Option<Vec<u8>>, Option<u64>);

fn failed(ask: &Ask, failure: Failure) -> Done {
    said(Input::SeatFailed { seat: ask.seat.clone(), attempt: ask.attempt, failure, cost: Cost(0) })
}

fn to_submit(run: &Run, ask: &Ask) -> String {
    let id = &run.book().opening.run;
    format!("{} reviews {}: tribunal submit {id} --seat {} FILE", ask.agent, ask.head.short(), ask.seat)
}

//! Has a fix made: an author works in a checkout of its own, and what it changed becomes a commit nobody points at yet.

use std::fs;
use std::path::Path;

use tribunal_core::brief;
use tribunal_core::domain::{Answer, AnswerKind, Answered, Answers, Commit};
use tribunal_core::engine::{Cost, Effect, Failure, Fix, Input, Run};
use tribunal_core::{patch, reply};

use super::ask::NO_SANDBOX;
use super::change::told;
use super::desk::Kept;
use super::program::{Program, reply as printed};
use super::{Done, Hands, Performed, said, waits};
use crate::agent::Turn;
use crate::config::{AgentRow, Driver};
use crate::git::{CheckoutLimits, HarvestRefused};
use crate::ids;
use crate::process::Cancel;

/// What an author came to, beside its checkout.
type Heard = Result<Answers, Failure>;

impl Hands {
    pub(super) fn fix(&self, run: &Run, effect: &Effect, fix: &Fix, cancel: &Cancel) -> Performed {
        let Some(row) = self.agent(fix.agent.as_str()) else { return Ok(failed(fix, Failure::Missing)) };
        if row.driver == Driver::Person {
            let id = &run.book().opening.run;
            return Ok(waits(&format!(
                "{} answers and fixes: commit, then tribunal answer {id} FILE",
                fix.agent
            )));
        }
        if let Some(kept) = self.kept(&effect.key).filter(|_| effect.begun) {
            return Ok(answered(fix, read(run, &kept), kept.commit.unwrap_or_else(|| fix.from.clone())));
        }
        let tree = self.fresh(&effect.key, "tree")?;
        let checkout = self.repository().checkout(&fix.from, &tree, &CheckoutLimits::default());
        let checkout = checkout.map_err(|e| told(&e))?;
        let Some((heard, kept)) = self.work(run, effect, fix, row, &tree, cancel)? else {
            return Ok(Done::Stopped);
        };
        let answers = match heard {
            Ok(answers) => answers,
            Err(failure) => return Ok(failed(fix, failure)),
        };
        let commit = match self.harvest(run, fix, &answers, &checkout) {
            Ok(commit) => commit,
            // A full disk is no fault of the author's.
            Err(HarvestRefused::Git(error)) => return Err(told(&error)),
            Err(refused) => {
                return Ok(failed(fix, Failure::Refused { detail: refused.to_string() }));
            }
        };
        if let Some(kept) = kept {
            self.keep(&effect.key, &Kept { commit: commit.clone(), ..kept })?;
        }
        Self::clear(&tree);
        Ok(answered(fix, Ok(answers), commit.unwrap_or_else(|| fix.from.clone())))
    }

    fn work(
        &self,
        run: &Run,
        effect: &Effect,
        fix: &Fix,
        row: &AgentRow,
        tree: &Path,
        cancel: &Cancel,
    ) -> Result<Option<(Heard, Option<Kept>)>, String> {
        match row.driver {
            Driver::Patch => Ok(Some((by_patches(run, fix, tree)?, None))),
            Driver::Scripted => Ok(Some((self.by_script_author(run, fix, tree)?, None))),
            Driver::Command => self.by_program(run, effect, fix, row, tree, cancel),
            Driver::Rules | Driver::Sarif | Driver::Rdjson | Driver::Person => {
                let detail = format!("{} reviews and fixes nothing", fix.agent);
                Ok(Some((Err(Failure::Refused { detail }), None)))
            }
        }
    }

    fn by_program(
        &self,
        run: &Run,
        effect: &Effect,
        fix: &Fix,
        row: &AgentRow,
        tree: &Path,
        cancel: &Cancel,
    ) -> Result<Option<(Heard, Option<Kept>)>, String> {
        if !self.order.unsandboxed {
            return Ok(Some((Err(Failure::Refused { detail: NO_SANDBOX.to_owned() }), None)));
        }
        let nonce = ids::nonce();
        let material = self.material(&self.seen(run, &fix.from)?);
        let program = Program {
            key: &effect.key,
            command: &row.command,
            environment: &row.environment,
            directory: tree,
            input: Some(brief::fix(run, fix, &nonce, &material)),
            wall: row.wall(),
            idle: row.silence(),
        };
        let Some(ended) = self.program(&program, cancel)? else { return Ok(None) };
        Ok(Some(match printed(&ended) {
            Ok(printed) => {
                let kept = Kept { nonce, printed, commit: None };
                (read(run, &kept), Some(kept))
            }
            Err(failure) => (Err(failure), None),
        }))
    }

    fn by_script_author(&self, run: &Run, fix: &Fix, tree: &Path) -> Result<Heard, String> {
        match self.turn(fix.agent.as_str(), "author") {
            Some(Turn::Says { text, patch, .. }) => {
                if let Some(patch) = patch {
                    apply(&patch, tree)?.map_err(|why| format!("the script's patch: {why}"))?;
                }
                let nonce = ids::nonce();
                let sealed = reply::seal(&nonce, &[], &text);
                Ok(read(run, &Kept { nonce, printed: sealed, commit: None }))
            }
            Some(Turn::Fails(failure)) => Ok(Err(failure)),
            Some(Turn::Tests(_) | Turn::Decides { .. }) | None => Ok(Err(Failure::Missing)),
        }
    }
}

/// The built-in author: applies the patches that findings carry. Of what has none it can only say so, where the protocol
/// lets an author say that; with nothing to apply at all it is the wrong author.
fn by_patches(run: &Run, fix: &Fix, tree: &Path) -> Result<Heard, String> {
    let book = run.book();
    let unable = book.protocol().answers.contains(&AnswerKind::Unable);
    let (mut answers, mut fixed, mut why) = (Vec::new(), 0, String::new());
    for finding in fix.list.iter().filter_map(|id| book.findings.get(id)) {
        let patch = finding.report().fix_patch.as_deref();
        let applied =
            patch.map_or_else(|| Ok(Err("it carries no patch".to_owned())), |patch| apply(patch, tree));
        let answer = match applied? {
            Ok(()) => {
                fixed += 1;
                Answer::Fixed {
                    details: "applied the patch that came with the finding".to_owned(),
                    group: None,
                }
            }
            Err(reason) => {
                why = format!("{}: {reason}", finding.alias);
                Answer::Unable { reason }
            }
        };
        answers.push(Answered { id: finding.alias.clone(), answer });
    }
    if fixed == 0 {
        let detail = format!("the built-in author only applies patches that findings carry ({why})");
        return Ok(Err(Failure::Refused { detail }));
    }
    answers.retain(|answered| unable || answered.answer.kind() != AnswerKind::Unable);
    Ok(Ok(Answers { answers, ..Answers::default() }))
}

/// Applies a patch to the files of a checkout, all of it or nothing; why it does not fit, if it does not. Links are not
/// followed.
fn apply(patch: &str, tree: &Path) -> Result<Result<(), String>, String> {
    let file = |path: &str| {
        let full = tree.join(path);
        let plain = fs::symlink_metadata(&full).is_ok_and(|found| found.is_file());
        let inside = full
            .canonicalize()
            .is_ok_and(|real| tree.canonicalize().is_ok_and(|root| real.starts_with(root)));
        (plain && inside).then(|| fs::read_to_string(&full).ok())?
    };
    let changed = match patch::apply(patch, file) {
        Ok(changed) => changed,
        Err(misfit) => return Ok(Err(misfit.to_string())),
    };
    for (path, text) in changed {
        let place = tree.join(&path);
        fs::write(&place, text).map_err(|e| format!("could not write {}: {e}", place.display()))?;
    }
    Ok(Ok(()))
}

fn read(run: &Run, kept: &Kept) -> Heard {
    let read = reply::read_answers(run.book().protocol().dialect, &kept.printed, &kept.nonce);
    read.map_err(|bad| Failure::Unreadable { error: bad.to_string() })
}

fn answered(fix: &Fix, heard: Heard, head: Commit) -> Done {
    match heard {
        Ok(answers) => said(Input::AuthorAnswered {
            attempt: fix.attempt,
            answers: Box::new(answers),
            head,
            cost: Cost(0),
        }),
        Err(failure) => failed(fix, failure),
    }
}

fn failed(fix: &Fix, failure: Failure) -> Done {
    said(Input::AuthorFailed { attempt: fix.attempt, failure, cost: Cost(0) })
}

#[cfg(test)]
mod tests;

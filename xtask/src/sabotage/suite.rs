//! The chore: which safeguards are meant, and all of them tried, one after the other in each of some copies.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::check::{fits_the_tree, safeguards};
use super::copy::Copy;
use super::list::{Program, Safeguard};
use super::report::{self, Result as Tried, Verdict};
use super::trial::{Came, tried};
use crate::tidy::Tree;
use crate::workspace::{Failure, Workspace};

/// Says whether the lists fit the tree.
pub fn check(workspace: &Workspace) -> Result<(), Failure> {
    let tree = Tree::read(workspace)?;
    let breaches = fits_the_tree(&tree);
    breaches.iter().for_each(|breach| eprintln!("{breach}"));
    println!("{} safeguards", safeguards(&tree).0.len());
    if breaches.is_empty() { Ok(()) } else { Err(Failure::Untidy(breaches.len())) }
}

/// Prints every safeguard with what it protects from.
pub fn list(workspace: &Workspace) -> Result<(), Failure> {
    let (all, _) = safeguards(&Tree::read(workspace)?);
    all.iter().for_each(|one| println!("{:<32} {}", one.name, one.protects));
    Ok(())
}

/// Tries the safeguards with these names, or all, and prints the table; fails if any of them survived.
pub fn run(workspace: &Workspace, names: &[String], jobs: usize) -> Result<(), Failure> {
    let results = tried_all(workspace, names, jobs)?;
    let caught = results.iter().filter(|result| matches!(result.came, Verdict::Caught(_))).count();
    println!("\n{}\n{caught} of {} caught", report::table(&results), results.len());
    if caught == results.len() { Ok(()) } else { Err(Failure::Survived(results.len() - caught)) }
}

fn tried_all(workspace: &Workspace, names: &[String], jobs: usize) -> Result<Vec<Tried>, Failure> {
    check(workspace)?;
    let meant = meant(safeguards(&Tree::read(workspace)?).0, names)?;
    let suite = Suite { meant: &meant, queue: Mutex::new(meant.iter().collect()), ..Suite::default() };
    std::thread::scope(|scope| {
        let work = |number| {
            let suite = &suite;
            scope.spawn(move || suite.work(&Copy::of(workspace, number)?))
        };
        let workers: Vec<_> = (1..=jobs).map(work).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(broken())))
    })?;
    let mut results = suite.results.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(meant.iter().filter_map(|one| results.remove(&one.name)).collect())
}

fn broken() -> Failure {
    Failure::Missing { what: "a worker".to_owned(), remedy: "it panicked, see above".to_owned() }
}

fn meant(all: Vec<Safeguard>, names: &[String]) -> Result<Vec<Safeguard>, Failure> {
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|one| one.name == **name)) {
        let remedy = "`cargo xtask sabotage --list` shows them".to_owned();
        return Err(Failure::Missing { what: format!("safeguard `{unknown}`"), remedy });
    }
    let wanted = |one: &Safeguard| names.is_empty() || names.contains(&one.name);
    Ok(all.into_iter().filter(wanted).collect())
}

/// What is left to try, what came of it, and which tests pass while nothing is switched off.
#[derive(Default)]
struct Suite<'a> {
    meant: &'a [Safeguard],
    queue: Mutex<VecDeque<&'a Safeguard>>,
    results: Mutex<BTreeMap<String, Tried>>,
    unedited: Mutex<BTreeMap<Program, Came>>,
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Suite<'_> {
    fn work(&self, copy: &Copy) -> Result<(), Failure> {
        loop {
            let Some(one) = lock(&self.queue).pop_front() else { return Ok(()) };
            let unsuited = Verdict::unedited(one, &self.unedited(copy, &one.test.program)?);
            let begun = Instant::now();
            let came = match unsuited {
                Some(unsuited) => unsuited,
                None => Verdict::without(
                    one,
                    copy.without(one, || tried(copy, &one.test.program, &[&one.test.filter]))??,
                ),
            };
            let result = Tried { name: one.name.clone(), came, seconds: begun.elapsed().as_secs_f32() };
            println!("{}", report::line(&result));
            lock(&self.results).insert(one.name.clone(), result);
        }
    }

    /// What all tests of this program that are meant say while nothing is switched off. Asked once: each time would be a
    /// build of its own.
    fn unedited(&self, copy: &Copy, program: &Program) -> Result<Came, Failure> {
        let mut known = lock(&self.unedited);
        if let Some(known) = known.get(program) {
            return Ok(known.clone());
        }
        let meant = self.meant.iter().filter(|one| one.test.program == *program);
        let filters: Vec<&str> = meant.map(|one| one.test.filter.as_str()).collect();
        let came = tried(copy, program, &filters)?;
        known.insert(program.clone(), came.clone());
        Ok(came)
    }
}

#[cfg(test)]
mod tests;

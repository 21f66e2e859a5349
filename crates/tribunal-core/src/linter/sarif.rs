//! SARIF 2.1.0: a document of runs, each with its tool, its invocations and its results.
//!
//! A run that says it failed, says nothing about its results, or keeps them in another file makes the whole document
//! unreadable: no missing result is a result that was not there.

mod result;
mod rules;

use self::result::{Reading, Results};
use self::rules::Rules;
use super::path::{Bases, Root};
use super::said;
use crate::dialect::Unreadable;
use crate::dialect::json::{Fields, Json, parse, shown};
use crate::domain::Review;

/// The version that is read, and with which its release candidates begin.
const VERSION: &str = "2.1.0";

/// Reads a SARIF document. `root` is the absolute path of the tree the linter looked at; paths become relative to it.
pub fn read_sarif(bytes: &[u8], root: &str) -> Result<Review, Unreadable> {
    let json = parse(said::text_of(bytes)?).map_err(|error| Unreadable::at("document", error))?;
    let document = Fields::of(&json, "document")?;
    version(&document)?;
    let runs = document.list("runs")?;
    if runs.is_empty() {
        return Err(document.wrong("has no run; a linter that ran says so"));
    }
    let root = Root::of(root);
    let mut found = Results::default();
    for (at, run) in runs.iter().enumerate() {
        read_run(&Fields::of(run, format!("run {}", at + 1))?, &root, &mut found)?;
    }
    Ok(said::review(found.reports, &found.unreported, found.notes))
}

fn version(document: &Fields<'_>) -> Result<(), Unreadable> {
    let version = document.stated("version")?.ok_or_else(|| document.wrong("\"version\" is missing"))?;
    let candidate = version.strip_prefix(VERSION).is_some_and(|rest| rest.starts_with("-rtm"));
    if version != VERSION && !candidate {
        return Err(document.wrong(format!("is SARIF {}, not {VERSION}", shown(version))));
    }
    Ok(())
}

fn read_run(run: &Fields<'_>, root: &Root, found: &mut Results) -> Result<(), Unreadable> {
    let tool = run.child("tool")?.ok_or_else(|| run.wrong("has no \"tool\""))?;
    let driver = tool.child("driver")?.ok_or_else(|| run.wrong("its \"tool\" has no \"driver\""))?;
    let mut rules = Rules::of(&driver, &tool)?;
    for (at, json) in run.list_or_none("invocations")?.iter().enumerate() {
        let invocation = Fields::of(json, format!("{}, invocation {}", run.place, at + 1))?;
        succeeded(&invocation)?;
        rules.overridden(&invocation)?;
    }
    let elsewhere = run.child("externalPropertyFileReferences")?;
    if elsewhere.is_some_and(|files| files.some("results").is_some()) {
        return Err(run.wrong("keeps results in another file; hand in one whole document"));
    }
    let results = run.list("results")?;
    said::bounded(found.seen + results.len())?;
    let bases = bases(run)?;
    let reading = Reading { rules: &rules, root, bases: &bases, artifacts: artifacts(run) };
    for (at, json) in results.iter().enumerate() {
        let result = Fields::of(json, format!("{}, result {}", run.place, at + 1))?;
        reading.result(&result, found)?;
    }
    Ok(())
}

/// Refuses an invocation that failed, or does not say that it did not. The exit code is no failure: linters use it to
/// say that they found something.
fn succeeded(invocation: &Fields<'_>) -> Result<(), Unreadable> {
    match invocation.some("executionSuccessful") {
        Some(Json::Bool(true)) => {}
        Some(_) => return Err(invocation.wrong("the linter says that it failed")),
        None => return Err(invocation.wrong("does not say whether the linter succeeded")),
    }
    for key in ["processStartFailureMessage", "exitSignalName", "exitSignalNumber"] {
        if invocation.some(key).is_some() {
            return Err(invocation.wrong(format!("{key:?}: the linter did not end by itself")));
        }
    }
    for key in ["toolExecutionNotifications", "toolConfigurationNotifications"] {
        for json in invocation.list_or_none(key)? {
            let told = Fields::of(json, format!("{}, {key}", invocation.place))?;
            let text = told.child("message")?.and_then(|m| m.word("text").map(str::to_owned));
            if told.stated("level")? == Some("error") {
                let text = text.unwrap_or_default();
                return Err(told.wrong(format!("the linter reports an error of its own: {}", shown(&text))));
            }
        }
    }
    Ok(())
}

fn bases<'a>(run: &Fields<'a>) -> Result<Bases<'a>, Unreadable> {
    let Some(described) = run.child("originalUriBaseIds")? else { return Ok(Bases::new()) };
    let named = described.keys().map(|key| Ok((key, described.child(key)?)));
    let named: Result<Vec<_>, Unreadable> = named.collect();
    Ok(named?.into_iter().filter_map(|(key, fields)| Some((key, fields?))).collect())
}

/// Files a result may name by their number.
fn artifacts<'a>(run: &Fields<'a>) -> &'a [Json<'a>] {
    match run.some("artifacts") {
        Some(Json::List(items)) => items,
        Some(_) | None => &[],
    }
}

//! `tribunal validate [RANGE]`: the gate. 0 only if exactly this base and head have an approving verdict.

use std::path::Path;

use tribunal_core::domain::RunId;
use tribunal_core::engine::{Run, apply, completion, valid_for};
use tribunal_core::protocol;
use tribunal_host::git::Change;
use tribunal_host::journal::Journal;
use tribunal_host::{config, start};

use super::args::Validate;
use super::failure::Failure;
use super::home::{Home, user_settings};
use super::json;
use super::out::say;
use super::protocols;

/// Says whether a run approves exactly this change.
pub fn run(args: &Validate) -> Result<u8, Failure> {
    let home = Home::find()?;
    let mut repository = home.repository(Path::new("."))?;
    let base = args.base.as_deref();
    let change = repository.range(args.range.as_deref(), base).map_err(|e| Failure::Usage(e.told()))?;
    let settings = start::settings(&mut repository, &change, user_settings()?)
        .map_err(|e| Failure::Content(e.to_string()))?;
    let name = args.protocol.as_deref().or(settings.values.protocol.as_deref()).unwrap_or(config::PROTOCOL);
    let mode = args.mode.as_deref().or(settings.values.mode.as_deref());
    let hash = protocol::hash(&protocols::load(name, mode)?);
    let Some(journal) = home.some_journal()? else { return Ok(told(args.json, None, &change, NOBODY)) };
    let place = repository.common_dir().display().to_string();
    let mut nearest = NOBODY.to_owned();
    for listed in journal.judged(&change.head).map_err(|e| Failure::Engine(e.to_string()))? {
        if listed.place.repository != place {
            continue;
        }
        let log = journal.events(&listed.run).map_err(|e| Failure::Engine(e.to_string()))?;
        let mut run = Run::default();
        log.iter().for_each(|entry| apply(&mut run, &entry.recorded));
        if valid_for(&run, &change.base, &change.head, &hash) {
            let why = format!("approved by {}", listed.run);
            return Ok(told(args.json, Some(&listed.run), &change, &why));
        }
        if run.book().verdicts.last().is_some_and(|v| v.head == change.head && v.base == change.base) {
            let why =
                completion(&run).err().unwrap_or_else(|| "it was judged by another protocol".to_owned());
            nearest = format!("{}: {why}", listed.run);
            break;
        }
    }
    Ok(told(args.json, None, &change, &nearest))
}

/// What is said of a change that no run is about.
const NOBODY: &str = "no run reviewed exactly this change";

/// Not reviewed is not approved: 2, as for every review that did not happen.
fn told(json: bool, by: Option<&RunId>, change: &Change, why: &str) -> u8 {
    let valid = by.is_some();
    if json {
        let (base, head) = (&change.base, &change.head);
        let told = serde_json::json!({ "valid": valid, "why": why, "run": by, "base": base, "head": head });
        json::tell("validation", &told);
    } else {
        say(&format!("{}: {why}", if valid { "VALID" } else { "NOT VALID" }));
    }
    if valid { 0 } else { 2 }
}

//! `tribunal review`: a run with scripted agents on a journal in memory, watched from the terminal.

use std::collections::BTreeMap;

use tribunal_core::domain::SeatName;
use tribunal_core::engine::{AuthorRole, Drive, Input, Opening, Recorded, Run};
use tribunal_core::log;
use tribunal_host::agent::Script;
use tribunal_host::journal::{Holder, Journal, JournalError, LeaseName, MemoryJournal, Place, Process};
use tribunal_host::runner::{DriveError, Runner, Scripted};
use tribunal_host::{clock, ids};

mod local;

use super::args::Review;
use super::drive::show;
use super::failure::{Failure, read, write};
use super::out::complain;
use super::protocols;
use super::summary::Closing;

/// Reviews with the script that was named.
pub fn run(args: &Review) -> Result<u8, Failure> {
    let Some(path) = &args.script else { return local::run(args) };
    let text = read(path)?;
    let script =
        Script::read(&path.display().to_string(), &text).map_err(|e| Failure::Content(e.to_string()))?;
    play(args, script)
}

/// Plays a script to the end of the run or to its first pause without a decision.
pub fn play(args: &Review, script: Script) -> Result<u8, Failure> {
    let mut world = Scripted::new(script, args.files.clone());
    let opening = opening(args, &world)?;
    let journal = MemoryJournal::default();
    let id = opening.run.clone();
    let leases = journal.acquire(&[LeaseName::Run(id.clone())], &holder()?).map_err(unkept)?;
    let json = args.json;
    let mut seq = 0;
    let mut tell = |run: &Run, recorded: &Recorded| {
        seq += 1;
        show(run, seq, recorded, json);
    };
    let mut runner = Runner {
        run: Run::default(),
        id: id.clone(),
        seq: 0,
        place: Place { repository: "scripted".to_owned(), branch: opening.branch.clone() },
        leases,
        journal: &journal,
        now: clock::now,
        tell: &mut tell,
    };
    runner.take(Input::Open(Box::new(opening))).map_err(|e| Failure::Usage(e.to_string()))?;
    let driven = runner.drive(&mut |run, effect| world.perform(run, effect));
    let run = runner.run;
    if let Some(path) = &args.log {
        let events: Vec<Recorded> =
            journal.events(&id).map_err(unkept)?.into_iter().map(|entry| entry.recorded).collect();
        write(path, &log::write(&events))?;
    }
    driven.map_err(undriven)?;
    if !world.left().is_empty() && !json {
        complain(&format!("tribunal: not heard to the end: {}", world.left().join(", ")));
    }
    Ok(Closing::default().say(&run, json))
}

/// Only a script can say what the engine refuses: a decision that was not offered, or lacks its reason.
fn undriven(error: DriveError) -> Failure {
    match error {
        DriveError::Refused(refusal) => Failure::Content(format!("the script does not fit: {refusal}")),
        DriveError::Journal(_) | DriveError::World(_) | DriveError::Endless => {
            Failure::Engine(error.to_string())
        }
    }
}

fn holder() -> Result<Holder, Failure> {
    let process = Process::current().map_err(|e| Failure::Engine(format!("/proc cannot be read: {e}")))?;
    Ok(Holder { process, what: "tribunal review".to_owned(), since: clock::now() })
}

fn unkept(error: JournalError) -> Failure {
    Failure::Engine(error.to_string())
}

fn opening(args: &Review, world: &Scripted) -> Result<Opening, Failure> {
    let seat = |name: &String| SeatName::parse(name).map_err(|e| Failure::Usage(e.to_string()));
    Ok(Opening {
        run: ids::run_id(clock::now()),
        protocol: protocols::load(
            args.protocol.as_deref().unwrap_or("zero-tolerance"),
            args.mode.as_deref(),
        )?,
        base: Scripted::base(),
        head: world.head(),
        branch: "scripted".to_owned(),
        group: args.group.clone().unwrap_or_else(|| "CHANGE".to_owned()),
        reviewers: args.reviewers.iter().map(seat).collect::<Result<_, _>>()?,
        staff: BTreeMap::new(),
        agents: Vec::new(),
        drive: Drive::Once,
        author: if args.no_fix { AuthorRole::Absent } else { AuthorRole::Acts },
        dry_run: args.dry_run,
        checks: false,
        budget: None,
        max_rounds: args.max_rounds,
        inherits: None,
        order: String::new(),
    })
}

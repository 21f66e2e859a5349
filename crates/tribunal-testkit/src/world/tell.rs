//! Commands that only ask: the validator, the explanation, what is owed.

use tribunal_core::domain::FindingId;
use tribunal_core::engine::{Ask, Effect, Fix, Run, Task, completion, owed, valid_for};
use tribunal_core::tell;

use super::{World, commit};
use crate::script::{BadScript, bad};

/// `validate [other-base] [other-protocol]`.
pub(super) fn validate(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let (mut base, mut hash) =
        (commit(0), world.run.ledger.as_ref().map(|l| l.protocol_hash.clone()).unwrap_or_default());
    for word in rest.split_whitespace() {
        match word {
            "other-base" => base = commit(99),
            "other-protocol" => hash.push('0'),
            other => return Err(bad(format!("validate does not know {other:?}"))),
        }
    }
    let complete = completion(&world.run).err().unwrap_or_else(|| "complete".to_owned());
    let head = world.head();
    let valid = if valid_for(&world.run, &base, &head, &hash) { "valid" } else { "not valid" };
    world.print([complete, format!("{valid} for {}..{}", base.short(), head.short())]);
    Ok(())
}

/// `explain [TEXT]`.
pub(super) fn explain(world: &mut World, rest: &str) -> Result<(), BadScript> {
    let told = tell::explain(&world.run).ok_or_else(|| bad("there is no run to explain"))?.to_text();
    world.print(told.lines().filter(|line| line.contains(rest)).map(str::to_owned));
    Ok(())
}

/// `owed`.
pub(super) fn owes(world: &mut World) -> Result<(), BadScript> {
    let run = &world.run;
    let lines: Vec<String> = owed(run).iter().map(|effect| owed_line(run, effect)).collect();
    world.print(if lines.is_empty() { vec!["owes nothing".to_owned()] } else { lines });
    Ok(())
}

fn owed_line(run: &Run, effect: &Effect) -> String {
    let begun = if effect.begun { ", begun" } else { "" };
    let details = match &effect.task {
        Task::Ask(ask) => ask_words(run, ask),
        Task::Fix(fix) => fix_words(run, fix),
        Task::ReadChange
        | Task::ReadHead
        | Task::RunTests { .. }
        | Task::RunChecks { .. }
        | Task::Land { .. }
        | Task::Clarify { .. }
        | Task::Publish { .. } => String::new(),
    };
    format!("owes {}{begun}{details}", effect.key)
}

fn ask_words(run: &Run, ask: &Ask) -> String {
    format!(": {} looks at {}, rules on [{}]", ask.agent, ask.head.short(), names(run, &ask.rule_on))
}

fn fix_words(run: &Run, fix: &Fix) -> String {
    let problems = if fix.problems.is_empty() {
        String::new()
    } else {
        format!("; told: {}", fix.problems.join("; ").replace('\n', " / "))
    };
    format!(
        ": {} from {}, must answer [{}], may answer [{}]{problems}",
        fix.agent,
        fix.from.short(),
        names(run, &fix.list),
        names(run, &fix.optional)
    )
}

fn names(run: &Run, ids: &[FindingId]) -> String {
    let findings = &run.book().findings;
    ids.iter().map(|id| findings[id].alias.as_str()).collect::<Vec<_>>().join(", ")
}

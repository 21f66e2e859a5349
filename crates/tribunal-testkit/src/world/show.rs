//! `show`: what the run holds at this moment, for proofs that no event line carries. Reads; changes nothing.

use tribunal_core::dialect::location_text;
use tribunal_core::domain::{Finding, FindingId};
use tribunal_core::engine::{Ledger, Look, Run, Task, deadline, owed};
use tribunal_core::tell::explain;

use crate::script::{BadScript, bad};

/// `show findings | reports | verdict | run | owed | timer | warnings | explain`.
pub(super) fn show(run: &Run, what: &str) -> Result<Vec<String>, BadScript> {
    let book = run.ledger.as_deref().ok_or_else(|| bad("there is nothing to show before open"))?;
    Ok(match what {
        "findings" => book.findings.values().map(finding).collect(),
        "reports" => book.findings.values().map(report).collect(),
        "verdict" => verdict(book),
        "run" => vec![standing(run, book)],
        "owed" => {
            owed(run).into_iter().map(|effect| debt(book, &effect.key.to_string(), effect.task)).collect()
        }
        "timer" => vec![timer(run)],
        "warnings" => book.warnings.iter().map(|w| format!("- {w}")).collect(),
        // The first line carries the protocol's hash, which changes with every word of its file.
        "explain" => {
            let text = explain(run).map(|e| e.to_text()).unwrap_or_default();
            text.lines().skip(1).map(|line| format!("- {line}")).collect()
        }
        other => return Err(bad(format!("show does not know {other:?}"))),
    })
}

fn finding(f: &Finding) -> String {
    let reporters: Vec<String> = f.reporters().iter().map(ToString::to_string).collect();
    let flags: Vec<String> = f.flags.iter().map(|flag| format!("{flag:?}")).collect();
    let flags = if flags.is_empty() { String::new() } else { format!(" [{}]", flags.join(", ")) };
    format!("- {} {} {} {} by {}{flags}", f.id, f.alias, f.severity, f.status.word(), reporters.join(", "))
}

fn report(f: &Finding) -> String {
    let report = f.report();
    let places = join(report.locations.iter().map(location_text));
    format!("- {}: title {:?}, at [{places}], fix {:?}", f.alias, report.title, report.fix)
}

fn verdict(book: &Ledger) -> Vec<String> {
    let Some(v) = book.verdicts.last() else { return Vec::new() };
    let (base, head) = (v.base.short(), v.head.short());
    vec![format!("- {:?}: {} unresolved, {} new; base {base}, head {head}", v.decision, v.unresolved, v.new)]
}

fn standing(run: &Run, book: &Ledger) -> String {
    let outcome = run.outcome().map_or_else(|| "none".to_owned(), |o| format!("{o}, exit {}", o.exit_code()));
    let state = book.at_gate();
    let flag = if book.watch.flagged.is_empty() { "" } else { ", flagged" };
    format!(
        "- {}, outcome {outcome}; round {}, iteration {}, no progress {}{flag}",
        run.phase.name(),
        book.round,
        state.iteration,
        state.no_progress
    )
}

fn timer(run: &Run) -> String {
    deadline(run).map_or_else(|| "- off".to_owned(), |due| format!("- fires at {} ms", due.0))
}

fn debt(book: &Ledger, key: &str, task: Task) -> String {
    let names = |ids: &[FindingId]| join(ids.iter().map(|id| book.findings[id].alias.clone()));
    let told = match task {
        Task::Ask(ask) => {
            let look = if ask.look == Look::Whole { "whole" } else { "scoped" };
            let targets = join(ask.targets.iter().map(ToString::to_string));
            let error = ask.error.map(|e| format!(", error: {e}")).unwrap_or_default();
            let rule_on = names(&ask.rule_on);
            format!("ask {}, {look}, rule on [{rule_on}], targets [{targets}]{error}", ask.agent)
        }
        Task::Fix(fix) => {
            let problems = join(fix.problems.iter().map(|p| p.replace('\n', " / ")));
            format!("fix by {}, list [{}], problems [{problems}]", fix.agent, names(&fix.list))
        }
        Task::Clarify { target, concerns } => format!("clarify {target}, about [{}]", names(&concerns)),
        Task::ReadChange => "read the change".to_owned(),
        Task::ReadHead => "read the head".to_owned(),
        Task::RunTests { head } => format!("run tests at {}", head.short()),
        Task::RunChecks { head } => format!("run checks at {}", head.short()),
        Task::Land { from, to } => format!("land {} on {}", to.short(), from.short()),
        Task::Publish { round, .. } => format!("publish for round {round}"),
    };
    format!("- {key}: {told}")
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

//! The agents that are described, and those on PATH that are not. Whether a program is there is looked up; none is run.

use std::path::Path;

use tribunal_host::config::{AgentRow, Settings};
use tribunal_host::survey;

use super::report::Report;

/// Looks at everyone.
pub fn look(report: &mut Report, settings: &Settings) {
    let asked = asked(settings);
    for (name, row) in &settings.values.agents {
        let role = if asked.contains(&name.as_str()) { "asked" } else { "in no role" };
        one(report, name, row, role);
    }
    for (table, commands) in [("checks", &settings.values.checks), ("tests", &settings.values.tests)] {
        for (name, words) in commands {
            command(report, &format!("{table}.{name}"), words);
        }
    }
    others(report, settings);
}

/// Names that fill a role.
fn asked(settings: &Settings) -> Vec<&str> {
    settings.values.roles.values().flatten().map(String::as_str).collect()
}

fn one(report: &mut Report, name: &str, row: &AgentRow, role: &str) {
    let kind = row.driver.word();
    let unset: Vec<&str> =
        row.environment.iter().map(String::as_str).filter(|name| std::env::var_os(name).is_none()).collect();
    let lacks = if unset.is_empty() { String::new() } else { format!("; not set: {}", unset.join(", ")) };
    let said = format!("{name} ({kind}, {role})");
    let missing = match (row.command.first(), &row.script) {
        (Some(program), _) => (!is_there(program)).then(|| format!("{program} is not on PATH")),
        (None, Some(script)) => {
            (!Path::new(script).is_file()).then(|| format!("there is no file {script} here"))
        }
        (None, None) => None,
    };
    match (missing, role == "asked") {
        (Some(what), true) => {
            report.problem("agent", format!("{said}: {what}{lacks}"), "install it, or change its description")
        }
        (Some(what), false) => report.note("agent", format!("{said}: {what}{lacks}"), ""),
        (None, _) if !unset.is_empty() => report.note("agent", format!("{said}{lacks}"), "set what it needs"),
        (None, _) => report.ok("agent", said),
    }
}

fn command(report: &mut Report, name: &str, words: &[String]) {
    let program = words.first().map(String::as_str).unwrap_or_default();
    if is_there(program) {
        return report.ok("check", format!("{name} ({program})"));
    }
    report.problem(
        "check",
        format!("{name}: {program} is not on PATH"),
        "install it, or change the settings of the base",
    );
}

/// A name with a slash is found in the checkout, which is not there yet.
fn is_there(program: &str) -> bool {
    let is_path = program.contains('/');
    (is_path && (Path::new(program).is_relative() || survey::is_program(Path::new(program))))
        || (!is_path && survey::program(program).is_some())
}

fn others(report: &mut Report, settings: &Settings) {
    let described = |name: &str| {
        let runs = |row: &AgentRow| row.command.first().is_some_and(|word| Path::new(word).ends_with(name));
        settings.values.agents.values().any(runs)
    };
    let found: Vec<&str> =
        survey::agents().into_iter().map(|(name, _)| name).filter(|name| !described(name)).collect();
    if !found.is_empty() {
        let what =
            format!("on PATH and not described: {}; this version has no driver for them", found.join(", "));
        report.note("agents", what, "`tribunal init --print` shows how the command driver could try one");
    }
}

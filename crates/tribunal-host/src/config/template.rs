//! A first `tribunal.toml`: every key there is, commented out with its default, and what was found on the way as suggestions.
//!
//! A line that begins with `#` and a space is prose; one that begins with `#` and no space is a setting. Nothing is switched
//! on. Tests take the `#` off every setting and read the whole, so a key that the reader does not know, or that this file
//! forgets, is noticed.

use std::fmt::Write;

use super::file::{AgentRow, Driver};
use super::settings::{JOBS, PROTOCOL};

/// A command that fits the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fitting<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Its words.
    pub words: &'a [&'a str],
    /// Why it is suggested.
    pub because: &'a str,
}

/// What a first file is written for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found<'a> {
    /// Coding agents on PATH, by name.
    pub agents: Vec<&'a str>,
    /// Linters that print SARIF.
    pub linters: Vec<Fitting<'a>>,
    /// Checks.
    pub checks: Vec<Fitting<'a>>,
    /// Variables that the checks need.
    pub environment: Vec<&'a str>,
}

const HEAD: &str = "\
# Settings of tribunal for this repository: https://toml.io, read strictly, so a misspelt key is an error.
# A line that begins with `#` and a letter is a setting with its default, or an example where there is none unless said:
# take the `#` away and change it.
#
# Tribunal reads this file from the commit a change is compared with, never from the branch under review. So it counts
# once it is committed there. `tribunal doctor` shows what holds and who said so; docs/reviewing.md says more.
# What a branch is compared with cannot stand here for that reason: use --base, or `base` in your own config.toml.
";

const ROLES: &str = "
# Who fills a role, first choice first. Built in, with nothing to install: `rules` reviews by patterns, `patch` applies
# the fixes that findings carry, `person` waits for you. A protocol's own role (`tribunal protocols show NAME`) can have
# a line of its own.
#[roles]
#reviewers = [\"rules\"]
#authors = [\"patch\"]
";

const AGENTS: &str = "
# Agents by name. The driver says how one is reached: rules, patch, person, scripted, command (any program that reads a
# request and prints a reply), sarif or rdjson (a linter that prints that). Where your own config.toml describes an agent
# of the same name, that one holds. A program runs only if a review is told --unsandboxed: there is no sandbox yet.
";

/// Writes the file.
pub fn template(found: &Found<'_>) -> String {
    let mut text = HEAD.to_owned();
    values(&mut text, found);
    text.push_str(ROLES);
    text.push_str(AGENTS);
    linter(&mut text);
    found.linters.iter().for_each(|linter| suggested_linter(&mut text, linter));
    scripted(&mut text);
    agents(&mut text, &found.agents);
    commands(&mut text, found);
    text
}

fn put(text: &mut String, why: &str, setting: &str) {
    writeln!(text, "\n# {why}\n#{setting}").expect("a String takes everything");
}

fn values(text: &mut String, found: &Found<'_>) {
    put(
        text,
        "How a change is reviewed; `tribunal protocols` lists them. A file of your own ends in .toml.",
        &format!("protocol = \"{PROTOCOL}\""),
    );
    put(text, "A variant of the protocol; the protocol names its default.", "mode = \"standard\"");
    put(text, "Most rounds; the protocol's own limit unless fewer are said.", "max-rounds = 3");
    put(text, "How many agents may work at once.", &format!("jobs = {JOBS}"));
    put(
        text,
        "Most that a run may cost, in dollars, as far as agents report it; no limit unless said.",
        "budget = 10",
    );
    put(
        text,
        "Rules of the built-in reviewer that are switched off (docs/rules.md); none unless said.",
        "rules-off = [\"debugging-left\"]",
    );
    let names = if found.environment.is_empty() { &["HOME"][..] } else { &found.environment };
    put(
        text,
        "Variables that checks and tests see, beside PATH, LANG, LC_ALL, TERM and TZ; none unless said.",
        &format!("check-environment = {}", list(names)),
    );
}

/// The shape of every key of an agent, with a linter as the example.
fn linter(text: &mut String) {
    let row = AgentRow::of(Driver::Sarif);
    let lines = [
        ("[agents.linter]", "an example; give it the name you use in [roles]"),
        ("driver = \"sarif\"", "how it is reached"),
        ("command = [\"semgrep\", \"--sarif\", \"--quiet\"]", "its words; no shell reads them"),
        ("environment = [\"HOME\"]", "variables it sees, beside the five; HOME is empty unless named"),
        (&format!("timeout = {}", row.timeout), "seconds one answer may take"),
        (&format!("idle = {}", row.idle), "seconds it may say nothing"),
    ];
    text.push('\n');
    for (setting, why) in lines {
        writeln!(text, "#{setting:<52} # {why}").expect("a String takes everything");
    }
}

fn suggested_linter(text: &mut String, linter: &Fitting<'_>) {
    let Fitting { name, words, because } = linter;
    let words = list(words);
    writeln!(
        text,
        "\n# Suggested because of {because}; then add \"{name}\" to reviewers.\n#[agents.{name}]\n#driver = \"sarif\"\n#command = {words}",
    )
    .expect("a String takes everything");
}

fn scripted(text: &mut String) {
    text.push_str("\n# Replies from a file, to try a protocol out (docs/scripted-agents.md).\n#[agents.rehearsal]\n#driver = \"scripted\"\n#script = \"rehearsal.script\"\n");
}

/// How a coding agent is given a request on its input and prints a reply as text.
fn headless(name: &str) -> &'static [&'static str] {
    match name {
        "claude" => &["claude", "-p"],
        "codex" => &["codex", "exec", "--skip-git-repo-check", "-s", "read-only", "-"],
        "opencode" => &["opencode", "run"],
        "copilot" => &["copilot", "-s", "--no-ask-user"],
        "goose" => &["goose", "run", "--no-session", "-q", "-i", "-"],
        "pi" => &["pi", "-p", "--no-session"],
        "gemini" => &["gemini"],
        "qwen" => &["qwen"],
        _ => &[],
    }
}

fn agents(text: &mut String, names: &[&str]) {
    let known: Vec<&str> = names.iter().copied().filter(|name| !headless(name).is_empty()).collect();
    if known.is_empty() {
        return;
    }
    let all = known.join(", ");
    write!(
        text,
        "\n# Found on PATH: {all}.\n\
         # Tribunal has no driver for coding agents yet. The lines below hand one the request and take what it prints. Whether it\n\
         # answers in the form that is asked for has not been tried; an answer in another form makes the round inconclusive,\n\
         # never approved. It would run without a sandbox, with your HOME and your rights.\n"
    )
    .expect("a String takes everything");
    for name in known {
        let words = list(headless(name));
        writeln!(
            text,
            "#[agents.{name}]\n#driver = \"command\"\n#command = {words}\n#environment = [\"HOME\"]"
        )
        .expect("a String takes everything");
    }
}

fn commands(text: &mut String, found: &Found<'_>) {
    text.push_str("\n# What must pass before a fix lands: a name, and the words of a command. Like every program they need --unsandboxed.\n#[checks]\n");
    match found.checks.is_empty() {
        true => text.push_str("#test = [\"make\", \"test\"]\n"),
        false => found.checks.iter().for_each(|check| one(text, check)),
    }
    text.push_str(
        "\n# The project's tests, for protocols with a test loop of their own (tech-lead).\n#[tests]\n",
    );
    let is_test = |check: &&Fitting<'_>| check.words.iter().any(|word| word.contains("test"));
    match found.checks.iter().find(is_test) {
        Some(test) => one(text, test),
        None => text.push_str("#unit = [\"make\", \"test\"]\n"),
    }
}

fn one(text: &mut String, command: &Fitting<'_>) {
    let setting = format!("{} = {}", command.name, list(command.words));
    writeln!(text, "#{setting:<76} # {}", command.because).expect("a String takes everything");
}

/// A list of texts in TOML. The words are our own; Debug quotes them as TOML does.
fn list(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    format!("[{}]", words.join(", "))
}

/// The settings of a template without their `#`, as somebody would take them off; prose stays.
#[cfg(test)]
pub(super) fn uncommented(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix('#') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '[') => format!("{rest}\n"),
        Some(_) | None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests;

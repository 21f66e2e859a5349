//! One configuration file: what may stand in it. An unknown key is an error with its line and a suggestion.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tribunal_core::protocol::{help, shown};
use tribunal_core::rules::RULES;

/// Largest configuration file that is read, in bytes.
const FILE_BYTES_MAX: usize = 256 * 1024;

/// Why a configuration file cannot be used: where, what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct ConfigError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// A configuration file. Every key may be left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ConfigFile {
    /// The protocol, by name or by the path of its file.
    pub protocol: Option<String>,
    /// Its mode.
    pub mode: Option<String>,
    /// The branch that changes are compared with.
    pub base: Option<String>,
    /// Most rounds.
    pub max_rounds: Option<u32>,
    /// How many agents may work at once.
    pub jobs: Option<u32>,
    /// Most that a run may cost, in dollars.
    pub budget: Option<u64>,
    /// Who fills a role, first choice first; `reviewers` and `authors` stand for all roles of that kind.
    #[serde(default)]
    pub roles: BTreeMap<String, Vec<String>>,
    /// Agents by name.
    #[serde(default)]
    pub agents: BTreeMap<String, AgentRow>,
    /// What must pass before a fix lands: a name, and the words of a command.
    #[serde(default)]
    pub checks: BTreeMap<String, Vec<String>>,
    /// The project's tests, for protocols that run them: a name, and the words of a command.
    #[serde(default)]
    pub tests: BTreeMap<String, Vec<String>>,
    /// Names of environment variables that checks and tests may see, beside the few that every program sees.
    #[serde(default)]
    pub check_environment: Vec<String>,
    /// Rules of the built-in reviewer that are switched off.
    #[serde(default)]
    pub rules_off: Vec<String>,
}

/// How an agent is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Driver {
    /// The built-in rules; needs nothing.
    Rules,
    /// The built-in author: applies the patches that findings carry.
    Patch,
    /// A file of replies.
    Scripted,
    /// A person, at the command line.
    Person,
    /// Any program: the request on its input, the reply on its output.
    Command,
    /// A linter that prints SARIF.
    Sarif,
    /// A linter that prints rdjson.
    Rdjson,
}

impl Driver {
    /// As it stands in a file.
    pub fn word(self) -> &'static str {
        match self {
            Driver::Rules => "rules",
            Driver::Patch => "patch",
            Driver::Scripted => "scripted",
            Driver::Person => "person",
            Driver::Command => "command",
            Driver::Sarif => "sarif",
            Driver::Rdjson => "rdjson",
        }
    }

    /// Whether a program from outside is run for it.
    pub fn runs_a_program(self) -> bool {
        match self {
            Driver::Command | Driver::Sarif | Driver::Rdjson => true,
            Driver::Rules | Driver::Patch | Driver::Scripted | Driver::Person => false,
        }
    }

    /// Whether the same change always gives the same review: then what is no longer reported is gone.
    pub fn is_mechanical(self) -> bool {
        match self {
            Driver::Rules | Driver::Sarif | Driver::Rdjson => true,
            Driver::Patch | Driver::Scripted | Driver::Person | Driver::Command => false,
        }
    }

    /// Whether its approval needs no list of files it read: it reads all of them by construction, or is a person.
    pub fn is_exempt(self) -> bool {
        match self {
            Driver::Rules | Driver::Person | Driver::Sarif | Driver::Rdjson => true,
            Driver::Patch | Driver::Scripted | Driver::Command => false,
        }
    }
}

/// One agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AgentRow {
    /// How it is reached.
    pub driver: Driver,
    /// The words of its command, for drivers that run a program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The file of replies, for a scripted one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Names of environment variables it may see, beside PATH, LANG, LC_ALL, TERM and TZ. HOME is an empty directory
    /// unless it is named here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<String>,
    /// Longest time one answer may take, in seconds.
    #[serde(default = "wall_default")]
    pub timeout: u32,
    /// Longest time it may say nothing, in seconds.
    #[serde(default = "wall_default")]
    pub idle: u32,
}

fn wall_default() -> u32 {
    600
}

impl AgentRow {
    /// An agent of this driver with nothing else to say.
    pub fn of(driver: Driver) -> Self {
        let (timeout, idle) = (wall_default(), wall_default());
        Self { driver, command: Vec::new(), script: None, environment: Vec::new(), timeout, idle }
    }

    /// Longest time one answer may take.
    pub fn wall(&self) -> Duration {
        Duration::from_secs(self.timeout.into())
    }

    /// Longest silence.
    pub fn silence(&self) -> Duration {
        Duration::from_secs(self.idle.into())
    }
}

/// Reads a file; `name` is what errors call it.
pub fn read(name: &str, text: &str) -> Result<ConfigFile, ConfigError> {
    let refuse = |line, what: String| ConfigError { file: name.to_owned(), line, what };
    if text.len() > FILE_BYTES_MAX {
        return Err(refuse(1, format!("the file has more than {FILE_BYTES_MAX} bytes")));
    }
    let config: ConfigFile = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        refuse(line, suggested(error.message()))
    })?;
    sound(&config).map_err(|(key, what)| refuse(line_of(text, &key), what))?;
    Ok(config)
}

/// The reader's own message, with the nearest known word where one was not known.
fn suggested(message: &str) -> String {
    let message = message.trim().replace('\n', "; ");
    let Some((unknown, known)) = message.split_once(", expected ") else { return message };
    let Some(word) = unknown.split('`').nth(1) else { return message };
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    format!("{}; {}", unknown.replace("field", "key"), help(word, &known))
}

/// What the types cannot say: the key it is about, and what is wrong.
fn sound(config: &ConfigFile) -> Result<(), (String, String)> {
    for (name, row) in &config.agents {
        let program = row.driver.runs_a_program();
        let wrong = |what: &str| Err((name.clone(), format!("agent `{}` {what}", shown(name))));
        if program && row.command.first().is_none_or(|word| word.is_empty()) {
            return wrong("runs a program but has no command; write command = [\"program\", \"word\"]");
        } else if !program && !row.command.is_empty() {
            return wrong("has a command, but its driver runs none; use driver = \"command\"");
        } else if (row.driver == Driver::Scripted) != row.script.is_some() {
            return wrong("must name a script exactly if its driver is \"scripted\"");
        } else if row.timeout == 0 || row.idle == 0 {
            return wrong("would time out at once; write a number of seconds");
        } else if row.environment.iter().any(|name| name.is_empty() || name.contains('=')) {
            return wrong("names no environment variable; write names, not values");
        }
    }
    numbers(config)?;
    let rules: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    if let Some(word) = config.rules_off.iter().find(|word| !rules.contains(&word.as_str())) {
        let what = format!("rules-off names no rule `{}`; {}", shown(word), help(word, &rules));
        return Err(("rules-off".to_owned(), what));
    }
    let empty = config
        .checks
        .iter()
        .chain(&config.tests)
        .find(|(_, words)| words.first().is_none_or(String::is_empty));
    match empty {
        Some((name, _)) => {
            Err((name.clone(), format!("`{}` has no command; write [\"program\", \"word\"]", shown(name))))
        }
        None => Ok(()),
    }
}

/// Nothing can be done in no rounds or by nobody.
fn numbers(config: &ConfigFile) -> Result<(), (String, String)> {
    for (key, value) in [("max-rounds", config.max_rounds), ("jobs", config.jobs)] {
        if value == Some(0) {
            return Err((key.to_owned(), format!("{key} must be at least 1; leave it out for the default")));
        }
    }
    Ok(())
}

fn line_of(text: &str, key: &str) -> usize {
    text.lines().position(|line| line.contains(key)).map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests;

//! The files laid over each other: what holds, and who said so.

use std::collections::BTreeMap;

use tribunal_core::domain::AgentName;
use tribunal_core::protocol::choice;

use super::file::{AgentRow, ConfigFile, Driver};

/// The protocol unless somebody names another.
pub const PROTOCOL: &str = "zero-tolerance";

/// How many agents work at once unless somebody says otherwise.
pub const JOBS: u32 = 4;

/// Agents that are always there.
pub const BUILT_IN: [(&str, Driver); 3] =
    [("rules", Driver::Rules), ("patch", Driver::Patch), ("person", Driver::Person)];

/// Who said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Nobody: it is so unless somebody says otherwise.
    Default,
    /// The user's `config.toml`.
    User,
    /// `tribunal.toml` in the base commit.
    Repository,
    /// The command line.
    Flag,
}

impl Origin {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Origin::Default => "default",
            Origin::User => "config.toml",
            Origin::Repository => "tribunal.toml in the base commit",
            Origin::Flag => "command line",
        }
    }
}

/// What holds, after all files and flags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// The values.
    pub values: ConfigFile,
    /// Who said each; a key that nobody set is not in here.
    pub origins: BTreeMap<String, Origin>,
    /// Who fills all roles of a kind because the command line says so.
    insisted: BTreeMap<&'static str, Vec<String>>,
}

impl Settings {
    /// Lays a file over what is there. Its agents only add to those known already.
    pub fn lay(&mut self, file: ConfigFile, origin: Origin) {
        let ConfigFile {
            check_environment,
            protocol,
            mode,
            base,
            max_rounds,
            jobs,
            budget,
            roles,
            agents,
            checks,
            tests,
            rules_off,
        } = file;
        // A mode belongs to its protocol: whoever names another protocol leaves the mode behind.
        if protocol.is_some() {
            self.values.mode = None;
        }
        let origins = &mut self.origins;
        take(&mut self.values.protocol, protocol, "protocol", origin, origins);
        take(&mut self.values.mode, mode, "mode", origin, origins);
        take(&mut self.values.base, base, "base", origin, origins);
        take(&mut self.values.max_rounds, max_rounds, "max-rounds", origin, origins);
        take(&mut self.values.jobs, jobs, "jobs", origin, origins);
        take(&mut self.values.budget, budget, "budget", origin, origins);
        for (role, names) in roles {
            origins.insert(format!("roles.{role}"), origin);
            self.values.roles.insert(role, names);
        }
        for (name, row) in agents {
            self.values.agents.entry(name.clone()).or_insert_with(|| {
                origins.insert(format!("agents.{name}"), origin);
                row
            });
        }
        if !check_environment.is_empty() {
            origins.insert("check-environment".to_owned(), origin);
            self.values.check_environment = check_environment;
        }
        if !rules_off.is_empty() {
            origins.insert("rules-off".to_owned(), origin);
            self.values.rules_off = rules_off;
        }
        commands(&mut self.values.checks, checks, "checks", origin, origins);
        commands(&mut self.values.tests, tests, "tests", origin, origins);
    }

    /// An agent by name; a built-in one needs no description.
    pub fn agent(&self, name: &str) -> Result<AgentRow, String> {
        if let Some(row) = self.values.agents.get(name) {
            return Ok(row.clone());
        }
        if let Some((_, driver)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
            return Ok(AgentRow::of(*driver));
        }
        let known: Vec<&str> = BUILT_IN
            .iter()
            .map(|(name, _)| *name)
            .chain(self.values.agents.keys().map(String::as_str))
            .collect();
        Err(format!("no agent is called {name:?}; {}", choice(name, &known)))
    }

    /// Has these fill every role of a kind, whatever the files say; none says nothing.
    pub fn insist(&mut self, kind: Kind, names: &[String]) {
        if !names.is_empty() {
            self.origins.insert(format!("roles.{}", kind.key()), Origin::Flag);
            self.insisted.insert(kind.key(), names.to_vec());
        }
    }

    /// Who fills a role: whom the command line names, its own list, or the list of all roles of its kind, or the built-in agent of that kind.
    pub fn filling(&self, role: &str, kind: Kind) -> Result<Vec<AgentName>, String> {
        let roles = &self.values.roles;
        let insisted = self.insisted.get(kind.key());
        let names = insisted.or_else(|| roles.get(role)).or_else(|| roles.get(kind.key()));
        let names = names.filter(|names| !names.is_empty());
        let built_in = [kind.built_in().to_owned()];
        let names = names.map_or(built_in.as_slice(), Vec::as_slice);
        let agent = |name: &String| {
            self.agent(name)?;
            AgentName::parse(name).map_err(|e| e.to_string())
        };
        names.iter().map(agent).collect()
    }
}

/// What kind of role it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Reads and judges.
    Reviewer,
    /// Answers and fixes.
    Author,
}

impl Kind {
    pub(super) fn key(self) -> &'static str {
        match self {
            Kind::Reviewer => "reviewers",
            Kind::Author => "authors",
        }
    }

    pub(super) fn built_in(self) -> &'static str {
        match self {
            Kind::Reviewer => "rules",
            Kind::Author => "patch",
        }
    }
}

type Origins = BTreeMap<String, Origin>;

fn take<T>(held: &mut Option<T>, said: Option<T>, key: &str, origin: Origin, origins: &mut Origins) {
    if said.is_some() {
        *held = said;
        origins.insert(key.to_owned(), origin);
    }
}

type Commands = BTreeMap<String, Vec<String>>;

fn commands(held: &mut Commands, said: Commands, table: &str, origin: Origin, origins: &mut Origins) {
    for (name, words) in said {
        origins.insert(format!("{table}.{name}"), origin);
        held.insert(name, words);
    }
}

#[cfg(test)]
mod tests;

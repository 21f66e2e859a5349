//! Every setting with its value and who said so, for people. A command is told by its program alone: its other words may
//! hold what nobody should see on a screen. Of environment variables only names are known here.

use std::collections::BTreeMap;

use super::file::{AgentRow, ConfigFile};
use super::settings::{JOBS, Kind, Origin, PROTOCOL, Settings};

/// One setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its key, as it stands in a file.
    pub key: String,
    /// Its value, in words.
    pub value: String,
    /// Who said so.
    pub origin: Origin,
}

impl Settings {
    /// All settings, also those that nobody set.
    pub fn listing(&self) -> Vec<Listed> {
        let ConfigFile {
            protocol,
            mode,
            base,
            max_rounds,
            jobs,
            budget,
            roles: _,
            agents,
            checks,
            tests,
            check_environment,
            rules_off,
        } = &self.values;
        let number = |number: &Option<u32>, unset: &str| number.map_or(unset.to_owned(), |n| n.to_string());
        let mut all = vec![
            self.one("protocol", protocol.as_deref().unwrap_or(PROTOCOL).to_owned(), protocol.is_some()),
            self.one("mode", mode.as_deref().unwrap_or("the protocol's default").to_owned(), mode.is_some()),
            self.one("base", base.as_deref().unwrap_or("found by looking").to_owned(), base.is_some()),
            self.one("max-rounds", number(max_rounds, "the protocol's limit"), max_rounds.is_some()),
            self.one("jobs", jobs.unwrap_or(JOBS).to_string(), jobs.is_some()),
            self.one("budget", budget.map_or("no limit".to_owned(), |n| format!("${n}")), budget.is_some()),
            self.one("rules-off", names(rules_off), !rules_off.is_empty()),
            self.one("check-environment", names(check_environment), !check_environment.is_empty()),
        ];
        all.extend(self.roles());
        all.extend(agents.iter().map(|(name, row)| self.one(&format!("agents.{name}"), agent(row), true)));
        all.extend(self.commands("checks", checks));
        all.extend(self.commands("tests", tests));
        all
    }

    /// The two kinds of roles always have somebody.
    fn roles(&self) -> Vec<Listed> {
        let mut roles: BTreeMap<String, (String, bool)> = BTreeMap::new();
        for kind in [Kind::Reviewer, Kind::Author] {
            roles.insert(kind.key().to_owned(), (kind.built_in().to_owned(), false));
        }
        for (role, agents) in self.values.roles.iter().filter(|(_, agents)| !agents.is_empty()) {
            roles.insert(role.clone(), (agents.join(", "), true));
        }
        roles.into_iter().map(|(role, (value, set))| self.one(&format!("roles.{role}"), value, set)).collect()
    }

    fn commands(&self, table: &str, commands: &BTreeMap<String, Vec<String>>) -> Vec<Listed> {
        let one = |(name, words): (&String, &Vec<String>)| {
            self.one(&format!("{table}.{name}"), program(words), true)
        };
        commands.iter().map(one).collect()
    }

    fn one(&self, key: &str, value: String, set: bool) -> Listed {
        let origin = self.origins.get(key).copied().filter(|_| set).unwrap_or(Origin::Default);
        Listed { key: key.to_owned(), value, origin }
    }
}

fn names(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn agent(row: &AgentRow) -> String {
    let AgentRow { driver, command, script, environment, timeout, idle: _ } = row;
    let mut said = driver.word().to_owned();
    if !command.is_empty() {
        said = format!("{said}: {}, {timeout} s", program(command));
    }
    if let Some(script) = script {
        said = format!("{said}: {script}");
    }
    if !environment.is_empty() {
        said = format!("{said}, sees {}", environment.join(", "));
    }
    said
}

/// The program, and how many words follow it.
fn program(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [program] => program.clone(),
        [program, _] => format!("{program} (and 1 word)"),
        [program, rest @ ..] => format!("{program} (and {} words)", rest.len()),
    }
}

#[cfg(test)]
mod tests;

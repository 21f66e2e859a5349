//! The first file is read by the reader it is written for, as it is and with every setting taken out of its comment.

use super::*;
use crate::config::{AgentRow, ConfigFile, read};
use crate::survey;

fn everything() -> Found<'static> {
    Found {
        agents: survey::AGENTS.to_vec(),
        linters: vec![Fitting { name: "ruff", words: &["ruff", "check"], because: "ruff.toml" }],
        checks: vec![Fitting { name: "cargo-test", words: &["cargo", "test"], because: "Cargo.toml" }],
        environment: vec!["CARGO_HOME", "HOME"],
    }
}

/// So that the whole of it can be read without the program, and a change to it is seen.
#[test]
fn the_page_with_all_settings_is_what_is_written() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/tribunal.toml");
    let project = tribunal_testkit::Scratch::new();
    for file in ["Cargo.toml", "ruff.toml"] {
        std::fs::write(project.join(file), "").unwrap();
    }
    let fits = survey::suggestions(project.path());
    let found = Found {
        agents: vec!["claude"],
        linters: fits.linters.iter().map(fitting).collect(),
        checks: fits.checks.iter().map(fitting).collect(),
        environment: fits.environment.clone(),
    };
    tribunal_testkit::golden(&page, &template(&found)).unwrap_or_else(|difference| panic!("{difference}"));
}

fn fitting(one: &survey::Suggested) -> Fitting<'_> {
    Fitting { name: one.name, words: &one.words, because: one.because }
}

#[test]
fn as_written_it_says_nothing() {
    for found in [Found::default(), everything()] {
        assert_eq!(read("tribunal.toml", &template(&found)), Ok(ConfigFile::default()));
    }
}

#[test]
fn with_every_setting_taken_out_of_its_comment_it_is_read_and_leaves_no_key_out() {
    for found in [Found::default(), everything()] {
        let text = uncommented(&template(&found));
        let config = read("tribunal.toml", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        // Taken apart by name: a new key does not compile until it is here, and then has to be in the file.
        let ConfigFile {
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
            check_environment,
            rules_off,
        } = config;
        assert_eq!((protocol.as_deref(), jobs), (Some(PROTOCOL), Some(JOBS)));
        assert!(mode.is_some() && max_rounds.is_some() && budget.is_some());
        assert_eq!(base, None, "it cannot stand in this file");
        assert_eq!(roles.keys().collect::<Vec<_>>(), ["authors", "reviewers"]);
        assert!(!checks.is_empty() && !tests.is_empty());
        assert!(!check_environment.is_empty() && !rules_off.is_empty());
        let AgentRow { driver, command, script: _, environment, timeout, idle } = &agents["linter"];
        let default = AgentRow::of(Driver::Sarif);
        assert_eq!((*driver, *timeout, *idle), (Driver::Sarif, default.timeout, default.idle));
        assert!(!command.is_empty() && !environment.is_empty());
        assert!(agents["rehearsal"].script.is_some());
        assert!(found.agents.iter().all(|name| agents.contains_key(*name)), "{text}");
    }
}

#[test]
fn its_mode_and_its_roles_are_ones_that_exist() {
    let text = uncommented(&template(&Found::default()));
    let mut settings = crate::config::Settings::default();
    let config = read("tribunal.toml", &text).unwrap();
    let mode = config.mode.clone();
    settings.lay(config, crate::config::Origin::Repository);
    let file = tribunal_core::protocol::builtin_file(PROTOCOL).unwrap();
    assert_eq!(file.default_mode(), mode.as_deref());
    settings.filling("reviewer", crate::config::Kind::Reviewer).unwrap();
    settings.filling("author", crate::config::Kind::Author).unwrap();
}

#[test]
fn nothing_is_promised_of_a_coding_agent() {
    let text = template(&everything());
    assert!(text.contains("has not been tried") && text.contains("without a sandbox"), "{text}");
    assert!(!template(&Found::default()).contains("has not been tried"));
}

#[test]
fn every_line_fits_a_wide_terminal() {
    let text = template(&everything());
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 130).collect();
    assert!(long.is_empty(), "{long:?}");
}

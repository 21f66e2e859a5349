//! Every key is listed with its origin, and no word of a command but the first.

use super::*;
use crate::config::read;

fn told(user: &str, repository: &str) -> Vec<String> {
    let mut settings = Settings::default();
    settings.lay(read("config.toml", user).unwrap(), Origin::User);
    settings.lay(read("tribunal.toml", repository).unwrap(), Origin::Repository);
    let line = |one: Listed| format!("{} = {} ({})", one.key, one.value, one.origin.words());
    settings.listing().into_iter().map(line).collect()
}

#[test]
fn what_nobody_set_is_listed_too() {
    let expected = [
        "protocol = zero-tolerance (default)",
        "mode = the protocol's default (default)",
        "base = found by looking (default)",
        "max-rounds = the protocol's limit (default)",
        "jobs = 4 (default)",
        "budget = no limit (default)",
        "rules-off = none (default)",
        "check-environment = none (default)",
        "roles.authors = patch (default)",
        "roles.reviewers = rules (default)",
    ];
    assert_eq!(told("", ""), expected);
}

#[test]
fn origins_are_those_of_the_value_that_holds_and_secrets_stay_where_they_are() {
    let user = "mode = \"turbo\"\njobs = 2\n[agents.lint]\ndriver = \"sarif\"\ncommand = [\"lint\", \"--key=hush\"]\nenvironment = [\"LINT_KEY\"]\n";
    let repository = "protocol = \"epic\"\njobs = 3\n[roles]\nreviewers = [\"lint\"]\n[checks]\nt = [\"make\", \"X=hush\", \"test\"]\n";
    let all = told(user, repository);
    let expected = [
        "protocol = epic (tribunal.toml in the base commit)",
        "mode = the protocol's default (default)",
        "jobs = 3 (tribunal.toml in the base commit)",
        "roles.authors = patch (default)",
        "roles.reviewers = lint (tribunal.toml in the base commit)",
        "agents.lint = sarif: lint (and 1 word), 600 s, sees LINT_KEY (config.toml)",
        "checks.t = make (and 2 words) (tribunal.toml in the base commit)",
    ];
    for line in expected {
        assert!(all.contains(&line.to_owned()), "{line} is not in {all:#?}");
    }
    assert!(!all.iter().any(|line| line.contains("hush")), "{all:#?}");
}

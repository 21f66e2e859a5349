//! What a configuration file may say, and how a wrong one is told.

use super::*;

fn refused(text: &str) -> String {
    read("tribunal.toml", text).unwrap_err().to_string()
}

#[test]
fn a_whole_file_is_read() {
    let text = r#"
protocol = "epic"
base = "develop"
max-rounds = 2
jobs = 3
budget = 5
rules-off = ["debugging-left"]

[roles]
reviewers = ["eslint", "rules"]
author = ["me"]

[agents.eslint]
driver = "sarif"
command = ["eslint", "-f", "sarif"]
timeout = 60

[agents.me]
driver = "person"

[checks]
test = ["cargo", "test"]
"#;
    let config = read("tribunal.toml", text).unwrap();
    assert_eq!(config.protocol.as_deref(), Some("epic"));
    assert_eq!(config.roles["reviewers"], ["eslint", "rules"]);
    let eslint = AgentRow {
        command: ["eslint", "-f", "sarif"].map(str::to_owned).to_vec(),
        timeout: 60,
        ..AgentRow::of(Driver::Sarif)
    };
    assert_eq!(config.agents["eslint"], eslint);
    assert_eq!(config.checks["test"], ["cargo", "test"]);
    assert_eq!(read("tribunal.toml", ""), Ok(ConfigFile::default()));
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_a_suggestion() {
    let cases = [
        ("\nprotocl = \"epic\"\n", "tribunal.toml:2: unknown key `protocl`; did you mean `protocol`?"),
        (
            "[agents.x]\ndriver = \"comand\"\ncommand = [\"x\"]\n",
            "tribunal.toml:2: unknown variant `comand`; did you mean `command`?",
        ),
        (
            "[agents.x]\ndriver = \"command\"\n",
            "tribunal.toml:1: agent `x` runs a program but has no command; write command = [\"program\", \"word\"]",
        ),
        (
            "[agents.x]\ndriver = \"rules\"\ncommand = [\"y\"]\n",
            "tribunal.toml:1: agent `x` has a command, but its driver runs none; use driver = \"command\"",
        ),
        (
            "[agents.x]\ndriver = \"scripted\"\n",
            "tribunal.toml:1: agent `x` must name a script exactly if its driver is \"scripted\"",
        ),
        (
            "[agents.x]\ndriver = \"command\"\ncommand = [\"y\"]\nenvironment = [\"A=b\"]\n",
            "tribunal.toml:1: agent `x` names no environment variable; write names, not values",
        ),
        (
            "[agents.x]\ndriver = \"person\"\ntimeout = 0\n",
            "tribunal.toml:1: agent `x` would time out at once; write a number of seconds",
        ),
        ("[checks]\nlint = []\n", "tribunal.toml:2: `lint` has no command; write [\"program\", \"word\"]"),
    ];
    for (text, error) in cases {
        assert_eq!(refused(text), error);
    }
    assert!(refused("jobs = \"x\"").contains("tribunal.toml:1: invalid type"), "{}", refused("jobs = \"x\""));
    assert!(refused("jobs = ").starts_with("tribunal.toml:1: "));
    assert!(refused(&"#".repeat(300_000)).contains("more than"));
}

#[test]
fn what_would_be_silently_another_value_is_told() {
    assert_eq!(
        refused("jobs = 2\nmax-rounds = 0\n"),
        "tribunal.toml:2: max-rounds must be at least 1; leave it out for the default"
    );
    assert_eq!(
        refused("jobs = 0\n"),
        "tribunal.toml:1: jobs must be at least 1; leave it out for the default"
    );
    assert_eq!(
        refused("rules-off = [\"debuging-left\"]\n"),
        "tribunal.toml:1: rules-off names no rule `debuging-left`; did you mean `debugging-left`?"
    );
}

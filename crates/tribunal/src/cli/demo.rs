//! `tribunal demo`: the whole loop on a throw-away repository, in seconds, with nothing else needed but git.
//!
//! Only the words of reviewers and author are scripted. The repository, the commits, the checkouts, the fix, the journal and
//! the verdict are real.

use std::path::Path;

use tribunal_core::engine::Input;
use tribunal_host::clock;
use tribunal_host::config;
use tribunal_host::git::sample;
use tribunal_host::journal::Place;
use tribunal_host::start::{self, StartError, Wish};

use super::drive::{go, open};
use super::failure::Failure;
use super::home::Home;
use super::out::say;
use super::protocols;
use super::stage::Stage;

/// What the panel and the author say.
const SCRIPT: &str = include_str!("demo/script.txt");

/// One agent that knows everybody's lines.
const SETTINGS: &str = include_str!("demo/settings.toml");

const MAIN: &[(&str, &str)] = &[
    ("src/login.rs", include_str!("demo/main/login.rs.txt")),
    ("src/session.rs", include_str!("demo/main/session.rs.txt")),
];

const CHANGE: &[(&str, &str)] = &[
    ("src/login.rs", include_str!("demo/change/login.rs.txt")),
    ("src/session.rs", include_str!("demo/change/session.rs.txt")),
];

/// Reviews the change of a repository made for it.
pub fn run(json: bool) -> Result<u8, Failure> {
    let say = |line: &str| {
        if !json {
            say(line)
        }
    };
    say("Three scripted architects review a login change; two of three must pass it.");
    say("The author fixes one finding and disputes another. Watch the verdict being computed.\n");
    let stage = Stage::new("demo")?;
    let code = play(stage.path(), json)?;
    say("\nThe repository, its commits, the fix and the proof were real; only the words were scripted.");
    say("Next: on a branch of your own repository, `tribunal review` reviews with built-in rules;");
    say("`tribunal protocols` lists the five protocols, docs/reviewing.md says how to bring reviewers.");
    Ok(code)
}

fn play(stage: &Path, json: bool) -> Result<u8, Failure> {
    let (home, at) = (Home::at(stage.join("home")), stage.join("service"));
    std::fs::create_dir_all(&at).map_err(|e| Failure::Unwritable(e.to_string()))?;
    let private = stage.join("home/git");
    sample(&at, &private, MAIN, "login", CHANGE).map_err(|e| Failure::Engine(e.told()))?;
    let mut repository = home.repository(&at)?;
    let settings = config::read("demo", SETTINGS).map_err(|e| Failure::Content(e.to_string()))?;
    let protocol = |name: &str, mode: Option<&str>| {
        protocols::load(name, mode).map_err(|e| StartError::Content(e.to_string()))
    };
    let script = |_: &str| Ok(SCRIPT.to_owned());
    let started = start::start(&mut repository, &Wish::default(), settings, clock::now(), &script, &protocol);
    let started = started.map_err(|e| Failure::Engine(e.to_string()))?;
    let branch = started.order.branch.clone().unwrap_or_default();
    let place = Place { repository: repository.common_dir().display().to_string(), branch };
    let journal = home.journal()?;
    let held = open(&journal, &started.opening, place)?;
    go(held, vec![Input::Open(Box::new(started.opening))], &home, repository, started.order, json)
}

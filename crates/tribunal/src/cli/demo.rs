//! `tribunal demo`: the whole loop in a few seconds, with nothing else needed.

use tribunal_host::agent::Script;

use super::args::Review;
use super::failure::Failure;
use super::out::say;
use super::review;

/// What the scripted panel and author say.
const SCRIPT: &str = include_str!("demo/script.txt");

/// Plays the built-in script.
pub fn run() -> Result<u8, Failure> {
    say("Three scripted architects review a login change; two of three must pass it.");
    say("The author fixes one finding and disputes another. Watch the verdict being computed.\n");
    let script = Script::read("demo", SCRIPT).map_err(|e| Failure::Content(e.to_string()))?;
    let code = review::play(&args(), script)?;
    say("\nNext: `tribunal protocols` lists the five protocols; write your own script and run");
    say("`tribunal review --script FILE --log run.log`, then `tribunal explain run.log`.");
    Ok(code)
}

fn args() -> Review {
    Review {
        range: None,
        base: None,
        script: Some("demo".into()),
        protocol: None,
        authors: Vec::new(),
        story: None,
        plan: None,
        budget: None,
        jobs: None,
        dirty: false,
        no_apply: false,
        unsandboxed: false,
        mode: Some("swarm".to_owned()),
        reviewers: Vec::new(),
        group: Some("LOGIN".to_owned()),
        files: vec!["src/login.rs".to_owned(), "src/session.rs".to_owned()],
        no_fix: false,
        dry_run: false,
        max_rounds: None,
        log: None,
        json: false,
    }
}

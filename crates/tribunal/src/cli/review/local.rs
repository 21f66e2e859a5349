//! `tribunal review [RANGE]` on a real repository, with the journal of this user.

use std::path::Path;

use tribunal_core::brief::Story;
use tribunal_core::engine::Input;
use tribunal_core::tell;
use tribunal_host::clock;
use tribunal_host::git::GitError;
use tribunal_host::journal::Place;
use tribunal_host::start::{self, Start, StartError, Wish};

use crate::cli::args::Review;
use crate::cli::drive::{go, open};
use crate::cli::failure::{Failure, read};
use crate::cli::home::{Home, user_settings};
use crate::cli::out::{complain, say};
use crate::cli::protocols;

/// Reviews the change that is meant.
pub fn run(args: &Review) -> Result<u8, Failure> {
    let home = Home::find()?;
    let mut repository = home.repository(Path::new("."))?;
    let wish = wish(args)?;
    let protocol = |name: &str, mode: Option<&str>| {
        protocols::load(name, mode).map_err(|e| StartError::Content(text(&e)))
    };
    let script = |file: &str| read(Path::new(file)).map_err(|e| StartError::Content(text(&e)));
    let started = start::start(&mut repository, &wish, user_settings()?, clock::now(), &script, &protocol);
    let started = started.map_err(failure)?;
    let place = Place {
        repository: repository.common_dir().display().to_string(),
        branch: started.order.branch.clone().unwrap_or_default(),
    };
    let journal = home.journal()?;
    let held = open(&journal, &started.opening, place)?;
    if !args.json {
        let opening = &started.opening;
        let name = if opening.branch.is_empty() {
            opening.head.short()
        } else {
            opening.branch.trim_start_matches("refs/heads/")
        };
        if opening.dry_run {
            let checks: Vec<String> = started.order.checks.keys().cloned().collect();
            tell::plan(opening, &checks).iter().for_each(|line| say(line));
        }
        say(&format!("{}: {name} against {} by {}", opening.run, started.order.base, opening.protocol.name));
    }
    let nothing = nothing(&started).filter(|_| !args.json);
    let code =
        go(held, vec![Input::Open(Box::new(started.opening))], &home, repository, started.order, args.json)?;
    nothing.iter().for_each(|why| complain(&format!("tribunal: {why}")));
    Ok(code)
}

/// Why there was nothing to review, and what to do about it.
fn nothing(started: &Start) -> Option<String> {
    let (opening, order) = (&started.opening, &started.order);
    let (head, branch, base_name) = (opening.head.clone(), order.branch.clone(), order.base.clone());
    (opening.base == opening.head).then(|| GitError::Empty { head, base_name, branch }.told())
}

fn wish(args: &Review) -> Result<Wish, Failure> {
    let text = |path: &Option<std::path::PathBuf>| path.as_deref().map(read).transpose();
    Ok(Wish {
        range: args.range.clone(),
        base: args.base.clone(),
        protocol: args.protocol.clone(),
        mode: args.mode.clone(),
        reviewers: args.reviewers.clone(),
        authors: args.authors.clone(),
        group: args.group.clone(),
        story: args.story.as_deref().map(story).transpose()?,
        plan: text(&args.plan)?,
        no_fix: args.no_fix,
        dry_run: args.dry_run,
        max_rounds: args.max_rounds,
        budget: args.budget,
        jobs: args.jobs,
        dirty: args.dirty,
        no_apply: args.no_apply,
        unsandboxed: args.unsandboxed,
    })
}

/// A story and what it is called.
fn story(path: &Path) -> Result<Story, Failure> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Story::read(&name, &read(path)?))
}

fn failure(error: StartError) -> Failure {
    match error {
        StartError::Wish(_)
        | StartError::Dirty { .. }
        | StartError::Unfinished { .. }
        | StartError::Git(_) => Failure::Usage(error.to_string()),
        StartError::Content(_) => Failure::Content(error.to_string()),
        StartError::World(_) => Failure::Engine(error.to_string()),
    }
}

/// Without the program's name, which stands before the whole complaint.
fn text(failure: &Failure) -> String {
    failure.to_string().trim_start_matches("tribunal: ").to_owned()
}

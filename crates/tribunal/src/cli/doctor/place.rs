//! Where we are: the user's settings, the repository, its branch, what a review would compare with, and the settings there.

use std::path::Path;

use tribunal_core::domain::Commit;
use tribunal_host::config::{ConfigFile, Kind, Origin, Settings};
use tribunal_host::git::{Change, GitError, Head, RepoPath, Repository};
use tribunal_host::start;

use super::report::Report;
use crate::cli::home::{self, Home};
use crate::cli::init::FILE;
use crate::cli::protocols;

/// Largest settings file that is compared, in bytes.
const FILE_BYTES_MAX: u64 = 256 * 1024;

/// What was found.
#[derive(Debug, Default)]
pub struct Place {
    /// The settings that hold; none where a file cannot be read.
    pub settings: Option<Settings>,
    /// The commit the repository's settings are read from.
    pub base: Option<Commit>,
}

/// The user's own settings; none if they cannot be read.
pub fn user(report: &mut Report) -> Option<ConfigFile> {
    let Some(path) = home::user_settings_file() else {
        report.note("config.toml", "HOME is not set, so there is none", "");
        return Some(ConfigFile::default());
    };
    match home::user_settings() {
        Ok(read) => {
            let there = if path.exists() { "read" } else { "not there, which is fine" };
            report.ok("config.toml", format!("{}: {there}", path.display()));
            Some(read)
        }
        Err(failure) => {
            report.problem("config.toml", failure.text(), "correct the file; no review starts before");
            None
        }
    }
}

/// Looks at the repository here, and lays the settings over each other.
pub fn look(report: &mut Report, own: &Home, user: Option<&ConfigFile>, base: Option<&str>) -> Place {
    let opened = own.open(Path::new("."));
    let alone = || Place { settings: user.cloned().map(by_user), base: None };
    let mut repository = match opened {
        Ok(repository) => repository,
        Err(error) => {
            report.problem("repository", error.to_string(), error.remedy());
            return alone();
        }
    };
    report.ok("repository", kind(&repository));
    branch(report, &mut repository);
    let Some(user) = user else { return Place::default() };
    let Some(change) = compared(report, &mut repository, user, base) else { return alone() };
    let settings = settings(report, &mut repository, &change, user, base);
    Place { settings, base: Some(change.base) }
}

fn by_user(user: ConfigFile) -> Settings {
    let mut settings = Settings::default();
    settings.lay(user, Origin::User);
    settings
}

/// Where it is, and what is unusual about it.
fn kind(repository: &Repository) -> String {
    let place = repository.work_tree().unwrap_or(repository.common_dir()).display();
    let unusual = [
        (repository.work_tree().is_none(), "bare"),
        (repository.git_dir() != repository.common_dir(), "a linked work tree"),
        (repository.is_shallow(), "shallow"),
        (repository.is_partial(), "a partial clone"),
        (repository.is_sparse(), "sparse"),
    ];
    let unusual: Vec<&str> = unusual.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    if unusual.is_empty() { place.to_string() } else { format!("{place} ({})", unusual.join(", ")) }
}

/// The branch we are on, and work that a review would not see.
fn branch(report: &mut Report, repository: &mut Repository) {
    let name = match repository.head() {
        Ok(Head::Branch(name)) => name.trim_start_matches("refs/heads/").to_owned(),
        Ok(Head::Detached(_)) => "none (HEAD is at a commit, so fixes go to tribunal/RUN)".to_owned(),
        Err(error) => return report.problem("branch", error.to_string(), error.remedy()),
    };
    let busy: Vec<&str> = repository.operations().into_iter().map(|operation| operation.name()).collect();
    if !busy.is_empty() {
        let what = format!("{name}; under way: {}", busy.join(", "));
        return report.note(
            "branch",
            what,
            "finish or abort it, or name what to review: `tribunal review BRANCH`",
        );
    }
    match repository.state() {
        Ok(state) if state.is_clean_but_untracked() => {
            report.ok("branch", format!("{name}, no uncommitted changes"))
        }
        Ok(state) => report.note(
            "branch",
            format!("{name}, files with uncommitted changes: {}", state.tracked().len()),
            "commit them, or review them as they are with --dirty",
        ),
        Err(error) => report.problem("branch", error.to_string(), error.remedy()),
    }
}

/// What a plain `tribunal review` would compare with, and why.
fn compared(
    report: &mut Report,
    repository: &mut Repository,
    user: &ConfigFile,
    base: Option<&str>,
) -> Option<Change> {
    let (asked, why) = match (base, &user.base) {
        (Some(name), _) => (Some(name), "--base says so"),
        (None, Some(name)) => (Some(name.as_str()), "config.toml says so"),
        (None, None) => (None, ""),
    };
    match repository.range(None, asked) {
        Ok(change) => {
            let why = if why.is_empty() { guessed(&change.base_name) } else { why };
            let (name, at, head) = (&change.base_name, change.base.short(), change.head.short());
            report.ok("base", format!("{name}, because {why}; a review would be of {at}..{head}"));
            Some(change)
        }
        Err(GitError::Empty { head, base_name, branch }) => {
            let what = format!("{base_name} has everything that is here; there is nothing to review now");
            report.note("base", what, "commit to a branch, or review uncommitted work with --dirty");
            Some(Change { branch, base: head.clone(), head, base_name })
        }
        Err(error) if passes(&error, repository) => {
            report.note("base", error.to_string(), error.remedy());
            None
        }
        Err(error) => {
            report.problem("base", error.to_string(), error.remedy());
            None
        }
    }
}

fn guessed(name: &str) -> &'static str {
    if name.ends_with("/HEAD") {
        return "it is the default branch of the remote";
    }
    "it is the first that exists of the remote's default branch, main, master and trunk"
}

/// Whether it ends by itself: no commit yet, or on the very branch that others are compared with.
fn passes(error: &GitError, repository: &Repository) -> bool {
    let on_trunk = || {
        let head = repository.head().ok();
        let branch = head.as_ref().and_then(Head::branch).unwrap_or_default();
        ["refs/heads/main", "refs/heads/master", "refs/heads/trunk"].contains(&branch)
    };
    matches!(error, GitError::Unborn { .. }) || (matches!(error, GitError::NoBase { .. }) && on_trunk())
}

/// The settings that hold for a change, and whether they can be followed.
fn settings(
    report: &mut Report,
    repository: &mut Repository,
    change: &Change,
    user: &ConfigFile,
    base: Option<&str>,
) -> Option<Settings> {
    let read = start::settings(repository, change, user.clone());
    let mut settings = match read {
        Ok(settings) => settings,
        Err(error) => {
            let remedy = format!("correct it and commit it to {}", change.base_name);
            report.problem(FILE, error.to_string(), remedy);
            return None;
        }
    };
    let flags = ConfigFile { base: base.map(str::to_owned), ..ConfigFile::default() };
    settings.lay(flags, Origin::Flag);
    repository_file(report, repository, change);
    followed(report, &settings);
    Some(settings)
}

/// Whether the base commit has the file, and whether the work tree has another.
fn repository_file(report: &mut Report, repository: &mut Repository, change: &Change) {
    let (at, name) = (change.base.short(), &change.base_name);
    let committed =
        repository.blob(&change.base, &RepoPath::new(FILE.as_bytes()), FILE_BYTES_MAX).ok().flatten();
    let here = repository.work_tree().map(|root| root.join(FILE)).filter(|path| path.is_file());
    let here = here.and_then(|path| std::fs::read(path).ok());
    match (committed, here) {
        (Some(committed), Some(here)) if committed != here => report.note(
            FILE,
            format!("read from {at} ({name}); the one in the work tree is another and does not count yet"),
            format!("it counts once {name} has it"),
        ),
        (Some(_), _) => report.ok(FILE, format!("read from {at} ({name})")),
        (None, Some(_)) => report.note(
            FILE,
            format!("{at} ({name}) has none; the one in the work tree does not count yet"),
            format!("commit it to {name}"),
        ),
        (None, None) => {
            report.note(FILE, format!("{at} ({name}) has none; defaults hold"), "`tribunal init` writes one");
        }
    }
}

/// Whether protocol, mode and roles name what exists.
fn followed(report: &mut Report, settings: &Settings) {
    let values = &settings.values;
    let name = values.protocol.as_deref().unwrap_or(tribunal_host::config::PROTOCOL);
    match protocols::load(name, values.mode.as_deref()) {
        Ok(protocol) => {
            let mode = protocol.mode.as_deref().map(|mode| format!(" in mode {mode}")).unwrap_or_default();
            report.ok("protocol", format!("{}{mode}: {}", protocol.name, protocol.summary));
        }
        Err(failure) => report.problem("protocol", failure.text(), "`tribunal protocols` lists them"),
    }
    for role in values.roles.keys() {
        // A role that has a list of its own is filled from it, of whichever kind it is.
        if let Err(what) = settings.filling(role, Kind::Reviewer) {
            report.problem(
                "roles",
                format!("roles.{role}: {what}"),
                "name an agent that is described under [agents]",
            );
        }
    }
}

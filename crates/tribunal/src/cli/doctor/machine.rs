//! The machine: git, the home with its journal and its disk, what could be a sandbox, the terminal.

use std::path::Path;

use tribunal_host::config::Settings;
use tribunal_host::git::{self, GitError};
use tribunal_host::journal::{Look, SqliteJournal};
use tribunal_host::survey;

use super::report::Report;
use crate::cli::home::Home;

/// The oldest git that has all that is asked of it.
const GIT_LEAST: (u32, u32) = (2, 40);

/// Below this much room a journal and a checkout soon find none.
const ROOM_LEAST: u64 = 100 << 20;

/// Below this much it is worth saying.
const ROOM_SCARCE: u64 = 1 << 30;

/// Which git there is.
pub fn git(report: &mut Report, private: &Path) {
    match git::installed(private) {
        Ok((program, version)) if is_old(&version) => {
            let error = GitError::TooOld { found: version };
            report.problem("git", format!("{error} ({})", program.display()), error.remedy());
        }
        Ok((program, version)) => report.ok("git", format!("{version} at {}", program.display())),
        Err(error) => report.problem("git", error.to_string(), error.remedy()),
    }
}

/// A version that cannot be read is not called old.
fn is_old(version: &str) -> bool {
    let number = version.split_whitespace().nth(2).unwrap_or_default();
    let mut parts = number.split('.').map(str::parse::<u32>);
    match (parts.next(), parts.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) < GIT_LEAST,
        (_, _) => false,
    }
}

/// The home, its journal and the room there.
pub fn home(report: &mut Report, home: &Home) {
    let place = home.root().display().to_string();
    if !survey::is_writable(home.root()) {
        let remedy = "make it writable, or set TRIBUNAL_HOME to another directory";
        report.problem("home", format!("{place} cannot be written to"), remedy);
    } else if home.root().is_dir() {
        report.ok("home", place);
    } else {
        report.note("home", format!("{place} is not there yet; the first review makes it"), "");
    }
    match SqliteJournal::look(&home.journal_file()) {
        Ok(None) => report.note("journal", "there is none yet; the first review makes it", ""),
        Ok(Some(look)) => report.ok("journal", journal(&look)),
        // The text says what to do, where there is something.
        Err(error) => report.problem("journal", error.to_string(), ""),
    }
    room(report, home.root());
}

fn journal(look: &Look) -> String {
    let format = match look.format == look.newest {
        true => format!("format {}", look.format),
        false => format!("format {}, brought to {} when it is next used", look.format, look.newest),
    };
    let (path, size) = (look.path.display(), bytes(look.bytes));
    format!(
        "{path}: runs: {}, {size}, {format}, pages are whole; `tribunal db check` proves the runs",
        look.runs
    )
}

fn room(report: &mut Report, root: &Path) {
    match survey::room(root) {
        None => {
            report.note("disk", format!("how much room is left at {} cannot be told", root.display()), "")
        }
        Some(left) if left < ROOM_LEAST => report.problem(
            "disk",
            format!("only {} are left for the journal and checkouts", bytes(left)),
            "make room, or set TRIBUNAL_HOME to a directory on another disk",
        ),
        Some(left) if left < ROOM_SCARCE => {
            report.note(
                "disk",
                format!("{} are left for the journal and checkouts", bytes(left)),
                "make room soon",
            );
        }
        Some(left) => report.ok("disk", format!("{} free for the journal and checkouts", bytes(left))),
    }
}

fn bytes(count: u64) -> String {
    match count {
        0..=9_999 => format!("{count} bytes"),
        10_000..=9_999_999 => format!("{} kB", count / 1_000),
        10_000_000..=9_999_999_999 => format!("{} MB", count / 1_000_000),
        10_000_000_000.. => format!("{} GB", count / 1_000_000_000),
    }
}

/// There is none yet; what it could be built on may be there.
pub fn sandbox(report: &mut Report, settings: Option<&Settings>) {
    let bubblewrap = match survey::program("bwrap") {
        Some(file) => format!("bubblewrap is at {}, and not used yet", file.display()),
        None => "bubblewrap is not installed".to_owned(),
    };
    let what = format!(
        "this version has none ({bubblewrap}); agents, linters and checks that are programs run without"
    );
    let needs = settings.is_some_and(needs_programs);
    let remedy =
        if needs { "a review with these settings needs --unsandboxed" } else { "these settings need none" };
    report.note("sandbox", what, remedy);
}

/// Whether a review with these settings would run a program.
fn needs_programs(settings: &Settings) -> bool {
    let values = &settings.values;
    let program = |name: &String| settings.agent(name).is_ok_and(|row| row.driver.runs_a_program());
    values.roles.values().flatten().any(program) || !values.checks.is_empty() || !values.tests.is_empty()
}

/// What is known of the terminal.
pub fn terminal(report: &mut Report) {
    let colour = "no colour is used";
    match survey::columns() {
        Some(columns) => report.ok("terminal", format!("{columns} columns; {colour}")),
        None => report.ok("terminal", format!("output goes to no terminal; {colour}")),
    }
}

#[cfg(test)]
mod tests;

//! The papers of a story (source 003): in the run's own folder after each drive, and under `docs/progress` when exported.

use std::path::{Path, PathBuf};

use tribunal_core::dialect::Sheet;
use tribunal_core::engine::{Ledger, Recorded};
use tribunal_core::export::{self, Document};
use tribunal_core::log::Entry;
use tribunal_core::tell::Chronicle;
use tribunal_host::config::Order;

use super::failure::{Failure, write};
use super::json;
use super::out::{complain, say};

/// Where the source keeps them, below the root of a repository.
const FOLDER: &str = "docs/progress";

/// A log with its history.
pub fn chronicle(entries: &[Entry]) -> Option<Chronicle> {
    let log: Vec<Recorded> = entries.iter().map(|entry| entry.recorded.clone()).collect();
    Chronicle::of(&log)
}

/// What a run's papers say of its surroundings.
pub fn about(book: &Ledger) -> Sheet {
    let order = Order::read(&book.opening.order).ok();
    let story = order.as_ref().and_then(|order| order.story.clone()).unwrap_or_default();
    Sheet {
        base: order.map(|order| order.base).unwrap_or_default(),
        branch: book.opening.branch.clone(),
        story: story.id,
        title: story.title,
        ..Sheet::default()
    }
}

/// Puts the papers into the run's folder and gives what a person is asked, if anything. They are derived: if they cannot be
/// written the run is none the worse.
pub fn keep(told: &Chronicle, folder: &Path) -> Option<String> {
    let about = about(told.run.book());
    let papers = export::findings_documents(told, &about);
    if papers.is_empty() {
        return None;
    }
    if let Err(failure) =
        std::fs::create_dir_all(folder).map_err(unwritable(folder)).and_then(|()| lay(&papers, folder))
    {
        complain(&failure.to_string());
    }
    export::escalation(told, &about)
}

/// Writes the findings documents below `docs/progress`, or into another folder.
pub fn export(told: &Chronicle, to: Option<&Path>, json: bool) -> Result<u8, Failure> {
    let papers = export::findings_documents(told, &about(told.run.book()));
    if papers.is_empty() {
        let why = "the run has no findings documents: its protocol writes another format, or no round reached a verdict";
        return Err(Failure::Usage(format!("{why}; `--format dialect` writes a round in its own")));
    }
    let folder = to.map_or_else(|| PathBuf::from(FOLDER), Path::to_owned);
    if to.is_none() {
        refuse_links(&folder)?;
    }
    std::fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
    lay(&papers, &folder)?;
    let files: Vec<String> =
        papers.iter().map(|paper| folder.join(&paper.name).display().to_string()).collect();
    if json {
        let run = &told.run.book().opening.run;
        json::tell("export", &serde_json::json!({ "run": run, "format": "findings", "files": files }));
    } else {
        files.iter().for_each(|file| say(file));
    }
    Ok(0)
}

fn lay(papers: &[Document], folder: &Path) -> Result<(), Failure> {
    papers.iter().try_for_each(|paper| write(&folder.join(&paper.name), &paper.text))
}

/// The folder is part of a tree that strangers may have written: it must not lead elsewhere.
fn refuse_links(folder: &Path) -> Result<(), Failure> {
    let leads_away = |path: &&Path| path.symlink_metadata().is_ok_and(|found| found.is_symlink());
    match folder.ancestors().find(leads_away) {
        Some(link) => Err(Failure::Unwritable(format!(
            "{} is a link; name another folder with --output",
            link.display()
        ))),
        None => Ok(()),
    }
}

fn unwritable(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    let path = path.display().to_string();
    move |e| Failure::Unwritable(format!("cannot make {path}: {e}"))
}

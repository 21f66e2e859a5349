//! One tour through everything that must leave a repository as it is, told in lines; and the proof that it did.

use std::fs;
use std::path::Path;

use tribunal_host::git::{CheckoutLimits, GitError, Head, Repository, Setting, State, Trust};
use tribunal_testkit::repo::{Fingerprint, TempDir, TestRepo};

use crate::common::{author, shown};

/// Opens the repository, looks at everything, makes commits of everything, and tells what came of it. `spec` is the
/// change that is looked at.
///
/// # Panics
/// If anything in or around the repository is changed by it.
#[track_caller]
pub fn tour(repo: &TestRepo, at: &Path, spec: Option<&str>) -> String {
    let before = Fingerprint::of(repo.around());
    let lines = look(at, spec).unwrap_or_else(|error| vec![format!("refused: {}", said(&error))]);
    assert_eq!(before.changes(&Fingerprint::of(repo.around())), Vec::<String>::new(), "changed by the tour");
    lines.join("\n")
}

fn look(at: &Path, spec: Option<&str>) -> Result<Vec<String>, GitError> {
    let private = TempDir::new();
    let setting = Setting { private: private.path().to_owned(), ignore_file: None, trust: Trust::OwnOnly };
    let mut repository = Repository::open(at, &setting)?;
    let mut lines = vec![format!("head: {}", head(&mut repository)?)];
    lines.extend(facts(&repository));
    lines.push(match repository.state() {
        Ok(state) => format!("state: {}", state_line(&state)),
        Err(error) => format!("state refused: {}", said(&error)),
    });
    lines.push(match change(&mut repository, spec, private.path()) {
        Ok(line) => line,
        Err(error) => format!("change refused: {}", said(&error)),
    });
    lines.push(match repository.snapshot_dirty(&author()) {
        Ok(snapshot) if snapshot.left_out.is_empty() => {
            format!("snapshot: {}", shown(&snapshot.paths).join(" "))
        }
        Ok(snapshot) => {
            format!(
                "snapshot: {}, without {}",
                shown(&snapshot.paths).join(" "),
                shown(&snapshot.left_out).join(" ")
            )
        }
        Err(error) => format!("snapshot refused: {}", said(&error)),
    });
    Ok(lines)
}

fn head(repository: &mut Repository) -> Result<String, GitError> {
    let unborn = if repository.head_commit()?.is_none() { ", unborn" } else { "" };
    Ok(match repository.head()? {
        Head::Branch(name) => format!("{name}{unborn}"),
        Head::Detached(_) => "detached".to_owned(),
    })
}

fn facts(repository: &Repository) -> Vec<String> {
    let under_way =
        repository.operations().into_iter().map(|operation| format!("under way: {}", operation.name()));
    let marks = [
        (repository.is_shallow(), "shallow"),
        (repository.is_partial(), "partial"),
        (repository.is_sparse(), "sparse"),
        (repository.work_tree().is_none(), "bare"),
    ];
    let marks = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark.to_owned());
    under_way.chain(marks).collect()
}

fn state_line(state: &State) -> String {
    let lists = [
        ("staged", &state.staged),
        ("unstaged", &state.unstaged),
        ("untracked", &state.untracked),
        ("conflicted", &state.conflicted),
    ];
    let parts = lists.into_iter().filter(|(_, paths)| !paths.is_empty());
    let parts: Vec<String> =
        parts.map(|(name, paths)| format!("{name} {}", shown(paths).join(" "))).collect();
    if parts.is_empty() { "clean".to_owned() } else { parts.join(", ") }
}

/// Range, diff, checkout, and the harvest of one changed file.
fn change(repository: &mut Repository, spec: Option<&str>, private: &Path) -> Result<String, GitError> {
    let change = repository.range(spec, None)?;
    let diff = repository.diff(&change.base, &change.head)?;
    let into = private.join("tree");
    fs::create_dir(&into).unwrap();
    let checkout = repository.checkout(&change.head, &into, &CheckoutLimits::default())?;
    fs::write(into.join("fixed"), "by an agent\n").unwrap();
    let harvest = repository.harvest(&checkout, &author());
    let (files, written) = (diff.files.len(), checkout.files());
    let left_out: Vec<String> =
        checkout.left_out.iter().map(|out| format!("{} {:?}", out.path, out.why)).collect();
    let left_out =
        if left_out.is_empty() { String::new() } else { format!(" without {}", left_out.join(", ")) };
    let harvest = match harvest {
        Ok(harvest) => format!("{} harvested", harvest.changed.len()),
        Err(refused) => format!("harvest refused: {refused}"),
    };
    Ok(format!("change: {files} changed, {written} checked out{left_out}, {harvest}"))
}

/// The message, without paths and ids that differ from run to run.
fn said(error: &GitError) -> String {
    let text = error.to_string();
    assert!(!error.remedy().is_empty());
    let word = |word: &str| {
        let hex = word.len() >= 10 && word.bytes().all(|b| b.is_ascii_hexdigit());
        if hex { "<id>".to_owned() } else { word.to_owned() }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

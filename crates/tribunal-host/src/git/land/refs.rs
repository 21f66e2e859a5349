//! Moves one ref by compare and swap, in two steps: locked and compared, then committed. Knows nothing of work trees.

use std::path::Path;

use tribunal_core::domain::RunId;

use super::LandRefused;
use crate::git::facts::small;
use crate::git::names::is_branch;
use crate::git::repository::Repository;
use crate::git::talk::{Talk, line};
use crate::git::{GitError, ObjectId};

/// One ref, from one commit to another; `old` is no object for a ref that is made.
pub(super) struct Move<'a> {
    pub name: &'a str,
    pub old: ObjectId,
    pub new: ObjectId,
    pub run: &'a RunId,
}

/// A ref that is locked and was found where it should be. Dropped without `commit`, it stays where it is.
pub(super) struct Transaction(Talk);

impl Transaction {
    /// Locks the ref. The git directory is that of the work tree whose HEAD follows, so that its log tells of it.
    pub fn prepare(
        repository: &mut Repository,
        git_dir: &Path,
        moves: &Move<'_>,
    ) -> Result<Self, LandRefused> {
        let Move { name, old, new, run } = moves;
        let call = repository.git.real(git_dir, "update-ref");
        let mut talk = call.arg("-m").arg(format!("tribunal: {run}")).args(&["-z", "--stdin"]).talk()?;
        let asked = format!("start\0update {name}\0{new}\0{old}\0prepare\0");
        let said = talk.ask(asked.as_bytes()).and_then(|()| Ok([line(&mut talk)?, line(&mut talk)?]));
        match said {
            Ok(answers) if answers == ["start: ok", "prepare: ok"] => Ok(Self(talk)),
            Ok(answers) => Err(GitError::garbled(format!("git's answer {answers:?}")).into()),
            Err(error) => Err(blame(repository, moves, error)?),
        }
    }

    /// Moves it.
    pub fn commit(mut self) -> Result<(), LandRefused> {
        self.0.ask(b"commit\0")?;
        match line(&mut self.0)? {
            done if done == "commit: ok" => Ok(()),
            other => Err(GitError::garbled(format!("git's answer {other:?}")).into()),
        }
    }
}

/// What git's refusal means: by looking where the ref is, not by the words alone.
fn blame(repository: &mut Repository, moves: &Move<'_>, error: GitError) -> Result<LandRefused, GitError> {
    let now = repository.resolve(moves.name)?;
    let expected = Some(moves.old).filter(|id| !id.is_nothing()).map(|id| id.commit());
    if now != expected {
        return Ok(LandRefused::Moved { branch: moves.name.to_owned(), now, expected });
    }
    let lock = repository.layout.common_dir.join(format!("{}.lock", moves.name));
    Ok(match lock.symlink_metadata() {
        Ok(_) => LandRefused::Locked { path: lock },
        Err(_) => LandRefused::Git(error),
    })
}

/// Only a real branch may be moved: moving one that stands for another would move that one.
pub(super) fn check_branch(common_dir: &Path, name: &str) -> Result<(), LandRefused> {
    let refuse = |why| Err(LandRefused::NotABranch { name: name.chars().take(100).collect(), why });
    match name.strip_prefix("refs/heads/") {
        None => return refuse("its full name is needed"),
        Some(rest) if !is_branch(rest) => return refuse("the name is not one that git takes"),
        Some(_) => {}
    }
    let text = small(&common_dir.join(name))?.unwrap_or_default();
    if text.starts_with("ref:") {
        return refuse("it stands for another branch");
    }
    Ok(())
}

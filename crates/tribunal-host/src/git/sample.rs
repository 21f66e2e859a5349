//! A small repository for a demonstration: made from nothing, with the same commits every time.

use std::fs;
use std::path::Path;

use super::GitError;
use super::call::{Call, Git};
use super::den::Den;

/// When the sample's commits were made.
const DATE: &str = "1700000000 +0000";

/// Files by path.
pub type Files<'a> = &'a [(&'a str, &'a str)];

/// Makes a repository in an empty directory: `main` with these files, and a branch with the others on top, checked out.
pub fn sample(
    at: &Path,
    private: &Path,
    main: Files<'_>,
    branch: &str,
    change: Files<'_>,
) -> Result<(), GitError> {
    let git = Git::find(Den::new(private)?)?;
    let call = |command: &str| in_sample(git.real(&at.join(".git"), command), at);
    call("init").args(&["--quiet", "--initial-branch=main", "--template="]).ok()?;
    commit(at, &call, main, "A service")?;
    call("symbolic-ref").args(&["HEAD", &format!("refs/heads/{branch}")]).ok()?;
    call("update-ref").args(&[&format!("refs/heads/{branch}"), "refs/heads/main"]).ok()?;
    commit(at, &call, change, "Log in by name")
}

fn in_sample<'g>(call: Call<'g>, at: &Path) -> Call<'g> {
    let call =
        call.env("GIT_WORK_TREE", at).env("GIT_AUTHOR_NAME", "Ada").env("GIT_AUTHOR_EMAIL", "ada@localhost");
    call.env("GIT_AUTHOR_DATE", DATE).env("GIT_COMMITTER_DATE", DATE)
}

fn commit<'g>(
    at: &Path,
    call: &dyn Fn(&str) -> Call<'g>,
    files: Files<'_>,
    message: &str,
) -> Result<(), GitError> {
    for (path, text) in files {
        let full = at.join(path);
        let directory = full.parent().unwrap_or(at).to_owned();
        let made = fs::create_dir_all(&directory);
        made.map_err(|source| GitError::Io { doing: "create", path: directory, source })?;
        fs::write(&full, text).map_err(|source| GitError::Io { doing: "write", path: full, source })?;
    }
    call("add").arg("--all").at(at).ok()?;
    call("commit").args(&["--quiet", "--no-verify", "--no-gpg-sign", "--message", message]).at(at).ok()?;
    Ok(())
}

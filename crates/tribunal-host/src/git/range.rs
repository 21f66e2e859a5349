//! Which change is meant: a branch, a commit or a range becomes a base and a head. Says what is missing and what comes
//! close to it; reads nothing of the files.

use tribunal_core::domain::Commit;

use super::history::{Meeting, meeting};
use super::names::is_branch;
use super::repository::Repository;
use super::{GitError, Head, ObjectId};

/// Branches that others start from, in the order they are tried.
const TRUNKS: &[&str] = &["main", "master", "trunk"];

/// Most names that are suggested.
const NEAR_MAX: usize = 3;

/// Most branches that are compared for a suggestion.
const BRANCHES_MAX: usize = 10_000;

/// A change: exactly two commits, and which branch the head is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The full name of the branch whose tip the head is; none for a bare commit, and then nothing can be landed.
    pub branch: Option<String>,
    /// Where the head parted from what it is compared with.
    pub base: Commit,
    /// The commit under review.
    pub head: Commit,
    /// What it is compared with, as people call it.
    pub base_name: String,
}

/// What a name means now.
struct Tip {
    branch: Option<String>,
    id: ObjectId,
}

/// Finds the change. `spec` is nothing for the current branch, a branch, a commit, `A..B` or `A...B`; both of these
/// mean what B has and A has not. `base` says what to compare with where the spec does not.
pub(super) fn range(
    repository: &mut Repository,
    spec: Option<&str>,
    base: Option<&str>,
) -> Result<Change, GitError> {
    let spec = spec.unwrap_or_default();
    let two = spec.split_once("...").or_else(|| spec.split_once(".."));
    let (tip, base_name, base) = match two {
        Some((from, to)) => {
            let tip = named(repository, to)?;
            let from = base.unwrap_or(if from.is_empty() { "HEAD" } else { from });
            (tip, from.to_owned(), named(repository, from)?.id)
        }
        None => {
            let tip = named(repository, spec)?;
            let (name, id) = against(repository, &tip, base)?;
            (tip, name, id)
        }
    };
    let shallow = repository.layout.shallow.clone();
    let (one, other) = (base, tip.id);
    let base = match meeting(&mut repository.objects, &shallow, one, other)? {
        Meeting::At(id) => id,
        Meeting::Nowhere => return Err(GitError::Unrelated { one: one.commit(), other: other.commit() }),
        Meeting::CutOff => return Err(GitError::CutOff { one: one.commit(), other: other.commit() }),
    };
    match base == tip.id {
        true => Err(GitError::Empty { head: tip.id.commit(), base_name, branch: tip.branch }),
        false => Ok(Change { branch: tip.branch, base: base.commit(), head: tip.id.commit(), base_name }),
    }
}

/// What a name means: HEAD, a branch, or whatever else git knows by it.
fn named(repository: &mut Repository, name: &str) -> Result<Tip, GitError> {
    if matches!(name, "" | "HEAD" | "@") {
        return at_head(repository);
    }
    let bare = name.strip_prefix("refs/heads/").unwrap_or(name);
    if is_branch(bare) {
        let full = format!("refs/heads/{bare}");
        if let Some(id) = repository.objects.commit_named(&full)? {
            return Ok(Tip { branch: Some(full), id });
        }
    }
    match repository.objects.commit_named(name)? {
        Some(id) => Ok(Tip { branch: None, id }),
        None => Err(GitError::NoSuchRevision { spec: name.to_owned(), near: near(repository, name) }),
    }
}

fn at_head(repository: &mut Repository) -> Result<Tip, GitError> {
    match repository.head()? {
        Head::Detached(id) => Ok(Tip { branch: None, id }),
        Head::Branch(branch) => match repository.objects.commit_named(&branch)? {
            Some(id) => Ok(Tip { branch: Some(branch), id }),
            None => Err(GitError::Unborn { branch: short(&branch).to_owned() }),
        },
    }
}

/// What to compare with: as asked, else the default branch of the remote, else the usual trunks; never the branch
/// itself.
fn against(
    repository: &mut Repository,
    tip: &Tip,
    asked: Option<&str>,
) -> Result<(String, ObjectId), GitError> {
    if let Some(name) = asked {
        return Ok((name.to_owned(), named(repository, name)?.id));
    }
    let branch = tip.branch.as_deref().unwrap_or_default();
    let setting = format!("branch.{}.remote", short(branch));
    let remote = repository.layout.config.text(&setting).filter(|name| *name != ".");
    let remote = remote.unwrap_or("origin").to_owned();
    let trunks = TRUNKS
        .iter()
        .flat_map(|name| [format!("refs/heads/{name}"), format!("refs/remotes/{remote}/{name}")]);
    let candidates = [format!("refs/remotes/{remote}/HEAD")].into_iter().chain(trunks);
    let mut tried = Vec::new();
    for name in candidates.filter(|name| name != branch) {
        if let Some(id) = repository.objects.commit_named(&name)? {
            return Ok((short(&name).to_owned(), id));
        }
        tried.push(short(&name).to_owned());
    }
    let mut there = branches(repository);
    there.retain(|name| name != short(branch));
    there.truncate(NEAR_MAX);
    Err(GitError::NoBase { tried, there })
}

fn short(name: &str) -> &str {
    name.strip_prefix("refs/heads/").or_else(|| name.strip_prefix("refs/remotes/")).unwrap_or(name)
}

/// The branches there are, the latest first. Only a help: if they cannot be listed there are none.
fn branches(repository: &Repository) -> Vec<String> {
    let list = repository.git.real(&repository.layout.git_dir, "for-each-ref");
    let list = list.args(&["--sort=-committerdate", "--format=%(refname)", "refs/heads", "refs/remotes"]);
    let list = list.ok().unwrap_or_default();
    let list = String::from_utf8_lossy(&list);
    list.lines().take(BRANCHES_MAX).map(|name| short(name).to_owned()).collect()
}

/// Branches whose names look like this one.
fn near(repository: &Repository, name: &str) -> Vec<String> {
    let list = branches(repository);
    let wanted = name.to_lowercase();
    let far = |other: &str| match other.to_lowercase() {
        other if other.ends_with(&format!("/{wanted}")) => 0,
        other => distance(&wanted, &other),
    };
    let names = list.iter().map(|other| (far(other), other.as_str()));
    let mut names: Vec<_> = names.filter(|(far, _)| *far <= 1 + wanted.len() / 4).collect();
    names.sort_unstable();
    names.into_iter().take(NEAR_MAX).map(|(_, name)| name.to_owned()).collect()
}

/// How many letters must be put in, taken out or changed.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(256).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().take(256).enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let changed = corner + usize::from(a != *b);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

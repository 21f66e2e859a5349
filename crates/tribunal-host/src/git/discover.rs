//! Finds the repository around a path and reads what kind it is, without starting git: so a repository that belongs to
//! somebody else, or is of a kind we cannot handle, is told of before any program looks at it.
//!
//! Also furnishes the private git directory with the few settings that reading a work tree needs.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::config::Config;
use super::den::{Den, missing, read_bounded};
use super::facts::{ObjectFormat, small_path};
use super::{GitError, ObjectId, facts};

/// Most bytes of a configuration file.
const CONFIG_MAX: u64 = 1024 * 1024;

/// Extensions of the repository format that change nothing for us, or that are handled.
const EXTENSIONS: &[&str] = &[
    "noop",
    "noop-v1",
    "preciousobjects",
    "partialclone",
    "worktreeconfig",
    "objectformat",
    "refstorage",
    "relativeworktrees",
];

/// Settings that say how files of the work tree compare with their blobs. Only plain words are let through.
const CARRIED: &[&str] = &[
    "core.filemode",
    "core.symlinks",
    "core.ignorecase",
    "core.precomposeunicode",
    "core.trustctime",
    "core.checkstat",
    "core.autocrlf",
    "core.eol",
    "core.sparsecheckout",
    "core.sparsecheckoutcone",
    "index.sparse",
];

/// Whose repositories are opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Only those that belong to whoever runs this.
    OwnOnly,
    /// Anybody's; the user has said so.
    AnyOwner,
}

/// Where the parts of a repository are, and of what kind it is.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// HEAD and index of this work tree.
    pub git_dir: PathBuf,
    /// Objects, refs and settings of all work trees.
    pub common_dir: PathBuf,
    /// The root of the work tree; none if bare.
    pub work_tree: Option<PathBuf>,
    pub format: ObjectFormat,
    pub partial: bool,
    pub sparse: bool,
    /// Where a shallow clone ends; empty for a whole one.
    pub shallow: Vec<ObjectId>,
    pub config: Config,
}

/// Finds the repository that a path is in.
pub(super) fn discover(path: &Path, trust: Trust, me: u32) -> Result<Layout, GitError> {
    let start = path.canonicalize().map_err(GitError::io("find", path))?;
    for directory in start.ancestors() {
        if let Some(found) = candidate(directory)? {
            return settle(found, trust, me);
        }
    }
    Err(GitError::NotARepository { path: start })
}

struct Found {
    git_dir: PathBuf,
    /// The directory in which `.git` was found; none for a directory that is a git directory itself.
    around: Option<PathBuf>,
}

fn candidate(directory: &Path) -> Result<Option<Found>, GitError> {
    let dot_git = directory.join(".git");
    if is_git_dir(&dot_git) {
        return Ok(Some(Found { git_dir: dot_git, around: Some(directory.to_owned()) }));
    }
    if dot_git.is_file() {
        let git_dir = gitfile(&dot_git)?;
        return Ok(Some(Found { git_dir, around: Some(directory.to_owned()) }));
    }
    let own = is_git_dir(directory);
    let around = directory.parent().filter(|_| directory.ends_with(".git")).map(Path::to_owned);
    Ok(own.then(|| Found { git_dir: directory.to_owned(), around }))
}

fn is_git_dir(path: &Path) -> bool {
    let has = |name: &str| path.join(name).symlink_metadata().is_ok();
    has("HEAD") && (has("commondir") || (path.join("objects").is_dir() && path.join("refs").is_dir()))
}

/// The `.git` of linked worktrees and submodules is a file that names the directory.
fn gitfile(file: &Path) -> Result<PathBuf, GitError> {
    let broken = || GitError::Unsupported {
        what: format!("{} does not lead to a git directory", file.display()),
        remedy: "`git worktree repair` or a fresh clone mends it".to_owned(),
    };
    let text = small_path(file)?.ok_or_else(broken)?;
    let named = text.as_os_str().as_encoded_bytes().strip_prefix(b"gitdir: ").ok_or_else(broken)?;
    let named: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(named);
    let git_dir = file.parent().unwrap_or(file).join(named);
    let git_dir = git_dir.canonicalize().map_err(|_| broken())?;
    if is_git_dir(&git_dir) { Ok(git_dir) } else { Err(broken()) }
}

fn settle(found: Found, trust: Trust, me: u32) -> Result<Layout, GitError> {
    let Found { git_dir, around } = found;
    let common_dir = match small_path(&git_dir.join("commondir"))? {
        Some(named) => git_dir.join(named).canonicalize().map_err(GitError::io("find", &git_dir))?,
        None => git_dir.clone(),
    };
    let ours = [Some(&git_dir), Some(&common_dir), around.as_ref()];
    for path in ours.into_iter().flatten() {
        check_owner(path, trust, me)?;
    }
    let config = config_of(&common_dir, &git_dir)?;
    let format = format_of(&config)?;
    let bare = git_dir == common_dir && config.flag("core.bare") == Some(true);
    let work_tree = around.filter(|_| !bare);
    check_work_tree(&config, &git_dir, work_tree.as_deref())?;
    let promisor = |(key, value): (&str, &str)| key.ends_with(".promisor") && value != "false";
    Ok(Layout {
        work_tree,
        format,
        partial: config.text("extensions.partialclone").is_some() || config.under("remote.").any(promisor),
        sparse: config.flag("core.sparsecheckout") == Some(true),
        shallow: facts::shallow(&common_dir)?,
        git_dir,
        common_dir,
        config,
    })
}

fn check_owner(path: &Path, trust: Trust, me: u32) -> Result<(), GitError> {
    let owner = fs::symlink_metadata(path).map_err(GitError::io("read", path))?.uid();
    match trust {
        Trust::OwnOnly if owner != me => Err(GitError::Owner { path: path.to_owned(), owner, me }),
        Trust::OwnOnly | Trust::AnyOwner => Ok(()),
    }
}

fn config_of(common_dir: &Path, git_dir: &Path) -> Result<Config, GitError> {
    let read = |path: &Path| read_bounded(path, CONFIG_MAX).map(Option::unwrap_or_default);
    let mut config = Config::parse(&read(&common_dir.join("config"))?)?;
    if config.flag("extensions.worktreeconfig") == Some(true) {
        config.then(Config::parse(&read(&git_dir.join("config.worktree"))?)?);
    }
    Ok(config)
}

fn format_of(config: &Config) -> Result<ObjectFormat, GitError> {
    let unsupported =
        |what: String| GitError::Unsupported { what, remedy: "work in a clone of the usual kind".to_owned() };
    let version = config.text("core.repositoryformatversion").unwrap_or("0");
    match version {
        "0" => return Ok(ObjectFormat::Sha1),
        "1" => {}
        other => {
            return Err(unsupported(format!(
                "the repository has format version {other}, which is not known"
            )));
        }
    }
    for (key, _) in config.under("extensions.") {
        let name = key.trim_start_matches("extensions.");
        if !EXTENSIONS.contains(&name) {
            return Err(unsupported(format!("the repository uses the extension {name}, which is not known")));
        }
    }
    if config.text("extensions.refstorage").is_some_and(|kind| kind != "files") {
        let what = "the repository keeps its refs in a reftable, which cannot be read yet".to_owned();
        let remedy = "`git refs migrate --ref-format=files` converts it".to_owned();
        return Err(GitError::Unsupported { what, remedy });
    }
    match config.text("extensions.objectformat").unwrap_or("sha1") {
        "sha1" => Ok(ObjectFormat::Sha1),
        "sha256" => Ok(ObjectFormat::Sha256),
        other => Err(unsupported(format!("the repository names objects by {other}, which is not known"))),
    }
}

/// `core.worktree` may say what discovery found anyway, as in submodules. A git directory that claims another place
/// as its work tree could make us write there.
fn check_work_tree(config: &Config, git_dir: &Path, found: Option<&Path>) -> Result<(), GitError> {
    let Some(named) = config.text("core.worktree") else { return Ok(()) };
    let named = git_dir.join(named);
    let same = match (named.canonicalize(), found) {
        (Ok(named), Some(found)) => named == found,
        (Ok(_) | Err(_), None) => true,
        (Err(_), Some(_)) => false,
    };
    let what = || {
        format!("core.worktree says that the work tree is {}, but it was found elsewhere", named.display())
    };
    match same {
        true => Ok(()),
        false => {
            Err(GitError::Unsupported { what: what(), remedy: "remove the setting core.worktree".to_owned() })
        }
    }
}

/// The root of the main work tree, wherever the repository was entered; none if that is bare or gone.
pub(super) fn work_tree_of_main(layout: &Layout) -> Result<Option<PathBuf>, GitError> {
    if layout.git_dir == layout.common_dir {
        return Ok(layout.work_tree.clone());
    }
    let config = config_of(&layout.common_dir, &layout.common_dir)?;
    if config.flag("core.bare") == Some(true) {
        return Ok(None);
    }
    if let Some(root) = layout.common_dir.parent().filter(|_| layout.common_dir.ends_with(".git")) {
        check_work_tree(&config, &layout.common_dir, Some(root))?;
        return Ok(Some(root.to_owned()));
    }
    let named =
        config.text("core.worktree").and_then(|named| layout.common_dir.join(named).canonicalize().ok());
    Ok(named.filter(|root| leads_to(&root.join(".git"), &layout.common_dir)))
}

/// Whether the `.git` of a work tree is a file that names this directory.
pub(super) fn leads_to(dot_git: &Path, git_dir: &Path) -> bool {
    let same = |found: PathBuf| git_dir.canonicalize().is_ok_and(|git_dir| git_dir == found);
    dot_git.is_file() && gitfile(dot_git).is_ok_and(same)
}

/// Puts into the private git directories what reading objects and work trees needs.
pub(super) fn furnish(den: &Den, layout: &Layout, personal: Option<&Path>) -> Result<(), GitError> {
    let mut text = String::from("[core]\n\trepositoryformatversion = 1\n");
    if layout.format == ObjectFormat::Sha256 {
        text.push_str("[extensions]\n\tobjectFormat = sha256\n");
    }
    let plain = den.plain_dir().join("config");
    fs::write(&plain, &text).map_err(GitError::io("write", &plain))?;
    for name in CARRIED {
        let Some(value) = layout.config.text(name).filter(|value| is_word(value)) else { continue };
        let (section, key) = name.split_once('.').expect("carried settings have a section");
        text.push_str(&format!("[{section}]\n\t{key} = {value}\n"));
    }
    den.set("config", text.as_bytes())?;
    let mut ignored = read_bounded(&layout.common_dir.join("info/exclude"), CONFIG_MAX)?.unwrap_or_default();
    if let Some(rules) = personal.map(|file| read_bounded(file, CONFIG_MAX)).transpose()?.flatten() {
        // Rules of the repository come last and win.
        let own = std::mem::replace(&mut ignored, rules);
        ignored.push(b'\n');
        ignored.extend(own);
    }
    den.set("info/exclude", &ignored)?;
    den.copy(&layout.common_dir.join("info/attributes"), "info/attributes")
}

/// Puts in what belongs to one work tree: HEAD as it shall be seen, its sparse patterns, the shared half of its index.
pub(super) fn furnish_work_tree(den: &Den, git_dir: &Path, head: Option<ObjectId>) -> Result<(), GitError> {
    let head = head.map_or_else(|| "ref: refs/heads/none\n".to_owned(), |id| format!("{id}\n"));
    den.set("HEAD", head.as_bytes())?;
    den.unset("info/sparse-checkout")?;
    den.copy(&git_dir.join("info/sparse-checkout"), "info/sparse-checkout")?;
    let entries = match fs::read_dir(git_dir) {
        Ok(entries) => entries,
        Err(error) if missing(&error) => return Ok(()),
        Err(error) => return Err(GitError::io("read", git_dir)(error)),
    };
    for entry in entries {
        let entry = entry.map_err(GitError::io("read", git_dir))?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("sharedindex.") {
            let to = den.git_dir().join(&name);
            fs::copy(entry.path(), &to).map_err(GitError::io("copy", &entry.path()))?;
        }
    }
    Ok(())
}

fn is_word(value: &str) -> bool {
    !value.is_empty() && value.len() <= 16 && value.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// The file with a person's own ignore rules, which hold for all their repositories: `core.excludesFile` of their
/// configuration, or its usual place. Read as a list of names only; nothing else of that configuration is used.
pub fn personal_ignore_file(home: &Path) -> Result<Option<PathBuf>, GitError> {
    let usual = home.join(".config/git");
    let mut config = Config::default();
    for file in [usual.join("config"), home.join(".gitconfig")] {
        config.then(Config::parse(&read_bounded(&file, CONFIG_MAX)?.unwrap_or_default())?);
    }
    let named = config.text("core.excludesfile").map(|named| match named.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None => PathBuf::from(named),
    });
    Ok(Some(named.unwrap_or_else(|| usual.join("ignore"))).filter(|file| file.is_file()))
}

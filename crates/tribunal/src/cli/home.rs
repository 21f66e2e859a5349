//! Where tribunal keeps its things: the journal, the directories of runs, the user's own settings.

use std::path::{Path, PathBuf};

use tribunal_host::config::{self, ConfigFile};
use tribunal_host::git::{GitError, Repository, Setting, Trust, personal_ignore_file};
use tribunal_host::journal::SqliteJournal;

use super::failure::{Failure, read};

/// A home.
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// `TRIBUNAL_HOME`, or else the place for data of programs.
    pub fn find() -> Result<Self, Failure> {
        let none = || Failure::Usage("neither TRIBUNAL_HOME nor HOME is set; set one".to_owned());
        let (root, variable) = root().ok_or_else(none)?;
        if root.is_relative() {
            let root = root.display();
            return Err(Failure::Usage(format!(
                "{variable} leads to {root}, which is no full path; set {variable} to one that begins with /"
            )));
        }
        Ok(Self { root })
    }

    /// A home somewhere else, for a demonstration.
    pub fn at(root: PathBuf) -> Self {
        Self { root }
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file of the journal.
    pub fn journal_file(&self) -> PathBuf {
        self.root.join("journal.db")
    }

    /// Opens the journal; makes one if there is none.
    pub fn journal(&self) -> Result<SqliteJournal, Failure> {
        SqliteJournal::open(&self.journal_file()).map_err(|e| Failure::Engine(e.to_string()))
    }

    /// Opens the journal if there is one. Whoever only looks has not asked for one to be made.
    pub fn some_journal(&self) -> Result<Option<SqliteJournal>, Failure> {
        self.has_journal().then(|| self.journal()).transpose()
    }

    /// Opens the journal that must be there, since a run in it is meant.
    pub fn kept_journal(&self) -> Result<SqliteJournal, Failure> {
        let none = || {
            let root = self.root.display();
            Failure::Usage(format!("there are no runs yet in {root}; `tribunal review` begins one"))
        };
        self.some_journal()?.ok_or_else(none)
    }

    /// Whether there is a journal at all.
    pub fn has_journal(&self) -> bool {
        self.journal_file().exists()
    }

    /// The directory of a run.
    pub fn desk(&self, run: &tribunal_core::domain::RunId) -> PathBuf {
        self.root.join("runs").join(run.as_str())
    }

    /// Opens the repository a path is in, or says why not in a sentence.
    pub fn repository(&self, path: &Path) -> Result<Repository, Failure> {
        self.open(path).map_err(|error| {
            if matches!(&error, GitError::Io { path, .. } if path.starts_with(&self.root)) {
                let remedy = "make it writable, or set TRIBUNAL_HOME to another directory";
                return Failure::Unwritable(format!("{error}; {remedy}"));
            }
            if error.is_breakdown() { Failure::Engine(error.told()) } else { Failure::Usage(error.told()) }
        })
    }

    /// Opens the repository a path is in.
    pub fn open(&self, path: &Path) -> Result<Repository, GitError> {
        let user = std::env::var_os("HOME").map(PathBuf::from);
        let ignore_file = user.and_then(|home| personal_ignore_file(&home).ok().flatten());
        let setting = Setting { private: self.root.join("git"), ignore_file, trust: trust() };
        Repository::open(path, &setting)
    }
}

/// A variable of the environment that says something.
fn named(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Where a home is by the environment, and by which variable.
fn root() -> Option<(PathBuf, &'static str)> {
    let own = named("TRIBUNAL_HOME").map(|root| (root, "TRIBUNAL_HOME"));
    let data = || named("XDG_DATA_HOME").map(|data| (data.join("tribunal"), "XDG_DATA_HOME"));
    let home = || named("HOME").map(|home| (home.join(".local/share/tribunal"), "HOME"));
    own.or_else(data).or_else(home)
}

fn trust() -> Trust {
    match std::env::var_os(TRUST) {
        Some(word) if word == "1" => Trust::AnyOwner,
        Some(_) | None => Trust::OwnOnly,
    }
}

/// Opens repositories of other users too, if it is 1.
const TRUST: &str = "TRIBUNAL_TRUST_ANY_OWNER";

/// What the environment settles: a name, the value, and who said so.
pub fn environment() -> Vec<(&'static str, String, String)> {
    let by =
        |set: bool, name: &str| if set { format!("environment ({name})") } else { "built-in".to_owned() };
    let (root, variable) = root().unwrap_or((PathBuf::from("none"), "HOME"));
    let trusts = if trust() == Trust::AnyOwner { "anybody's" } else { "your own" };
    vec![
        ("home", root.display().to_string(), by(variable != "HOME", variable)),
        ("repositories", trusts.to_owned(), by(std::env::var_os(TRUST).is_some(), TRUST)),
    ]
}

/// Where the user's own settings are or would be.
pub fn user_settings_file() -> Option<PathBuf> {
    let base = named("XDG_CONFIG_HOME").or_else(|| named("HOME").map(|home| home.join(".config")));
    base.map(|base| base.join("tribunal/config.toml"))
}

/// The user's own settings; none is fine.
pub fn user_settings() -> Result<ConfigFile, Failure> {
    let Some(path) = user_settings_file().filter(|path| path.exists()) else {
        return Ok(ConfigFile::default());
    };
    config::read(&path.display().to_string(), &read(&path)?).map_err(|e| Failure::Content(e.to_string()))
}

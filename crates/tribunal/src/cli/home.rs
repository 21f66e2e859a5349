//! Where tribunal keeps its things: the journal, the directories of runs, the user's own settings.

use std::path::{Path, PathBuf};

use tribunal_host::config::{self, ConfigFile};
use tribunal_host::git::{Repository, Setting, Trust, personal_ignore_file};
use tribunal_host::journal::SqliteJournal;

use super::failure::{Failure, read};

/// A home.
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// `TRIBUNAL_HOME`, or else the place for data of programs.
    pub fn find() -> Result<Self, Failure> {
        let named = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let root = named("TRIBUNAL_HOME")
            .or_else(|| named("XDG_DATA_HOME").map(|data| data.join("tribunal")))
            .or_else(|| named("HOME").map(|home| home.join(".local/share/tribunal")));
        let root =
            root.ok_or_else(|| Failure::Usage("neither TRIBUNAL_HOME nor HOME is set; set one".to_owned()))?;
        if root.is_relative() {
            return Err(Failure::Usage(format!(
                "TRIBUNAL_HOME is {}, which is no full path",
                root.display()
            )));
        }
        Ok(Self { root })
    }

    /// A home somewhere else, for a demonstration.
    pub fn at(root: PathBuf) -> Self {
        Self { root }
    }

    /// Opens the journal; makes one if there is none.
    pub fn journal(&self) -> Result<SqliteJournal, Failure> {
        SqliteJournal::open(&self.root.join("journal.db")).map_err(|e| Failure::Engine(e.to_string()))
    }

    /// Whether there is a journal at all.
    pub fn has_journal(&self) -> bool {
        self.root.join("journal.db").exists()
    }

    /// The directory of a run.
    pub fn desk(&self, run: &tribunal_core::domain::RunId) -> PathBuf {
        self.root.join("runs").join(run.as_str())
    }

    /// Opens the repository a path is in.
    pub fn repository(&self, path: &Path) -> Result<Repository, Failure> {
        let user = std::env::var_os("HOME").map(PathBuf::from);
        let ignore_file = user.and_then(|home| personal_ignore_file(&home).ok().flatten());
        let trust = match std::env::var_os("TRIBUNAL_TRUST_ANY_OWNER") {
            Some(word) if word == "1" => Trust::AnyOwner,
            Some(_) | None => Trust::OwnOnly,
        };
        let setting = Setting { private: self.root.join("git"), ignore_file, trust };
        Repository::open(path, &setting).map_err(|e| Failure::Usage(format!("{e}; {}", e.remedy())))
    }
}

/// The user's own settings; none is fine.
pub fn user_settings() -> Result<ConfigFile, Failure> {
    let named = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = named("XDG_CONFIG_HOME").or_else(|| named("HOME").map(|home| home.join(".config")));
    let Some(path) = base.map(|base| base.join("tribunal/config.toml")).filter(|path| path.exists()) else {
        return Ok(ConfigFile::default());
    };
    config::read(&path.display().to_string(), &read(&path)?).map_err(|e| Failure::Content(e.to_string()))
}

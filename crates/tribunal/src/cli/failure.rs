//! What can go wrong around a command, as a sentence: what happened, what to do.

use std::path::{Path, PathBuf};

use tribunal_host::disk::scarce;
use tribunal_host::journal::JournalError;

/// Why a command did not work.
#[derive(Debug)]
pub enum Failure {
    /// What was typed makes no sense together.
    Usage(String),
    /// A file says something wrong.
    Content(String),
    /// A file cannot be read.
    Unreadable(String),
    /// A file cannot be written.
    Unwritable(String),
    /// The engine or the journal said no.
    Engine(String),
    /// Somebody else is at it: the run goes on there.
    Busy(String),
}

impl Failure {
    /// The exit code that stands for it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 64,
            Failure::Content(_) => 65,
            Failure::Unreadable(_) => 66,
            Failure::Engine(_) => 70,
            Failure::Unwritable(_) => 74,
            Failure::Busy(_) => super::summary::STILL_GOING,
        }
    }

    /// What a journal said when it did not keep or give something.
    pub fn kept(error: &JournalError) -> Self {
        let text = error.to_string();
        match error {
            JournalError::Held(_) => Failure::Busy(text),
            JournalError::Full { .. } | JournalError::Reopen { .. } => Failure::Unwritable(text),
            JournalError::Unknown { .. } | JournalError::Ambiguous { .. } => Failure::Usage(text),
            JournalError::Begun { .. }
            | JournalError::NotItsOpening { .. }
            | JournalError::Moved { .. }
            | JournalError::NotLeased { .. }
            | JournalError::Lost { .. }
            | JournalError::Damaged { .. }
            | JournalError::Busy { .. }
            | JournalError::Store { .. } => Failure::Engine(text),
        }
    }

    /// The same, with a line more where a disk failed and the run can go on.
    pub fn and(self, line: &str) -> Self {
        if let Failure::Unwritable(text) = self {
            Failure::Unwritable(format!("{text}\n{line}"))
        } else {
            self
        }
    }

    /// The same, blamed on a disk without room where there is one among these: most of what then fails says so badly.
    pub fn for_want_of_room(self, places: &[PathBuf]) -> Self {
        let (Failure::Engine(text) | Failure::Unwritable(text)) = &self else { return self };
        let scarce = places.iter().find_map(|place| scarce(place)).filter(|words| !text.contains(words));
        match (scarce, text.contains("make room")) {
            (Some(words), _) => {
                Failure::Unwritable(format!("{text}\nThere is no room: {words}, then try again."))
            }
            (None, true) => Failure::Unwritable(text.clone()),
            (None, false) => self,
        }
    }
}

impl Failure {
    /// What happened and what to do, without the program's name.
    pub fn text(&self) -> &str {
        let (Failure::Usage(text)
        | Failure::Content(text)
        | Failure::Unreadable(text)
        | Failure::Unwritable(text)
        | Failure::Engine(text)
        | Failure::Busy(text)) = self;
        text
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "tribunal: {}", self.text())
    }
}

/// Largest file any command reads whole.
const FILE_BYTES_MAX: u64 = 1 << 30;

/// Reads a text file, or says which one and why not.
pub fn read(path: &Path) -> Result<String, Failure> {
    let refuse = |why: String| Failure::Unreadable(format!("cannot read {}: {why}", path.display()));
    let said = |e: std::io::Error| {
        let absent = e.kind() == std::io::ErrorKind::NotFound;
        refuse(if absent { "there is no such file".to_owned() } else { e.to_string() })
    };
    let found = std::fs::metadata(path).map_err(said)?;
    if found.is_dir() {
        return Err(refuse("it is a directory; name a file in it".to_owned()));
    }
    let length = found.len();
    if length > FILE_BYTES_MAX {
        return Err(refuse(format!("it has {length} bytes, more than the {FILE_BYTES_MAX} that are read")));
    }
    let bytes = std::fs::read(path).map_err(|e| refuse(e.to_string()))?;
    String::from_utf8(bytes).map_err(|e| refuse(format!("it is not UTF-8: {e}")))
}

/// Writes a file whole or not at all: beside it first, then in its place.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let refuse = |e: std::io::Error| Failure::Unwritable(format!("cannot write {}: {e}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, text).map_err(refuse)?;
    std::fs::rename(&beside, path).map_err(refuse)
}

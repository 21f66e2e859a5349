//! What goes wrong between a row and a method of the journal: either the answer is no, or SQLite failed.

use std::path::Path;

use rusqlite::ErrorCode;

use crate::journal::error::JournalError;

/// Why rows could not be read or written.
#[derive(Debug)]
pub enum Fault {
    /// The journal's own no.
    Said(JournalError),
    /// SQLite's.
    Sql(rusqlite::Error),
}

impl From<JournalError> for Fault {
    fn from(error: JournalError) -> Self {
        Self::Said(error)
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl Fault {
    /// Whether the disk itself failed.
    pub fn is_io(&self) -> bool {
        matches!(self, Fault::Sql(error) if error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure))
    }

    /// Whether the file is not as SQLite left it.
    pub fn is_damage(&self) -> bool {
        let codes = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
        matches!(self, Fault::Sql(error) if error.sqlite_error_code().is_some_and(|code| codes.contains(&code)))
    }

    /// As the journal says it.
    pub fn into_error(self, path: &Path, doing: &'static str, waited_ms: u64) -> JournalError {
        let (path, error) = match self {
            Fault::Said(error) => return error,
            Fault::Sql(error) => (path.to_owned(), error),
        };
        if is_busy(&error) {
            return JournalError::Busy { path, waited_ms };
        }
        let what = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => JournalError::Full { path, what },
            _ => JournalError::Store { path, doing, what },
        }
    }
}

/// Whether somebody else has the file.
pub fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

//! Opening a journal: only a file that is ours, whole, not newer than this program, and on this machine is let in.
//!
//! Nothing is written to a file before it is known to be ours, and nothing is repaired: a damaged file is named and left as
//! it is, for a backup or a person.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::disk::{self, Found};
use super::fault::is_busy;
use super::schema::{self, APPLICATION_ID, STEPS};
use super::sound::Sound;
use crate::ids;
use crate::journal::process::{self, Probe};

/// The first SQLite without the bug that could lose pages when a WAL was reset under two connections.
const SQLITE_LEAST: i32 = 3_051_003;

/// How long a writer waits for another process, in milliseconds. A transaction of ours takes a few.
const WAIT_MS: u64 = 5_000;

/// What a journal is opened with.
pub struct Terms {
    /// Says who is alive.
    pub probe: Probe,
    /// How long to wait for other processes.
    pub wait_ms: u64,
}

impl Default for Terms {
    fn default() -> Self {
        Self { probe: Box::new(process::look), wait_ms: WAIT_MS }
    }
}

/// Why a journal was not opened. The file is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// This program was built with an older SQLite.
    #[error(
        "SQLite {found} can damage a journal, the first that cannot is 3.51.3; build tribunal with its bundled SQLite"
    )]
    OldSqlite {
        /// The version.
        found: String,
    },
    /// The file would be on another machine.
    #[error(
        "{} is on a network filesystem ({kind}), where a journal is not safe; set TRIBUNAL_HOME to a directory on a local disk",
        path.display()
    )]
    Network {
        /// The file.
        path: PathBuf,
        /// The filesystem.
        kind: String,
    },
    /// The path names no file.
    #[error("{} is not a file; name a file for the journal", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The file has no content.
    #[error(
        "{} is empty, and a journal never is: it was cut or emptied; restore a backup, or move it away to begin a new journal",
        path.display()
    )]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file is gone, but not what belongs to it.
    #[error(
        "{} is missing, but {} is there; restore both from a backup, or move the latter away to begin a new journal",
        path.display(),
        left.display()
    )]
    Leftover {
        /// The file.
        path: PathBuf,
        /// What is left of it.
        left: PathBuf,
    },
    /// The file is something else.
    #[error("{} is not a journal of tribunal ({what}); nothing was changed, name another file or move it away", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// How it was noticed.
        what: String,
    },
    /// The file was written by a newer program.
    #[error(
        "{} was written by a newer tribunal (format {has}, this one knows {knows}); update tribunal, or set TRIBUNAL_HOME to \
         another directory",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        has: i32,
        /// The newest that is known.
        knows: i32,
    },
    /// The file is not as it was written.
    #[error("{} is damaged: {what}; restore a backup, or move it away to begin a new journal", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The file cannot be written to.
    #[error("{} can only be read; make it and its directory writable, or set TRIBUNAL_HOME to another directory", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Another process keeps it locked.
    #[error("{} was locked by another process for more than {waited_ms} ms; try again when it is done", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
        /// How long was waited.
        waited_ms: u64,
    },
    /// The disk or SQLite said no.
    #[error("{} could not be {doing}: {what}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What was being done, as a participle.
        doing: &'static str,
        /// What was said.
        what: String,
    },
}

impl OpenError {
    pub(super) fn disk(path: &Path, doing: &'static str, error: &io::Error) -> Self {
        Self::Failed { path: path.to_owned(), doing, what: error.to_string() }
    }

    pub(super) fn sql(path: &Path, wait_ms: u64, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        if is_busy(error) {
            return Self::Busy { path, waited_ms: wait_ms };
        }
        let what = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotOurs { path, what },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, what },
            Some(ErrorCode::ReadOnly) => Self::ReadOnly { path },
            _ => Self::Failed { path, doing: "opened", what },
        }
    }
}

/// A journal that was let in.
pub struct Opened {
    /// Its full path.
    pub path: PathBuf,
    /// The connection that writes.
    pub writer: Connection,
    /// The connection that reads.
    pub reader: Connection,
    /// What is known of its pages.
    pub sound: Sound,
}

/// Opens or creates a journal.
pub fn open(path: &Path, terms: &Terms) -> Result<Opened, OpenError> {
    refuse_old(rusqlite::version_number(), rusqlite::version())?;
    let path = disk::settle(path)?;
    disk::refuse_network(&path)?;
    match disk::look(&path)? {
        Found::Other => return Err(OpenError::NotAFile { path }),
        Found::Empty => return Err(OpenError::Empty { path }),
        Found::Nothing => {
            disk::refuse_leftovers(&path)?;
            disk::create(&path, &ids::nonce(), |new| fill(new, terms.wait_ms))?;
        }
        Found::File => {}
    }
    let failed = |error: rusqlite::Error| OpenError::sql(&path, terms.wait_ms, &error);
    let sound = Sound::of(&path);
    let mut writer = connect(&path, terms.wait_ms).map_err(failed)?;
    admit(&path, &mut writer, &sound, terms.wait_ms)?;
    disk::close_to_others(&path)?;
    let reader = connect(&path, terms.wait_ms).map_err(failed)?;
    reader.pragma_update(None, "query_only", true).map_err(failed)?;
    Ok(Opened { path, writer, reader, sound })
}

pub(super) fn refuse_old(number: i32, name: &str) -> Result<(), OpenError> {
    if number < SQLITE_LEAST { Err(OpenError::OldSqlite { found: name.to_owned() }) } else { Ok(()) }
}

/// Makes a new journal of an empty file. Everything is in the file itself before it gets its name, and no WAL is left that
/// would be missing then. Closing alone would not do: it says nothing if the disk is full.
fn fill(new: &Path, wait_ms: u64) -> Result<(), OpenError> {
    let failed = |error: &rusqlite::Error| OpenError::sql(new, wait_ms, error);
    let mut connection = connect(new, wait_ms).map_err(|error| failed(&error))?;
    use_wal(new, &connection, wait_ms)?;
    schema::migrate(&mut connection, STEPS).map_err(|error| failed(&error))?;
    let blocked: i64 = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0))
        .map_err(|error| failed(&error))?;
    connection.close().map_err(|(_, error)| failed(&error))?;
    match blocked {
        0 => Ok(()),
        _ => Err(OpenError::Busy { path: new.to_owned(), waited_ms: wait_ms }),
    }
}

/// A connection with our settings. The schema comes from a file, so functions it names are not trusted.
pub(super) fn connect(path: &Path, wait_ms: u64) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_millis(wait_ms))?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    Ok(connection)
}

/// Lets a file in, or says why not. In this order: whose it is, how old, whether it is whole; then it is brought up to date.
fn admit(path: &Path, connection: &mut Connection, sound: &Sound, wait_ms: u64) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| OpenError::sql(path, wait_ms, &error);
    ours(path, connection, wait_ms)?;
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(failed)? {
        return Err(OpenError::ReadOnly { path: path.to_owned() });
    }
    // Taken before the pages are looked at: whatever is written meanwhile makes another one of it.
    let mark = sound.mark();
    if !sound.knows(mark.as_ref()) {
        whole(path, connection, wait_ms)?;
        sound.note(mark);
    }
    use_wal(path, connection, wait_ms)?;
    schema::migrate(connection, STEPS).map_err(failed)?;
    match schema::difference(connection, STEPS).map_err(failed)? {
        None => Ok(()),
        Some(what) => Err(OpenError::Damaged { path: path.to_owned(), what }),
    }
}

/// The format of a file that is ours and not newer than this program.
pub(super) fn ours(path: &Path, connection: &Connection, wait_ms: u64) -> Result<i32, OpenError> {
    let failed = |error: rusqlite::Error| OpenError::sql(path, wait_ms, &error);
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(failed)?;
    if id != APPLICATION_ID {
        return Err(OpenError::NotOurs { path: path.to_owned(), what: format!("its mark is {id:#010x}") });
    }
    let (has, knows) = (schema::version(connection).map_err(failed)?, schema::newest(STEPS));
    if has > knows { Err(OpenError::Newer { path: path.to_owned(), has, knows }) } else { Ok(has) }
}

pub(super) fn whole(path: &Path, connection: &Connection, wait_ms: u64) -> Result<(), OpenError> {
    let said: String = connection
        .query_row("PRAGMA quick_check(1)", (), |row| row.get(0))
        .map_err(|error| OpenError::sql(path, wait_ms, &error))?;
    if said == "ok" { Ok(()) } else { Err(OpenError::Damaged { path: path.to_owned(), what: said }) }
}

/// The mode stays with the file; a restored backup does not have it yet.
fn use_wal(path: &Path, connection: &Connection, wait_ms: u64) -> Result<(), OpenError> {
    let mode: String = connection
        .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))
        .map_err(|error| OpenError::sql(path, wait_ms, &error))?;
    if mode == "wal" {
        return Ok(());
    }
    let what = format!("its filesystem allows only the journal mode {mode:?}");
    Err(OpenError::Failed { path: path.to_owned(), doing: "opened", what })
}

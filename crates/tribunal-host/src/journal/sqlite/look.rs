//! Looks at a journal without touching it: nothing is created, brought up to date or locked. For telling how it is; whoever
//! wants to use it opens it.
//!
//! A file that nobody has open has no WAL beside it and is read as it lies, which leaves no trace. One with a WAL is in use,
//! or was left by a process that was killed; it is read through the WAL, as everybody else reads it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::disk::{self, Found};
use super::open::{self, OpenError};
use super::schema::{self, STEPS};
use super::store::SqliteJournal;

/// How long somebody who only looks waits for a writer, in milliseconds.
const WAIT_MS: u64 = 1_000;

/// A journal as it lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The file.
    pub path: PathBuf,
    /// Its size, and that of the WAL.
    pub bytes: u64,
    /// Its format; an older one is brought up to date when the journal is opened.
    pub format: i32,
    /// The newest format this program knows.
    pub newest: i32,
    /// How many runs it holds.
    pub runs: u32,
}

impl SqliteJournal {
    /// Looks at the file; none if there is none. Its pages are checked, the proofs in it are not.
    pub fn look(path: &Path) -> Result<Option<Look>, OpenError> {
        match disk::look(path)? {
            Found::Nothing => return disk::refuse_leftovers(path).map(|()| None),
            Found::Empty => return Err(OpenError::Empty { path: path.to_owned() }),
            Found::Other => return Err(OpenError::NotAFile { path: path.to_owned() }),
            Found::File => {}
        }
        let path = path.canonicalize().map_err(|error| OpenError::disk(path, "found", &error))?;
        disk::refuse_network(&path)?;
        let quiet = wal_bytes(&path) == 0;
        match told(&path, quiet) {
            // Somebody began to write while it was read as it lay.
            Err(_) if quiet && wal_bytes(&path) > 0 => told(&path, false),
            other => other,
        }
        .map(Some)
    }
}

fn told(path: &Path, quiet: bool) -> Result<Look, OpenError> {
    let failed = |error: rusqlite::Error| OpenError::sql(path, WAIT_MS, &error);
    let connection = connect(path, quiet).map_err(failed)?;
    let format = open::ours(path, &connection, WAIT_MS)?;
    open::whole(path, &connection, WAIT_MS)?;
    let newest = schema::newest(STEPS);
    if format == newest
        && let Some(what) = schema::difference(&connection, STEPS).map_err(failed)?
    {
        return Err(OpenError::Damaged { path: path.to_owned(), what });
    }
    let runs = connection.query_row("SELECT count(*) FROM places", (), |row| row.get(0)).map_err(failed)?;
    let length = std::fs::metadata(path).map_err(|error| OpenError::disk(path, "looked at", &error))?.len();
    Ok(Look { path: path.to_owned(), bytes: length + wal_bytes(path), format, newest, runs })
}

/// `immutable` has SQLite take no lock and make no file beside it.
fn connect(path: &Path, quiet: bool) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(address(path, quiet), flags)?;
    connection.busy_timeout(Duration::from_millis(WAIT_MS))?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection)
}

/// The path as an address, in which three characters mean something.
fn address(path: &Path, quiet: bool) -> String {
    let path = path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?mode=ro{}", if quiet { "&immutable=1" } else { "" })
}

fn wal_bytes(path: &Path) -> u64 {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    std::fs::metadata(name).map_or(0, |found| found.len())
}

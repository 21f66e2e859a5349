//! The tables, and how an older file becomes a newer one. Forward only; a file from a newer program is refused.
//!
//! The rules that hold whoever writes (events are never changed, an epoch never goes back) stand here as triggers, so that a
//! mistake elsewhere in the program, or a person with a SQL shell, has to break them on purpose.

use rusqlite::{Connection, TransactionBehavior};

/// Says that a file is ours: "trib".
pub const APPLICATION_ID: i32 = 0x7472_6962;

/// What makes each version from the one before. A version that was released is never edited; a change is a new entry.
pub const STEPS: &[&str] = &[VERSION_1, VERSION_2];

/// `places` knows every run; `events` are the lines of the log, exactly as a log file has them; `closings` is the closing line
/// of each run; `leases` is who writes.
///
/// An event must be the next one. Without that rule `INSERT OR REPLACE` would change a row past the other triggers.
const VERSION_1: &str = "
CREATE TABLE places (
  number INTEGER PRIMARY KEY,
  run TEXT NOT NULL UNIQUE,
  begun INTEGER NOT NULL,
  repository TEXT NOT NULL,
  branch TEXT NOT NULL
) STRICT;
CREATE TRIGGER places_stay BEFORE UPDATE ON places BEGIN SELECT RAISE(ABORT, 'places are never changed'); END;
CREATE TRIGGER places_remain BEFORE DELETE ON places BEGIN SELECT RAISE(ABORT, 'places are never removed'); END;

CREATE TABLE events (
  run TEXT NOT NULL REFERENCES places (run),
  seq INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) STRICT;
CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM events WHERE run = NEW.run)
BEGIN SELECT RAISE(ABORT, 'an event must follow the last one'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;

CREATE TABLE closings (
  run TEXT PRIMARY KEY REFERENCES places (run),
  events INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER closings_grow BEFORE UPDATE ON closings WHEN NEW.run <> OLD.run OR NEW.events < OLD.events
BEGIN SELECT RAISE(ABORT, 'a run never becomes shorter'); END;
CREATE TRIGGER closings_remain BEFORE DELETE ON closings BEGIN SELECT RAISE(ABORT, 'a run is never removed'); END;

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  epoch INTEGER NOT NULL,
  pid INTEGER,
  started INTEGER,
  boot TEXT,
  spaces TEXT,
  what TEXT,
  since INTEGER
) STRICT, WITHOUT ROWID;
CREATE TRIGGER leases_follow BEFORE INSERT ON leases
WHEN NEW.epoch <> 1 + (SELECT coalesce(max(epoch), 0) FROM leases WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'an epoch must follow the last one'); END;
CREATE TRIGGER leases_grow BEFORE UPDATE ON leases WHEN NEW.name <> OLD.name OR NEW.epoch < OLD.epoch
BEGIN SELECT RAISE(ABORT, 'an epoch never goes back'); END;
CREATE TRIGGER leases_remain BEFORE DELETE ON leases BEGIN SELECT RAISE(ABORT, 'a lease is never forgotten'); END;
";

/// `heads` says in which runs a verdict on a commit may be found, so that nobody has to read them all. It proves nothing: a run
/// that is found is read and verified like any other, and one that is missing here approves nothing.
const VERSION_2: &str = "
CREATE TABLE heads (
  head TEXT NOT NULL,
  run TEXT NOT NULL REFERENCES places (run),
  PRIMARY KEY (head, run)
) STRICT, WITHOUT ROWID;
INSERT INTO heads SELECT DISTINCT json_extract(line, '$.event.verdict-reached.verdict.head') AS judged, run
FROM events WHERE json_valid(line) AND judged IS NOT NULL AND typeof(judged) = 'text';
";

/// The version these steps lead to.
pub fn newest(steps: &[&str]) -> i32 {
    i32::try_from(steps.len()).unwrap_or(i32::MAX)
}

/// The version of a file.
pub fn version(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Takes the steps a file has not taken yet: all in one transaction, or none. Another process may take them meanwhile, so
/// the version is read inside.
pub fn migrate(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    if version(connection)? >= newest(steps) {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let taken = usize::try_from(version(&transaction)?).unwrap_or(0);
    for step in steps.iter().skip(taken) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", newest(steps).max(version(&transaction)?))?;
    transaction.commit()
}

/// What is wrong with the tables and triggers of a file, compared with what the steps make.
pub fn difference(connection: &Connection, steps: &[&str]) -> rusqlite::Result<Option<String>> {
    let mut model = Connection::open_in_memory()?;
    migrate(&mut model, steps)?;
    let (model, found) = (objects(&model)?, objects(connection)?);
    let altered = model.iter().find(|object| !found.contains(object)).map(|o| ("is missing or changed", o));
    let foreign = || found.iter().find(|object| !model.contains(object)).map(|o| ("is not one of ours", o));
    Ok(altered.or_else(foreign).map(|(what, (kind, name, _))| format!("the {kind} `{name}` {what}")))
}

type Object = (String, String, Option<String>);

/// All but the statistics SQLite may keep for itself.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let sql = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

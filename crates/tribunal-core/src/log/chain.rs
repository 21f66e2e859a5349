//! The chain: how an event becomes a line and a line an event again.
//!
//! A line is `{"at":..,"event":{..},"hash":"..","prev":"..","seq":..,"v":1}`. The hash is SHA-256 over the same
//! bytes without the `hash` member, and `prev` is the hash of the line before. A file ends with one closing line that
//! names the number of events and the last hash, so a log cut between two events is noticed too.
//!
//! There is one text for one list of events: a line is refused unless the event in it would be written as exactly that
//! line, break included. So a field that is added to an event must be left out when it has its default, or the
//! version must rise.

use serde::{Deserialize, Serialize};

use sha2::Digest;

use super::canonical::{canonical, canonical_after, hex};
use crate::domain::Timestamp;
use crate::engine::{Event, Recorded};

/// The version of the line format and of the events in it. A reader refuses a newer one.
pub const VERSION: u32 = 1;

/// What the first event carries as the hash of the one before.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Why a log is refused: where, which event, what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {what}", event.as_ref().map(|e| format!(", event {e}")).unwrap_or_default())]
pub struct LogError {
    /// The line in the file, from 1.
    pub line: usize,
    /// The event, as `#SEQ KIND`, as far as it could be read.
    pub event: Option<String>,
    /// What is wrong and what it means.
    pub what: String,
}

/// One event of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the run, from 1.
    pub seq: u64,
    /// Its hash.
    pub hash: String,
    /// What happened and when.
    pub recorded: Recorded,
}

/// Makes lines, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The number of the last event.
    pub seq: u64,
    /// The hash of the last event.
    pub hash: String,
}

impl Default for Chain {
    fn default() -> Self {
        Self { seq: 0, hash: GENESIS.to_owned() }
    }
}

impl Chain {
    /// The line for the next event.
    pub fn push(&mut self, recorded: &Recorded) -> String {
        self.line(recorded, 0)
    }

    /// The same, with room for so many bytes from the start. In one buffer: a line can be as long as a reply.
    fn line(&mut self, recorded: &Recorded, room: usize) -> String {
        self.seq += 1;
        let mut head = Vec::with_capacity(room);
        head.extend_from_slice(format!("{{\"at\":{},\"event\":", recorded.at.0).as_bytes());
        let mut line = canonical_after(head, &recorded.event);
        let tail = format!(",\"prev\":\"{}\",\"seq\":{},\"v\":{VERSION}}}", self.hash, self.seq);
        let hash = sha2::Sha256::new().chain_update(&line).chain_update(&tail).finalize();
        self.hash = hex(&hash);
        for part in [",\"hash\":\"", &self.hash, "\"", &tail] {
            line.extend_from_slice(part.as_bytes());
        }
        String::from_utf8(line).expect("JSON of texts is text")
    }

    /// Reads the line of the next event, and goes on behind it; refuses any other line and stays where it is.
    pub fn read(&mut self, line: &str) -> Result<Entry, LogError> {
        let seq = self.seq + 1;
        let entry = entry(line, usize::try_from(seq).unwrap_or(usize::MAX), seq, &self.hash)?;
        *self = Self { seq, hash: entry.hash.clone() };
        Ok(entry)
    }

    /// The chain behind a line that is right in itself, to go on where a log was left. What stands before the line
    /// is not proved by this.
    pub fn resume(line: &str) -> Result<Self, LogError> {
        let Line { prev, seq, .. } = parse(line, 1)?;
        let before = seq.checked_sub(1).ok_or_else(|| LogError {
            line: 1,
            event: Some("#0".to_owned()),
            what: "events are numbered from 1; the log was changed".to_owned(),
        })?;
        let mut chain = Self { seq: before, hash: prev };
        chain.read(line)?;
        Ok(chain)
    }

    /// The line that closes a file.
    pub fn close(&self) -> String {
        canonical(&Close { events: self.seq, hash: self.hash.clone() })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Close {
    events: u64,
    hash: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    at: u64,
    event: Event,
    hash: String,
    prev: String,
    seq: u64,
    v: u32,
}

/// Only what is needed to say which line cannot be read.
#[derive(Deserialize)]
struct Outline {
    v: Option<u32>,
    seq: Option<u64>,
}

/// Writes a whole log.
pub fn write(events: &[Recorded]) -> String {
    let mut chain = Chain::default();
    let mut text = String::new();
    for recorded in events {
        text.push_str(&chain.push(recorded));
        text.push('\n');
    }
    text.push_str(&chain.close());
    text.push('\n');
    text
}

/// Reads a whole log, refusing one that was changed, reordered or cut.
pub fn read(text: &str) -> Result<Vec<Entry>, LogError> {
    let cut = |line, what: &str| LogError { line, event: None, what: what.to_owned() };
    if text.is_empty() {
        return Err(cut(1, "the log is empty"));
    }
    if !text.ends_with('\n') {
        return Err(cut(text.lines().count(), "the log is cut: its last line has no end"));
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut prev = GENESIS.to_owned();
    // Not `lines`, which would take a carriage return for part of the break.
    let body = text.strip_suffix('\n').unwrap_or(text);
    let mut lines = body.split('\n').enumerate().peekable();
    while let Some((n, line)) = lines.next() {
        if lines.peek().is_none() {
            return closed(line, n + 1, &entries, &prev).map(|()| entries);
        }
        let entry = entry(line, n + 1, entries.len() as u64 + 1, &prev)?;
        prev.clone_from(&entry.hash);
        entries.push(entry);
    }
    Err(cut(1, "the log is empty"))
}

fn closed(line: &str, n: usize, entries: &[Entry], last: &str) -> Result<(), LogError> {
    let refuse = |what: &str| Err(LogError { line: n, event: None, what: what.to_owned() });
    let Ok(close) = serde_json::from_str::<Close>(line) else {
        return refuse("the log is cut: its closing line is missing");
    };
    if close.events != entries.len() as u64 || close.hash != last {
        return refuse("the log is cut or was changed: the closing line names other events");
    }
    if canonical(&close) != line {
        return refuse(NOT_AS_WRITTEN);
    }
    Ok(())
}

fn entry(text: &str, n: usize, seq: u64, prev: &str) -> Result<Entry, LogError> {
    let line = parse(text, n)?;
    let Line { at, event, hash, prev: before, seq: number, .. } = line;
    let recorded = Recorded { at: Timestamp(at), event };
    let refuse = |what: String| {
        Err(LogError { line: n, event: Some(format!("#{number} {}", kind(&recorded.event))), what })
    };
    if number != seq {
        return refuse(format!("expected event #{seq}; events are missing or out of order"));
    }
    if before != prev {
        return refuse("it does not follow the event before; the log was changed".to_owned());
    }
    let mut chain = Chain { seq: seq - 1, hash: before };
    if chain.line(&recorded, text.len()) == text {
        return Ok(Entry { seq, hash, recorded });
    }
    if sealed(text, &hash).as_deref() != Some(hash.as_str()) {
        return refuse("its hash does not match its content; the log was changed".to_owned());
    }
    refuse(NOT_AS_WRITTEN.to_owned())
}

/// Why a line that says the right things in other words is refused.
const NOT_AS_WRITTEN: &str = "it is not written as tribunal writes it; the log was changed";

fn parse(text: &str, n: usize) -> Result<Line, LogError> {
    let error = match serde_json::from_str::<Line>(text) {
        Ok(line) if line.v == VERSION => return Ok(line),
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    let outline = serde_json::from_str::<Outline>(text).ok();
    let event = outline.as_ref().and_then(|o| o.seq).map(|seq| format!("#{seq}"));
    let what = match outline.and_then(|o| o.v) {
        Some(v) if v > VERSION => {
            format!("written by a newer version (format {v}); update tribunal to read it")
        }
        Some(_) | None => format!("not an event this version knows: {error}"),
    };
    Err(LogError { line: n, event, what })
}

/// The hash of a line without its `hash` member, to say what is wrong with one that is refused. The tail of a line has
/// a fixed shape, so the last place where the member can stand is the place.
fn sealed(text: &str, hash: &str) -> Option<String> {
    let member = format!(",\"hash\":\"{hash}\"");
    let at = text.rfind(&member)?;
    let mut hash = sha2::Sha256::new();
    hash.update(&text[..at]);
    hash.update(&text[at + member.len()..]);
    Some(hex(&hash.finalize()))
}

/// The kind of an event, as it stands in the log.
pub(super) fn kind(event: &Event) -> String {
    match serde_json::to_value(event) {
        Ok(serde_json::Value::Object(map)) => map.keys().next().cloned().unwrap_or_default(),
        Ok(serde_json::Value::String(word)) => word,
        Ok(_) | Err(_) => String::new(),
    }
}

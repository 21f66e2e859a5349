//! Files people and programs hand over: protocols, mode files, logs, scripts.

use std::sync::LazyLock;

use tribunal_core::domain::Timestamp;
use tribunal_core::engine::{Event, Recorded};
use tribunal_core::log;
use tribunal_core::protocol::{self, Protocol, ProtocolFile};
use tribunal_host::agent::Script;

/// A protocol file that reads can be run in each of its modes, and reads back equal when it is written.
pub(super) fn protocol_file(input: &[u8]) {
    let Some(text) = super::text(input, &[]) else { return };
    let file = match protocol::read("fuzz.toml", &text) {
        Ok(file) => file,
        Err(problems) => {
            assert!(!problems.to_string().is_empty(), "refused without a reason: {text:?}");
            return;
        }
    };
    for mode in file.modes() {
        assert!(file.resolve(Some(mode)).is_ok(), "mode {mode} is named and not there: {text:?}");
    }
    file.protocols().iter().for_each(reads_back);
    let written = protocol::file_to_toml(&file);
    let again = protocol::read("fuzz.toml", &written).map_err(|e| e.to_string());
    assert_eq!(again.as_ref(), Ok(&file), "{text:?} was written as {written}");
}

/// A mode file of source 000 that is taken over gives a protocol that reads back equal.
pub(super) fn mode_file(input: &[u8]) {
    static ONTO: LazyLock<ProtocolFile> =
        LazyLock::new(|| protocol::builtin_file("zero-tolerance").expect("a built-in file reads"));
    let Some(text) = super::text(input, &[]) else { return };
    for mode in ["eco", "thorough", "swarm", "mine"] {
        if let Ok((taken, warnings)) = protocol::import_mode(&text, mode, &ONTO) {
            assert!(warnings.iter().all(|w| !w.what.is_empty()), "a warning without words: {text:?}");
            reads_back(&taken);
        }
    }
}

fn reads_back(protocol: &Protocol) {
    let written = protocol::to_toml(protocol);
    let again = protocol::read("fuzz.toml", &written).and_then(|file| file.resolve(None));
    let again = again.map_err(|e| e.to_string());
    assert_eq!(again.as_ref(), Ok(protocol), "written as {written}");
    assert_eq!(again.map(|p| protocol::hash(&p)), Ok(protocol::hash(protocol)), "written as {written}");
}

/// A log that reads is, byte for byte, the log that its events write; and whatever the events, folding them proves
/// or refuses and never falls over. Lines that are only events are chained here, so that stories can be invented.
pub(super) fn log(input: &[u8]) {
    let Some(text) = super::text(input, &[]) else { return };
    if let Ok(entries) = log::read(&text) {
        let replayed = log::replay(&entries);
        let events: Vec<Recorded> = entries.into_iter().map(|e| e.recorded).collect();
        assert_eq!(log::write(&events), text, "another text reads as the same log ({:?})", replayed.err());
    }
    let events: Vec<Recorded> = text.lines().zip(1..).filter_map(event).collect();
    if events.is_empty() {
        return;
    }
    let written = log::write(&events);
    let entries = log::read(&written).expect("what was just written reads");
    if let Ok(run) = log::replay(&entries) {
        assert_eq!(log::replay(&entries), Ok(run), "the same log, two runs: {text:?}");
    }
    let read: Vec<Recorded> = entries.into_iter().map(|e| e.recorded).collect();
    assert_eq!(read, events, "written and read differently: {text:?}");
}

/// A whole line of a log, or an event alone.
fn event((line, at): (&str, u64)) -> Option<Recorded> {
    #[derive(serde::Deserialize)]
    struct Line {
        at: u64,
        event: Event,
    }
    if let Ok(line) = serde_json::from_str::<Line>(line) {
        return Some(Recorded { at: Timestamp(line.at), event: line.event });
    }
    serde_json::from_str(line).ok().map(|event| Recorded { at: Timestamp(at), event })
}

/// A script gives exactly one turn per heading, in order, and none from nowhere.
pub(super) fn script(input: &[u8]) {
    let Some(text) = super::text(input, &[]) else { return };
    let Ok(mut script) = Script::read("fuzz.txt", &text) else { return };
    let headings = text.lines().filter(|line| line.starts_with("== ")).count();
    let speakers: Vec<String> = script.left().into_iter().map(str::to_owned).collect();
    let turns: usize = speakers.iter().map(|s| std::iter::from_fn(|| script.next(s)).count()).sum();
    assert_eq!(turns, headings, "turns and headings differ: {text:?}");
    assert!(script.left().is_empty(), "turns nobody can take: {text:?}");
}

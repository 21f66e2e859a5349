//! The chain against changes, cuts and forgeries. Whole runs are replayed in `tests/replay.rs`.

use super::*;
use crate::domain::Timestamp;
use crate::engine::{Event, Recorded};

fn log() -> Vec<Recorded> {
    let at = |n| Timestamp(n);
    vec![
        Recorded { at: at(1), event: Event::ReviewAskRecorded { who: "ann".to_owned() } },
        Recorded { at: at(2), event: Event::SilenceRecorded },
        Recorded { at: at(3), event: Event::ReviewAskRecorded { who: "\"hash\":\"00\",é\n".to_owned() } },
    ]
}

#[test]
fn what_is_written_reads_back_equal_and_writes_the_same_bytes() {
    let text = write(&log());
    let entries = read(&text).unwrap();
    let events: Vec<Recorded> = entries.into_iter().map(|e| e.recorded).collect();
    assert_eq!(events, log());
    assert_eq!(write(&events), text);
}

#[test]
fn every_changed_byte_is_refused() {
    let text = write(&log());
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        assert!(read(&changed).is_err(), "byte {at} changed unnoticed: {changed}");
    }
}

#[test]
fn every_cut_is_refused() {
    let text = write(&log());
    for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
        assert!(read(&text[..at]).is_err(), "cut at {at} unnoticed");
    }
}

#[test]
fn a_changed_event_is_named() {
    let text = write(&log()).replace("ann", "bob");
    let error = read(&text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, event #1 review-ask-recorded: its hash does not match its content; the log was changed"
    );
}

#[test]
fn a_missing_event_is_named() {
    let text = write(&log());
    let without: String =
        text.lines().enumerate().filter(|(n, _)| *n != 1).map(|(_, l)| format!("{l}\n")).collect();
    let error = read(&without).unwrap_err();
    assert_eq!(error.line, 2);
    assert_eq!(error.what, "expected event #2; events are missing or out of order");
}

#[test]
fn a_newer_version_is_refused_as_such() {
    let text = write(&log()).replacen("\"v\":1", "\"v\":2", 1);
    assert!(read(&text).unwrap_err().what.contains("newer version"));
}

#[test]
fn an_unknown_event_is_refused() {
    let text = write(&log()).replacen("review-ask-recorded", "verdict-invented", 1);
    assert!(read(&text).unwrap_err().what.contains("not an event this version knows"));
}

/// Whoever can chain a line anew can also write the same event in other words; there is one text for one list of events.
#[test]
fn a_line_in_other_words_is_refused_even_with_a_right_chain() {
    let text = write(&log()[..1]);
    let line = text.lines().next().unwrap();
    let (head, tail) = line.split_once(",\"hash\":\"").unwrap();
    let tail = &tail[65..];
    for (from, to) in [("\"at\":1", "\"at\": 1"), ("ann", "\\u0061nn"), ("\"at\":1", "\"at\":1 ")] {
        let head = head.replacen(from, to, 1);
        let hash = sha256(format!("{head}{tail}").as_bytes());
        let close = Chain { seq: 1, hash: hash.clone() }.close();
        let error = read(&format!("{head},\"hash\":\"{hash}\"{tail}\n{close}\n")).unwrap_err();
        assert!(error.what.contains("not written as tribunal writes it"), "{error}");
    }
}

#[test]
fn other_line_ends_are_refused() {
    let text = write(&log());
    assert!(read(&text.replace('\n', "\r\n")).is_err());
    assert!(read(&text.replacen('\n', "\r\n", 1)).is_err());
    assert!(read(&text.replace("}\n", "} \n")).is_err());
    assert!(read(&format!("{text}\n")).is_err());
}

#[test]
fn a_chain_reads_line_by_line_what_it_wrote() {
    let mut written = Chain::default();
    let lines: Vec<String> = log().iter().map(|recorded| written.push(recorded)).collect();
    let mut chain = Chain::default();
    let read: Vec<Recorded> = lines.iter().map(|line| chain.read(line).unwrap().recorded).collect();
    assert_eq!((read, chain), (log(), written));
}

#[test]
fn a_chain_stays_where_it_is_when_a_line_does_not_follow() {
    let mut written = Chain::default();
    let lines: Vec<String> = log().iter().map(|recorded| written.push(recorded)).collect();
    let mut chain = Chain::default();
    chain.read(&lines[0]).unwrap();
    let before = chain.clone();
    let error = chain.read(&lines[2]).unwrap_err();
    assert_eq!(error.what, "expected event #2; events are missing or out of order");
    let other = Chain { seq: 1, hash: sha256(b"another history") }.push(&log()[1]);
    let error = chain.read(&other).unwrap_err();
    assert_eq!(error.what, "it does not follow the event before; the log was changed");
    assert_eq!(chain, before);
}

#[test]
fn a_chain_resumes_behind_a_line_that_is_right_in_itself() {
    let mut chain = Chain::default();
    for recorded in &log() {
        let line = chain.push(recorded);
        assert_eq!(Chain::resume(&line).unwrap(), chain);
        for at in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert!(Chain::resume(&changed).is_err(), "byte {at} changed unnoticed: {changed}");
        }
    }
}

#[test]
fn a_chain_does_not_resume_behind_an_event_without_a_number() {
    let line = Chain::default().push(&log()[0]).replace("\"seq\":1", "\"seq\":0");
    let error = Chain::resume(&line).unwrap_err();
    assert_eq!(error.what, "events are numbered from 1; the log was changed");
}

//! Two writers, one winner.

use tribunal_core::domain::Timestamp;
use tribunal_core::engine::Event;

use super::*;

#[test]
fn the_second_writer_is_told_that_somebody_was_first() {
    let run = RunId::parse("r").unwrap();
    let event = Recorded { at: Timestamp(1), event: Event::SilenceRecorded };
    let mut journal = MemoryJournal::default();
    journal.append(&run, 0, std::slice::from_ref(&event)).unwrap();
    let refused = journal.append(&run, 0, std::slice::from_ref(&event)).unwrap_err();
    assert_eq!(refused, JournalError::Moved { run: run.clone(), has: 1, expected: 0 });
    assert_eq!(journal.events(&run), &[event]);
}

//! Bits that change by themselves, in the file and in its WAL. Seeded; a seed that fails is kept.

use std::fs;
use std::path::Path;

use tribunal_core::domain::RunId;
use tribunal_core::log::Entry;
use tribunal_host::journal::{Journal, SqliteJournal};
use tribunal_testkit::generate::dice::Dice;

use crate::tools::{write_run, written};

const FLIPS: u64 = 400;

/// How often each of the allowed things came of a change.
#[derive(Debug, Default)]
struct Tally {
    refused_to_open: usize,
    refused_a_run: usize,
    same: usize,
    shorter: usize,
}

/// Opens a file and reads what was written to it. Whatever is read must be what was written, or its beginning.
fn look(path: &Path, runs: &[(RunId, Vec<Entry>)], seed: u64, tally: &mut Tally) {
    let Ok(journal) = SqliteJournal::open(path) else {
        tally.refused_to_open += 1;
        return;
    };
    for (run, entries) in runs {
        match journal.events(run) {
            Err(_) => tally.refused_a_run += 1,
            Ok(read) if read == *entries => tally.same += 1,
            Ok(read) => {
                assert!(entries.starts_with(&read), "seed {seed}: {run} is another run");
                tally.shorter += 1;
            }
        }
    }
    // No other run appears that can be read.
    for listed in journal.runs().unwrap_or_default() {
        let known = runs.iter().any(|(run, _)| *run == listed.run);
        assert!(known || journal.events(&listed.run).is_err(), "seed {seed}: {} appeared", listed.run);
    }
}

#[test]
fn no_flipped_bit_in_the_file_makes_another_run() {
    let written = written(2);
    let whole = fs::read(&written.path).unwrap();
    let mut tally = Tally::default();
    for seed in 0..FLIPS {
        let mut dice = Dice::new(seed);
        let mut bytes = whole.clone();
        // The header and the tables' definitions are a small part of the file and deserve their share.
        let within = if dice.percent(20) { 4096 } else { bytes.len() };
        for _ in 0..1 + dice.below(3) {
            bytes[dice.below(within)] ^= 1 << dice.below(8);
        }
        let path = written.scratch.join(&format!("{seed}.db"));
        fs::write(&path, bytes).unwrap();
        look(&path, &written.runs, seed, &mut tally);
        fs::remove_file(&path).unwrap();
    }
    assert_eq!(tally.shorter, 0, "{tally:?}");
    assert!(tally.same > 20 && tally.refused_to_open > 20 && tally.refused_a_run > 20, "{tally:?}");
}

/// A frame of the WAL whose sum is wrong ends it: the last transactions are lost, whole, and nothing else.
#[test]
fn a_flipped_bit_or_a_cut_in_the_wal_loses_the_last_appends_and_nothing_else() {
    let written = written(1);
    let journal = SqliteJournal::open(&written.path).unwrap();
    let mut runs = written.runs.clone();
    runs.push(write_run(&journal, 1));
    // Copied while it is open: closing would empty the WAL.
    let file = fs::read(&written.path).unwrap();
    let wal = fs::read(written.scratch.join("journal.db-wal")).unwrap();
    let mut tally = Tally::default();
    for seed in 0..FLIPS / 4 {
        let mut dice = Dice::new(seed);
        let (path, beside) =
            (written.scratch.join(&format!("{seed}.db")), written.scratch.join(&format!("{seed}.db-wal")));
        let mut bytes = wal.clone();
        match dice.percent(50) {
            true => bytes.truncate(dice.below(bytes.len())),
            false => {
                let at = dice.below(bytes.len());
                bytes[at] ^= 1 << dice.below(8);
            }
        }
        fs::write(&path, &file).unwrap();
        fs::write(&beside, bytes).unwrap();
        look(&path, &runs, seed, &mut tally);
    }
    assert_eq!(tally.refused_to_open, 0, "{tally:?}");
    assert!(tally.shorter > 10 && tally.same >= 100, "{tally:?}");
}

//! Plays every seed of the fuzz targets through the targets' own properties, without a fuzzer: what the fuzzer starts
//! from holds in every build, and a target cannot be added without seeds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tribunal_testkit::{bytes_of, entries_of, invariants};

fn fuzz(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(below)
}

fn stems(dir: &str) -> BTreeSet<String> {
    entries_of(&fuzz(dir))
        .iter()
        .map(|p| p.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect()
}

#[test]
fn every_seed_holds() {
    for (target, property) in invariants::ALL {
        for path in entries_of(&fuzz("seeds").join(target)) {
            let seed = bytes_of(&path);
            let held = std::panic::catch_unwind(|| property(&seed)).is_ok();
            assert!(held, "{} breaks what must hold for every input", path.display());
        }
    }
}

/// A cheap stand-in for the mutations of a fuzzer: every seed cut, doubled, and with each of its lines left out.
#[test]
fn every_seed_holds_when_it_is_cut_or_doubled() {
    for (target, property) in invariants::ALL {
        for path in entries_of(&fuzz("seeds").join(target)) {
            let seed = bytes_of(&path);
            let cuts = (0..seed.len()).step_by(1 + seed.len() / 12).map(|at| seed[..at].to_vec());
            let lines: Vec<&[u8]> = seed.split_inclusive(|b| *b == b'\n').collect();
            let without = |n: usize| [&lines[..n], &lines[n + 1..]].concat().concat();
            let shorter = (0..lines.len().min(12)).map(without);
            for input in cuts.chain(shorter).chain([seed.repeat(2)]) {
                if std::panic::catch_unwind(|| property(&input)).is_err() {
                    panic!("{} breaks as {:?}", path.display(), String::from_utf8_lossy(&input));
                }
            }
        }
    }
}

#[test]
fn every_target_has_a_property_and_seeds() {
    let named: BTreeSet<String> = invariants::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(stems("fuzz_targets"), named);
    assert_eq!(stems("seeds"), named);
    let strange: Vec<_> = stems("dictionaries").difference(&named).cloned().collect();
    assert!(strange.is_empty(), "dictionaries of no target: {strange:?}");
}

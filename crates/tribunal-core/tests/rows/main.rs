//! Every row of every table of the protocols is shown by a transcript or a test, and the map beside this file says by which.
//!
//! The map is `*.txt` in this directory, one file per part of the protocols:
//!
//! ```text
//! # a comment
//! [group] what the rows of this table are about
//!
//! key  one row, in our own words
//!     happy    directory/transcript | what must stand in it ... and later this
//!     unhappy  crate/path/to/tests.rs::function | what must stand in its body
//!     only     why this row has no other side
//! ```
//!
//! *Happy* is what the row promises; *unhappy* is its other side: the condition is missed, or what it forbids was tried. A row
//! has both, or says with `only` why there is but one. `[group, either side]` is for tables whose rows are cases. `owed` says
//! what nobody shows yet; such rows are listed in `expected::OWED`, so that none is added in passing.
//!
//! What the code can enumerate (options, outcomes, states, words, rules, modes, policies) is compared with the code: a new variant
//! needs a row.

mod bites;
mod expected;
mod map;
mod sources;

use std::path::Path;

use map::Map;
use tribunal_testkit::files_below;
use tribunal_testkit::scenario::text_of;

/// The map as it stands beside this file.
fn the_map() -> Map {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rows");
    let mut map = Map::default();
    for path in files_below(&here, "txt") {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        map.read(&name, &text_of(&path));
    }
    map
}

fn nothing_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_row_reads_and_is_shown_from_both_sides() {
    let map = the_map();
    nothing_wrong(&[map.unreadable.clone(), map.one_sided()].concat());
}

#[test]
fn every_witness_says_what_the_row_says() {
    nothing_wrong(&the_map().unproved(&sources::text));
}

#[test]
fn no_row_is_missing() {
    nothing_wrong(&expected::missing(&the_map()));
}

//! The checker itself: what is wrong with a map is seen.

use crate::map::Map;
use crate::{expected, sources, the_map};

fn map(text: &str) -> Map {
    let mut map = Map::default();
    map.read("map.txt", text);
    map
}

const GOOD: &str = "[law] what holds
1  a row
    happy    outcomes/approved | ENDED approved: all gates
    unhappy  outcomes/inconclusive | PAUSED inconclusive
";

/// What is wrong with a map that differs from a good one in one place.
fn wrong(old: &str, new: &str) -> Vec<String> {
    let changed = GOOD.replace(old, new);
    assert_ne!(changed, GOOD, "{old:?} stands in the good one");
    let map = map(&changed);
    [map.unreadable.clone(), map.one_sided(), map.unproved(&sources::text)].concat()
}

#[test]
fn a_good_map_is_good() {
    let map = map(GOOD);
    let wrong = [map.unreadable.clone(), map.one_sided(), map.unproved(&sources::text)].concat();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_transcript_that_does_not_exist_is_seen() {
    assert_eq!(
        wrong("outcomes/approved", "outcomes/nowhere"),
        ["map.txt:2: law/1: outcomes/nowhere: there is no such file"]
    );
}

#[test]
fn a_fragment_that_is_not_there_is_seen() {
    assert_eq!(
        wrong("ENDED approved: all gates", "ENDED aborted: all gates"),
        ["map.txt:2: law/1: outcomes/approved: does not say \"ENDED aborted: all gates\" there"]
    );
}

#[test]
fn the_order_of_the_parts_of_a_fragment_counts() {
    let (before, after) =
        ("pass by nothing blocks ... ENDED approved", "ENDED approved ... pass by nothing blocks");
    assert_eq!(wrong("ENDED approved: all gates", before), Vec::<String>::new());
    assert_eq!(
        wrong("ENDED approved: all gates", after),
        ["map.txt:2: law/1: outcomes/approved: does not say \"pass by nothing blocks\" there"]
    );
}

#[test]
fn a_comment_proves_nothing() {
    let commented = "Section 2: approved: passed, nothing open";
    assert!(sources::text("outcomes/approved").is_ok_and(|text| !text.contains(commented)));
    assert_eq!(wrong("ENDED approved: all gates", commented).len(), 1);
}

#[test]
fn a_fragment_that_stands_anywhere_is_seen() {
    assert_eq!(
        wrong("ENDED approved: all gates", "approved"),
        ["map.txt:2: law/1: outcomes/approved: \"approved\" stands anywhere; say more"]
    );
}

#[test]
fn a_row_without_its_other_side_is_seen() {
    let unhappy = "    unhappy  outcomes/inconclusive | PAUSED inconclusive\n";
    let happy = "    happy    outcomes/approved | ENDED approved: all gates\n";
    let no = |side: &str| {
        vec![format!("map.txt:2: law/1 has no {side} side; show one, or say with `only` why there is none")]
    };
    assert_eq!(wrong(unhappy, ""), no("unhappy"));
    assert_eq!(wrong(happy, ""), no("happy"));
    assert_eq!(wrong(unhappy, "    only     nothing can go wrong\n"), Vec::<String>::new());
    let both = format!("{unhappy}    only     nothing can go wrong\n");
    assert_eq!(wrong(unhappy, &both), ["map.txt:2: law/1 has both sides, so `only` is wrong"]);
    assert_eq!(wrong(&format!("{happy}{unhappy}"), ""), ["map.txt:2: law/1 is shown by nothing"]);
    assert_eq!(wrong("[law]", "[law, either side]"), Vec::<String>::new());
}

#[test]
fn a_line_that_is_none_is_seen() {
    let first = |old: &str, new: &str| wrong(old, new).first().cloned().unwrap_or_default();
    assert_eq!(first("1  a row", "1 a row"), "map.txt:2: a row is `key  what it says`: 1 a row");
    assert_eq!(
        first("    happy ", "    glad "),
        "map.txt:3: no line begins with \"glad\":     glad    outcomes/approved | ENDED approved: all gates"
    );
    assert_eq!(first("[law] what holds\n", ""), "map.txt:1: a row before any [group]: 1  a row");
    assert_eq!(
        first("    unhappy", "1  again\n    unhappy"),
        "map.txt:4: this row stands at map.txt:2 already: 1  again"
    );
    assert_eq!(
        first("[law]", "[law, one side]"),
        "map.txt:1: no group is \"one side\": [law, one side] what holds"
    );
}

#[test]
fn a_function_that_is_no_test_proves_nothing() {
    let source = "fn helper() {\n    what();\n}\n\n#[test]\nfn shows() {\n    what();\n}\n\nfn after() {\n    more();\n}\n";
    assert_eq!(sources::body(source, "shows"), Ok("    what();".to_owned()));
    assert_eq!(sources::body(source, "helper"), Err("this function is no test".to_owned()));
    assert_eq!(sources::body(source, "gone"), Err("there is no such function".to_owned()));
}

/// Whatever row is taken out of a table that the code or its numbers complete, it is missed.
#[test]
fn a_row_that_is_taken_out_is_missed() {
    let whole = the_map();
    let counted = [
        "outcome",
        "state",
        "option",
        "severity",
        "verdict",
        "step",
        "rung",
        "votes",
        "consensus",
        "vector",
        "blocks",
    ];
    let rows = whole.rows.iter().enumerate().filter(|(_, row)| counted.contains(&row.group.as_str()));
    let mut tried = 0;
    for (at, row) in rows {
        let mut without = whole.clone();
        without.rows.remove(at);
        let wrong = expected::keys(&without);
        let missed = format!("{}/{} has no row", row.group, row.key);
        assert!(wrong.contains(&missed), "{missed}: {wrong:?}");
        tried += 1;
    }
    assert!(tried > 150, "only {tried} rows were taken out");
}

#[test]
fn a_law_that_is_taken_out_is_missed() {
    for law in 1..=14 {
        let mut without = the_map();
        without.rows.retain(|row| row.group != "law" || row.key.split('.').next() != Some(&law.to_string()));
        assert!(
            expected::missing(&without).iter().any(|what| what.starts_with(&format!("law {law} "))),
            "{law}"
        );
    }
}

/// A variant that is added to an enum is asked for: the names are read from the source, not from a list here.
#[test]
fn variants_are_read_from_the_source() {
    let source = "pub enum Other {\n    A,\n}\n\npub enum Outcome {\n    /// Passed.\n    ApprovedWithNotes,\n    Crashed { detail: String },\n}\n";
    assert_eq!(sources::variants(source, "Outcome"), ["approved-with-notes", "crashed"]);
}

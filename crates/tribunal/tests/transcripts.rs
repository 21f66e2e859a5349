//! Every command as a person meets it, errors included: the transcripts in `transcripts/`, played on real repositories.
//!
//! `tests/common/stage.rs` says how they are read. A command that has no good and no bad transcript, or none with `--json`, fails.

mod common;

use std::path::{Path, PathBuf};

use common::stage::{Played, play};
use common::{Bench, Said};
use tribunal_testkit::golden::golden_wanted;
use tribunal_testkit::scenario::text_of;
use tribunal_testkit::{files_below, golden};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

fn check(family: &str) -> Result<String, String> {
    let path = folder().join(format!("{family}.txt"));
    let (now, _) = play(&text_of(&path));
    golden(&path, &now)
}

/// One test for each file, so that they are played side by side.
macro_rules! families {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            let checked = check(&stringify!($name).replace('_', "-"));
            checked.unwrap_or_else(|difference| panic!("{difference}"));
        })*

        const FAMILIES: &[&str] = &[$(stringify!($name)),*];
    };
}

families![
    review, refused, waiting, deciding, looking, proving, exporting, validate, db, protocols, demo,
    setting_up
];

#[test]
fn every_file_is_played() {
    let mut names: Vec<String> = FAMILIES.iter().map(|name| name.replace('_', "-")).collect();
    names.sort();
    let stem = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    assert_eq!(files_below(&folder(), "txt").iter().map(stem).collect::<Vec<_>>(), names);
}

/// Commands as the program itself lists them, with those below them.
fn commands(bench: &Bench, above: &[&str]) -> Vec<String> {
    let Said { out, .. } = bench.run(&[above, &["--help"]].concat());
    let listed =
        out.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let below = |name: &&str| {
        let path = [above, &[*name]].concat();
        let below = commands(bench, &path);
        if below.is_empty() { vec![path.join(" ")] } else { below }
    };
    names.iter().filter(|name| !["", "help"].contains(name)).flat_map(below).collect()
}

/// Read from the files; that they are true is for the other tests to say.
fn shown(text: &str) -> Vec<Played> {
    let mut shown = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(typed) = line.strip_prefix("$ tribunal ") {
            let code = lines.next().and_then(|line| line.strip_prefix("= ")).expect("a code below a command");
            let words = typed.split_whitespace().map(str::to_owned).collect();
            shown.push(Played { words, code: code.parse().expect("a number") });
        }
    }
    shown
}

/// What these print is for another program already.
const PLAIN: [&str; 2] = ["completions", "man"];

#[test]
fn every_command_has_a_good_a_bad_and_a_json_transcript() {
    if golden_wanted() {
        // The other tests are writing what would be read here.
        return;
    }
    let files = files_below(&folder(), "txt");
    let shown: Vec<Played> = files.iter().flat_map(|path| shown(&text_of(path))).collect();
    let all = commands(&Bench::with(""), &[]);
    assert!(all.contains(&"db check".to_owned()) && all.len() > 15, "{all:?}");
    let mut lacking = Vec::new();
    for command in all {
        let begins = |played: &&Played| (played.words.join(" ") + " ").starts_with(&format!("{command} "));
        let mine: Vec<&Played> = shown.iter().filter(begins).collect();
        let json = |played: &&&Played| played.words.iter().any(|word| word == "--json");
        let plain = PLAIN.contains(&command.as_str());
        for (kind, count) in [
            ("good", mine.iter().filter(|played| played.code < 64).count()),
            ("bad", mine.iter().filter(|played| played.code >= 64).count()),
            ("good JSON", mine.iter().filter(json).filter(|played| played.code < 64).count()),
            ("bad JSON", mine.iter().filter(json).filter(|played| played.code >= 64).count()),
        ] {
            if count == 0 && !(plain && kind == "good JSON") {
                lacking.push(format!("no {kind} transcript of `tribunal {command}`"));
            }
        }
    }
    assert_eq!(lacking, Vec::<String>::new(), "write one in {}", folder().display());
}

//! The command line of the chores: what is read, and what is refused.

use super::*;

fn read(line: &str) -> Result<Command, Wrong> {
    Command::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
}

#[test]
fn every_word_of_the_usage_is_read() {
    for line in USAGE.lines().filter(|l| l.starts_with("  ")) {
        let word = line.split_whitespace().next().unwrap();
        assert!(read(word).is_ok(), "{word}");
    }
}

#[test]
fn no_word_a_wrong_word_and_one_too_many_are_refused() {
    assert_eq!(read(""), Err(Wrong::Nothing));
    assert_eq!(read("tidi"), Err(Wrong::Unknown("tidi".into())));
    assert_eq!(read("ci now"), Err(Wrong::TooMany("now".into())));
    assert_eq!(read("fuzz a b"), Err(Wrong::TooMany("b".into())));
    assert_eq!(read("fuzz --second 3"), Err(Wrong::Unknown("--second".into())));
}

#[test]
fn fuzz_takes_seconds_and_a_target_in_any_order() {
    let expected = Ok(Command::Fuzz { seconds: 3, target: Some("dialect".into()) });
    assert_eq!(read("fuzz --seconds 3 dialect"), expected);
    assert_eq!(read("fuzz dialect --seconds 3"), expected);
    assert_eq!(read("fuzz"), Ok(Command::Fuzz { seconds: FUZZ_SECONDS, target: None }));
    for bad in ["fuzz --seconds", "fuzz --seconds x", "fuzz --seconds 0", "fuzz --seconds -1"] {
        assert_eq!(read(bad), Err(Wrong::Seconds), "{bad}");
    }
}

#[test]
fn bench_hands_its_arguments_on() {
    let arguments = vec!["--runs".to_owned(), "5".to_owned()];
    assert_eq!(read("bench --runs 5"), Ok(Command::Bench { arguments }));
}

#[test]
fn sabotage_takes_names_and_jobs_or_one_of_its_flags() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(read("sabotage a --jobs 2 b"), Ok(Command::Sabotage { names, jobs: 2 }));
    assert_eq!(read("sabotage"), Ok(Command::Sabotage { names: Vec::new(), jobs: 1 }));
    assert_eq!(read("sabotage --list"), Ok(Command::SabotageList));
    assert_eq!(read("sabotage --check"), Ok(Command::SabotageCheck));
    assert_eq!(read("sabotage --list a"), Err(Wrong::Unknown("--list".into())));
    for bad in ["sabotage --jobs", "sabotage --jobs 0", "sabotage --jobs x"] {
        assert_eq!(read(bad), Err(Wrong::Jobs), "{bad}");
    }
}

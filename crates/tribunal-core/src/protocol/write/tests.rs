//! What is written reads back equal.

use super::*;
use crate::protocol::{builtin, read};
use proptest::prelude::*;

#[test]
fn every_builtin_file_reads_back_equal() {
    for (name, text) in builtin() {
        let file = read(name, text).unwrap();
        let again =
            read(name, &file_to_toml(&file)).unwrap_or_else(|e| panic!("{e}\n{}", file_to_toml(&file)));
        assert_eq!(again, file);
    }
}

#[test]
fn every_mode_reads_back_equal_on_its_own() {
    for (name, text) in builtin() {
        for protocol in read(name, text).unwrap().protocols() {
            let text = to_toml(protocol);
            let again = read(name, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(again.resolve(None).as_ref(), Ok(protocol));
            assert_eq!(again.resolve(protocol.mode.as_deref()).as_ref(), Ok(protocol));
        }
    }
}

#[test]
fn what_is_written_looks_like_what_people_write() {
    let file = read("epic", builtin()[3].1).unwrap();
    let text = file_to_toml(&file);
    let from = text.find("[panel]").unwrap();
    assert_eq!(
        &text[from..],
        "[panel]
min = 1
max = 1
comments-analyzer = false

[answers]
blocking = [\"fixed\", \"unable\"]
optional = [\"fixed\", \"unable\", \"skipped\"]
unanswered = \"stays-open\"

[limits]
iterations = 3
climbs = \"human\"
no-progress = \"none\"
no-progress-climbs = \"human\"
extend-to = 5
last-fix = false

[[authors]]
role = \"epic-fixer\"

[[gates]]
name = \"review\"
kind = \"review\"
role = \"epic-reviewer\"
"
    );
}

/// A mode has to take away what its base has.
#[test]
fn a_mode_without_the_tables_of_its_base_reads_back_equal() {
    let text = builtin()[2].1.to_owned()
        + "
[modes.calm]
alarm = \"none\"
human = [\"re-plan\", \"abort\"]
limits = { no-progress = \"none\", iterations = 4 }
answers = { unanswered = \"stays-open\" }
authors = [{ role = \"one\", rank = 7 }, { role = \"two\", rank = 9, scope = \"a \\\"b\\\"\\n\\\\c\" }]
gates = [{ name = \"g\", role = \"r\" }]
";
    let file = read("calm", &text).unwrap_or_else(|e| panic!("{e}"));
    let calm = file.resolve(Some("calm")).unwrap();
    assert_eq!((calm.alarm, calm.limits.no_progress, calm.limits.iterations), (None, None, Some(4)));
    assert_eq!(calm.authors[1].rank, 9);
    assert_eq!(read("calm", &file_to_toml(&file)).as_ref(), Ok(&file));
}

proptest! {
    /// Numbers and texts of any kind survive the way out and in.
    #[test]
    fn changed_values_read_back_equal(
        which in 0..5_usize,
        limit in 1..=4_u32,
        silence_ms in 1_000..=604_800_000_u64,
        summary in "[^\\x00-\\x09\\x0b-\\x1f\\x7f-\\u{9f}\\u{200b}-\\u{200f}\\u{202a}-\\u{202e}\\u{2060}-\\u{206f}\\u{feff}]{1,40}[a-z]",
        role in "[a-z0-9][a-zA-Z0-9_-]{0,20}x9z",
        ranks in proptest::collection::btree_set(any::<u8>(), 1..6),
    ) {
        let mut protocol = read("x", builtin()[which].1).unwrap().resolve(None).unwrap();
        protocol.summary = summary.clone();
        protocol.duties.push(summary);
        protocol.limits.iterations = Some(limit);
        let author = Rung { iterations: Some(limit), ..protocol.authors[0].clone() };
        let rung = |(i, rank): (usize, &u8)| Rung { role: format!("{role}{i}"), rank: *rank, ..author.clone() };
        protocol.authors = ranks.iter().enumerate().map(rung).collect();
        if let Some(triggers) = &mut protocol.triggers {
            triggers.silence_ms = silence_ms;
        }
        let text = to_toml(&protocol);
        let again = read("x", &text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(again.resolve(None), Ok(protocol));
    }
}

//! Good files read, bad files say why (`tests/bad.txt`), and nothing at all panics.

use proptest::prelude::*;

use super::*;

fn builtin_text(name: &str) -> &'static str {
    crate::protocol::builtin().iter().find(|(n, _)| *n == name).map(|(_, text)| *text).unwrap()
}

#[test]
fn a_copied_file_with_one_line_changed_works_by_name() {
    let text = builtin_text("epic").replace("name = \"epic\"", "name = \"our-epic\"");
    let text = text.replace("extend-to = 5", "extend-to = 4");
    let ours = read("our-epic.toml", &text).unwrap();
    assert_eq!(ours.name(), "our-epic");
    let mut expected = crate::protocol::load_builtin("epic", None).unwrap();
    expected.name = "our-epic".to_owned();
    expected.limits.extend_to = Some(4);
    assert_eq!(ours.resolve(None), Ok(expected));
}

/// One case of `bad.txt`: its lines up to the problems, and the file they make.
struct Case<'t> {
    lines: Vec<&'t str>,
    file: String,
    text: String,
}

fn cases(golden: &str) -> impl Iterator<Item = Case<'_>> {
    golden.split("\n## ").skip(1).map(|case| {
        let lines: Vec<&str> = case.lines().take_while(|l| !l.starts_with("? ")).collect();
        let mut text = match lines[1] {
            "loop.toml" => include_str!("tests/loop.toml"),
            "vote.toml" => include_str!("tests/vote.toml"),
            "modes.toml" => include_str!("tests/modes.toml"),
            other => panic!("no file {other}"),
        }
        .to_owned();
        for (from, to) in edits(&lines[2..]) {
            assert!(text.contains(&from), "{}: nothing reads {from}", lines[0]);
            text = text.replacen(&from, &to, 1);
        }
        Case { file: lines[1].to_owned(), lines, text }
    })
}

fn edits(lines: &[&str]) -> Vec<(String, String)> {
    let mut edits: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    let mut removing = false;
    for line in lines {
        let (sign, rest) = (&line[..1], line.get(2..).unwrap_or_default());
        if sign == "-" && !removing {
            edits.push((Vec::new(), Vec::new()));
        }
        removing = sign == "-";
        let edit = edits.last_mut().expect("a case removes something before it adds something");
        if removing { edit.0.push(rest) } else { edit.1.push(rest) }
    }
    edits.into_iter().map(|(from, to)| (from.join("\n"), to.join("\n"))).collect()
}

#[test]
fn bad_files_are_refused_with_a_place_and_a_remedy() {
    let golden = include_str!("tests/bad.txt");
    let mut found = golden.split("\n## ").next().unwrap_or_default().to_owned();
    for case in cases(golden) {
        let problems = match read(&case.file, &case.text) {
            Err(problems) => problems.to_string(),
            Ok(_) => "nothing wrong".to_owned(),
        };
        assert_ne!(problems, "nothing wrong", "{}", case.lines[0]);
        let problems: String = problems.lines().map(|l| format!("? {l}\n")).collect();
        found.push_str(&format!("\n## {}\n{problems}", case.lines.join("\n")));
    }
    assert_eq!(cases(golden).count(), 130);
    assert!(found == golden, "bad.txt differs; what is found is:\n{found}");
}

#[test]
fn the_files_that_the_bad_ones_are_made_of_are_good() {
    for text in
        [include_str!("tests/loop.toml"), include_str!("tests/vote.toml"), include_str!("tests/modes.toml")]
    {
        read("good.toml", text).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// What one text is told, line by line.
fn told(text: &str) -> Vec<String> {
    match read("x.toml", text) {
        Ok(_) => vec!["nothing wrong".to_owned()],
        Err(problems) => problems.to_string().lines().map(str::to_owned).collect(),
    }
}

#[test]
fn a_raw_control_character_is_not_toml() {
    let text = include_str!("tests/loop.toml").replace("\"loop\"", "\"lo\u{1}op\"");
    assert!(told(&text)[0].starts_with("x.toml:1:11: not TOML: "), "{:?}", told(&text));
}

#[test]
fn columns_count_characters_and_lines_may_end_in_crlf() {
    let text = include_str!("tests/loop.toml").replace("[\"resume\", ", "[\"réümé\", \"nö\", ");
    let found = told(&text.replace('\n', "\r\n"));
    assert!(found[0].starts_with("x.toml:11:10: unknown word `réümé` for `human`; "), "{found:?}");
    assert!(found[1].starts_with("x.toml:11:19: unknown word `nö` for `human`; "), "{found:?}");
}

#[test]
fn numbers_may_be_written_as_toml_allows() {
    for number in ["1_0", "+10", "0xA", "0b1010"] {
        let text =
            include_str!("tests/loop.toml").replace("iterations = 3", &format!("iterations = {number}"));
        assert_eq!(read("x.toml", &text).unwrap().resolve(None).unwrap().limits.iterations, Some(10));
    }
}

#[test]
fn a_file_too_long_is_not_even_parsed() {
    let long = "#".repeat(FILE_BYTES_MAX + 1);
    assert_eq!(told(&long), ["x.toml:1:1: the file has 262145 bytes; a protocol has at most 262144"]);
}

#[test]
fn an_empty_file_misses_everything_and_a_byte_order_mark_is_no_matter() {
    assert_eq!(told("").len(), 14);
    assert_eq!(told(&format!("\u{feff}{}", include_str!("tests/loop.toml"))), ["nothing wrong"]);
}

#[test]
fn many_problems_are_cut_and_counted() {
    let many: String = (0..80).map(|i| format!("zz{i} = 1\n")).collect();
    let found = told(&many);
    assert_eq!((found.len(), found[50].as_str()), (PROBLEMS_MAX + 1, "and 44 more"));
}

/// The worst that fits into a file: each takes a moment, not a minute, and none a stack.
#[test]
fn hostile_files_are_refused_in_bounded_time() {
    let fill = |piece: &str| piece.repeat(FILE_BYTES_MAX / piece.len());
    for piece in [
        "[",
        "{",
        "a.",
        "=",
        "\n",
        "a=[",
        "a={a=",
        "[[gates]]\n",
        "\"",
        "'''",
        "\u{0}",
        "[modes.x]\n",
        "a=1\n",
    ] {
        assert_ne!(told(&fill(piece)), ["nothing wrong"]);
    }
    let keys: String = (0..20_000).map(|i| format!("k{i}=1\n")).collect();
    assert_eq!(told(&keys).len(), PROBLEMS_MAX + 1);
    let modes: String = (0..9_000).map(|i| format!("[modes.m{i}]\nzz=1\n")).collect();
    assert_eq!(told(&modes).len(), PROBLEMS_MAX + 1);
}

/// A piece of a protocol file, or of something like it.
fn piece() -> impl Strategy<Value = String> {
    let words = "name modes gates limits families rungs role tier combine kind human = \" [ ] [[ ]] { } , . # none \
                 \"quorum\" -1 99999999999999999999 1e9 true ''' \\ \u{0} é 2026-01-01";
    let mut words: Vec<&str> = words.split(' ').collect();
    words.extend(["\n", " "]);
    prop_oneof![4 => proptest::sample::select(words).prop_map(str::to_owned), 1 => "\\PC{0,6}"]
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,300}") {
        let _ = read("x.toml", &text);
    }

    #[test]
    fn no_soup_of_pieces_makes_it_panic(pieces in proptest::collection::vec(piece(), 0..60)) {
        let _ = read("x.toml", &pieces.concat());
    }

    /// A good file with a part replaced: most of these get past the parser.
    #[test]
    fn no_damage_to_a_good_file_makes_it_panic(
        which in 0..5_usize,
        from in any::<proptest::sample::Index>(),
        length in 0..40_usize,
        piece in piece(),
    ) {
        let good: Vec<char> = crate::protocol::builtin()[which].1.chars().collect();
        let from = from.index(good.len());
        let to = (from + length).min(good.len());
        let piece: Vec<char> = piece.chars().collect();
        let text: String = good[..from].iter().chain(&piece).chain(&good[to..]).collect();
        if let Err(problems) = read("x.toml", &text) {
            let lines = u32::try_from(text.lines().count()).unwrap() + 1;
            prop_assert!(!problems.list.is_empty());
            prop_assert!(problems.list.iter().all(|p| p.place.is_some_and(|p| p.line >= 1 && p.line <= lines)));
        }
    }
}

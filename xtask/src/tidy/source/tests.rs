//! Code, comments and literals are told apart, whatever they try to look like.

use super::*;

fn kinds(text: &str) -> [String; 3] {
    [Kind::Code, Kind::Comment, Kind::Literal].map(|kind| {
        let view = only(text, &[kind]);
        assert_eq!(view.len(), text.len());
        view.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

#[test]
fn comments_and_literals_are_taken_out_of_code() {
    let cases = [
        ("a // b\nc", ["a c", "// b", ""]),
        ("a /* b /* c */ d */ e", ["a e", "/* b /* c */ d */", ""]),
        (r#"a "b // c" d"#, ["a d", "", r#""b // c""#]),
        (r#"a "b \" c" d"#, ["a d", "", r#""b \" c""#]),
        (r####"a r##"b "# c"## d"####, ["a d", "", r####"r##"b "# c"##"####]),
        (r#"a br"b\" c"#, ["a c", "", r#"br"b\""#]),
        (r#"a b"b" c"#, ["a b c", "", r#""b""#]),
        (r"a '\'' b '/' 'é' c", ["a b c", "", r"'\'' '/' 'é'"]),
        ("fn f<'a>(x: &'a str) // '", ["fn f<'a>(x: &'a str)", "// '", ""]),
        ("r#type + break + for_r\"x\"", ["r#type + break + for_r", "", "\"x\""]),
    ];
    for (text, expected) in cases {
        assert_eq!(kinds(text), expected.map(str::to_owned), "{text}");
    }
}

#[test]
fn an_unclosed_token_reaches_to_the_end() {
    for text in ["\"a", "/* a", "r#\"a", "'\\", "\"a\\", "'", "r", "b", "r#", "br"] {
        assert_eq!(only(text, &[Kind::Code, Kind::Comment, Kind::Literal]), text);
    }
}

#[test]
fn a_word_is_not_found_inside_another() {
    assert_eq!(words("Instant Instantly AnInstant x::Instant", "Instant").collect::<Vec<_>>(), [0, 31]);
    assert_eq!(words("a#[b #[b", "#[b").collect::<Vec<_>>(), [1, 5]);
}

#[test]
fn a_module_is_named_by_path_or_in_a_group() {
    for code in
        ["std::fs::read", "use std::{fs, io};", "use std::{io::{self, Read}, fs::File};", "std::{ fs }"]
    {
        assert_eq!(uses(code, "std", "fs").len(), 1, "{code}");
    }
    for code in ["std::fss", "use std::{io::{fs}, a};", "mystd::fs", "std::io", "std::{}"] {
        assert_eq!(uses(code, "std", "fs"), Vec::<usize>::new(), "{code}");
    }
}

//! What is code, what is a word, what is a test file.

use super::{Language, code, find_word, has_word, is_foreign, is_material, is_test, stem};

fn shown(line: &str, language: Language) -> String {
    String::from_utf8(code(line.as_bytes(), language)).unwrap()
}

#[test]
fn strings_and_comments_are_blanked() {
    assert_eq!(shown("f(\"a // b\"); // c", Language::Script), "f(\"      \");     ");
    assert_eq!(shown("x = 'a\\'b' # c", Language::Python), "x = '    '    ");
    assert_eq!(shown("let s: &'a str = \"x\";", Language::Rust), "let s: &'a str = \" \";");
    assert_eq!(shown("c == '\"' && d", Language::Rust), "c == ' ' && d");
    assert_eq!(shown(" * text f()", Language::Java), "           ");
    assert_eq!(shown("#[test] // x", Language::Rust), "#[test]     ");
    assert_eq!(shown("f(\"open", Language::C), "f(\"   n");
    assert_eq!(shown("\"", Language::C), "\"");
    assert_eq!(shown("\"\\", Language::C), "\"\\");
    assert_eq!(shown("plain # text", Language::Prose), "plain # text");
}

#[test]
fn words_stand_by_themselves() {
    assert_eq!(find_word(b"a.it( it(", "it("), Some(6));
    assert!(has_word(b"x = fit(1)", "fit"));
    assert!(!has_word(b"outfit(1)", "fit"));
    assert!(!has_word(b"fitting(1)", "fit"));
    assert!(!has_word(b"", "fit"));
}

#[test]
fn files_of_tests() {
    for path in [
        "tests/a.rs",
        "a_test.go",
        "src/a.test.ts",
        "a.spec.js",
        "test_a.py",
        "conftest.py",
        "src/__tests__/a.js",
        "UserTest.java",
        "UserTests.cs",
        "spec/a_spec.rb",
        "src/x/tests.rs",
        "e2e/a.ts",
        "OrderServiceIT.java",
    ] {
        assert!(is_test(path), "{path}");
    }
    for path in [
        "src/latest.rs",
        "contest.py",
        "src/testing_ground.rs",
        "attest.ts",
        "LIMIT.java",
        "src/Contest.java",
    ] {
        assert!(!is_test(path), "{path}");
    }
}

#[test]
fn material_and_foreign_code() {
    assert!(is_material("x/fixtures/a.pem") && is_material("examples/a.js") && !is_material("src/a.js"));
    assert!(is_foreign("vendor/a.go") && is_foreign("a.min.js") && !is_foreign("src/vendors.js"));
    assert_eq!((stem("a/b.test.ts"), stem(".env"), stem("x")), ("b", ".env", "x"));
}

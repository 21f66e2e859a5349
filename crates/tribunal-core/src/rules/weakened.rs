//! test-weakened: a test file that is gone, or that loses tests or assertions and gains none. Tests that move to another
//! file, and tests of code that is deleted with them, are no loss.

use super::notes::{Notes, Words};
use super::seen::Seen;
use super::text::{self, Language, code, has, has_word};
use crate::diff::FileStatus;
use crate::domain::Severity;

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    if seen.file.status == FileStatus::Deleted {
        return deleted(seen, notes);
    }
    let Lost { tests, assertions } = Lost::of(seen);
    let line = first_loss(seen);
    if tests > 0 {
        notes.add(Severity::Medium, line, || {
            words("Tests are removed and none is added", format!("{tests} tests are gone from this file."))
        });
    } else if assertions > 0 {
        notes.add(Severity::Medium, line, || {
            let problem = format!("{assertions} assertions are gone from tests that stay.");
            words("Assertions are removed and none is added", problem)
        });
    }
}

fn deleted(seen: &Seen<'_>, notes: &mut Notes) {
    let head = |text: &[u8]| is_test_head(&code(text, seen.language), seen.language, true);
    let tests = seen.file.removed().filter(|line| head(line.text)).count();
    let moved = seen.whole.test_files_added.binary_search(&text::name(&seen.path).to_owned()).is_ok();
    let subject = subject(&seen.path);
    let with_its_code = seen.whole.code_deleted.binary_search(&subject).is_ok();
    if seen.is_test && tests > seen.whole.tests_added && !moved && !with_its_code {
        notes.add(Severity::Medium, None, || {
            words("A test file is deleted", format!("{} held {tests} tests.", seen.place))
        });
    }
}

/// The name of what a test file tests, by its own name.
fn subject(path: &str) -> String {
    let stem = text::stem(path);
    let stem = stem.strip_prefix("test_").unwrap_or(stem);
    let ends = ["_test", "_tests", "_spec", "-test", "-spec", "Tests", "Test", "Spec"];
    ends.iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(stem).to_owned()
}

/// What a file that stays has lost.
struct Lost {
    tests: usize,
    assertions: usize,
}

impl Lost {
    fn of(seen: &Seen<'_>) -> Self {
        let none = Lost { tests: 0, assertions: 0 };
        if !seen.is_test && seen.language != Language::Rust {
            return none;
        }
        let head = |text: &[u8]| is_test_head(&code(text, seen.language), seen.language, seen.is_test);
        let gone = seen.file.removed().filter(|line| head(line.text)).count();
        let come = seen.added().filter(|line| head(line.text)).count();
        if gone > 0 {
            let lost = come == 0 && gone > seen.whole.tests_added;
            return Lost { tests: if lost { gone } else { 0 }, ..none };
        }
        let checks = |text: &[u8]| asserts(&code(text, seen.language));
        let lost = seen.file.removed().filter(|line| checks(line.text)).count();
        let gained = come > 0 || seen.added().any(|line| may_assert(line.text));
        Lost { assertions: if seen.is_test && !gained { lost } else { 0 }, ..none }
    }
}

/// The line of the new file at which something is first missing, if there is one.
fn first_loss(seen: &Seen<'_>) -> Option<u32> {
    let old = seen.file.removed().next()?.old_number()?;
    let line = match seen.file.to_new(old) {
        crate::diff::Fate::Changed { first, .. } => first,
        crate::diff::Fate::Removed { below } => below.max(1),
        crate::diff::Fate::At(line) => line,
        crate::diff::Fate::Unknown => return None,
    };
    (!seen.lines.is_empty()).then_some(line)
}

/// Whether a line begins a test.
pub(super) fn is_test_head(code: &[u8], language: Language, in_test_file: bool) -> bool {
    let bare = code.trim_ascii_start();
    match language {
        Language::Rust => {
            let attribute = bare.starts_with(b"#[") && bare.contains(&b']');
            attribute
                && (has_word(bare, "test]")
                    || has(bare, "::test]")
                    || has(bare, "::test(")
                    || has(bare, "[rstest"))
        }
        _ if !in_test_file => false,
        Language::Python => bare.starts_with(b"def test") || bare.starts_with(b"async def test"),
        Language::Go => {
            ["func Test", "func Benchmark", "func Fuzz"].iter().any(|head| bare.starts_with(head.as_bytes()))
        }
        Language::Script => {
            let heads = [&b"it("[..], b"test(", b"it.each", b"test.each", b"specify("];
            heads.iter().any(|head| bare.starts_with(head))
        }
        Language::Java => has_word(bare, "@Test") || has_word(bare, "@ParameterizedTest"),
        Language::CSharp => ["[Test]", "[Fact]", "[Theory]", "[TestMethod]"]
            .iter()
            .any(|head| bare.starts_with(head.as_bytes())),
        Language::Ruby => {
            ["it ", "it(", "specify ", "def test_"].iter().any(|head| bare.starts_with(head.as_bytes()))
        }
        Language::Php => has(bare, "function test"),
        Language::Elixir => bare.starts_with(b"test "),
        Language::C => ["TEST(", "TEST_F(", "TEST_P(", "TEST_CASE(", "func test"]
            .iter()
            .any(|head| bare.starts_with(head.as_bytes())),
        Language::Hash | Language::Prose | Language::Other => false,
    }
}

/// Whether a line of code asserts something.
fn asserts(code: &[u8]) -> bool {
    const SIGNS: [&str; 12] = [
        "expect(",
        ".should",
        "EXPECT_",
        "ASSERT_",
        "require.",
        "t.Error(",
        "t.Errorf(",
        "t.Fatal(",
        "t.Fatalf(",
        "CHECK(",
        "REQUIRE(",
        "XCTAssert",
    ];
    let assert = || text::find_word(code, "assert").is_some() || has(code, ".assert");
    assert() || SIGNS.iter().any(|sign| has(code, sign))
}

/// Whether an added line may assert something, under whatever name. Rather too often than too seldom.
fn may_assert(line: &[u8]) -> bool {
    const WORDS: [&str; 11] = [
        "assert", "expect", "should", "check", "verify", "require", "ensure", "must", "refute", "compare",
        "fatal",
    ];
    let lower = line.to_ascii_lowercase();
    WORDS.iter().any(|word| has(&lower, word)) || has(&lower, "t.error")
}

fn words(title: &str, problem: String) -> Words {
    Words {
        title: title.to_owned(),
        quote: None,
        problem,
        fix: "Put them back, replace them by others, or say why what they checked need not be checked."
            .to_owned(),
        patch: None,
    }
}

#[cfg(test)]
mod tests;

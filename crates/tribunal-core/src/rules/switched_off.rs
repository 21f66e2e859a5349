//! test-switched-off: tests that run alone, so that no others do, and tests that do not run. A condition in front of it
//! is a reason; a line that only moved is no news.

use super::notes::{Notes, Words};
use super::patch;
use super::seen::{NewLine, Seen};
use super::text::{self, Language, code, find_word, has, has_word};
use crate::domain::Severity;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Off {
    /// Only this one runs.
    Focused,
    /// This one does not.
    Disabled,
}

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    // In Rust tests stand in every file, and their attributes mean nothing else.
    if !seen.is_test && seen.language != Language::Rust {
        return;
    }
    for (at, line) in seen.fresh() {
        let code = code(line.text, seen.language);
        let Some((off, sign)) = found(&code, seen.language) else { continue };
        if off == Off::Disabled && is_conditional(seen, at) {
            continue;
        }
        let severity = match off {
            Off::Focused => Severity::High,
            Off::Disabled => Severity::Medium,
        };
        notes.add(severity, Some(line.number), || words(seen, at, line, off, sign));
    }
}

fn found(code: &[u8], language: Language) -> Option<(Off, &'static str)> {
    match language {
        Language::Script => script(code),
        Language::Ruby => ruby(code),
        Language::Rust => rust(code).then_some((Off::Disabled, "#[ignore]")),
        Language::Python => {
            first(code, Off::Disabled, &["@pytest.mark.skip", "@unittest.skip", "@skip", "pytest.skip("])
        }
        Language::Go => {
            first(code, Off::Disabled, &["t.Skip(", "t.Skipf(", "t.SkipNow(", "b.Skip(", "s.T().Skip("])
        }
        Language::Java => java(code),
        Language::CSharp => c_sharp(code),
        Language::Php => {
            let signs = ["markTestSkipped(", "markTestIncomplete("];
            signs.into_iter().find(|sign| has(code, sign)).map(|sign| (Off::Disabled, sign))
        }
        Language::Elixir => first(code, Off::Disabled, &["@tag :skip", "@moduletag :skip", "@tag skip:"]),
        Language::C => first(code, Off::Disabled, &["GTEST_SKIP(", "DISABLED_"]),
        Language::Hash | Language::Prose | Language::Other => None,
    }
}

/// The first of these that stands there by itself.
fn first(code: &[u8], off: Off, signs: &[&'static str]) -> Option<(Off, &'static str)> {
    signs.iter().find(|sign| has_word(code, sign)).map(|sign| (off, *sign))
}

const FOCUSED: [&str; 9] = [
    "describe.only",
    "it.only",
    "test.only",
    "context.only",
    "suite.only",
    "specify.only",
    "fdescribe",
    "fit",
    "fcontext",
];

const DISABLED: [&str; 13] = [
    "describe.skip",
    "it.skip",
    "test.skip",
    "context.skip",
    "suite.skip",
    "specify.skip",
    "xdescribe",
    "xit",
    "xtest",
    "xcontext",
    "xspecify",
    "test.fixme",
    "describe.fixme",
];

fn script(code: &[u8]) -> Option<(Off, &'static str)> {
    let called = |sign: &&&str| {
        find_word(code, sign).is_some_and(|at| {
            let rest = &code[at + sign.len()..];
            rest.starts_with(b"(")
                || rest.starts_with(b".each")
                || rest.starts_with(b"`")
                || rest.starts_with(b".only(")
        })
    };
    let focused = FOCUSED.iter().find(called).map(|sign| (Off::Focused, *sign));
    focused.or_else(|| DISABLED.iter().find(called).map(|sign| (Off::Disabled, *sign)))
}

fn ruby(code: &[u8]) -> Option<(Off, &'static str)> {
    let bare = code.trim_ascii_start();
    let starts = |words: &[&'static str]| {
        words.iter().copied().find(|word| {
            let rest = bare.strip_prefix(word.as_bytes());
            rest.is_some_and(|rest| rest.starts_with(b" ") || rest.starts_with(b"("))
        })
    };
    let focused = starts(&["fit", "fdescribe", "fcontext", "fspecify"]);
    let tagged = || {
        let tags = [", focus: true", ", :focus", ",focus: true"];
        tags.into_iter().find(|tag| has(code, tag)).map(|_| "focus: true")
    };
    let disabled = || starts(&["xit", "xdescribe", "xcontext", "xspecify"]).map(|sign| (Off::Disabled, sign));
    focused.or_else(tagged).map(|sign| (Off::Focused, sign)).or_else(disabled)
}

fn rust(code: &[u8]) -> bool {
    let bare: Vec<u8> = code.iter().copied().filter(|b| *b != b' ').collect();
    bare.starts_with(b"#[ignore]") || bare.starts_with(b"#[ignore=") || has(&bare, "]#[ignore]")
}

fn java(code: &[u8]) -> Option<(Off, &'static str)> {
    let off = first(code, Off::Disabled, &["@Ignore", "@Disabled"]);
    let testng = || {
        let bare: Vec<u8> = code.iter().copied().filter(|b| *b != b' ').collect();
        has(&bare, "@Test(enabled=false").then_some((Off::Disabled, "@Test(enabled = false)"))
    };
    off.or_else(testng)
}

fn c_sharp(code: &[u8]) -> Option<(Off, &'static str)> {
    let bare = code.trim_ascii_start();
    let ignore = bare.starts_with(b"[Ignore(") || bare.starts_with(b"[Ignore]");
    let skip = ["[Fact(Skip", "[Theory(Skip"].into_iter().find(|sign| bare.starts_with(sign.as_bytes()));
    ignore.then_some("[Ignore]").or(skip).map(|sign| (Off::Disabled, sign))
}

/// Whether a test is left out only if something holds: then it runs elsewhere.
fn is_conditional(seen: &Seen<'_>, at: usize) -> bool {
    let opens = |line: &NewLine<'_>| {
        let bare = line.text.trim_ascii();
        let condition = [&b"if "[..], b"if(", b"} else", b"unless ", b"else", b"elif ", b"except"];
        condition.iter().any(|word| bare.starts_with(word)) && b"{:)".contains(bare.last().unwrap_or(&b' '))
    };
    let line = seen.lines[at].text.trim_ascii();
    let inline =
        line.starts_with(b"if ") || line.starts_with(b"if(") || has(line, " if ") || has(line, " unless ");
    let call = !matches!(seen.language, Language::Rust | Language::Java | Language::Script);
    (call && inline) || seen.above(at).is_some_and(opens)
}

fn words(seen: &Seen<'_>, at: usize, line: &NewLine<'_>, off: Off, sign: &str) -> Words {
    let sign = sign.trim_end_matches('(');
    let (title, problem, fix) = match off {
        Off::Focused => (
            "A test is focused, so others do not run",
            format!("`{sign}` runs this test alone; the rest of the suite is passed over in silence."),
            "Run one test by the command line, and take the focus out.",
        ),
        Off::Disabled => (
            "A test is switched off",
            format!("`{sign}` keeps the test from running."),
            "Mend the test or what it tests, or delete it and say why.",
        ),
    };
    Words {
        title: title.to_owned(),
        quote: Some(seen.quote(line)),
        problem,
        fix: fix.to_owned(),
        patch: (off == Off::Focused).then(|| unfocused(seen, at, sign)).flatten(),
    }
}

/// The same line without the focus. Certain for JavaScript's own words, and only if they stand there once.
fn unfocused(seen: &Seen<'_>, at: usize, sign: &str) -> Option<String> {
    let plain = match sign {
        "fdescribe" | "fit" | "fcontext" => &sign[1..],
        _ => sign.strip_suffix(".only")?,
    };
    let line = std::str::from_utf8(seen.lines[at].text).ok().filter(|_| seen.language == Language::Script)?;
    let found = text::find_word(line.as_bytes(), sign)?;
    let once = line.matches(sign).count() == 1 && !line[found + sign.len()..].starts_with(".only");
    let text = format!("{}{plain}{}", &line[..found], &line[found + sign.len()..]);
    once.then(|| patch::of_line(seen, at, Some(&text))).flatten()
}

#[cfg(test)]
mod tests;

//! debugging-left: statements that stop a program for a debugger, or print for one person. Only those that are hardly
//! ever meant to stay; printing in general is what many programs are for.

use super::notes::{Notes, Words};
use super::patch;
use super::seen::{NewLine, Seen};
use super::text::{self, Language, code, find_word, has_word};
use crate::domain::Severity;

/// What to look for.
struct Sign {
    language: Language,
    /// As it stands in code.
    text: &'static str,
    /// Whether the line can go as it stands, if it holds nothing else.
    goes: bool,
}

const fn sign(language: Language, text: &'static str, goes: bool) -> Sign {
    Sign { language, text, goes }
}

const SIGNS: &[Sign] = &[
    sign(Language::Script, "debugger", true),
    sign(Language::Rust, "dbg!(", false),
    sign(Language::Rust, "dbg![", false),
    sign(Language::Rust, "dbg!{", false),
    sign(Language::Ruby, "binding.pry", true),
    sign(Language::Ruby, "binding.irb", true),
    sign(Language::Ruby, "binding.break", true),
    sign(Language::Ruby, "byebug", true),
    sign(Language::Python, "import pdb", false),
    sign(Language::Python, "import ipdb", false),
    sign(Language::Python, "import pudb", false),
    sign(Language::Python, "pdb.set_trace()", true),
    sign(Language::Python, "ipdb.set_trace()", true),
    sign(Language::Python, "breakpoint()", true),
    sign(Language::Php, "var_dump(", false),
    sign(Language::Php, "dd(", false),
    sign(Language::Php, "xdebug_break()", true),
    sign(Language::Elixir, "IEx.pry", true),
    sign(Language::Elixir, "IO.inspect(", false),
    sign(Language::Go, "spew.Dump(", false),
];

/// Printing that is debugging only in code that prints nowhere else.
const PRINTS: [&str; 4] = ["console.log(", "console.debug(", "console.dir(", "console.trace("];

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    if text::is_foreign(&seen.path) {
        return;
    }
    let signs: Vec<&Sign> = SIGNS.iter().filter(|sign| sign.language == seen.language).collect();
    let prints = seen.language == Language::Script && prints_are_odd(seen);
    if signs.is_empty() && !prints {
        return;
    }
    for (at, line) in seen.fresh() {
        let code = code(line.text, seen.language);
        if let Some(sign) = signs.iter().find(|sign| stands(&code, sign)) {
            let patch = || if sign.goes { without(seen, at, &code, sign) } else { None };
            notes.add(Severity::Low, Some(line.number), || words(seen, line, sign.text, patch()));
        } else if let Some(print) = PRINTS.iter().find(|print| prints && find_word(&code, print).is_some()) {
            notes.add(Severity::Low, Some(line.number), || words(seen, line, print, None));
        }
    }
}

fn stands(code: &[u8], sign: &Sign) -> bool {
    match sign.text {
        "debugger" | "byebug" => is_statement(code, sign.text),
        // A function of the framework, not a method or a declaration of that name.
        "dd(" => code.trim_ascii().starts_with(b"dd("),
        _ => has_word(code, sign.text),
    }
}

/// Whether a word is a statement, not a name: `debugger;`, but neither `debugger.attach()` nor `{ debugger: true }`.
fn is_statement(code: &[u8], word: &str) -> bool {
    let Some(at) = find_word(code, word) else { return false };
    let begins = code[..at].trim_ascii_end().last().is_none_or(|byte| b";{})".contains(byte));
    let ends = code[at + word.len()..].trim_ascii_start().first().is_none_or(|byte| b";}".contains(byte));
    begins && ends
}

/// Whether code of this kind prints nowhere: no program for a terminal, and no other line that the diff or the old file
/// shows prints.
fn prints_are_odd(seen: &Seen<'_>) -> bool {
    const PROGRAMS: [&str; 12] = [
        "bin",
        "cli",
        "cmd",
        "scripts",
        "script",
        "tools",
        "tasks",
        "benchmarks",
        "bench",
        "examples",
        "example",
        "docs",
    ];
    const SOURCES: [&str; 4] = ["src", "lib", "app", "components"];
    let lower = seen.path.to_ascii_lowercase();
    let parts = || lower.split(['/', '.']);
    let program = parts().any(|part| PROGRAMS.contains(&part) || part.ends_with("cli"));
    let source = parts().any(|part| SOURCES.contains(&part));
    source && !program && !seen.is_test && !text::is_material(&seen.path) && !printed_before(seen)
}

fn printed_before(seen: &Seen<'_>) -> bool {
    let prints = |text: &[u8]| PRINTS.iter().any(|print| text::has(text, print));
    let kept = seen.lines.iter().filter(|line| !line.added).map(|line| line.text);
    let gone = seen.file.removed().map(|line| line.text);
    seen.content.old.is_some_and(prints) || kept.chain(gone).any(prints)
}

/// A patch that takes the line out, where it holds nothing else and the block around it does not become empty.
fn without(seen: &Seen<'_>, at: usize, code: &[u8], sign: &Sign) -> Option<String> {
    let bare = code.trim_ascii();
    let alone = bare.strip_suffix(b";").unwrap_or(bare).trim_ascii_end() == sign.text.as_bytes();
    let line = seen.lines[at].text;
    let whole = line.trim_ascii().len() == bare.len();
    let above = seen.above(at)?.text;
    let safe = match seen.language {
        // Behind `if (x)` the next line would take its place.
        Language::Script | Language::Php => above.trim_ascii_end().ends_with(b"{") || ends_statement(above),
        // A block of Python must not be empty, so another statement stands above in the same block.
        Language::Python => indent(above) == indent(line) && !above.ends_with(b":") && !goes_on(above),
        Language::Ruby | Language::Elixir => !goes_on(above),
        Language::Rust | Language::Go | Language::Java | Language::CSharp | Language::C => false,
        Language::Hash | Language::Prose | Language::Other => false,
    };
    (alone && whole && safe).then(|| patch::of_line(seen, at, None)).flatten()
}

fn ends_statement(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.ends_with(b";") || line.ends_with(b"}")
}

fn goes_on(line: &[u8]) -> bool {
    line.trim_ascii_end().last().is_some_and(|last| b",\\.([{=+-*/&|".contains(last))
        || text::has(line, "\"\"\"")
}

fn indent(line: &[u8]) -> &[u8] {
    &line[..line.len() - line.trim_ascii_start().len()]
}

fn words(seen: &Seen<'_>, line: &NewLine<'_>, sign: &str, patch: Option<String>) -> Words {
    let sign = sign.trim_end_matches(['(', '[', '{']);
    Words {
        title: format!("Debugging is left in: {sign}"),
        quote: Some(seen.quote(line)),
        problem: format!("`{sign}` is usually added while looking for a bug."),
        fix: "Remove it, or log through what the project uses for that.".to_owned(),
        patch,
    }
}

#[cfg(test)]
mod tests;

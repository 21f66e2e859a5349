//! What came of each safeguard, and the table of all.

use std::fmt::Write;

use super::list::Safeguard;
use super::trial::Came;

/// What came of one safeguard.
#[derive(Debug, Clone, PartialEq)]
pub struct Result {
    /// Its name.
    pub name: String,
    /// What came of the test without it.
    pub came: Verdict,
    /// How long building and testing took.
    pub seconds: f32,
}

/// Whether a test noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// These tests failed.
    Caught(Vec<String>),
    /// None did, for this reason.
    Survived(String),
}

impl Verdict {
    /// What the test without the safeguard says about it.
    pub fn without(one: &Safeguard, came: Came) -> Self {
        match came {
            Came::Failed(tests) => Verdict::Caught(tests),
            Came::Passed(tests) => Verdict::Survived(format!("{} tests passed: {}", tests.len(), one.test)),
            Came::NotBuilt(error) => Verdict::Survived(format!("it does not build without it:\n{error}")),
            Came::Died(how) => Verdict::Survived(format!("no test failed, but {}: {how}", one.test)),
            Came::Hung => Verdict::Survived(format!("it never ended: {}", one.test)),
        }
    }

    /// What is wrong with tests that must pass while nothing is switched off; nothing if this one is among them.
    pub fn unedited(one: &Safeguard, came: &Came) -> Option<Self> {
        let what = match came {
            Came::Passed(tests) if tests.iter().any(|test| test.contains(&one.test.filter)) => return None,
            Came::Passed(_) => "no test is selected",
            Came::Failed(_) => "it fails while nothing is switched off",
            Came::NotBuilt(_) => "it does not build while nothing is switched off",
            Came::Died(_) | Came::Hung => "it does not end well while nothing is switched off",
        };
        Some(Verdict::Survived(format!("{what}: {}", one.test)))
    }
}

/// One line, said as soon as it is known.
pub fn line(result: &Result) -> String {
    let (name, seconds) = (&result.name, result.seconds);
    match &result.came {
        Verdict::Caught(tests) => format!("caught    {name} by {} ({seconds:.0} s)", first(tests)),
        Verdict::Survived(why) => format!("SURVIVED  {name}: {why} ({seconds:.0} s)"),
    }
}

/// The table, as Markdown.
pub fn table(results: &[Result]) -> String {
    let mut text = String::from("| safeguard | caught by | s |\n|---|---|---|\n");
    for Result { name, came, seconds } in results {
        let by = match came {
            Verdict::Caught(tests) => first(tests),
            Verdict::Survived(_) => "**survived**".to_owned(),
        };
        // A text takes whatever is written to it.
        let _ = writeln!(text, "| `{name}` | {by} | {seconds:.0} |");
    }
    text
}

fn first(tests: &[String]) -> String {
    let more = tests.len().saturating_sub(1);
    let first = tests.first().map_or("", String::as_str);
    if more == 0 { format!("`{first}`") } else { format!("`{first}` and {more} more") }
}

#[cfg(test)]
mod tests;

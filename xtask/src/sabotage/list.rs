//! The safeguards as data. Reads a small part of TOML, strictly: tables `[[safeguard]]`, keys with one string each.
//!
//! Strings stand in `"..."` without escapes, in `'...'`, or over several lines in `'''`. So this program needs no
//! dependency, and editors still know the format.

use std::fmt;

/// Where the lists lie, from the root.
pub const LISTS: &str = "xtask/sabotage/";

/// One safeguard, how it is switched off, and the test that must notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Safeguard {
    /// Its name.
    pub name: String,
    /// What it protects from, in a sentence.
    pub protects: String,
    /// The file it is in, from the root.
    pub file: String,
    /// The text that is replaced; occurs exactly once in the file.
    pub old: String,
    /// What replaces it: the program without the safeguard, which must still build.
    pub new: String,
    /// What must fail then.
    pub test: Test,
    /// The file and line that says all this.
    pub at: At,
}

/// A place in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At {
    /// The list.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
}

/// Tests of one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The program.
    pub program: Program,
    /// Part of the names of the tests; empty for all.
    pub filter: String,
}

/// What one call of `cargo test` builds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Program {
    /// The package.
    pub package: String,
    /// Which of its targets.
    pub target: Target,
}

/// A target with tests.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The tests inside the library.
    Lib,
    /// The tests inside the program of the package's own name.
    Bin,
    /// A file or folder below `tests/`.
    Tests(String),
}

impl Target {
    fn read(word: &str) -> Self {
        match word {
            "lib" => Target::Lib,
            "bin" => Target::Bin,
            name => Target::Tests(name.to_owned()),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = match &self.program.target {
            Target::Lib => "lib",
            Target::Bin => "bin",
            Target::Tests(name) => name,
        };
        write!(f, "{} {target}", self.program.package)?;
        if self.filter.is_empty() { Ok(()) } else { write!(f, " {}", self.filter) }
    }
}

/// A list that cannot be read: where, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Reads one list.
pub fn read(path: &str, text: &str) -> Result<Vec<Safeguard>, Unreadable> {
    let mut tables: Vec<Table> = Vec::new();
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    while let Some((line, words)) = lines.next() {
        match words.trim() {
            "" => {}
            comment if comment.starts_with('#') => {}
            "[[safeguard]]" => tables.push(Table { line, rows: Vec::new() }),
            row => {
                let wrong = |what: &str| Unreadable { line, what: what.to_owned() };
                let (key, value) = row.split_once(" = ").ok_or_else(|| wrong("no `key = value`"))?;
                let value = string(value, &mut lines).ok_or_else(|| wrong("no string that ends"))?;
                let table = tables.last_mut().ok_or_else(|| wrong("a key before the first [[safeguard]]"))?;
                table.add(key, value).map_err(|what| wrong(&what))?;
            }
        }
    }
    tables.into_iter().map(|table| table.safeguard(path)).collect()
}

/// The string that begins here; `'''` takes lines until it ends.
fn string<'a>(begun: &'a str, lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Option<String> {
    let Some(first) = begun.strip_prefix("'''") else { return short(begun) };
    if let Some(whole) = first.strip_suffix("'''") {
        return Some(whole.to_owned());
    }
    let mut text = if first.is_empty() { String::new() } else { format!("{first}\n") };
    for (_, line) in lines {
        if let Some(last) = line.strip_suffix("'''") {
            return Some(text + last);
        }
        text.push_str(line);
        text.push('\n');
    }
    None
}

fn short(text: &str) -> Option<String> {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    let (inner, wrong): (&str, &[char]) = match inside('"') {
        Some(inner) => (inner, &['"', '\\']),
        None => (inside('\'')?, &['\'']),
    };
    (!inner.contains(wrong)).then(|| inner.to_owned())
}

struct Table {
    line: usize,
    rows: Vec<(String, String)>,
}

impl Table {
    fn add(&mut self, key: &str, value: String) -> Result<(), String> {
        if !["name", "protects", "file", "old", "new", "package", "target", "filter"].contains(&key) {
            return Err(format!("no key is named `{key}`"));
        }
        if self.rows.iter().any(|(known, _)| known == key) {
            return Err(format!("`{key}` is there twice"));
        }
        self.rows.push((key.to_owned(), value));
        Ok(())
    }

    fn safeguard(mut self, path: &str) -> Result<Safeguard, Unreadable> {
        let line = self.line;
        let mut take = |key: &str| {
            let at = self.rows.iter().position(|(known, _)| known == key);
            let missing = || Unreadable { line, what: format!("`{key}` is missing") };
            at.map(|at| self.rows.swap_remove(at).1).ok_or_else(missing)
        };
        Ok(Safeguard {
            name: take("name")?,
            protects: take("protects")?,
            file: take("file")?,
            old: take("old")?,
            new: take("new")?,
            test: Test {
                program: Program { package: take("package")?, target: Target::read(&take("target")?) },
                filter: take("filter").unwrap_or_default(),
            },
            at: At { path: path.to_owned(), line },
        })
    }
}

#[cfg(test)]
mod tests;

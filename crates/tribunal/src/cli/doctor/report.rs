//! What was found, one line each.

use serde_json::{Value, json};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Ok,
    Note,
    Problem,
}

impl Level {
    fn word(self) -> &'static str {
        match self {
            Level::Ok => "ok",
            Level::Note => "note",
            Level::Problem => "problem",
        }
    }
}

#[derive(Debug)]
struct Line {
    level: Level,
    about: &'static str,
    what: String,
    remedy: String,
}

/// All lines so far.
#[derive(Debug, Default)]
pub struct Report {
    lines: Vec<Line>,
}

impl Report {
    /// It works.
    pub fn ok(&mut self, about: &'static str, what: impl Into<String>) {
        self.put(Level::Ok, about, what.into(), String::new());
    }

    /// It is worth knowing; what can be done may be nothing.
    pub fn note(&mut self, about: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.put(Level::Note, about, what.into(), remedy.into());
    }

    /// It does not work.
    pub fn problem(&mut self, about: &'static str, what: impl Into<String>, remedy: impl Into<String>) {
        self.put(Level::Problem, about, what.into(), remedy.into());
    }

    fn put(&mut self, level: Level, about: &'static str, what: String, remedy: String) {
        self.lines.push(Line { level, about, what, remedy });
    }

    /// How many things do not work.
    pub fn problems(&self) -> usize {
        self.count(Level::Problem)
    }

    /// How many things are worth knowing.
    pub fn notes(&self) -> usize {
        self.count(Level::Note)
    }

    fn count(&self, level: Level) -> usize {
        self.lines.iter().filter(|line| line.level == level).count()
    }

    /// For people: the word first, what to do below.
    pub fn lines(&self) -> Vec<String> {
        let told = |line: &Line| {
            let first = format!("{:<8} {:<14} {}", line.level.word(), line.about, line.what);
            let then = (!line.remedy.is_empty()).then(|| format!("{:<24}-> {}", "", line.remedy));
            std::iter::once(first).chain(then).collect::<Vec<_>>()
        };
        self.lines.iter().flat_map(told).collect()
    }

    /// For programs.
    pub fn as_json(&self) -> Vec<Value> {
        let one = |line: &Line| {
            let mut value = json!({ "level": line.level.word(), "about": line.about, "what": line.what });
            if !line.remedy.is_empty() {
                value["remedy"] = json!(line.remedy);
            }
            value
        };
        self.lines.iter().map(one).collect()
    }
}

//! What holds for all rules together, and the small language in which the tests of each rule speak.

mod clean;
mod documents;
mod together;

use std::collections::BTreeMap;

use crate::diff::Diff;
use crate::domain::{Report, Review, Severity};
use crate::rules::{Content, RULES, RulesInput, Silence, review};

/// One changed file of a test.
pub(crate) struct Change {
    path: String,
    body: String,
    old: Option<String>,
    new: Option<String>,
    bytes: Option<u64>,
}

impl Change {
    fn entry(path: &str, body: String) -> Self {
        Self { path: path.to_owned(), body, old: None, new: None, bytes: None }
    }

    /// A file that is new.
    pub(crate) fn new_file(path: &str, text: &str) -> Self {
        let lines: Vec<&str> = lines_of(text).collect();
        let head = format!("diff --git a/{path} b/{path}\nnew file mode 100644\n");
        if lines.is_empty() {
            let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
            return Self::entry(path, format!("{head}index 0000000..{empty}\n"));
        }
        let names = format!("index 0000000..2222222\n--- /dev/null\n+++ b/{path}{}\n", tab(path));
        let count = lines.len();
        Self::entry(path, format!("{head}{names}@@ -0,0 +1,{count} @@\n{}", signed('+', &lines)))
    }

    /// A file that is gone.
    pub(crate) fn deleted(path: &str, text: &str) -> Self {
        let lines: Vec<&str> = lines_of(text).collect();
        let head =
            format!("diff --git a/{path} b/{path}\ndeleted file mode 100644\nindex 2222222..0000000\n");
        let count = lines.len();
        let hunk = format!("--- a/{path}{}\n+++ /dev/null\n@@ -1,{count} +0,0 @@\n", tab(path));
        Self::entry(path, format!("{head}{hunk}{}", signed('-', &lines)))
    }

    /// A file that changes, given as the lines of one hunk with their signs.
    pub(crate) fn edited(path: &str, hunk: &str) -> Self {
        Self::edited_at(path, 1, hunk)
    }

    /// The same, from this line on.
    pub(crate) fn edited_at(path: &str, line: u32, hunk: &str) -> Self {
        let count = |sign: char| lines_of(hunk).filter(|line| line.starts_with([' ', sign])).count();
        let start = |count: usize| if count == 0 { line - 1 } else { line };
        let (old, new) = (count('-'), count('+'));
        let head = format!("diff --git a/{path} b/{path}\nindex 1111111..2222222 100644\n");
        let tab = tab(path);
        let names = format!("--- a/{path}{tab}\n+++ b/{path}{tab}\n");
        let lines: String = lines_of(hunk).map(|line| format!("{line}\n")).collect();
        Self::entry(path, format!("{head}{names}@@ -{},{old} +{},{new} @@\n{lines}", start(old), start(new)))
    }

    /// A binary file that is new.
    pub(crate) fn binary(path: &str, bytes: Option<u64>) -> Self {
        let head = format!("diff --git a/{path} b/{path}\nnew file mode 100644\nindex 0000000..2222222\n");
        let body = format!("{head}Binary files /dev/null and b/{path} differ\n");
        Self { bytes, ..Self::entry(path, body) }
    }

    /// A file with a new name and nothing else.
    pub(crate) fn renamed(old: &str, new: &str) -> Self {
        let body = format!(
            "diff --git a/{old} b/{new}\nsimilarity index 100%\nrename from {old}\nrename to {new}\n"
        );
        Self::entry(new, body)
    }

    /// With the whole file before and after.
    pub(crate) fn with(self, old: &str, new: &str) -> Self {
        Self { old: Some(old.to_owned()), new: Some(new.to_owned()), ..self }
    }
}

/// Lines without LF; a CR stays.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').map(|line| line.strip_suffix('\n').unwrap_or(line))
}

fn tab(path: &str) -> &'static str {
    if path.contains(' ') { "\t" } else { "" }
}

fn signed(sign: char, lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{sign}{line}\n")).collect()
}

/// Reviews a change in which rules may be silenced.
pub(crate) fn reviewed_with(changes: &[Change], silenced: &[Silence]) -> Review {
    let text: String = changes.iter().map(|change| change.body.as_str()).collect();
    let diff = Diff::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let contents: BTreeMap<String, Content<'_>> =
        changes.iter().map(|change| (change.path.clone(), content(change))).collect();
    review(&RulesInput { diff: &diff, contents: &contents, silenced })
}

fn content(change: &Change) -> Content<'_> {
    Content {
        old: change.old.as_ref().map(String::as_bytes),
        new: change.new.as_ref().map(String::as_bytes),
        new_bytes: change.bytes,
    }
}

/// Reviews a change.
pub(crate) fn reviewed(changes: &[Change]) -> Review {
    reviewed_with(changes, &[])
}

/// The reports of one rule.
pub(crate) fn of_rule(rule: &str, changes: &[Change]) -> Vec<Report> {
    assert!(RULES.iter().any(|known| known.id == rule), "no rule {rule}");
    let sign = format!("(Rule {rule}.)");
    reviewed(changes).reports.into_iter().filter(|report| report.why.ends_with(&sign)).collect()
}

/// Lines and severities of what a rule says about a change.
pub(crate) fn places(rule: &str, changes: &[Change]) -> Vec<(u32, Severity)> {
    let place = |report: Report| (report.locations[0].line.unwrap_or(0), report.severity);
    of_rule(rule, changes).into_iter().map(place).collect()
}

/// Lines and severities of what a rule says about a new file.
pub(crate) fn in_file(rule: &str, path: &str, text: &str) -> Vec<(u32, Severity)> {
    places(rule, &[Change::new_file(path, text)])
}

/// Each of these lines, alone in a new file, is reported with this severity.
pub(crate) fn each_hits(rule: &str, severity: Severity, cases: &[(&str, &str)]) {
    for (path, line) in cases {
        assert_eq!(in_file(rule, path, line), [(1, severity)], "{path}: {line}");
    }
}

/// None of these lines, alone in a new file, is reported.
pub(crate) fn none_hits(rule: &str, cases: &[(&str, &str)]) {
    for (path, line) in cases {
        assert_eq!(in_file(rule, path, line), [], "{path}: {line}");
    }
}

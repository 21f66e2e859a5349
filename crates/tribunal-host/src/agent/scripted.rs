//! The scripted agent: a file of replies in the protocol's own dialect, played in order, one list per speaker.
//!
//! ```text
//! # a comment
//! == reviewer                        the next reply of this seat, until the next `==`
//! [ISSUE-1] [MAJOR] No check - src/a.rs:4 - Add one
//! VERDICT: FAIL
//! == author                          the author's next answers; `== author, no commit` changes nothing
//! Fixed:
//! - [ISSUE-1]: added
//! === patch                          what the author changes, where there are files: a unified diff
//! == reviewer fails timeout          no reply: empty crash timeout rate-limited truncated refused missing
//! == tests                           results of the next test run, one `NAME pass|fail|skip` a line
//! == decide resume by ann: why       what a person decides at the next pause
//! ```
//!
//! A speaker whose list is used up is missing, and a missing review is no review.

use std::collections::{BTreeMap, VecDeque};

use tribunal_core::domain::{Choice, FindingId, TestResult, TestRun, TestSource, TestStatus};
use tribunal_core::engine::Failure;

/// Largest script that is read, in bytes.
const SCRIPT_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Why a script cannot be read: where, what, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct ScriptError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

/// One turn of a speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// Says this, in its dialect.
    Says {
        /// The text.
        text: String,
        /// Whether an author's work is committed, in a world without files.
        commits: bool,
        /// What an author changes, as a patch, in a world with files: everything below a line `=== patch`.
        patch: Option<String>,
    },
    /// Says nothing that can be read.
    Fails(Failure),
    /// The tests ran.
    Tests(TestRun),
    /// A person decides.
    Decides {
        /// What.
        choice: Choice,
        /// Who.
        who: String,
        /// Why.
        why: String,
        /// About which findings.
        findings: Vec<FindingId>,
        /// Which author is named.
        author: Option<String>,
    },
}

/// A script: what each speaker will say, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    turns: BTreeMap<String, VecDeque<Turn>>,
}

impl Script {
    /// Reads a script.
    pub fn read(file: &str, text: &str) -> Result<Self, ScriptError> {
        let refuse = |line, what: &str| ScriptError { file: file.to_owned(), line, what: what.to_owned() };
        if text.len() > SCRIPT_BYTES_MAX {
            return Err(refuse(1, "the script is larger than 16 MiB"));
        }
        let mut script = Self::default();
        let mut open: Option<(usize, &str, String)> = None;
        for (n, line) in text.lines().enumerate() {
            if let Some(header) = line.strip_prefix("== ") {
                script.close(file, open.replace((n + 1, header, String::new())))?;
            } else if let Some((_, _, body)) = &mut open {
                body.push_str(line);
                body.push('\n');
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                return Err(refuse(n + 1, "text before the first `== SPEAKER` line; begin with one"));
            }
        }
        script.close(file, open)?;
        Ok(script)
    }

    /// Takes the next turn of a speaker.
    pub fn next(&mut self, speaker: &str) -> Option<Turn> {
        self.turns.get_mut(speaker)?.pop_front()
    }

    /// The nth turn of a speaker, from 0, without taking it.
    pub fn turn(&self, speaker: &str, nth: usize) -> Option<Turn> {
        self.turns.get(speaker)?.get(nth).cloned()
    }

    /// Speakers with turns left, so that a script that was not played to its end is noticed.
    pub fn left(&self) -> Vec<&str> {
        self.turns.iter().filter(|(_, turns)| !turns.is_empty()).map(|(name, _)| name.as_str()).collect()
    }

    fn close(&mut self, file: &str, open: Option<(usize, &str, String)>) -> Result<(), ScriptError> {
        let Some((line, header, body)) = open else { return Ok(()) };
        let refuse = |what: String| ScriptError { file: file.to_owned(), line, what };
        let (speaker, turn) = turn(header.trim(), &body).map_err(refuse)?;
        self.turns.entry(speaker).or_default().push_back(turn);
        Ok(())
    }
}

fn turn(header: &str, body: &str) -> Result<(String, Turn), String> {
    if let Some(decision) = header.strip_prefix("decide ") {
        return Ok(("decide".to_owned(), decides(decision)?));
    }
    if let Some((speaker, kind)) = header.split_once(" fails ") {
        return Ok((speaker.to_owned(), Turn::Fails(failure(kind.trim())?)));
    }
    let (speaker, commits) = match header.split_once(',') {
        None => (header, true),
        Some((speaker, rest)) if rest.trim() == "no commit" => (speaker, false),
        Some((_, rest)) => {
            return Err(format!("{:?} is not known here; write `no commit` or nothing", rest.trim()));
        }
    };
    if speaker.is_empty() || speaker.contains(char::is_whitespace) {
        return Err(format!("{speaker:?} is no speaker; write a seat, `author`, `tests` or `decide`"));
    }
    if speaker == "tests" {
        return Ok((speaker.to_owned(), Turn::Tests(tests(body)?)));
    }
    let (text, patch) = match body.split_once("=== patch\n") {
        Some((text, patch)) => (text.to_owned(), Some(patch.to_owned())),
        None => (body.to_owned(), None),
    };
    Ok((speaker.to_owned(), Turn::Says { text, commits, patch }))
}

fn failure(kind: &str) -> Result<Failure, String> {
    Ok(match kind {
        "empty" => Failure::Empty,
        "crash" => Failure::Crashed { detail: "scripted".to_owned() },
        "timeout" => Failure::TimedOut,
        "rate-limited" => Failure::RateLimited,
        "truncated" => Failure::Truncated,
        "refused" => Failure::Refused { detail: "scripted".to_owned() },
        "missing" => Failure::Missing,
        other => {
            return Err(format!(
                "{other:?} is no failure; write empty, crash, timeout, rate-limited, truncated, refused or missing"
            ));
        }
    })
}

fn tests(body: &str) -> Result<TestRun, String> {
    let result = |line: &str| {
        let (name, word) =
            line.trim().rsplit_once(' ').ok_or_else(|| format!("{line:?} is not `NAME pass`"))?;
        let status = match word {
            "pass" => TestStatus::Passed,
            "fail" => TestStatus::Failed,
            "skip" => TestStatus::Skipped,
            other => return Err(format!("a test does not {other:?}; write pass, fail or skip")),
        };
        Ok(TestResult { name: name.trim().to_owned(), status })
    };
    let results = body.lines().filter(|l| !l.trim().is_empty()).map(result).collect::<Result<_, _>>()?;
    Ok(TestRun { source: TestSource::Engine, results })
}

/// `CHOICE by WHO [findings F1,F2] [author NAME][: WHY]`.
fn decides(text: &str) -> Result<Turn, String> {
    let (head, why) = text.split_once(':').unwrap_or((text, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    let [word, "by", who, rest @ ..] = words.as_slice() else {
        return Err("write `== decide CHOICE by WHO: WHY`".to_owned());
    };
    let choice = Choice::ALL.into_iter().find(|c| c.word() == *word).ok_or_else(|| no_choice(word))?;
    let mut findings = Vec::new();
    let mut author = None;
    for pair in rest.chunks(2) {
        match pair {
            ["findings", ids] => findings = finding_ids(ids)?,
            ["author", name] => author = Some((*name).to_owned()),
            other => return Err(format!("{other:?} is not known in a decision")),
        }
    }
    Ok(Turn::Decides { choice, who: (*who).to_owned(), why: why.trim().to_owned(), findings, author })
}

fn no_choice(word: &str) -> String {
    let all: Vec<&str> = Choice::ALL.into_iter().map(Choice::word).collect();
    format!("{word:?} is no choice; there are {}", all.join(", "))
}

fn finding_ids(text: &str) -> Result<Vec<FindingId>, String> {
    let id = |word: &str| {
        let digits = word.strip_prefix('F').unwrap_or(word);
        digits.parse().map(FindingId).map_err(|_| format!("{word:?} is no finding; write F1,F2"))
    };
    text.split(',').map(id).collect()
}

#[cfg(test)]
mod tests;

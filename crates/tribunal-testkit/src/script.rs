//! The words of a script: small, readable, made for scenarios. One command per line.
//!
//! ```text
//! open PROTOCOL [MODE] [group=AUTH] [reviewers=a,b] [agents=x,y] [staff.ROLE=a,b] [budget=5] [max-rounds=2]
//!                      [standing] [no-fix] [dry-run] [checks] [exempt]
//! SEAT: CLAUSE; CLAUSE ...        a reply; `all:` replies for every seat asked, `SEAT#1:` to that attempt
//! SEAT says                       a reply in the protocol's dialect, in the body; `author says` likewise
//! SEAT! KIND                      no reply: empty crash timeout rate-limited truncated refused unreadable missing
//! author: CLAUSE; ...             answers          author! KIND
//! tests: NAME=pass NAME=fail      tests! KIND      tests by agent: ...
//! checks NAME=green NAME=red      what the next checks say of the author's work; `baseline ...` of what it began with
//! commit | files A B | touched A B | dirty A | pull WORD ...     the world changes
//! decide CHOICE by WHO ["why"] [findings=F1,F2] [author=NAME]
//! announce AGENT KIND "summary" | ask WHO | clarify TARGET "text" | wait 15m | refuse-landing | begin
//! pull threads N open|resolved    that many threads at once
//! renamed OLD NEW                 a file of the change has another name now
//! hold | step | go                the world stands still | performs one thing | performs all that is owed
//! inherit                         the next run takes over what this one leaves behind
//! validate [other-base] [other-protocol]      what the validator says of the world as it is
//! explain [TEXT]                  the explanation, or its lines that hold the text
//! owed                            what the world owes the run, and what each question carries
//! show published                  the comments owed so far, long lines in short
//! show findings | reports | verdict | run | owed | timer | warnings | explain       what the run holds now
//! ```

pub mod said;

use std::fmt;

/// Why a command cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadScript(pub String);

impl fmt::Display for BadScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Says what a command lacks.
pub fn bad(what: impl Into<String>) -> BadScript {
    BadScript(what.into())
}

/// One word of a clause; a quoted one may hold anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// As it stands.
    Bare(String),
    /// Was written "so".
    Quoted(String),
    /// Was written `so`.
    Ticked(String),
}

impl Word {
    /// Its text, however written.
    pub fn text(&self) -> &str {
        match self {
            Word::Bare(text) | Word::Quoted(text) | Word::Ticked(text) => text,
        }
    }
}

/// Splits a line into clauses at `;` and each into words at spaces; quotes hold both together.
pub fn clauses(line: &str) -> Result<Vec<Vec<Word>>, BadScript> {
    let mut all = vec![Vec::new()];
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        match first {
            ';' => {
                all.push(Vec::new());
                rest = rest[1..].trim_start();
            }
            '"' | '`' => {
                let end =
                    rest[1..].find(first).ok_or_else(|| bad(format!("{first} is not closed: {rest}")))?;
                let text = rest[1..=end].to_owned();
                let word = if first == '"' { Word::Quoted(text) } else { Word::Ticked(text) };
                all.last_mut().expect("there is always a clause").push(word);
                rest = rest[end + 2..].trim_start();
            }
            _ => {
                let end = rest.find([' ', ';']).unwrap_or(rest.len());
                all.last_mut().expect("there is always a clause").push(Word::Bare(rest[..end].to_owned()));
                rest = rest[end..].trim_start();
            }
        }
    }
    Ok(all.into_iter().filter(|clause| !clause.is_empty()).collect())
}

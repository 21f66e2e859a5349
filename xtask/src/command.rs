//! What was typed after `cargo xtask`. Reads words only; `chores` knows what to do about them.

use std::fmt;

/// How long each fuzz target runs when nobody says otherwise: enough to notice a broken target, short enough to wait.
const FUZZ_SECONDS: u32 = 10;

/// How often the program is killed when nobody says otherwise.
const KILLS: u32 = 10_000;

/// Printed when the words make no sense.
pub const USAGE: &str = "\
usage: cargo xtask WORD

  ci                             what CI runs: fmt, clippy, tidy, set-up, all tests
  test                           set-up, then all tests
  tidy                           the project's own rules about its files
  golden                         rewrite the golden files; read the diff as you would code
  fuzz [--seconds N] [TARGET]    run every fuzz target, or one, for N seconds each (10)
  faults                         fill the disk page by page, cut the power behind every write, start many at once
  replays                        replay the runs of the tests with a release build: the same bytes
  kills [N]                      kill -9 the program N times (10,000) at any moment and look what is left
  mutants                        mutate the verdict rules and see which tests notice
  sabotage [NAME ...] [--jobs N] switch off each safeguard, or these, in a copy of the tree and see which test notices
  sabotage --list | --check      show the safeguards; say whether their lists fit the tree
  bench [core|local|PART ...]    measure against the figures of the design";

/// One chore, with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Everything a commit must pass.
    Ci,
    /// Set-up and tests.
    Test,
    /// The rules about files.
    Tidy,
    /// Rewrite golden files.
    Golden,
    /// Fuzz for a while.
    Fuzz {
        /// Per target.
        seconds: u32,
        /// All of them if none is named.
        target: Option<String>,
    },
    /// The fault tests in full.
    Faults,
    /// Replay the runs of the tests with a release build.
    Replays,
    /// Kill the program at any moment, many times.
    Kills {
        /// How often.
        count: u32,
    },
    /// Mutate the verdict rules.
    Mutants,
    /// Switch off safeguards and see which tests notice.
    Sabotage {
        /// All of them if none is named.
        names: Vec<String>,
        /// How many copies of the tree are worked in at once.
        jobs: usize,
    },
    /// Show the safeguards.
    SabotageList,
    /// Say whether the lists of safeguards fit the tree.
    SabotageCheck,
    /// Measure.
    Bench {
        /// Handed to the bench program as they are.
        arguments: Vec<String>,
    },
}

/// Why the words are no command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// No word at all.
    Nothing,
    /// A first word nobody knows.
    Unknown(String),
    /// Words after a chore that takes none.
    TooMany(String),
    /// `--seconds` without a whole number above zero.
    Seconds,
    /// A number of kills that is none above zero.
    Count,
    /// `--jobs` without a whole number above zero.
    Jobs,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Nothing => f.write_str("no chore was named"),
            Wrong::Unknown(word) => write!(f, "there is no chore `{word}`"),
            Wrong::TooMany(word) => write!(f, "`{word}` is one word too many"),
            Wrong::Count => f.write_str("kills needs a whole number above zero"),
            Wrong::Jobs => f.write_str("--jobs needs a whole number above zero"),
            Wrong::Seconds => f.write_str("--seconds needs a whole number above zero"),
        }
    }
}

impl Command {
    /// Reads the words after `cargo xtask`.
    pub fn read(words: &[String]) -> Result<Command, Wrong> {
        let (first, rest) = words.split_first().ok_or(Wrong::Nothing)?;
        match first.as_str() {
            "ci" => alone(Command::Ci, rest),
            "test" => alone(Command::Test, rest),
            "tidy" => alone(Command::Tidy, rest),
            "golden" => alone(Command::Golden, rest),
            "replays" => alone(Command::Replays, rest),
            "mutants" => alone(Command::Mutants, rest),
            "fuzz" => fuzz(rest),
            "faults" => alone(Command::Faults, rest),
            "kills" => kills(rest),
            "sabotage" => sabotage(rest),
            "bench" => Ok(Command::Bench { arguments: rest.to_vec() }),
            unknown => Err(Wrong::Unknown(unknown.to_owned())),
        }
    }
}

fn alone(command: Command, rest: &[String]) -> Result<Command, Wrong> {
    match rest.first() {
        None => Ok(command),
        Some(word) => Err(Wrong::TooMany(word.clone())),
    }
}

fn kills(rest: &[String]) -> Result<Command, Wrong> {
    match rest {
        [] => Ok(Command::Kills { count: KILLS }),
        [word] => Ok(Command::Kills { count: word.parse().ok().filter(|n| *n > 0).ok_or(Wrong::Count)? }),
        [_, more, ..] => Err(Wrong::TooMany(more.clone())),
    }
}

fn sabotage(rest: &[String]) -> Result<Command, Wrong> {
    match rest {
        [word] if word == "--list" => return Ok(Command::SabotageList),
        [word] if word == "--check" => return Ok(Command::SabotageCheck),
        _ => {}
    }
    let (mut names, mut jobs) = (Vec::new(), 1);
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--jobs" => {
                jobs = words.next().and_then(|w| w.parse().ok()).filter(|n| *n > 0).ok_or(Wrong::Jobs)?
            }
            flag if flag.starts_with('-') => return Err(Wrong::Unknown(flag.to_owned())),
            name => names.push(name.to_owned()),
        }
    }
    Ok(Command::Sabotage { names, jobs })
}

fn fuzz(rest: &[String]) -> Result<Command, Wrong> {
    let (mut seconds, mut target) = (FUZZ_SECONDS, None);
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => seconds = number(words.next())?,
            flag if flag.starts_with('-') => return Err(Wrong::Unknown(flag.to_owned())),
            _ if target.is_some() => return Err(Wrong::TooMany(word.clone())),
            name => target = Some(name.to_owned()),
        }
    }
    Ok(Command::Fuzz { seconds, target })
}

fn number(word: Option<&String>) -> Result<u32, Wrong> {
    word.and_then(|w| w.parse().ok()).filter(|n| *n > 0).ok_or(Wrong::Seconds)
}

#[cfg(test)]
mod tests;

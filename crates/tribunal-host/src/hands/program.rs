//! Runs one program for an effect: in its own directory, with the few variables it may see.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use tribunal_core::domain::EffectKey;
use tribunal_core::engine::Failure;

use super::Hands;
use crate::disk::scarce;
use crate::process::{Cancel, Ended, How, Job, run};

/// Most that is kept of what a program prints; a reply beyond it is cut, and a cut reply is none.
pub(super) const PRINTED_MAX: usize = 8 * 1024 * 1024;

/// How long a program may clean up.
const GRACE: Duration = Duration::from_secs(5);

/// A program to run.
pub(super) struct Program<'a> {
    pub key: &'a EffectKey,
    pub command: &'a [String],
    pub environment: &'a [String],
    pub directory: &'a Path,
    pub input: Option<String>,
    pub wall: Duration,
    pub idle: Duration,
}

impl Hands {
    /// Runs a program to its end. None if it was told to stop; an error if our own side failed, so that nothing is recorded
    /// of a program that the disk let down.
    pub(super) fn program(&self, program: &Program<'_>, cancel: &Cancel) -> Result<Option<Ended>, String> {
        let home = self.fresh(program.key, "home")?;
        let job = Job {
            supervisor: self.supervisor.clone(),
            desk: self.place(program.key),
            command: program.command.iter().map(OsString::from).collect(),
            directory: program.directory.to_owned(),
            input: program.input.as_ref().map(|text| text.clone().into_bytes()),
            environment: environment(&home, program.environment),
            wall: program.wall,
            idle: program.idle,
            grace: GRACE,
            keep_max: PRINTED_MAX,
        };
        // A costly answer that there is no room to keep would have to be asked for again.
        scarce(&self.desk).map_or(Ok(()), Err)?;
        let ended = run(&job, cancel);
        Self::clear(&home);
        match ended.how {
            How::Cancelled => Ok(None),
            How::Broken(why) => Err(why),
            // On a full disk a program fails for no fault of its own, or worse, only seems to work.
            How::Exited(_) | How::Signalled(_) | How::TimedOut(_) | How::Lost(_) => {
                scarce(&self.desk).map_or(Ok(Some(ended)), Err)
            }
        }
    }
}

/// What every program sees, and the variables it may see besides.
fn environment(home: &Path, names: &[String]) -> Vec<(OsString, OsString)> {
    let plain = ["PATH", "LANG", "LC_ALL", "TERM", "TZ"];
    let names = plain.iter().map(|name| (*name).to_owned()).chain(names.iter().cloned());
    let value = |name: String| Some((OsString::from(&name), std::env::var_os(&name)?));
    let mut all: Vec<(OsString, OsString)> = names.filter_map(value).collect();
    if !all.iter().any(|(name, _)| name == "HOME") {
        all.push(("HOME".into(), home.into()));
    }
    all
}

/// What a program printed, if it can be a reply; else why there is none.
pub(super) fn reply(ended: &Ended) -> Result<String, Failure> {
    match &ended.how {
        How::Exited(0) => text(ended),
        How::Exited(code) => {
            Err(Failure::Crashed { detail: detail(&format!("it exited with {code}"), ended) })
        }
        How::Signalled(signal) => {
            Err(Failure::Crashed { detail: detail(&format!("it was ended by signal {signal}"), ended) })
        }
        How::TimedOut(_) => Err(Failure::TimedOut),
        How::Cancelled => Err(Failure::Crashed { detail: "it was told to stop".to_owned() }),
        How::Broken(why) => Err(Failure::Crashed { detail: why.clone() }),
        How::Lost(why) if why.contains("No such file") => Err(Failure::Missing),
        How::Lost(why) => Err(Failure::Crashed { detail: why.clone() }),
    }
}

/// The whole of what was printed, as text.
pub(super) fn text(ended: &Ended) -> Result<String, Failure> {
    if ended.cut > 0 {
        return Err(Failure::Truncated);
    }
    let text = String::from_utf8(ended.stdout.clone());
    let text = text.map_err(|_| Failure::Unreadable {
        error: "the reply is not UTF-8 text; send it as UTF-8".to_owned(),
    })?;
    if text.trim().is_empty() { Err(Failure::Empty) } else { Ok(text) }
}

/// The last words of a program, bounded, beside what happened to it.
pub(super) fn detail(what: &str, ended: &Ended) -> String {
    let words = String::from_utf8_lossy(&ended.stderr);
    let last = words.trim_end().lines().last().unwrap_or_default();
    let last: String = last.chars().filter(|c| !c.is_control()).take(300).collect();
    if last.is_empty() { what.to_owned() } else { format!("{what}: {last}") }
}

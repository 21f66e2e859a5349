//! `tribunal init`: a first `tribunal.toml`, with everything commented out. Looks at files and at PATH; runs nothing that it
//! finds, and never writes over anything.

use std::path::{Path, PathBuf};

use serde_json::json;
use tribunal_host::config::{self, CreateError, Fitting, Found};
use tribunal_host::survey::{self, Suggested, Suggestions};

use super::args::Init;
use super::failure::Failure;
use super::home::Home;
use super::json;
use super::out::say;
use super::stage::Stage;

/// The file, in the root of the repository.
pub const FILE: &str = "tribunal.toml";

/// Writes the file, or shows it.
pub fn run(args: &Init) -> Result<u8, Failure> {
    let path = root()?.join(FILE);
    let fits = survey::suggestions(path.parent().unwrap_or(Path::new(".")));
    let agents = survey::agents();
    let text = config::template(&found(&fits, &agents));
    if !args.print {
        config::create(&path, &text).map_err(|error| refused(&path, &error))?;
    }
    match (args.json, args.print) {
        (true, _) => json::tell("init", &as_json(&path, &text, &fits, &agents, !args.print)),
        (false, true) => say(text.trim_end()),
        (false, false) => told(&path, &fits, &agents),
    }
    Ok(0)
}

/// The root of the work tree we are in.
fn root() -> Result<PathBuf, Failure> {
    let stage = Stage::new("init")?;
    let repository = Home::at(stage.path().to_owned()).repository(Path::new("."))?;
    let root = repository.work_tree().map(Path::to_owned);
    root.ok_or_else(|| {
        let place = repository.common_dir().display();
        Failure::Usage(format!("{place} is a bare repository; run `tribunal init` in a clone of it"))
    })
}

fn refused(path: &Path, error: &CreateError) -> Failure {
    let place = path.display();
    Failure::Unwritable(match error {
        CreateError::Exists => {
            format!("{place}: {error}; `tribunal init --print` shows what would be written")
        }
        CreateError::Link => format!("{place}: {error}"),
        CreateError::Disk(why) => format!("cannot write {place}: {why}; nothing was left behind"),
    })
}

fn found<'a>(fits: &'a Suggestions, agents: &[(&'static str, PathBuf)]) -> Found<'a> {
    Found {
        agents: agents.iter().map(|(name, _)| *name).collect(),
        linters: fits.linters.iter().map(fitting).collect(),
        checks: fits.checks.iter().map(fitting).collect(),
        environment: fits.environment.clone(),
    }
}

fn fitting(one: &Suggested) -> Fitting<'_> {
    Fitting { name: one.name, words: &one.words, because: one.because }
}

fn told(path: &Path, fits: &Suggestions, agents: &[(&'static str, PathBuf)]) {
    say(&format!(
        "Wrote {}: every setting with its default, commented out. Nothing is switched on.",
        path.display()
    ));
    let names = |all: Vec<&str>| if all.is_empty() { "none".to_owned() } else { all.join(", ") };
    let of = |all: &[Suggested]| names(all.iter().map(|one| one.name).collect());
    say(&format!("  checks that would fit     {}", of(&fits.checks)));
    say(&format!("  linters that would fit    {}", of(&fits.linters)));
    say(&format!("  coding agents on PATH     {}", names(agents.iter().map(|(name, _)| *name).collect())));
    say(
        "\nTribunal reads it from the commit a change is compared with, so it counts once it is committed there:",
    );
    say(&format!("  git add {FILE} && git commit -m \"Settings of tribunal\""));
    say("`tribunal doctor` shows what holds and where it comes from.");
}

fn as_json(
    path: &Path,
    text: &str,
    fits: &Suggestions,
    agents: &[(&'static str, PathBuf)],
    written: bool,
) -> serde_json::Value {
    let one = |one: &Suggested| json!({ "name": one.name, "command": one.words, "because": one.because });
    let agent =
        |(name, file): &(&str, PathBuf)| json!({ "name": name, "program": file.display().to_string() });
    json!({
        "file": path.display().to_string(),
        "written": written,
        "checks": fits.checks.iter().map(one).collect::<Vec<_>>(),
        "linters": fits.linters.iter().map(one).collect::<Vec<_>>(),
        "agents": agents.iter().map(agent).collect::<Vec<_>>(),
        "text": text,
    })
}

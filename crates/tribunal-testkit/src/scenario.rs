//! Transcript files: commands and what must follow from them, in one readable text.
//!
//! `# ` begins a comment, `> ` a command, `| ` a line of the command's body. All other lines are what the engine
//! said. With `TRIBUNAL_GOLDEN=write` in the environment the files are written anew; read the diff as you would code.

use std::path::{Path, PathBuf};

use crate::world::World;

/// A scenario: its text as it stands, and the text as the engine says it should be.
pub struct Scenario {
    /// What the file says.
    pub written: String,
    /// What the engine says.
    pub played: String,
    /// The world at the end.
    pub world: World,
}

impl Scenario {
    /// Plays a transcript from its commands; everything else in it is replaced by what the engine says.
    pub fn play(text: &str) -> Self {
        Self::play_watched(text, |_| {})
    }

    /// The same, with a look at the world after every command.
    pub fn play_watched(text: &str, mut watch: impl FnMut(&World)) -> Self {
        let mut world = World::default();
        let mut played = String::new();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if let Some(command) = line.strip_prefix("> ") {
                let mut body = String::new();
                push(&mut played, line);
                while let Some(more) = lines.next_if(|l| l.starts_with("| ") || *l == "|") {
                    push(&mut played, more);
                    body.push_str(more.get(2..).unwrap_or_default());
                    body.push('\n');
                }
                world.command(command, &body).iter().for_each(|said| push(&mut played, said));
                watch(&world);
            } else if line.starts_with('#') || line.is_empty() {
                push(&mut played, line);
            }
        }
        Self { written: text.to_owned(), played, world }
    }
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Whether golden files are to be written instead of compared.
pub fn golden_wanted() -> bool {
    std::env::var_os("TRIBUNAL_GOLDEN").is_some_and(|value| value == "write")
}

/// Every transcript below a directory, in a stable order.
///
/// # Panics
/// If the directory cannot be read: without scenarios a test would prove nothing.
pub fn scenario_files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).expect("the scenarios' directory can be read") {
        let path = entry.expect("an entry of it can be read").path();
        if path.is_dir() {
            found.extend(scenario_files(&path));
        } else if path.extension().is_some_and(|e| e == "txt") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every transcript below a directory with its name there.
///
/// # Panics
/// If one cannot be read.
pub fn scenario_texts(root: &Path) -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        (name, std::fs::read_to_string(&path).expect("a transcript can be read"))
    };
    scenario_files(root).into_iter().map(read).collect()
}

/// Plays a file and compares; gives the first line that differs.
pub fn check_file(path: &Path) -> Result<Scenario, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let scenario = Scenario::play(&text);
    if scenario.written == scenario.played {
        return Ok(scenario);
    }
    if golden_wanted() {
        std::fs::write(path, &scenario.played).map_err(|e| format!("{}: {e}", path.display()))?;
        return Ok(scenario);
    }
    Err(difference(path, &scenario))
}

fn difference(path: &Path, scenario: &Scenario) -> String {
    let pairs = scenario.written.lines().zip(scenario.played.lines()).enumerate();
    let first = pairs.into_iter().find(|(_, (written, played))| written != played);
    match first {
        Some((n, (written, played))) => {
            format!("{}:{}\n  written: {written}\n  played:  {played}", path.display(), n + 1)
        }
        None => format!("{}: one is longer than the other", path.display()),
    }
}

//! Transcript files: commands and what must follow from them, in one readable text.
//!
//! `# ` begins a comment, `> ` a command, `| ` a line of the command's body. All other lines are what the engine
//! said. With `TRIBUNAL_GOLDEN=write` in the environment the files are written anew; read the diff as you would code.

use std::path::Path;

use crate::golden::golden;
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

/// The text of a file of the tests.
pub fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file of the tests can be read")
}

/// Plays a file and compares; gives the first line that differs.
pub fn check_file(path: &Path) -> Result<Scenario, String> {
    let scenario = play_file(path)?;
    golden(path, &scenario.played)?;
    Ok(scenario)
}

/// Plays a file without comparing.
pub fn play_file(path: &Path) -> Result<Scenario, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(Scenario::play(&text))
}

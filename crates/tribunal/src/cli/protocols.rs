//! `tribunal protocols`: list, show, check, import.

use std::path::Path;

use tribunal_core::protocol::{self, Problems, Protocol, ProtocolFile};

use super::args::ProtocolsCommand;
use super::failure::{Failure, read};
use super::out::{complain, say};

/// Does what was asked.
pub fn run(command: Option<ProtocolsCommand>) -> Result<u8, Failure> {
    match command {
        None => list(),
        Some(ProtocolsCommand::Show { name }) => show(&name),
        Some(ProtocolsCommand::Check { file }) => check(&file),
        Some(ProtocolsCommand::Import { file, mode }) => import(&file, mode.as_deref()),
    }
}

/// A built-in protocol by name, or a user's own by file.
pub fn load(name: &str, mode: Option<&str>) -> Result<Protocol, Failure> {
    let wrong = |problems: Problems| Failure::Content(problems.to_string());
    let path = Path::new(name);
    if path.extension().is_some_and(|e| e == "toml") {
        return file(path)?.resolve(mode).map_err(wrong);
    }
    protocol::load_builtin(name, mode).map_err(wrong)
}

fn file(path: &Path) -> Result<ProtocolFile, Failure> {
    let text = read(path)?;
    protocol::read(&path.display().to_string(), &text).map_err(|p| Failure::Content(p.to_string()))
}

fn list() -> Result<u8, Failure> {
    for (name, _) in protocol::builtin() {
        let file = protocol::builtin_file(name).map_err(|p| Failure::Content(p.to_string()))?;
        let first = file.resolve(None).map_err(|p| Failure::Content(p.to_string()))?;
        say(&format!("{name:<16}{}", first.summary));
        if !file.modes().is_empty() {
            let of = |mode: &&str| {
                if Some(*mode) == file.default_mode() {
                    format!("{mode} (default)")
                } else {
                    (*mode).to_owned()
                }
            };
            say(&format!("{:<16}modes: {}", "", file.modes().iter().map(of).collect::<Vec<_>>().join(", ")));
        }
    }
    say(
        "\n`tribunal protocols show NAME` prints one; copy it, change a line, and review with --protocol FILE.toml.",
    );
    Ok(0)
}

fn show(name: &str) -> Result<u8, Failure> {
    protocol::builtin_file(name).map_err(|p| Failure::Content(p.to_string()))?;
    let text =
        protocol::builtin().iter().find(|(n, _)| *n == name).map(|(_, text)| *text).unwrap_or_default();
    say(text.trim_end());
    Ok(0)
}

fn check(path: &Path) -> Result<u8, Failure> {
    let file = file(path)?;
    let modes =
        if file.modes().is_empty() { String::new() } else { format!(", modes {}", file.modes().join(", ")) };
    say(&format!("{}: {} is a valid protocol{modes}", path.display(), file.name()));
    Ok(0)
}

fn import(path: &Path, mode: Option<&str>) -> Result<u8, Failure> {
    let text = read(path)?;
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let onto = protocol::builtin_file("zero-tolerance").map_err(|p| Failure::Content(p.to_string()))?;
    let name = path.display().to_string();
    let (imported, warnings) =
        protocol::import_mode(&text, mode.unwrap_or(&stem), &onto).map_err(|mut problems| {
            // The importer knows the mode's name only; people know the file's.
            problems.list.iter_mut().for_each(|problem| problem.file.clone_from(&name));
            Failure::Content(problems.to_string())
        })?;
    for warning in warnings {
        complain(&format!("tribunal: {}: {}", warning.key, warning.what));
    }
    say(protocol::to_toml(&imported).trim_end());
    Ok(0)
}

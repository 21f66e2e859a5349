//! `tribunal protocols`: list, show, check, import.

use std::path::Path;

use serde_json::json;
use tribunal_core::protocol::{self, Problems, Protocol, ProtocolFile};

use super::args::ProtocolsCommand;
use super::failure::{Failure, read};
use super::json;
use super::out::{complain, say};

/// Does what was asked.
pub fn run(command: Option<ProtocolsCommand>, json: bool) -> Result<u8, Failure> {
    match command {
        None => list(json),
        Some(ProtocolsCommand::Show { name }) => show(&name, json),
        Some(ProtocolsCommand::Check { file }) => check(&file, json),
        Some(ProtocolsCommand::Import { file, mode }) => import(&file, mode.as_deref(), json),
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

fn list(json: bool) -> Result<u8, Failure> {
    let mut told = Vec::new();
    for (name, _) in protocol::builtin() {
        let file = protocol::builtin_file(name).map_err(|p| Failure::Content(p.to_string()))?;
        let first = file.resolve(None).map_err(|p| Failure::Content(p.to_string()))?;
        let (modes, default) = (file.modes(), file.default_mode());
        if json {
            told.push(
                json!({ "name": name, "summary": first.summary, "modes": modes, "default_mode": default }),
            );
        } else {
            listed(name, &first.summary, &file);
        }
    }
    if json {
        json::tell("protocols", &json!({ "protocols": told }));
    } else {
        say(
            "\n`tribunal protocols show NAME` prints one; copy it, change a line, and review with --protocol FILE.toml.",
        );
    }
    Ok(0)
}

fn listed(name: &str, summary: &str, file: &ProtocolFile) {
    say(&format!("{name:<16}{summary}"));
    if !file.modes().is_empty() {
        let default = file.default_mode();
        let of = |mode: &&str| {
            if Some(*mode) == default { format!("{mode} (default)") } else { (*mode).to_owned() }
        };
        say(&format!("{:<16}modes: {}", "", file.modes().iter().map(of).collect::<Vec<_>>().join(", ")));
    }
}

fn show(name: &str, json: bool) -> Result<u8, Failure> {
    protocol::builtin_file(name).map_err(|p| Failure::Content(p.to_string()))?;
    let text =
        protocol::builtin().iter().find(|(n, _)| *n == name).map(|(_, text)| *text).unwrap_or_default();
    if json {
        json::tell("protocol", &json!({ "name": name, "text": text, "warnings": [] }));
    } else {
        say(text.trim_end());
    }
    Ok(0)
}

fn check(path: &Path, json: bool) -> Result<u8, Failure> {
    let file = file(path)?;
    if json {
        let (place, modes) = (path.display().to_string(), file.modes());
        json::tell("protocol-check", &json!({ "file": place, "name": file.name(), "modes": modes }));
        return Ok(0);
    }
    let modes =
        if file.modes().is_empty() { String::new() } else { format!(", modes {}", file.modes().join(", ")) };
    say(&format!("{}: {} is a valid protocol{modes}", path.display(), file.name()));
    Ok(0)
}

fn import(path: &Path, mode: Option<&str>, json: bool) -> Result<u8, Failure> {
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
    let warned: Vec<String> = warnings.iter().map(|w| format!("{}: {}", w.key, w.what)).collect();
    let text = protocol::to_toml(&imported);
    if json {
        json::tell("protocol", &json!({ "name": imported.name, "text": text, "warnings": warned }));
        return Ok(0);
    }
    warned.iter().for_each(|line| complain(&format!("tribunal: {line}")));
    say(text.trim_end());
    Ok(0)
}

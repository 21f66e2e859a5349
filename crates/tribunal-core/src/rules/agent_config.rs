//! agent-config: files that coding agents read as instructions or run code from, and files by which the tools they start
//! do. At any depth, in any case, also with characters in the name that a file system may ignore.

use super::notes::{Notes, Words};
use super::seen::Seen;
use crate::domain::Severity;

/// Directories whose every file is an agent's configuration. A trailing `*` stands for any ending.
const DIRECTORIES: &[&str] = &[
    ".aider*",
    ".amazonq",
    ".augment",
    ".claude",
    ".claude-plugin",
    ".clinerules",
    ".codex",
    ".continue",
    ".copilot",
    ".cursor",
    ".gemini",
    ".goose*",
    ".junie",
    ".kilo",
    ".kilocode",
    ".kiro",
    ".opencode",
    ".pi",
    ".qwen",
    ".roo",
    ".trae",
    ".vibe",
    ".windsurf*",
];

/// Files that are an agent's configuration.
const FILES: &[&str] = &[
    ".aider*",
    ".claude.json",
    ".clinerules",
    ".cursorrules",
    ".goose*",
    ".mcp.json",
    ".roomodes",
    ".roorules",
    ".windsurf*",
    "agents.local.md",
    "agents.md",
    "agents.override.md",
    "claude.local.md",
    "claude.md",
    "gemini.md",
    "opencode.json",
    "opencode.jsonc",
    "qwen.md",
];

/// Files that are an agent's configuration in capitals only; in other letters they are names of ordinary pages.
const CAPITALS: &[&str] = &["AGENT.md", "CRUSH.md", "WARP.md"];

/// Agent configuration inside `.github`.
const GITHUB: &[&str] =
    &["agents", "chatmodes", "copilot-instructions.md", "hooks", "instructions", "prompts"];

/// Directories and files by which tools run code or change their ways when somebody only enters the tree.
const TOOLS: &[&str] = &[
    ".bunfig.toml",
    ".devcontainer",
    ".envrc",
    ".gitmodules",
    ".husky",
    ".mise.toml",
    ".npmrc",
    ".ripgreprc",
    ".tool-versions",
    ".vscode",
    "bunfig.toml",
    "mise.toml",
];

const AGENTS_TITLE: &str = "Configuration of coding agents changes";
const TOOLS_TITLE: &str = "Configuration of tools that agents start changes";

pub(super) fn look(seen: &Seen<'_>, notes: &mut Notes) {
    let old = seen.file.old.as_ref().map(|side| side.path.lossy().into_owned());
    let kinds = [Some(seen.path.clone()), old].into_iter().flatten().filter_map(|path| kind(&path));
    let Some(severity) = kinds.max() else { return };
    let line = seen.added().next();
    notes.add(severity, line.map(|line| line.number), || Words {
        title: if severity == Severity::High { AGENTS_TITLE } else { TOOLS_TITLE }.to_owned(),
        quote: line.map(|line| seen.quote(line)),
        problem: format!("{} is read by agents or by tools they start.", seen.place),
        fix: "Let a person read every line of it, hidden characters included, before any agent works on this branch; \
              keep it out of changes that are about something else."
            .to_owned(),
        patch: None,
    });
}

fn kind(path: &str) -> Option<Severity> {
    let folded = folded(path);
    let parts: Vec<&str> = folded.split('/').collect();
    let (name, directories) = parts.split_last()?;
    let capitals = CAPITALS.contains(&super::text::name(path));
    let agent = directories.iter().any(|part| any(DIRECTORIES, part)) || any(FILES, name) || capitals;
    let github = parts.windows(2).any(|pair| pair[0] == ".github" && GITHUB.contains(&pair[1]));
    let tool = parts.iter().any(|part| any(TOOLS, part));
    match (agent || github, tool) {
        (true, _) => Some(Severity::High),
        (false, true) => Some(Severity::Low),
        (false, false) => None,
    }
}

fn any(list: &[&str], part: &str) -> bool {
    list.iter().any(|entry| match entry.strip_suffix('*') {
        Some(beginning) => part.starts_with(beginning),
        None => part == *entry,
    })
}

/// One case for all letters, and no characters that take no room: some file systems take such names for the same.
fn folded(path: &str) -> String {
    let upper = path.chars().filter(|c| !super::hidden::takes_no_room(*c)).flat_map(char::to_uppercase);
    let lower = upper.flat_map(char::to_lowercase);
    // The letters that look like ASCII in full width.
    lower
        .map(|c| match c {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests;

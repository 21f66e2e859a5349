//! Every name, in every spelling a file system might take for it.

use crate::domain::Severity;
use crate::rules::tests::{Change, in_file, of_rule, places};

const RULE: &str = "agent-config";

#[test]
fn every_agents_own_files() {
    for path in [
        "CLAUDE.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        "AGENTS.override.md",
        "GEMINI.md",
        "QWEN.md",
        "AGENT.md",
        "WARP.md",
        ".claude/settings.json",
        ".claude/hooks/run.sh",
        ".claude.json",
        ".mcp.json",
        ".codex/config.toml",
        ".gemini/settings.json",
        ".opencode/plugin/x.js",
        "opencode.json",
        "opencode.jsonc",
        ".cursor/rules/a.mdc",
        ".cursorrules",
        ".windsurfrules",
        ".windsurf/rules/a.md",
        ".aider.conf.yml",
        ".aiderignore",
        ".continue/config.json",
        ".github/copilot-instructions.md",
        ".github/hooks/a.json",
        ".github/instructions/a.instructions.md",
        ".amazonq/rules/a.md",
        ".kiro/steering/a.md",
        ".goosehints",
        ".goose/x",
        ".qwen/settings.json",
        ".kilo/x",
        ".copilot/x",
        ".pi/x",
        ".vibe/config.toml",
        ".clinerules",
        ".clinerules/a.md",
        ".roo/rules/a.md",
    ] {
        assert_eq!(in_file(RULE, path, "x"), [(1, Severity::High)], "{path}");
    }
}

#[test]
fn at_any_depth() {
    for path in [
        "docs/CLAUDE.md",
        "a/b/c/.claude/settings.json",
        "packages/x/AGENTS.md",
        "x/.github/copilot-instructions.md",
    ] {
        assert_eq!(in_file(RULE, path, "x"), [(1, Severity::High)], "{path}");
    }
}

#[test]
fn in_any_case_and_with_what_file_systems_ignore() {
    for path in [
        "claude.md",
        "Claude.MD",
        "agents.MD",
        ".Claude/x",
        ".CURSORRULES",
        "CLA\u{200b}UDE.md",
        "\u{feff}AGENTS.md",
        "AGENT\u{17f}.md",
        "\u{ff23}LAUDE.md",
        ".\u{212a}iro/x",
        ".GitHub/Copilot-Instructions.md",
    ] {
        assert_eq!(in_file(RULE, path, "x"), [(1, Severity::High)], "{path:?}");
    }
}

#[test]
fn tools_that_agents_start() {
    for path in [
        ".envrc",
        "mise.toml",
        ".tool-versions",
        ".npmrc",
        "bunfig.toml",
        ".ripgreprc",
        ".husky/pre-commit",
        ".gitmodules",
        ".vscode/tasks.json",
        ".devcontainer/devcontainer.json",
        "sub/.vscode/settings.json",
    ] {
        assert_eq!(in_file(RULE, path, "x"), [(1, Severity::Low)], "{path}");
    }
}

#[test]
fn names_that_are_near() {
    for path in [
        "docs/claude.txt",
        "docs/api/Agent.md",
        "docs/warp.md",
        "src/mcp.json",
        "claude/main.rs",
        "src/agents.rs",
        "agents/README.md",
        "src/gemini.ts",
        "cursor.ts",
        "docs/cursor/a.md",
        "claude.mdx",
        ".github/workflows/ci.yml",
        ".github/CODEOWNERS",
        "opencode.rs",
        "aider.py",
        "src/continue/a.ts",
        "kiro.md",
        "codex/a.md",
        ".githubx/hooks/a",
    ] {
        assert_eq!(in_file(RULE, path, "x"), [], "{path}");
    }
}

#[test]
fn edits_deletions_and_renames_count() {
    assert_eq!(places(RULE, &[Change::edited_at("CLAUDE.md", 7, " a\n+b\n c\n")]), [(8, Severity::High)]);
    assert_eq!(places(RULE, &[Change::edited("CLAUDE.md", " a\n-b\n")]), [(0, Severity::High)]);
    assert_eq!(places(RULE, &[Change::deleted("AGENTS.md", "a\n")]), [(0, Severity::High)]);
    assert_eq!(places(RULE, &[Change::renamed("notes.md", "CLAUDE.md")]), [(0, Severity::High)]);
    assert_eq!(places(RULE, &[Change::renamed("CLAUDE.md", "notes.md")]), [(0, Severity::High)]);
    assert_eq!(places(RULE, &[Change::binary(".claude/x.bin", Some(9))]), [(0, Severity::High)]);
}

#[test]
fn one_report_per_file() {
    let reports = of_rule(RULE, &[Change::new_file("CLAUDE.md", &"Do it.\n".repeat(500))]);
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].quote.as_deref(), Some("Do it."));
}

//! `tribunal review` in every state a repository can be in: it works or says why not, and of the user's checkout nothing changes
//! but the branch under review. What each state gives is in `golden/states.txt`; the last lines of each are the paths that
//! were changed.

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use common::Bench;
use tribunal_testkit::golden::golden;
use tribunal_testkit::repo::{Fingerprint, TestRepo};

const FLAWED: &str = "export function f(a) {\n  const b = a + 1;\n  debugger;\n  return b;\n}\n";

/// Where the review is asked for, and with which words.
type At = (PathBuf, &'static [&'static str]);

/// A state: its name, and how a repository with a flawed branch gets there.
type State = (&'static str, fn(&TestRepo) -> At);

const STATES: &[State] = &[
    ("clean", |repo| here(repo)),
    ("from a directory inside", |repo| (repo.root().join("src"), &[])),
    ("detached", |repo| after(repo, &[&["checkout", "--quiet", "--detach"]])),
    ("on another branch", |repo| {
        repo.git(&["checkout", "--quiet", "main"]);
        (repo.root().to_owned(), &["feature"])
    }),
    ("dirty", |repo| with(repo, "README.md", "changed\n")),
    ("staged", |repo| {
        repo.write("README.md", "changed\n");
        after(repo, &[&["add", "README.md"]])
    }),
    ("untracked file", |repo| with(repo, "notes.txt", "mine\n")),
    ("untracked file in the way of nothing, ignored", |repo| {
        repo.write(".gitignore", "*.log\n");
        repo.commit("rules");
        with(repo, "build.log", "noise\n")
    }),
    ("dirty, reviewed as it is", |repo| {
        repo.write("src/a.js", format!("{FLAWED}// more\n"));
        (repo.root().to_owned(), &["--dirty", "--no-fix"])
    }),
    ("merging", |repo| conflict(repo, "merge")),
    ("cherry-picking", |repo| conflict(repo, "cherry-pick")),
    ("rebasing", |repo| conflict(repo, "rebase")),
    ("rebasing, another branch named", |repo| (conflict(repo, "rebase").0, &["feature"])),
    ("detached and dirty", |repo| {
        repo.git(&["checkout", "--quiet", "--detach"]);
        with(repo, "README.md", "changed\n")
    }),
    ("bisecting", |repo| after(repo, &[&["bisect", "start"]])),
    ("with a stash", |repo| {
        repo.write("README.md", "stashed\n");
        after(repo, &[&["stash"]])
    }),
    ("index locked", |repo| with(repo, ".git/index.lock", "")),
    ("branch locked", |repo| with(repo, ".git/refs/heads/feature.lock", "")),
    ("split index", |repo| after(repo, &[&["update-index", "--split-index"]])),
    ("sparse checkout", |repo| {
        repo.write("big/file", "big\n");
        repo.commit("big");
        after(repo, &[&["sparse-checkout", "set", "--cone", "src"]])
    }),
    ("refs and objects packed", |repo| {
        after(repo, &[&["pack-refs", "--all"], &["repack", "--quiet", "-a", "-d"]])
    }),
    ("hooks that would fail", |repo| {
        for hook in ["pre-commit", "post-checkout", "reference-transaction", "post-index-change"] {
            let path = repo.write(format!(".git/hooks/{hook}"), "#!/bin/sh\ntouch ../hook-ran\nexit 1\n");
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
        here(repo)
    }),
    ("linked worktree", |repo| {
        repo.git(&["worktree", "add", "--quiet", "-b", "linked", "../linked"]);
        (repo.around().join("linked"), &[])
    }),
    ("checked out in another worktree", |repo| {
        repo.git(&["checkout", "--quiet", "main"]);
        repo.git(&["worktree", "add", "--quiet", "../linked", "feature"]);
        (repo.root().to_owned(), &["feature"])
    }),
    ("bare", |repo| {
        repo.git(&["clone", "--quiet", "--bare", ".", "../bare.git"]);
        (repo.around().join("bare.git"), &["feature"])
    }),
    ("shallow", |repo| cloned(repo, &["--depth=1", "--no-single-branch"])),
    ("partial clone without its files", |repo| cloned(repo, &["--no-checkout", "--filter=blob:none"])),
    ("partial clone that has what is needed", |repo| cloned(repo, &["--filter=blob:limit=1m"])),
    ("submodule", |repo| {
        repo.git(&["clone", "--quiet", ".", "../inner"]);
        repo.git(&["submodule", "--quiet", "add", "../inner", "sub"]);
        repo.commit("with a submodule");
        here(repo)
    }),
    ("paths that differ in case", |repo| {
        repo.write("src/A.js", "export const a = 1;\n");
        repo.commit("both");
        here(repo)
    }),
    ("line endings by attribute", |repo| {
        repo.write(".gitattributes", "*.js text eol=crlf\n");
        repo.write("src/a.js", FLAWED.replace('\n', "\r\n"));
        repo.commit("endings");
        here(repo)
    }),
    ("line endings in the file", |repo| {
        repo.write("src/a.js", FLAWED.replace('\n', "\r\n"));
        repo.commit("endings");
        here(repo)
    }),
    ("newline in a path", |repo| {
        repo.write("src/new\nline.js", FLAWED);
        repo.commit("odd");
        here(repo)
    }),
    ("a path that is not UTF-8", |repo| {
        repo.write(b"src/\xff\xfe.js", FLAWED);
        repo.commit("odd");
        here(repo)
    }),
    ("a path like an option", |repo| {
        repo.write("--output=x.js", FLAWED);
        repo.commit("odd");
        here(repo)
    }),
    ("a link and a program", |repo| {
        let path = repo.write("run.js", FLAWED);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        symlink("run.js", repo.root().join("link.js")).expect("a link can be made");
        repo.commit("modes");
        here(repo)
    }),
    ("no common history", |repo| {
        repo.git(&["checkout", "--quiet", "--orphan", "island"]);
        repo.commit("alone");
        here(repo)
    }),
    ("nothing changed", |repo| after(repo, &[&["checkout", "--quiet", "-b", "same", "main"]])),
    ("on the base itself", |repo| after(repo, &[&["checkout", "--quiet", "main"]])),
    ("no base", |repo| after(repo, &[&["branch", "--quiet", "-D", "main"]])),
    ("a branch named like an option", |repo| {
        repo.git(&["update-ref", "refs/heads/--force", "HEAD"]);
        repo.git(&["symbolic-ref", "HEAD", "refs/heads/--force"]);
        here(repo)
    }),
];

fn here(repo: &TestRepo) -> At {
    (repo.root().to_owned(), &[])
}

fn after(repo: &TestRepo, commands: &[&[&str]]) -> At {
    commands.iter().for_each(|command| drop(repo.git(command)));
    here(repo)
}

fn with(repo: &TestRepo, path: &str, text: &str) -> At {
    repo.write(path, text);
    here(repo)
}

fn conflict(repo: &TestRepo, command: &str) -> At {
    repo.git(&["checkout", "--quiet", "-b", "other", "main"]);
    repo.write("src/a.js", "other();\n");
    repo.commit("other");
    repo.git(&["checkout", "--quiet", "feature"]);
    repo.try_git(&[command, "other"]);
    here(repo)
}

fn cloned(repo: &TestRepo, options: &[&str]) -> At {
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", repo.root().display());
    repo.git(&[&["clone", "--quiet"], options, &[&url, "../clone"]].concat());
    (repo.around().join("clone"), &["origin/main..feature"])
}

/// Everything around the repository but what tribunal keeps in its own home.
fn changes(before: &Fingerprint, around: &Path) -> Vec<String> {
    let home = |path: &String| path == "home" || path.starts_with("home/") || path.is_empty();
    let changed = before.changes(&Fingerprint::of(around));
    changed.into_iter().filter(|path| !home(path)).collect()
}

fn told(name: &str, build: fn(&TestRepo) -> At) -> String {
    let bench = Bench::with(FLAWED);
    let (directory, words) = build(&bench.repo);
    let around = bench.repo.around().to_owned();
    let before = Fingerprint::of(&around);
    let mut command = bench.command(&[&["review", "--mode", "eco"], words].concat());
    let done = command.current_dir(directory).output().expect("the program can be started");
    let mut text = format!("## {name}\nexit {}\n", done.status.code().expect("it is not killed"));
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let summary = out.rsplit("\n\n").find(|part| !part.trim().is_empty()).unwrap_or_default();
    text.extend(
        [err.trim_end(), summary.trim_end()].iter().filter(|s| !s.is_empty()).map(|s| format!("{s}\n")),
    );
    for path in changes(&before, &around) {
        text.push_str(&format!("changed: {}\n", path.escape_debug()));
    }
    masked(&text, &around)
}

/// Without what differs from run to run: the place, the name of the run, ids of commits.
fn masked(text: &str, around: &Path) -> String {
    let text = text.replace(&around.display().to_string(), "AROUND");
    let mut shown = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() {
            word.push(c);
            continue;
        }
        let hex = word.len() >= 8 && word.bytes().all(|b| b.is_ascii_hexdigit());
        shown.push_str(if hex { "ID" } else { &word });
        word.clear();
        shown.push(c);
    }
    shown
}

#[test]
fn every_state_works_or_says_why_not_and_nothing_else_changes() {
    let told: Vec<String> = STATES.iter().map(|(name, build)| told(name, *build)).collect();
    assert!(STATES.len() >= 25);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/states.txt");
    assert_eq!(golden(&file, &told.concat()).map(drop), Ok(()));
}

//! Brings a run to its end after its disk was cut off, filled or lost, and tells what it came to.

use std::path::Path;
use std::process::Command;

/// A function of the shell: in the repository, with `$tribunal`, goes on with the newest run or begins one, and writes what
/// it came to into the directory it is given.
pub const FINISH: &str = r#"
newest() { "$tribunal" runs 2>> "$1/broken" | sed -n '1s/ .*//p'; }
finish() {
  run=$(newest "$1")
  case $run in
    run-*) "$tribunal" resume "$run" > "$1/out2" 2> "$1/err2" ;;
    *) "$tribunal" review --unsandboxed > "$1/out2" 2> "$1/err2" ;;
  esac
  echo $? > "$1/code2"
  run=$(newest "$1")
  "$tribunal" log "$run" > "$1/log" 2>> "$1/broken"
  "$tribunal" db check > "$1/check" 2>> "$1/broken"
  "$tribunal" replay "$run" > /dev/null 2>> "$1/broken"
  git log --format=%B feature | grep -c "Review-Run: $run" > "$1/fixes"
  { git status --porcelain; git branch --format='%(refname)'; git fsck --no-dangling 2>&1; } > "$1/repo"
  return 0
}
"#;

/// What a run came to, but for the names of commits and runs, which differ each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The exit code of whatever brought it to its end.
    pub code: String,
    /// What that complained about.
    pub err: String,
    /// Its events.
    pub log: String,
    /// How many fixes are on the branch.
    pub fixes: String,
    /// What is uncommitted, which branches there are, and what git finds wrong.
    pub repo: String,
    /// What was wrong with the journal or its log.
    pub broken: String,
    /// How many runs there are.
    pub runs: String,
}

impl Finished {
    /// Reads what `finish` wrote.
    pub fn read(told: &Path) -> Self {
        let text =
            |name: &str| std::fs::read_to_string(told.join(name)).unwrap_or_default().trim().to_owned();
        Self {
            code: text("code2"),
            err: text("err2"),
            log: without_names(&text("log")),
            fixes: text("fixes"),
            repo: text("repo"),
            broken: text("broken"),
            runs: text("check").split(' ').next().unwrap_or_default().to_owned(),
        }
    }
}

fn without_names(text: &str) -> String {
    let name = |word: &str| word.len() >= 7 && word.chars().all(|c| c.is_ascii_hexdigit());
    let line = |line: &str| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        words.map(|word| if name(word) { "NAME" } else { word }).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Runs a script in a namespace of its own, in which it may mount.
///
/// # Panics
/// If it fails.
pub fn in_namespace(script: &str, words: &[&Path]) {
    let done = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c"])
        .arg(format!("{FINISH}{script}"))
        .arg("sh")
        .args(words)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("USER", "ann")
        .output()
        .expect("unshare is there");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Lets a copy stand where the original stood, and finishes there.
const IN_COPY: &str = r#"
around=$1; copy=$2; tribunal=$3; told=$4
mount --bind "$copy" "$around"
cd "$around/repo" || exit 1
export HOME="$around" TRIBUNAL_HOME="$around/home"
finish "$told"
"#;

/// Finishes what lies in a copy of what was around a repository.
pub fn finish(around: &Path, copy: &Path) -> Finished {
    let told = tribunal_testkit::repo::TempDir::in_memory();
    in_namespace(IN_COPY, &[around, copy, Path::new(env!("CARGO_BIN_EXE_tribunal")), told.path()]);
    Finished::read(told.path())
}

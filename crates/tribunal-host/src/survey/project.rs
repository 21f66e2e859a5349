//! What a project is checked with, guessed from the files in its root. Only words of our own come out: a name that a
//! repository made up is never repeated, so nothing of it can stand in a file that somebody else will trust.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Most bytes of a project's file that are looked at; a real one has a few thousand.
const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// A command that would fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggested {
    /// What it could be called.
    pub name: &'static str,
    /// Its words.
    pub words: Vec<&'static str>,
    /// The file that says so.
    pub because: &'static str,
}

/// What fits a project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suggestions {
    /// What could have to pass before a fix lands; no name stands twice.
    pub checks: Vec<Suggested>,
    /// Linters that print SARIF and could review.
    pub linters: Vec<Suggested>,
    /// Environment variables these commands usually need.
    pub environment: Vec<&'static str>,
}

/// Looks at the files in the root of a project.
pub fn suggestions(root: &Path) -> Suggestions {
    let mut found = Suggestions::default();
    for look in [cargo, node, python, go, java, make, hooks] {
        look(root, &mut found);
    }
    found.environment.sort_unstable();
    found.environment.dedup();
    found
}

impl Suggestions {
    fn check(&mut self, because: &'static str, name: &'static str, words: &[&'static str]) {
        self.checks.push(Suggested { name, words: words.to_vec(), because });
    }

    fn linter(&mut self, because: &'static str, name: &'static str, words: &[&'static str]) {
        self.linters.push(Suggested { name, words: words.to_vec(), because });
    }
}

fn cargo(root: &Path, found: &mut Suggestions) {
    const BECAUSE: &str = "Cargo.toml";
    if text(root, BECAUSE).is_some() {
        found.check(BECAUSE, "cargo-fmt", &["cargo", "fmt", "--all", "--check"]);
        found.check(BECAUSE, "cargo-clippy", &["cargo", "clippy", "--all-targets", "--", "-D", "warnings"]);
        found.check(BECAUSE, "cargo-test", &["cargo", "test"]);
        found.environment.extend(["CARGO_HOME", "HOME", "RUSTUP_HOME"]);
    }
}

/// Scripts of a package that are usually checks, and what we call them.
const SCRIPTS: [(&str, &str); 4] =
    [("lint", "js-lint"), ("typecheck", "js-types"), ("build", "js-build"), ("test", "js-test")];

fn node(root: &Path, found: &mut Suggestions) {
    const BECAUSE: &str = "package.json";
    let package = text(root, BECAUSE).and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
    let Some(package) = package else { return };
    let managers =
        [("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lock", "bun"), ("bun.lockb", "bun")];
    let manager = managers.iter().find(|(lock, _)| root.join(lock).is_file()).map_or("npm", |(_, name)| name);
    for (script, name) in SCRIPTS {
        // `npm init` writes a test that only fails.
        let said = package["scripts"][script].as_str();
        if said.is_some_and(|said| !said.contains("no test specified")) {
            found.check(BECAUSE, name, &[manager, "run", script]);
            found.environment.push("HOME");
        }
    }
}

fn python(root: &Path, found: &mut Suggestions) {
    let project = text(root, "pyproject.toml").unwrap_or_default();
    let has =
        |table: &str| project.lines().any(|line| line.trim_start().starts_with(&format!("[tool.{table}")));
    let own = |files: &[&'static str]| files.iter().copied().find(|file| root.join(file).is_file());
    let because = |table: &str, files: &[&'static str]| has(table).then_some("pyproject.toml").or(own(files));
    if let Some(because) = because("ruff", &["ruff.toml", ".ruff.toml"]) {
        found.check(because, "ruff", &["ruff", "check", "."]);
        found.linter(because, "ruff", &["ruff", "check", "--output-format", "sarif", "--exit-zero", "."]);
    }
    if let Some(because) = because("mypy", &["mypy.ini"]) {
        found.check(because, "mypy", &["mypy", "."]);
    }
    if let Some(because) = because("pytest", &["pytest.ini", "conftest.py"]) {
        found.check(because, "pytest", &["pytest"]);
        found.environment.extend(["HOME", "VIRTUAL_ENV"]);
    }
}

fn go(root: &Path, found: &mut Suggestions) {
    const BECAUSE: &str = "go.mod";
    if text(root, BECAUSE).is_some() {
        found.check(BECAUSE, "go-vet", &["go", "vet", "./..."]);
        found.check(BECAUSE, "go-test", &["go", "test", "./..."]);
        found.environment.extend(["GOCACHE", "GOPATH", "HOME"]);
    }
}

fn java(root: &Path, found: &mut Suggestions) {
    if text(root, "pom.xml").is_some() {
        found.check("pom.xml", "maven", &["mvn", "--batch-mode", "--quiet", "verify"]);
        found.environment.extend(["HOME", "JAVA_HOME"]);
    }
    if super::is_program(&root.join("gradlew")) {
        found.check("gradlew", "gradle", &["./gradlew", "check"]);
        found.environment.extend(["HOME", "JAVA_HOME"]);
    }
}

fn make(root: &Path, found: &mut Suggestions) {
    for file in ["GNUmakefile", "makefile", "Makefile"] {
        let Some(text) = text(root, file) else { continue };
        let has = |target: &str| text.lines().any(|line| line.starts_with(&format!("{target}:")));
        for (target, name) in [("lint", "make-lint"), ("check", "make-check"), ("test", "make-test")] {
            if has(target) {
                found.check(file, name, &["make", target]);
            }
        }
        return;
    }
}

fn hooks(root: &Path, found: &mut Suggestions) {
    const BECAUSE: &str = ".pre-commit-config.yaml";
    if text(root, BECAUSE).is_some() {
        found.check(BECAUSE, "pre-commit", &["pre-commit", "run", "--all-files"]);
        found.environment.push("HOME");
    }
}

/// The text of a plain file; none for anything else. Asked before it is opened: a FIFO would wait for ever.
fn text(root: &Path, name: &str) -> Option<String> {
    let path = root.join(name);
    std::fs::symlink_metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(FILE_BYTES_MAX).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests;

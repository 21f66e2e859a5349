//! What is suggested for which files, and that nothing of a repository's own words comes out.

use tribunal_testkit::Scratch;

use super::*;

fn project(files: &[(&str, &str)]) -> Scratch {
    let scratch = Scratch::new();
    files.iter().for_each(|(name, text)| std::fs::write(scratch.join(name), text).unwrap());
    scratch
}

fn checks(project: &Scratch) -> Vec<String> {
    let found = suggestions(project.path()).checks;
    found.iter().map(|check| format!("{}: {}", check.name, check.words.join(" "))).collect()
}

#[test]
fn an_empty_project_gets_no_suggestion() {
    assert_eq!(suggestions(project(&[]).path()), Suggestions::default());
}

#[test]
fn each_kind_of_project_is_known_by_its_files() {
    let project = project(&[
        ("Cargo.toml", ""),
        ("package.json", r#"{"scripts":{"test":"jest","lint":"eslint .","deploy":"rm -rf /"}}"#),
        ("pnpm-lock.yaml", ""),
        ("pyproject.toml", "[tool.ruff.lint]\n[tool.pytest.ini_options]\n"),
        ("go.mod", ""),
        ("pom.xml", ""),
        ("Makefile", "all: x\ntest: all\n\tprove\n"),
        (".pre-commit-config.yaml", ""),
    ]);
    let expected = [
        "cargo-fmt: cargo fmt --all --check",
        "cargo-clippy: cargo clippy --all-targets -- -D warnings",
        "cargo-test: cargo test",
        "js-lint: pnpm run lint",
        "js-test: pnpm run test",
        "ruff: ruff check .",
        "pytest: pytest",
        "go-vet: go vet ./...",
        "go-test: go test ./...",
        "maven: mvn --batch-mode --quiet verify",
        "make-test: make test",
        "pre-commit: pre-commit run --all-files",
    ];
    assert_eq!(checks(&project), expected);
    let found = suggestions(project.path());
    assert_eq!(found.linters.len(), 1);
    assert!(found.environment.is_sorted() && found.environment.contains(&"HOME"));
    let mut names: Vec<&str> = found.checks.iter().map(|check| check.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), expected.len(), "no name stands twice");
}

#[test]
fn files_that_say_nothing_or_nonsense_suggest_nothing() {
    let test = r#"{"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}}"#;
    for text in [test, "{", "[]", r#"{"scripts":[]}"#, r#"{"scripts":{"test":7}}"#] {
        assert_eq!(checks(&project(&[("package.json", text)])), Vec::<String>::new(), "{text}");
    }
    assert_eq!(checks(&project(&[("Makefile", "\ttest:\n# test:\n")])), Vec::<String>::new());
}

#[test]
fn a_link_in_place_of_a_file_is_not_followed() {
    let project = project(&[]);
    std::os::unix::fs::symlink("/proc/self/status", project.join("Cargo.toml")).unwrap();
    assert_eq!(checks(&project), Vec::<String>::new());
}

//! Setting up and being told what is wrong, through the real binary: `init`, `doctor`, `completions`, `man`, and what a
//! stranger reads after typing something wrong.

mod common;

use std::collections::BTreeMap;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use common::{Bench, Said, Scratch};
use serde_json::Value;

const CLEAN: &str = "export const f = 1;\n";

#[track_caller]
fn expect(said: &Said, code: i32, words: &[&str]) {
    let all = format!("{}{}", said.out, said.err);
    assert_eq!(said.code, code, "{all}");
    for word in words {
        assert!(all.contains(word), "{word:?} is missing in:\n{all}");
    }
}

/// Programs that note that they were run, in front of the real PATH.
fn with_programs(bench: &Bench, names: &[&str], words: &[&str]) -> Said {
    let bin = bench.repo.around().join("bin");
    std::fs::create_dir_all(&bin).expect("a directory can be made");
    for name in names {
        let file = bin.join(name);
        std::fs::write(&file, format!("#!/bin/sh\ntouch {}/was-run\n", bin.display())).expect("a file");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin.clone()).chain(std::env::split_paths(&path)));
    let mut command = bench.command(words);
    let said = heard(command.env("PATH", path.expect("a PATH")));
    assert!(!bin.join("was-run").exists(), "{words:?} ran a program it found");
    said
}

fn heard(command: &mut Command) -> Said {
    let done = command.output().expect("the program can be started");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    Said { code: done.status.code().expect("not killed"), out: text(done.stdout), err: text(done.stderr) }
}

/// Every file below a directory with its bytes; nothing if there is no such directory.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(root).into_iter().flatten() {
        let path = entry.expect("a directory can be read").path();
        if path.is_dir() {
            all.insert(path.display().to_string(), Vec::new());
            all.extend(files(&path));
        } else {
            all.insert(path.display().to_string(), std::fs::read(&path).expect("a file can be read"));
        }
    }
    all
}

/// The settings of a first file without their `#`; prose stays.
fn uncommented(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix('#') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '[') => format!("{rest}\n"),
        Some(_) | None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Commits a `tribunal.toml` to main, and leaves the branch on top of it.
fn commit_settings(bench: &Bench, text: &str) {
    bench.repo.git(&["checkout", "--quiet", "main"]);
    bench.repo.write("tribunal.toml", text);
    bench.repo.commit("settings");
    bench.repo.git(&["checkout", "--quiet", "feature"]);
    bench.repo.git(&["rebase", "--quiet", "main"]);
}

/// Value and origin of each setting.
type Settings = BTreeMap<String, (String, String)>;

/// What `doctor --json` says: the level of each line by what it is about, and the origins of the settings.
fn examined(said: &Said) -> (Vec<(String, String)>, Settings) {
    let all: Value = serde_json::from_str(&said.out).expect("one JSON object");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |key: &str| all[key].as_array().expect("a list").clone();
    let lines = list("lines").iter().map(|line| (text(&line["about"]), text(&line["level"]))).collect();
    let settings = list("settings");
    let setting = |one: &Value| (text(&one["key"]), (text(&one["value"]), text(&one["origin"])));
    (lines, settings.iter().map(setting).collect())
}

#[test]
fn a_first_file_switches_nothing_on_and_can_be_switched_on_whole() {
    let bench = Bench::with(CLEAN);
    bench.repo.write("Cargo.toml", "[package]\n");
    bench.repo.commit("a crate");
    let said = with_programs(&bench, &["claude", "codex"], &["init"]);
    expect(&said, 0, &["Nothing is switched on", "cargo-test", "claude, codex", "git add tribunal.toml"]);
    let text = std::fs::read_to_string(bench.repo.root().join("tribunal.toml")).expect("it was written");
    assert!(text.lines().all(|line| line.is_empty() || line.starts_with('#')), "{text}");
    assert_eq!(bench.repo.git(&["status", "--porcelain"]), "?? tribunal.toml", "and nothing lies beside it");
    expect(&bench.run(&["review"]), 0, &["APPROVED"]);
    commit_settings(&bench, &uncommented(&text));
    let (lines, settings) =
        examined(&with_programs(&bench, &["claude", "codex", "cargo"], &["doctor", "--json"]));
    assert!(lines.contains(&("tribunal.toml".to_owned(), "ok".to_owned())), "{lines:?}");
    assert!(lines.iter().all(|(_, level)| level != "problem"), "{lines:?}");
    assert_eq!(settings["checks.cargo-test"].0, "cargo (and 1 word)");
    assert_eq!(settings["agents.claude"].0, "command: claude (and 1 word), 600 s, sees HOME");
}

#[test]
fn a_first_file_is_never_written_over_anything() {
    let bench = Bench::with(CLEAN);
    let path = bench.repo.root().join("tribunal.toml");
    std::fs::write(&path, "jobs = 2\n").expect("a file");
    expect(&bench.run(&["init"]), 74, &["it is there already and was left as it is", "--print"]);
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "jobs = 2\n");
    std::fs::remove_file(&path).expect("it can be removed");
    let elsewhere = bench.repo.around().join("elsewhere");
    symlink(&elsewhere, &path).expect("a link");
    expect(&bench.run(&["init"]), 74, &["symbolic link", "remove it first"]);
    assert!(!elsewhere.exists());
    expect(&bench.run(&["init", "--print"]), 0, &["#protocol = \"zero-tolerance\""]);
    let all: Value = serde_json::from_str(&bench.run(&["init", "--print", "--json"]).out).expect("JSON");
    assert_eq!(
        (&all["written"], all["text"].as_str().map(str::is_empty)),
        (&Value::Bool(false), Some(false))
    );
    expect(
        &heard(bench.command(&["init"]).current_dir(bench.repo.around())),
        64,
        &["is not inside a git repository"],
    );
    assert!(!bench.repo.around().join("home").exists(), "init needs no home");
}

#[test]
fn a_base_cannot_stand_where_it_would_never_hold() {
    let bench = Bench::with(CLEAN);
    commit_settings(&bench, "base = \"develop\"\n");
    let words = ["`base` cannot stand here", "your own config.toml"];
    expect(&bench.run(&["review"]), 65, &words);
    expect(&bench.run(&["doctor"]), 69, &words);
}

#[test]
fn the_doctor_changes_nothing_and_makes_nothing() {
    let bench = Bench::with(CLEAN);
    let before = bench.repo.fingerprint();
    expect(&bench.run(&["doctor"]), 0, &["note     journal", "there is none yet", "Nothing is wrong"]);
    assert!(!bench.repo.around().join("home").exists());
    expect(&bench.run(&["review"]), 0, &["APPROVED"]);
    let home = bench.repo.around().join("home");
    let kept = files(&home);
    let after_review = bench.repo.fingerprint();
    expect(&bench.run(&["doctor"]), 0, &["ok       journal", "runs: 1", "pages are whole"]);
    expect(&bench.run(&["doctor", "--json"]), 0, &["\"problems\":0"]);
    assert_eq!(files(&home), kept);
    assert_eq!(after_review.changes(&bench.repo.fingerprint()), Vec::<String>::new());
    assert_eq!(before.changes(&after_review), Vec::<String>::new());
}

#[test]
fn the_doctor_says_where_every_setting_comes_from_and_shows_no_secret() {
    let bench = Bench::with(CLEAN);
    bench.settings("jobs = 2\nbudget = 7\n[agents.mine]\ndriver = \"command\"\ncommand = [\"git\", \"--token=hush\"]\nenvironment = [\"MY_TOKEN\"]\n");
    commit_settings(&bench, "jobs = 3\nprotocol = \"epic\"\n[checks]\nfast = [\"git\", \"KEY=hush\"]\n");
    let mut command = bench.command(&["doctor", "--base", "main", "--json"]);
    let said = heard(command.env("MY_TOKEN", "hush"));
    let at = format!("tribunal.toml at {}", &bench.repo.id("main").to_string()[..10]);
    let (_, settings) = examined(&said);
    let home = bench.repo.around().join("home").display().to_string();
    let expected = [
        ("home", home.as_str(), "environment (TRIBUNAL_HOME)"),
        ("protocol", "epic", &at),
        ("jobs", "3", &at),
        ("base", "main", "command line"),
        ("budget", "$7", "config.toml"),
        ("mode", "the protocol's default", "built-in"),
        ("agents.mine", "command: git (and 1 word), 600 s, sees MY_TOKEN", "config.toml"),
        ("checks.fast", "git (and 1 word)", &at),
        ("roles.reviewers", "rules", "built-in"),
    ];
    for (key, value, origin) in expected {
        assert_eq!(settings[key], (value.to_owned(), origin.to_owned()), "{key}");
    }
    expect(&said, 0, &[]);
    assert!(!format!("{}{}", said.out, said.err).contains("hush"), "{}", said.out);
    let told = heard(bench.command(&["doctor"]).env("MY_TOKEN", "hush"));
    expect(&told, 0, &["needs --unsandboxed", "read from", &at]);
    assert!(!told.out.contains("hush"), "{}", told.out);
}

#[test]
fn the_doctor_names_what_does_not_work_and_what_to_do() {
    let bench = Bench::with(CLEAN);
    let lint = "[agents.lint]\ndriver = \"sarif\"\ncommand = [\"no-such-linter\"]\n";
    commit_settings(&bench, &format!("{lint}[roles]\nreviewers = [\"lint\"]\n"));
    let words = [
        "problem  agent",
        "lint (sarif, asked): no-such-linter is not on PATH",
        "-> install it",
        "Problems: 1",
    ];
    expect(&bench.run(&["doctor"]), 69, &words);
    commit_settings(&bench, lint);
    expect(&bench.run(&["doctor"]), 0, &["note     agent", "in no role"]);
    commit_settings(&bench, "mode = \"ecoo\"\n[roles]\nreviewers = [\"ruels\"]\n");
    expect(&bench.run(&["doctor"]), 69, &["did you mean `eco`?", "did you mean `rules`?", "Problems: 2"]);
    commit_settings(&bench, "jbos = 2\n");
    expect(&bench.run(&["doctor"]), 69, &["unknown key `jbos`; did you mean `jobs`?", "commit it to main"]);
    bench.settings("jobs = 0\n");
    expect(&bench.run(&["doctor"]), 69, &["config.toml:1: jobs must be at least 1"]);
    let home = bench.repo.around().join("home");
    std::fs::create_dir_all(&home).expect("a directory");
    std::fs::write(home.join("journal.db"), "no journal, but long enough to be looked at").expect("a file");
    expect(&bench.run(&["doctor"]), 69, &["problem  journal", "is not a journal of tribunal"]);
    let outside = heard(bench.command(&["doctor"]).current_dir(bench.repo.around()).env("PATH", "/nowhere"));
    expect(&outside, 69, &["problem  git", "install git", "problem  repository", "git init"]);
}

#[test]
fn the_doctor_knows_what_a_review_would_compare_with() {
    let bench = Bench::with(CLEAN);
    expect(
        &bench.run(&["doctor"]),
        0,
        &["main, because it is the first that exists", "`tribunal init` writes one"],
    );
    bench.repo.write("tribunal.toml", "jobs = 9\n");
    bench.repo.write("src/a.js", "changed\n");
    let words =
        ["the one in the work tree does not count yet", "files with uncommitted changes: 1", "--dirty"];
    expect(&bench.run(&["doctor"]), 0, &words);
    bench.repo.git(&["checkout", "--quiet", "--force", "main"]);
    expect(&bench.run(&["doctor"]), 0, &["note     base", "nothing was found to compare with"]);
    bench.settings("base = \"main\"\n");
    expect(&bench.run(&["doctor"]), 0, &["nothing to review now"]);
    bench.repo.git(&["checkout", "--quiet", "feature"]);
    expect(&bench.run(&["doctor"]), 0, &["main, because config.toml says so"]);
    bench.settings("");
    bench.repo.git(&["branch", "--quiet", "--move", "main", "develop"]);
    expect(&bench.run(&["doctor"]), 69, &["problem  base", "branches here: develop", "--base"]);
}

/// The shell under test; nothing else of ours starts one.
const BASH: &str = "bash";

#[test]
fn bash_loads_its_completions_and_completes() {
    let scratch = Scratch::new("completions");
    let script = scratch.path().join("tribunal.bash");
    let bench = Bench::with(CLEAN);
    std::fs::write(&script, bench.run(&["completions", "bash"]).out).expect("a file");
    let complete = |words: &[&str]| {
        let last = words.last().expect("a word");
        let before = words.get(words.len().wrapping_sub(2)).unwrap_or(&"tribunal");
        let text = format!(
            "source {}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_tribunal tribunal '{last}' '{before}'\necho \"${{COMPREPLY[@]}}\"\n",
            script.display(),
            words.join(" "),
            words.len() - 1,
        );
        let file = scratch.path().join("ask.bash");
        std::fs::write(&file, text).expect("a file");
        let said = heard(Command::new(BASH).args(["--norc", "--noprofile"]).arg(&file));
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        said.out.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(complete(&["tribunal", "rev"]), ["review"]);
    assert_eq!(complete(&["tribunal", "doc"]), ["doctor"]);
    assert_eq!(complete(&["tribunal", "review", "--no-"]), ["--no-apply", "--no-fix"]);
    assert_eq!(complete(&["tribunal", "db", "b"]), ["backup"]);
    assert_eq!(complete(&["tribunal", "export", "--format", "s"]), ["sarif"]);
    assert_eq!(complete(&["tribunal", "completions", "z"]), ["zsh"]);
    expect(&bench.run(&["completions", "zsh"]), 0, &["#compdef tribunal", "--no-apply["]);
    expect(&bench.run(&["completions", "fish"]), 0, &["complete -c tribunal", "-l no-apply"]);
    expect(&bench.run(&["completions", "tcsh"]), 64, &["possible values: bash, zsh, fish"]);
}

#[test]
fn every_command_has_a_manual_page() {
    let bench = Bench::with(CLEAN);
    expect(&bench.run(&["man"]), 0, &[".TH tribunal 1", "tribunal\\-review(1)", ".SH \"EXIT CODES\""]);
    expect(
        &bench.run(&["man", "review"]),
        0,
        &[".TH tribunal-review 1", "\\-\\-no\\-apply", ".SH \"EXAMPLES\""],
    );
    expect(&bench.run(&["man", "protocols", "show"]), 0, &[".TH tribunal-protocols-show 1"]);
    expect(&bench.run(&["man", "reveiw"]), 64, &["no page about \"reveiw\"", "did you mean `review`?"]);
}

#[test]
fn no_colour_is_sent_even_to_whoever_insists() {
    let bench = Bench::with(CLEAN);
    for words in [&["--help"][..], &["doctor"], &["review"], &["reveiw"], &["init", "--print"]] {
        let said = heard(bench.command(words).env("CLICOLOR_FORCE", "1").env("TERM", "xterm-256color"));
        assert!(!format!("{}{}", said.out, said.err).contains('\u{1b}'), "{words:?}");
    }
}

#[test]
fn whoever_only_looks_makes_no_journal() {
    let bench = Bench::with(CLEAN);
    expect(&bench.run(&["runs"]), 0, &["No runs yet; `tribunal review` begins one."]);
    expect(&bench.run(&["metrics"]), 0, &["Runs: 0"]);
    expect(&bench.run(&["validate"]), 2, &["NOT VALID: no run reviewed exactly this change"]);
    for words in [
        &["show", "x"][..],
        &["log", "x"],
        &["resume", "x"],
        &["abort", "x"],
        &["decide", "x"],
        &["db", "check"],
        &["db", "backup", "copy.db"],
    ] {
        expect(&bench.run(words), 64, &["there are no runs yet", "`tribunal review` begins one"]);
    }
    assert!(!bench.repo.around().join("home/journal.db").exists());
}

#[test]
fn a_run_that_is_not_there_is_told_with_the_one_that_was_meant() {
    let bench = Bench::with(CLEAN);
    expect(&bench.run(&["review", "--dry-run"]), 2, &["NOT-REVIEWED"]);
    let run = bench.newest();
    let end = &run[run.len() - 8..];
    let meant = format!("did you mean {run}, of feature? `tribunal runs` lists all");
    for typed in ["feature", end] {
        expect(&bench.run(&["show", typed]), 64, &[&format!("no run is called {typed:?}"), &meant]);
    }
    expect(&bench.run(&["log", "zzz"]), 64, &[&format!("the newest is {run}")]);
    expect(&bench.run(&["replay", "zzz"]), 66, &["it is no file, and no run is called", &run]);
    let slip = run.replacen("run-", "rum-", 1);
    expect(&bench.run(&["resume", &slip]), 64, &[&format!("did you mean `{run}`?")]);
    expect(&bench.run(&["decide", &run]), 64, &["waits for no decision", "tribunal show"]);
    expect(
        &bench.run(&["submit", &run, "src/a.js"]),
        64,
        &["nobody is asked for a review now", "not-reviewed"],
    );
    expect(&bench.run(&["answer", &run, "src/a.js"]), 64, &["nobody is asked for answers now"]);
    expect(&bench.run(&["export", &run, "--format", "dialect"]), 64, &["the run had no round"]);
}

#[test]
fn a_choice_that_is_not_offered_is_told_with_those_that_are() {
    let bench =
        Bench::with("export const f = 1;\n<<<<<<< HEAD\nexport const g = 2;\n=======\n>>>>>>> other\n");
    expect(&bench.run(&["review", "--protocol", "epic", "--max-rounds", "1"]), 3, &["NEEDS-HUMAN"]);
    let run = bench.newest();
    expect(&bench.run(&["decide", &run]), 64, &["say what you choose: ", "abort", "tribunal show"]);
    expect(
        &bench.run(&["decide", &run, "abrot"]),
        64,
        &["\"abrot\" is no choice; did you mean `abort`? offered: "],
    );
    let finding = ["decide", &run, "accept-risk", "--why", "known", "--finding", "FINDING-2"];
    expect(&bench.run(&finding), 64, &["\"FINDING-2\" is no finding of this run; did you mean `FINDING-1`?"]);
    let nameless = heard(bench.command(&["abort", &run]).env_remove("USER"));
    expect(&nameless, 64, &["USER is not set; say --who NAME"]);
    expect(&bench.run(&["abort", &run, "now"]), 64, &["unexpected argument 'now'"]);
    expect(&bench.run(&["show", &run]), 0, &["A person may choose: "]);
}

#[test]
fn what_is_typed_wrong_is_told_before_a_run_gets_a_name() {
    let bench = Bench::with(CLEAN);
    let cases: &[(&[&str], i32, &str)] = &[
        (&["reveiw"], 64, "a similar subcommand exists: 'review'"),
        (&["review", "--reviwer", "x"], 64, "a similar argument exists: '--reviewer'"),
        (&["review", "--max-rounds", "0"], 64, "write a whole number from 1"),
        (&["review", "--max-rounds", "x"], 64, "write a whole number from 1"),
        (&["review", "--jobs", "0"], 64, "write a whole number from 1"),
        (&["review", "--budget", "-1"], 64, "write a whole number of dollars"),
        (&["review", "--group", "a b"], 64, "a group is 1 to 64 letters and digits"),
        (
            &["review", "--protocol", "zero"],
            65,
            "did you mean `zero-tolerance`? known: zero-tolerance, four-rules",
        ),
        (
            &["review", "--protocol", "zzz"],
            65,
            "known: zero-tolerance, four-rules, tech-lead, epic, pr-loop, or a file",
        ),
        (&["review", "--protocol", "x.toml"], 65, "cannot read x.toml: there is no such file"),
        (&["review", "--mode", "ecoo"], 65, "did you mean `eco`? known: "),
        (&["review", "--reviewer", "ruels"], 64, "did you mean `rules`? known: rules, patch, person"),
        (&["review", "--author", "zzz"], 64, "known: rules, patch, person"),
        (&["review", "featrue"], 64, "did you mean feature? `git branch --all` lists what there is"),
        (&["review", "--base", "mian"], 64, "did you mean main?"),
        (&["review", "main"], 64, "nothing was found to compare with"),
        (&["review", "--story", "nowhere.md"], 66, "cannot read nowhere.md: there is no such file"),
        (&["review", "--story", "src"], 66, "it is a directory"),
        (&["protocols", "show", "epik"], 65, "did you mean `epic`?"),
        (&["protocols", "check", "src/a.js"], 65, "src/a.js:1:"),
        (&["protocols", "import", "src/a.js"], 65, "src/a.js:1:1: not JSON"),
        (&["export", "x", "--format", "pdf"], 64, "possible values: md, json"),
        (&["export", "x", "--round", "0"], 64, "write a whole number from 1"),
    ];
    for (words, code, text) in cases {
        let said = bench.run(words);
        assert_eq!((said.code, said.out.as_str()), (*code, ""), "{words:?}: {}", said.err);
        assert!(said.err.contains(text), "{words:?}: {text:?} is missing in:\n{}", said.err);
    }
    expect(&bench.run(&["runs"]), 0, &["No runs yet"]);
    let empty = ["NOT-REVIEWED", "has nothing that feature does not have", "--dirty", "name another base"];
    expect(&bench.run(&["review", "--base", "feature"]), 2, &empty);
    expect(&bench.run(&["review", "--reviewer", "person"]), 5, &["tribunal submit"]);
    let run = bench.newest();
    let unfit = ["src/a.js: ", "docs/protocols/zero-tolerance.md shows the format"];
    expect(&bench.run(&["submit", &run, "src/a.js"]), 65, &unfit);
    expect(
        &bench.run(&["submit", &run, "src/a.js", "--seat", "x"]),
        64,
        &["no seat \"x\"", "asked: reviewer"],
    );
}

#[test]
fn a_home_that_cannot_be_one_is_told_by_the_name_of_its_variable() {
    let bench = Bench::with(CLEAN);
    let relative = heard(bench.command(&["runs"]).env("TRIBUNAL_HOME", "here"));
    expect(&relative, 64, &["TRIBUNAL_HOME leads to here", "begins with /"]);
    let data = heard(bench.command(&["doctor"]).env_remove("TRIBUNAL_HOME").env("XDG_DATA_HOME", "there"));
    expect(&data, 69, &["problem  home", "XDG_DATA_HOME leads to there/tribunal"]);
    let file = heard(bench.command(&["review"]).env("TRIBUNAL_HOME", bench.repo.root().join("README.md")));
    expect(&file, 74, &["README.md", "set TRIBUNAL_HOME to another directory"]);
    let file = heard(bench.command(&["doctor"]).env("TRIBUNAL_HOME", bench.repo.root().join("README.md")));
    expect(&file, 69, &["problem  home", "cannot be written to"]);
    let none = heard(bench.command(&["runs"]).env_remove("TRIBUNAL_HOME").env_remove("HOME"));
    expect(&none, 64, &["neither TRIBUNAL_HOME nor HOME is set"]);
}

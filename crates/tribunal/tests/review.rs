//! `tribunal review` and what belongs to it, through the real binary, on real repositories, with the real journal.

mod common;

use common::{Bench, Said};

const CLEAN: &str = "export function f(a) {\n  return a + 1;\n}\n";
const DEBUGGING: &str = "export function f(a) {\n  const b = a + 1;\n  debugger;\n  return b;\n}\n";
const FIXED: &str = "export function f(a) {\n  const b = a + 1;\n  return b;\n}\n";
const UNFIXABLE: &str =
    "export const f = 1;\n<<<<<<< HEAD\nexport const g = 2;\n=======\nexport const g = 3;\n>>>>>>> other\n";

#[track_caller]
fn expect(said: &Said, code: i32, words: &[&str]) {
    let all = format!("{}{}", said.out, said.err);
    assert_eq!(said.code, code, "{all}");
    for word in words {
        assert!(all.contains(word), "{word:?} is missing in:\n{all}");
    }
}

fn script(bench: &Bench) -> String {
    std::fs::read_to_string(bench.repo.root().join("src/a.js")).expect("the file is there")
}

#[test]
fn a_clean_change_is_approved_and_nothing_of_the_checkout_changes() {
    let bench = Bench::with(CLEAN);
    let before = bench.repo.fingerprint();
    expect(
        &bench.run(&["review"]),
        0,
        &["feature against main by zero-tolerance", "APPROVED: all gates passed", "Reviewed by rules only"],
    );
    assert_eq!(before.changes(&bench.repo.fingerprint()), Vec::<String>::new());
    expect(&bench.run(&["validate"]), 0, &["VALID: approved by run-"]);
    expect(&bench.run(&["db", "check"]), 0, &["1 runs, "]);
}

#[test]
fn a_finding_with_a_patch_is_fixed_landed_and_reviewed_again() {
    let bench = Bench::with(DEBUGGING);
    expect(
        &bench.run(&["review"]),
        0,
        &["+ ISSUE-1 low Debugging is left in", "FIX by author", "landed ", "> ISSUE-1 resolved", "APPROVED"],
    );
    assert_eq!(script(&bench), FIXED, "the clean tree went with its branch");
    assert_eq!(bench.repo.git(&["status", "--porcelain"]), "");
    let message = bench.repo.git(&["log", "-1", "--format=%B"]);
    assert!(message.contains("Review-Run: run-") && message.contains("Review-Author: patch"), "{message}");
    expect(&bench.run(&["validate"]), 0, &["VALID"]);
    bench.repo.write("src/a.js", CLEAN);
    bench.repo.commit("later");
    expect(&bench.run(&["validate"]), 2, &["NOT VALID: no run reviewed exactly this change"]);
}

#[test]
fn without_apply_the_branch_stays_and_the_fix_lies_aside() {
    let bench = Bench::with(DEBUGGING);
    let (before, head) = (bench.repo.fingerprint(), bench.repo.id("feature"));
    expect(&bench.run(&["review", "--no-apply"]), 0, &["APPROVED", "fixes are on the branch tribunal/run-"]);
    let aside = format!("tribunal/{}", bench.newest());
    assert_eq!(bench.repo.git(&["show", &format!("{aside}:src/a.js")]) + "\n", FIXED);
    assert_eq!(bench.repo.id("feature"), head);
    let changed = before.changes(&bench.repo.fingerprint());
    assert!(changed.iter().all(|line| line.contains("/tribunal")), "{changed:?}");
}

#[test]
fn uncommitted_work_is_told_and_can_be_reviewed_from_a_snapshot() {
    let bench = Bench::with(CLEAN);
    bench.repo.write("src/a.js", UNFIXABLE);
    let before = bench.repo.fingerprint();
    expect(&bench.run(&["review"]), 64, &["1 file with uncommitted changes: src/a.js", "--dirty"]);
    expect(
        &bench.run(&["review", "--dirty", "--no-fix"]),
        1,
        &["A merge conflict is left", "CHANGES-REQUESTED"],
    );
    assert_eq!(before.changes(&bench.repo.fingerprint()), Vec::<String>::new());
}

#[test]
fn what_cannot_be_reviewed_is_told_plainly() {
    let bench = Bench::with(CLEAN);
    expect(&bench.run(&["review", "main"]), 64, &["tribunal: "]);
    expect(&bench.run(&["review", "featur"]), 64, &["featur", "feature"]);
    expect(&bench.run(&["review", "--base", "no-such"]), 64, &["no-such"]);
    expect(&bench.run(&["review", "--protocol", "epics"]), 65, &["did you mean `epic`?"]);
    expect(&bench.run(&["review", "--reviewer", "rule"]), 64, &["did you mean `rules`?"]);
    let outside = bench.command(&["review"]).current_dir("/").output().unwrap();
    assert_eq!(outside.status.code(), Some(64));
    expect(&bench.run(&["show", "run-1"]), 64, &["there are no runs yet"]);
    expect(&bench.run(&["runs"]), 0, &["No runs yet"]);
}

#[test]
fn settings_come_from_the_base_and_never_from_the_branch() {
    let bench = Bench::with(CLEAN);
    bench.repo.write("tribunal.toml", "protocol = \"no-such-protocol\"\n");
    bench.repo.commit("the branch says otherwise");
    expect(&bench.run(&["review"]), 0, &["by zero-tolerance", "APPROVED"]);
    bench.repo.git(&["checkout", "--quiet", "main"]);
    bench.repo.write("tribunal.toml", "protocol = \"epic\"\n");
    bench.repo.commit("the base says epic");
    bench.repo.git(&["checkout", "--quiet", "-b", "other"]);
    bench.repo.write("src/b.js", CLEAN);
    bench.repo.commit("another script");
    expect(&bench.run(&["review"]), 0, &["by epic", "APPROVED"]);
    bench.repo.write("tribunal.toml", "protocl = \"epic\"\n");
    bench.repo.git(&["checkout", "--quiet", "main"]);
    bench.repo.write("tribunal.toml", "protocl = \"epic\"\n");
    bench.repo.commit("a slip");
    bench.repo.git(&["checkout", "--quiet", "-b", "third"]);
    bench.repo.write("src/c.js", CLEAN);
    bench.repo.commit("a third script");
    expect(
        &bench.run(&["review"]),
        65,
        &["tribunal.toml", ":1: unknown key `protocl`; did you mean `protocol`?"],
    );
}

#[test]
fn every_local_protocol_reviews_a_real_change() {
    for (protocol, more) in [("zero-tolerance", "swarm"), ("epic", ""), ("tech-lead", ""), ("four-rules", "")]
    {
        let bench = Bench::with(CLEAN);
        let mut words = vec!["review", "--protocol", protocol, "--group", "AUTH"];
        if !more.is_empty() {
            words.extend(["--mode", more]);
        }
        expect(&bench.run(&words), 0, &["APPROVED"]);
        let bench = Bench::with(UNFIXABLE);
        let said = bench.run(&[words.as_slice(), &["--no-fix"]].concat());
        assert!([1, 3].contains(&said.code) || protocol == "four-rules", "{protocol}: {}", said.out);
        assert!(said.out.contains("A merge conflict is left in the file"), "{protocol}: {}", said.out);
    }
}

const AGENT: &str = r#"#!/bin/sh
prompt=$(cat)
nonce=$(printf '%s\n' "$prompt" | sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\n' "$nonce"
if grep -q OPEN src/a.js; then
  printf '[ISSUE-1] [MAJOR] Not done - src/a.js:1 - Do it\nVERDICT: FAIL\n'
else
  printf '[ISSUE-1] RESOLVED\nVERDICT: PASS\n'
fi
printf 'TRIBUNAL %s>>>\n' "$nonce"
"#;

const AUTHOR: &str = r#"#!/bin/sh
prompt=$(cat)
nonce=$(printf '%s\n' "$prompt" | sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
sed -i 's/OPEN/DONE/' src/a.js
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\nFixed:\n- [ISSUE-1]: done\nTRIBUNAL %s>>>\n' "$nonce" "$nonce"
"#;

fn with_programs(bench: &Bench, agent: &str, author: &str) {
    let (agent, author) = (bench.file("agent.sh", agent), bench.file("author.sh", author));
    bench.settings(&format!(
        "mode = \"eco\"\n[agents.agent]\ndriver = \"command\"\ncommand = [\"sh\", {agent:?}]\n\
         [agents.author]\ndriver = \"command\"\ncommand = [\"sh\", {author:?}]\n\
         [roles]\nreviewers = [\"agent\"]\nauthors = [\"author\"]\n"
    ));
}

#[test]
fn any_program_can_review_and_fix() {
    let bench = Bench::with("// OPEN\n");
    with_programs(&bench, AGENT, AUTHOR);
    expect(
        &bench.run(&["review"]),
        64,
        &["runs a program, and this version has no sandbox yet", "--unsandboxed"],
    );
    expect(
        &bench.run(&["review", "--unsandboxed"]),
        0,
        &["+ ISSUE-1 high Not done", "landed ", "> ISSUE-1 resolved (ruled resolved)", "APPROVED"],
    );
    assert_eq!(script(&bench), "// DONE\n");
}

/// Law 14: a reviewer works in a checkout of its own, and whatever it does there is thrown away: the repository does not get it,
/// and neither does the reviewer of the next gate.
#[test]
fn a_reviewer_that_writes_changes_nothing() {
    let bench = Bench::with(CLEAN);
    let before = bench.repo.fingerprint();
    let writes = "test -e new.js && exit 3\necho bad >> src/a.js; echo bad > new.js; rm README.md\n";
    with_programs(&bench, &format!("{writes}{AGENT}"), AUTHOR);
    expect(&bench.run(&["review", "--mode", "standard", "--unsandboxed"]), 0, &["gate final", "APPROVED"]);
    assert_eq!(before.changes(&bench.repo.fingerprint()), Vec::<String>::new());
    assert_eq!(script(&bench), CLEAN);
}

#[test]
fn a_program_that_fails_is_never_taken_for_one_that_found_nothing() {
    for (agent, why) in [
        ("exit 0", "empty"),
        ("cat >/dev/null; echo VERDICT: PASS", "no envelope"),
        ("cat >/dev/null; exit 3", "exited with 3"),
        ("kill -9 $$", "signal 9"),
    ] {
        let bench = Bench::with(CLEAN);
        with_programs(&bench, agent, AUTHOR);
        expect(&bench.run(&["review", "--unsandboxed"]), 2, &["INCONCLUSIVE", why]);
    }
}

/// A whole envelope at the beginning, and more than is kept behind it.
#[test]
fn a_program_that_prints_too_much_has_not_reviewed() {
    let bench = Bench::with(CLEAN);
    with_programs(&bench, &format!("{AGENT}head -c 9000000 /dev/zero | tr '\\0' '\\n'\n"), AUTHOR);
    expect(&bench.run(&["review", "--unsandboxed"]), 2, &["INCONCLUSIVE", "cut"]);
}

#[test]
fn an_agent_sees_the_variables_it_was_given_and_an_empty_home() {
    let bench = Bench::with(CLEAN);
    let seen = bench.file("seen", "");
    let agent =
        AGENT.replace("prompt=$(cat)", &format!("prompt=$(cat)\n{{ env; ls -A \"$HOME\"; }} > {seen}"));
    with_programs(&bench, &agent, AUTHOR);
    let mut command = bench.command(&["review", "--unsandboxed"]);
    let done = command.env("API_KEY", "secret").output().expect("it starts");
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stdout));
    let seen = std::fs::read_to_string(seen).expect("the agent wrote it");
    let mut names: Vec<&str> = seen.lines().map(|line| line.split('=').next().unwrap_or_default()).collect();
    names.retain(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name));
    names.sort_unstable();
    assert_eq!(names, ["HOME", "PATH"], "{seen}");
    assert!(!seen.contains(&format!("HOME={}\n", bench.repo.around().display())), "{seen}");
}

/// Somebody commits to the branch from inside a program that was asked something.
fn meanwhile(bench: &Bench) -> String {
    let root = bench.repo.root().display();
    let git = format!("git -C {root} -c user.name=x -c user.email=x@y");
    format!(
        "echo more > {root}/more.txt; {git} add more.txt; {git} commit --quiet -m meanwhile >/dev/null 2>&1\n"
    )
}

#[test]
fn a_branch_that_moves_while_it_is_reviewed_makes_the_round_stale() {
    let bench = Bench::with("// DONE\n");
    let once = format!(
        "if [ ! -e {0} ]; then touch {0}; {1}fi\n",
        bench.repo.around().join("once").display(),
        meanwhile(&bench)
    );
    let agent = AGENT
        .replace("files: src/a.js", "files: src/a.js, more.txt")
        .replace("printf 'TRIBUNAL", &format!("{once}printf 'TRIBUNAL"));
    with_programs(&bench, &agent, AUTHOR);
    expect(&bench.run(&["review", "--unsandboxed"]), 0, &["stale: the head moved", "APPROVED"]);
    expect(&bench.run(&["validate"]), 0, &["VALID"]);
}

#[test]
fn a_branch_that_moves_while_it_is_fixed_is_not_moved_by_us() {
    let bench = Bench::with("// OPEN\n");
    let author = AUTHOR.replace("sed -i", &format!("{}sed -i", meanwhile(&bench)));
    with_programs(&bench, AGENT, &author);
    let said = bench.run(&["review", "--unsandboxed"]);
    assert_eq!(bench.repo.git(&["log", "-1", "--format=%s", "feature"]), "meanwhile", "{}", said.out);
    assert_eq!(script(&bench), "// OPEN\n");
    expect(&said, 3, &["refs/heads/feature moved while the fix was made"]);
    assert!(!said.out.contains("landed "), "{}", said.out);
}

#[test]
fn a_person_reviews_from_a_file() {
    let bench = Bench::with(CLEAN);
    let words = ["review", "--mode", "eco", "--reviewer", "person", "--no-fix"];
    expect(&bench.run(&words), 5, &["waits: person reviews", "tribunal submit run-"]);
    let run = bench.newest();
    let bad = bench.file("bad.txt", "looks good\n");
    expect(&bench.run(&["submit", &run, &bad]), 65, &["VERDICT"]);
    let review = bench.file(
        "review.txt",
        "[ISSUE-1] [MINOR] Say what it is for - src/a.js:1 - Add a comment\nVERDICT: FAIL\n",
    );
    expect(
        &bench.run(&["submit", &run, &review]),
        1,
        &["+ ISSUE-1 low Say what it is for", "CHANGES-REQUESTED"],
    );
    expect(&bench.run(&["show", &run]), 0, &["Say what it is for"]);
}

#[test]
fn a_person_decides_what_the_run_waits_for() {
    let bench = Bench::with(UNFIXABLE);
    expect(
        &bench.run(&["review", "--mode", "eco"]),
        3,
        &["PAUSED needs-human", "resume, fix-by-hand, abort"],
    );
    let run = bench.newest();
    expect(&bench.run(&["decide", &run, "override"]), 64, &["override is not offered now"]);
    expect(
        &bench.run(&["decide", &run, "resum"]),
        64,
        &["did you mean `resume`? offered: resume, fix-by-hand, abort"],
    );
    expect(&bench.run(&["decide", &run, "fix-by-hand"]), 64, &["needs a reason"]);
    bench.repo.write("src/a.js", CLEAN);
    bench.repo.commit("by hand");
    let said = bench.run(&["decide", &run, "fix-by-hand", "--who", "ann"]);
    expect(&said, 0, &["DECISION fix-by-hand by ann", "APPROVED"]);
    expect(&bench.run(&["resume", &run]), 0, &["APPROVED"]);
    expect(&bench.run(&["abort", &run]), 64, &["tribunal: "]);
}

#[test]
fn a_run_can_be_aborted_and_read_afterwards() {
    let bench = Bench::with(UNFIXABLE);
    bench.run(&["review", "--mode", "eco"]);
    let run = bench.newest();
    let review = bench.file("review.txt", "VERDICT: PASS\n");
    expect(&bench.run(&["submit", &run, &review]), 64, &["nobody is asked for a review now"]);
    expect(&bench.run(&["abort", &run, "--why", "not now"]), 4, &["aborted by ann"]);
    expect(&bench.run(&["log", &run, "--follow"]), 0, &["A merge conflict", "ENDED aborted"]);
    expect(&bench.run(&["replay", &run]), 0, &["Proved: ", "Outcome: aborted"]);
    expect(&bench.run(&["explain", &run]), 0, &["ISSUE-1"]);
    expect(&bench.run(&["runs", "--json"]), 0, &["\"stands\":\"aborted\""]);
}

#[test]
fn a_run_is_exported_in_every_form() {
    let bench = Bench::with(DEBUGGING);
    bench.run(&["review"]);
    let run = bench.newest();
    for (format, words) in [
        ("md", "Debugging is left in"),
        ("json", "\"outcome\":\"approved\""),
        ("sarif", "\"version\": \"2.1.0\""),
        ("rdjson", "diagnostics"),
        ("dialect", "VERDICT: PASS"),
        ("log", "\"event\":"),
    ] {
        expect(&bench.run(&["export", &run, "--format", format]), 0, &[words]);
    }
    let file = bench.repo.around().join("run.log").display().to_string();
    expect(&bench.run(&["export", &run, "--format", "log", "--output", &file]), 0, &[]);
    expect(&bench.run(&["replay", &file]), 0, &["Proved: ", "Outcome: approved"]);
    expect(
        &bench.run(&["export", &run, "--format", "dialect", "--round", "77"]),
        64,
        &["round 77 reached no verdict"],
    );
    expect(&bench.run(&["metrics"]), 0, &["1"]);
}

const LINTER: &str = r#"#!/bin/sh
if grep -q eval src/a.js; then
  printf '{"diagnostics": [{"message": "eval is used", "location": {"path": "src/a.js", "range": {"start": {"line": 1}}}, "severity": "ERROR"}]}'
else
  printf '{"diagnostics": []}'
fi
"#;

#[test]
fn a_linter_reviews_and_its_own_findings_close_when_they_are_gone() {
    let bench = Bench::with("eval('1');\n");
    let linter = bench.file("linter.sh", LINTER);
    bench.settings(&format!(
        "mode = \"eco\"\n[agents.lint]\ndriver = \"rdjson\"\ncommand = [\"sh\", {linter:?}]\n\
         [roles]\nreviewers = [\"lint\", \"rules\"]\n"
    ));
    expect(
        &bench.run(&["review", "--unsandboxed"]),
        3,
        &["+ ISSUE-1 high eval is used", "PAUSED needs-human"],
    );
    bench.repo.write("src/a.js", CLEAN);
    bench.repo.commit("without eval");
    let run = bench.newest();
    let said = bench.run(&["decide", &run, "fix-by-hand"]);
    expect(&said, 0, &["> ISSUE-1 resolved (ruled resolved)", "APPROVED"]);
}

#[test]
fn checks_run_on_the_fix_and_a_red_one_keeps_it_out() {
    let bench = Bench::with(DEBUGGING);
    let head = bench.repo.id("feature");
    bench.settings("mode = \"eco\"\n[checks]\nno-const = [\"grep\", \"-q\", \"debugger\", \"src/a.js\"]\n");
    expect(&bench.run(&["review"]), 64, &["checks run programs", "--unsandboxed"]);
    let said = bench.run(&["review", "--unsandboxed"]);
    assert_ne!(said.code, 0, "{}", said.out);
    assert_eq!(bench.repo.id("feature"), head, "a fix with a red check lands nowhere");
}

#[test]
fn the_last_runs_are_listed_and_all_of_them_when_asked() {
    let bench = Bench::with(CLEAN);
    for _ in 0..21 {
        expect(&bench.run(&["review"]), 0, &["APPROVED"]);
    }
    let (last, all) = (bench.run(&["runs"]), bench.run(&["runs", "--all"]));
    assert_eq!((last.out.lines().count(), all.out.lines().count()), (20, 21));
    assert!(all.out.starts_with(&last.out), "the newest come first");
    expect(&last, 0, &["there are earlier runs; `tribunal runs --all` lists them too"]);
    assert_eq!(all.err, "");
    let told = bench.run(&["runs", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told.out).expect("one object");
    assert_eq!((told["runs"].as_array().map(Vec::len), &told["earlier"]), (Some(20), &true.into()));
}

#[test]
fn a_review_starts_three_git_processes_and_each_further_gate_one() {
    let commands = |mode: &str| {
        let calls = git_calls(&Bench::with(CLEAN), &["review", "--mode", mode]);
        let command = |line: &str| {
            let known = ["cat-file", "status", "diff-tree"];
            known.into_iter().find(|name| line.contains(&format!(" {name} "))).unwrap_or("another")
        };
        calls.lines().map(command).collect::<Vec<_>>()
    };
    assert_eq!(commands("eco"), ["cat-file", "status", "diff-tree"]);
    assert_eq!(commands("standard"), ["cat-file", "status", "diff-tree", "status"]);
}

/// What git was called with, told by a git in front of git, so that no call is forgotten.
fn git_calls(bench: &Bench, words: &[&str]) -> String {
    use std::os::unix::fs::PermissionsExt;

    let path = std::env::var_os("PATH").expect("git can be fronted");
    let git = std::env::split_paths(&path)
        .map(|d| d.join("git"))
        .find(|file| file.is_file())
        .expect("git can be fronted");
    let (front, notes) = (bench.repo.around().join("front"), bench.repo.around().join("calls"));
    std::fs::create_dir(&front).expect("git can be fronted");
    let text = format!("#!/bin/sh\necho \"$@\" >> {}\nexec {} \"$@\"\n", notes.display(), git.display());
    std::fs::write(front.join("git"), text).expect("git can be fronted");
    std::fs::set_permissions(front.join("git"), std::fs::Permissions::from_mode(0o755))
        .expect("git can be fronted");
    let paths = std::env::join_paths(std::iter::once(front).chain(std::env::split_paths(&path)))
        .expect("git can be fronted");
    let done = bench.command(words).env("PATH", paths).output().expect("git can be fronted");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    std::fs::read_to_string(notes).expect("git can be fronted")
}

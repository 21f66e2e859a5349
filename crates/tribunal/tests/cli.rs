//! The program as people and scripts meet it: real commands, their output, their exit codes.
//!
//! What a scripted run prints is compared with the golden file beside its script; what a page shows behind `$` is
//! played and compared with the page.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tribunal_core::engine::Event;
use tribunal_testkit::scenario::text_of;
use tribunal_testkit::{files_below, golden};

const PROTOCOLS: [&str; 5] = ["zero-tolerance", "four-rules", "tech-lead", "epic", "pr-loop"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a command said and how it ended.
struct Said {
    code: i32,
    out: String,
    err: String,
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    command.args(words).current_dir(root()).stdin(Stdio::null());
    command.env("TRIBUNAL_HOME", scratch("no-home-here"));
    command
}

fn tribunal(words: &[&str]) -> Said {
    let Output { status, stdout, stderr } = command(words).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    Said { code: status.code().expect("the program is not killed"), out: text(stdout), err: text(stderr) }
}

/// A file for this test alone, with this content.
fn file(name: &str, text: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).expect("the test's folder can be written");
    path
}

fn scratch(name: &str) -> String {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string()
}

/// What a script is played with, beside its protocol.
fn options(protocol: &str, outcome: &str) -> Vec<&'static str> {
    let mut words = match protocol {
        "zero-tolerance" => vec!["--mode", "eco"],
        "four-rules" => vec!["--reviewer", "ann", "--reviewer", "bob"],
        "tech-lead" => vec!["--group", "AUTH"],
        _ => Vec::new(),
    };
    match outcome {
        "changes-requested" => words.push("--no-fix"),
        "needs-human" | "aborted" if protocol == "zero-tolerance" => words.extend(["--max-rounds", "2"]),
        _ => {}
    }
    words
}

/// The exit code that fits a script's name; none for a name nobody knows.
fn code_of(outcome: &str) -> Option<i32> {
    Some(match outcome {
        "approved" | "accepted" | "flagged" => 0,
        "changes-requested" => 1,
        "inconclusive" => 2,
        "needs-human" | "clarify" => 3,
        "aborted" => 4,
        _ => return None,
    })
}

/// Plays a script of the tests with more words at the end.
fn play(protocol: &str, outcome: &str, more: &[&str]) -> Said {
    let script = format!("crates/tribunal/tests/scripts/{protocol}/{outcome}.script");
    let mut words = vec!["review", "--protocol", protocol, "--script", &script];
    words.extend(options(protocol, outcome));
    words.extend(more);
    tribunal(&words)
}

/// The scripts of a protocol, by outcome.
fn outcomes(protocol: &str) -> Vec<String> {
    let dir = root().join("crates/tribunal/tests/scripts").join(protocol);
    let name = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    files_below(&dir, "script").iter().map(name).collect()
}

/// Writes the log of a scripted run and gives its path.
fn log(name: &str) -> String {
    let path = scratch(name);
    assert_eq!(play("epic", "needs-human", &["--log", &path]).code, 3);
    path
}

#[test]
fn every_script_ends_as_its_name_says() {
    for protocol in PROTOCOLS {
        for outcome in outcomes(protocol) {
            let said = play(protocol, &outcome, &[]);
            assert_eq!((Some(said.code), said.err.as_str()), (code_of(&outcome), ""), "{protocol}/{outcome}");
            let path = root().join(format!("crates/tribunal/tests/scripts/{protocol}/{outcome}.out"));
            golden(&path, &said.out).unwrap_or_else(|difference| panic!("{difference}"));
        }
    }
}

/// four-rules asks no author for changes, so it never ends with 1.
#[test]
fn every_protocol_reaches_every_exit_code() {
    for protocol in PROTOCOLS {
        let mut codes: Vec<i32> = outcomes(protocol).iter().filter_map(|outcome| code_of(outcome)).collect();
        codes.sort_unstable();
        codes.dedup();
        let all = if protocol == "four-rules" { vec![0, 2, 3, 4] } else { vec![0, 1, 2, 3, 4] };
        assert_eq!(codes, all, "{protocol}");
    }
}

#[test]
fn every_log_is_proved_and_explained() {
    for protocol in PROTOCOLS {
        for outcome in outcomes(protocol) {
            let path = scratch(&format!("{protocol}-{outcome}.log"));
            let played = play(protocol, &outcome, &["--log", &path]);
            let replayed = tribunal(&["replay", &path]);
            assert_eq!(replayed.code, 0, "{}", replayed.err);
            let told = |text: &str| {
                text.lines().take_while(|l| !l.is_empty()).map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(told(&replayed.out), told(&played.out), "{protocol}/{outcome}: replay tells the same");
            for words in [["replay", &path, "--json"], ["explain", &path, "--json"]] {
                let said = tribunal(&words);
                let json: serde_json::Value = serde_json::from_str(&said.out).expect("one JSON object");
                assert_eq!(
                    (said.code, json["outcome"].is_string()),
                    (0, true),
                    "{protocol}/{outcome}: {json}"
                );
            }
            let said = tribunal(&["explain", &path]);
            let because = played.out.lines().skip_while(|l| !l.is_empty()).nth(1).expect("a summary");
            let (word, why) = because.split_once(": ").expect("OUTCOME: why");
            let line = format!("Outcome: {}, because {why}", word.to_lowercase());
            assert_eq!((said.code, said.out.lines().nth(1)), (0, Some(line.as_str())));
        }
    }
}

#[test]
fn events_can_be_had_as_json() {
    let said = play("epic", "approved", &["--json"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<serde_json::Value> =
        said.out.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect();
    let (outcome, events) = lines.split_last().expect("there is an outcome");
    for (event, seq) in events.iter().zip(1_u64..) {
        assert_eq!((&event["kind"], &event["seq"]), (&"event".into(), &seq.into()), "{event}");
        assert!(event["at"].is_u64() && !event["event"].is_null(), "{event}");
    }
    assert_eq!((&outcome["kind"], &outcome["outcome"]), (&"outcome".into(), &"approved".into()), "{outcome}");
    assert!(lines.iter().all(|line| line["v"] == 1));
}

#[test]
fn a_log_that_was_changed_is_refused_and_the_event_named() {
    let text = text_of(Path::new(&log("tampered.log")));
    let line = text.lines().position(|l| l.contains("\"verdict-reached\"")).expect("there is a verdict");
    let seq = line + 1;
    let verdict = text.lines().nth(line).expect("it was found").to_owned();
    let doctored = verdict.replace("\"decision\":\"fail\"", "\"decision\":\"pass\"");
    assert_ne!(doctored, verdict);
    let path = file("doctored.log", &text.replace(&verdict, &doctored));
    for verb in ["replay", "explain"] {
        let said = tribunal(&[verb, &path]);
        let what = format!(
            "tribunal: {path}: line {seq}, event #{seq} verdict-reached: its hash does not match its content; the log \
             was changed\nNothing in this log can be trusted from there on.\n"
        );
        assert_eq!((said.code, said.out.as_str(), said.err), (65, "", what));
    }
}

/// Whoever writes every hash anew still cannot invent a consequence.
#[test]
fn a_log_with_an_invented_verdict_is_refused_though_its_hashes_fit() {
    let text = text_of(Path::new(&log("invented.log")));
    let mut events: Vec<_> =
        tribunal_core::log::read(&text).expect("it is whole").into_iter().map(|e| e.recorded).collect();
    let at = events.iter().position(|e| matches!(e.event, Event::VerdictReached { .. })).expect("a verdict");
    let again = events[at].clone();
    events.insert(at, again);
    let path = file("invented-again.log", &tribunal_core::log::write(&events));
    for verb in ["replay", "explain"] {
        let said = tribunal(&[verb, &path]);
        assert_eq!(said.code, 65, "{}{}", said.out, said.err);
        assert!(said.err.contains("verdict-reached"), "{}", said.err);
    }
}

#[test]
fn a_log_that_was_cut_is_refused() {
    let text = text_of(Path::new(&log("whole.log")));
    let lines: Vec<&str> = text.lines().collect();
    let path = file("cut.log", &(lines[..lines.len() - 1].join("\n") + "\n"));
    let said = tribunal(&["replay", &path]);
    assert_eq!(said.code, 65);
    assert!(said.err.contains("the log is cut: its closing line is missing"), "{}", said.err);
}

#[test]
fn files_that_are_missing_or_cannot_be_written() {
    for words in [
        &["review", "--script", "nowhere"][..],
        &["replay", "nowhere"],
        &["explain", "nowhere"],
        &["protocols", "check", "nowhere"],
        &["protocols", "import", "nowhere"],
    ] {
        let said = tribunal(words);
        assert_eq!(said.code, 66, "{words:?}");
        assert!(said.err.starts_with("tribunal: cannot read nowhere: "), "{}", said.err);
    }
    let log = scratch("no/such/folder/run.log");
    let said = play("epic", "approved", &["--log", &log]);
    assert_eq!(said.code, 74);
    assert!(said.err.starts_with(&format!("tribunal: cannot write {log}: ")), "{}", said.err);
}

#[test]
fn wrong_words_are_wrong_usage() {
    let script = "docs/examples/dispute.script";
    for words in [
        &[][..],
        &["reveiw"],
        &["review", "--base"],
        &["review", "--script", script, "--max-rounds", "many"],
        &["review", "--script", script, "--max-rounds", "0"],
        &["review", "--script", script, "--reviewer", "two words"],
        &["replay"],
    ] {
        let said = tribunal(words);
        assert_eq!((said.code, said.out.as_str()), (64, ""), "{words:?}");
        assert!(!said.err.is_empty(), "{words:?}");
    }
    for words in [["--help"], ["--version"]] {
        let said = tribunal(&words);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{words:?}");
    }
}

#[test]
fn protocols_are_listed_and_shown() {
    let said = tribunal(&["protocols"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    for name in PROTOCOLS {
        assert!(said.out.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}");
        let shown = tribunal(&["protocols", "show", name]);
        let written = text_of(&root().join(format!("protocols/{name}.toml")));
        assert_eq!((shown.code, shown.out.trim_end()), (0, written.trim_end()));
    }
    let said = tribunal(&["protocols", "show", "epik"]);
    let what = "tribunal: protocol: none is called `epik`; did you mean `epic`? known: zero-tolerance, four-rules, tech-lead, \
                epic, pr-loop, or a file that ends in .toml\n";
    assert_eq!((said.code, said.err.as_str()), (65, what));
}

#[test]
fn a_protocol_file_is_checked_and_can_be_run() {
    let good = text_of(&root().join("protocols/epic.toml")).replace("name = \"epic\"", "name = \"mine\"");
    let path = file("mine.toml", &good);
    let said = tribunal(&["protocols", "check", &path]);
    assert_eq!((said.code, said.out), (0, format!("{path}: mine is a valid protocol\n")));
    let script = "crates/tribunal/tests/scripts/epic/approved.script";
    assert_eq!(tribunal(&["review", "--protocol", &path, "--script", script]).code, 0);

    let bad = good.replace("blocks = \"high\"", "blocks = \"hihg\"").replace("dedupe", "dedup");
    let at = |word: &str| bad.lines().position(|l| l.starts_with(word)).expect("the line is there") + 1;
    let path = file("bad.toml", &bad);
    let said = tribunal(&["protocols", "check", &path]);
    let (blocks, dedup) = (at("blocks"), at("dedup"));
    for line in [
        format!("{path}:{blocks}:10: unknown word `hihg` for `blocks`; did you mean `high`?"),
        format!("{path}:{dedup}:1: unknown key `dedup`; did you mean `dedupe`?"),
    ] {
        assert!(said.err.contains(&line), "{line}\nis not in\n{}", said.err);
    }
    assert_eq!((said.code, said.out.as_str()), (65, ""));
}

#[test]
fn a_mode_file_is_imported() {
    let text = r#"{"settings":{"max_review_iterations":4},"escalation":{"review_after":2},"colour":"red"}"#;
    let said = tribunal(&["protocols", "import", &file("quick.json", text)]);
    let warned = said.err.contains("tribunal: colour: not used\n");
    assert_eq!((said.code, warned), (0, true), "{}", said.err);
    let path = file("imported.toml", &said.out);
    assert_eq!(tribunal(&["protocols", "check", &path]).code, 0);

    let path = file("zero.json", r#"{"settings":{"max_review_iterations":0}}"#);
    let said = tribunal(&["protocols", "import", &path]);
    let what = "`settings.max_review_iterations` must be a whole number from 1 to 100; correct it";
    assert_eq!((said.code, said.err), (65, format!("tribunal: {path}: {what}\n")));
}

#[test]
fn a_script_that_does_not_fit_says_what_would() {
    let text = text_of(&root().join("crates/tribunal/tests/scripts/epic/needs-human.script"));
    let path = file("not-offered.script", &(text + "== decide override by ann findings F1: fine\n"));
    let said = tribunal(&["review", "--protocol", "epic", "--script", &path]);
    let what = "tribunal: the script does not fit: override is not offered now; choose one of: block, accept-risk, \
                one-more-round, abort\n";
    assert_eq!((said.code, said.err.as_str()), (65, what));

    let path = file("broken.script", "# fine\n== reviewer fails oops\n");
    let said = tribunal(&["review", "--script", &path]);
    assert_eq!(said.code, 65);
    assert!(
        said.err.starts_with(&format!("tribunal: {path}:2: \"oops\" is no failure; write ")),
        "{}",
        said.err
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let path = log("head.log");
    for verb in ["explain", "replay"] {
        let mut child = command(&[verb, &path])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // As `head` does, only sooner: nobody reads what is printed.
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("it is piped").read_to_string(&mut err).expect("it prints UTF-8");
        assert_eq!((child.wait().expect("it ends").code(), err.as_str()), (Some(0), ""), "{verb}");
    }
}

#[test]
fn hostile_text_is_shown_and_not_sent() {
    let title = "\\u001b[2Jred \u{202e}txet\u{9b}1m";
    let issue = format!(
        r#"{{"severity":"HIGH","title":"{title}","location":"src/lib.rs:4","problem":"p","fix":"f"}}"#
    );
    let path = file("hostile.script", &format!("== tech-lead\n{{\"issues\":[{issue}]}}\n"));
    let log = scratch("hostile.log");
    let words = ["review", "--protocol", "tech-lead", "--script", &path, "--no-fix", "--log", &log];
    let said = tribunal(&words);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.out.contains("\\u{1b}[2Jred \\u{202e}txet\\u{9b}1m"), "{}", said.out);
    let json = [&words[..], &["--json"]].concat();
    for words in [&words[..], &json, &["replay", &log], &["explain", &log], &["explain", &log, "--json"]] {
        let Said { out, err, .. } = tribunal(words);
        let sent = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!out.contains(sent) && !err.contains(sent), "{words:?}: {out:?}");
        let is_json = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
        assert!(!words.contains(&"--json") || out.lines().all(is_json), "{words:?}: {out}");
    }
    let Said { err, .. } = tribunal(&["replay", "no\u{1b}[2J\u{202e}file"]);
    assert!(err.contains("no\\u{1b}[2J\\u{202e}file"), "{err:?}");
}

#[test]
fn every_command_on_a_page_prints_what_the_page_says() {
    let pages = [root().join("README.md"), root().join("docs/scripted-agents.md")];
    for path in pages {
        let page = text_of(&path);
        let (mut now, mut played) = (String::new(), 0);
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            now.push_str(&format!("{line}\n"));
            if line == "```console" {
                let typed = lines.next().expect("a command");
                let told: String = lines
                    .by_ref()
                    .take_while(|line| *line != "```")
                    .map(|line| format!("{line}\n"))
                    .collect();
                let shown = shown(typed);
                let same = steady(&shown) == steady(&told);
                now.push_str(&format!("{typed}\n{}```\n", if same { told } else { shown }));
                played += 1;
            }
        }
        assert!(played > 0, "{}: shows a command", path.display());
        golden(&path, &now).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

/// A text without what differs from run to run: names of runs, and the commits that carry the time.
fn steady(text: &str) -> String {
    let hex = |word: &str| word.len() == 10 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let word = |word: &str| {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if hex(bare) || bare.starts_with("run-") { "-".to_owned() } else { word.to_owned() }
    };
    text.lines().map(|line| line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// What a terminal shows after this line was typed.
fn shown(typed: &str) -> String {
    let words = typed.strip_prefix("$ tribunal ").or_else(|| typed.strip_prefix("$ cargo run --release -- "));
    let words: Vec<&str> = words.expect("a page shows our own commands").split_whitespace().collect();
    let said = tribunal(&words);
    let code = if said.code == 0 { String::new() } else { format!("(exit code {})\n", said.code) };
    said.err + &said.out + &code
}

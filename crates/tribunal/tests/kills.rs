//! kill -9 at any moment, again and again, on the real binary with real children: no run is lost, no author works twice, no
//! process stays, and every run still comes to its verdict.
//!
//! `TRIBUNAL_KILLS` says how often; `cargo xtask kills` asks for ten thousand.

mod common;

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{Bench, awaited, lines};
use tribunal_host::process::{Seen, identity, seen};

const KILLS: u64 = 500;

/// Longest time a process is left alone before it is killed, in milliseconds.
const LEFT_ALONE_MAX: u64 = 250;

/// Every agent notes its process and looks whether another of its kind is at work.
const WATCHED: &str = r#"#!/bin/sh
here=$1
kind=$2
prompt=$(cat)
nonce=$(printf '%s\n' "$prompt" | sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
for other in $(cat "$here/$kind" 2>/dev/null); do
  if kill -0 "$other" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$other/status" 2>/dev/null; then
    echo "$kind $other and $$" >> "$here/doubled"
  fi
done
echo $$ > "$here/$kind"
echo $$ >> "$here/pids"
"#;

const REVIEWER: &str = r#"
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\n' "$nonce"
if grep -q OPEN src/a.js; then
  printf '[ISSUE-1] [MAJOR] Not done - src/a.js:1 - Do it\nVERDICT: FAIL\n'
else
  printf '[ISSUE-1] RESOLVED\nVERDICT: PASS\n'
fi
printf 'TRIBUNAL %s>>>\n' "$nonce"
"#;

const AUTHOR: &str = r#"
sed -i 's/OPEN/DONE/' src/a.js
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\nFixed:\n- [ISSUE-1]: done\nTRIBUNAL %s>>>\n' "$nonce" "$nonce"
"#;

struct Stage {
    bench: Bench,
    here: PathBuf,
    /// Runs that came to their end.
    ended: Vec<String>,
}

impl Stage {
    fn new() -> Self {
        let bench = Bench::with("// OPEN 0\n");
        let here = bench.repo.around().join("agents");
        std::fs::create_dir(&here).expect("it is not there yet");
        let reviewer = bench.file("reviewer.sh", &format!("{WATCHED}{REVIEWER}"));
        let author = bench.file("author.sh", &format!("{WATCHED}{AUTHOR}"));
        let row = |name: &str, file: &str| {
            let here = here.display().to_string();
            format!(
                "[agents.{name}]\ndriver = \"command\"\ncommand = [\"sh\", {file:?}, {here:?}, {name:?}]\n"
            )
        };
        bench.settings(&format!(
            "mode = \"eco\"\n{}{}[roles]\nreviewers = [\"reviewer\"]\nauthors = [\"author\"]\n",
            row("reviewer", &reviewer),
            row("author", &author)
        ));
        Self { bench, here, ended: Vec::new() }
    }

    /// The newest run, and whether it has ended.
    fn newest(&self) -> Option<(String, bool)> {
        let listed = self.bench.run(&["runs"]).out;
        let newest = listed.lines().next().filter(|line| line.starts_with("run-"))?;
        Some((newest.split_whitespace().next()?.to_owned(), newest.contains("approved")))
    }

    /// The run that has begun and not ended, if any.
    fn open_run(&self) -> Option<String> {
        self.newest().filter(|(_, ended)| !ended).map(|(run, _)| run)
    }

    fn begin(&self) -> Child {
        let open = self.open_run();
        let words = open.as_ref().map_or(vec!["review", "--unsandboxed"], |run| vec!["resume", run]);
        let mut command = self.bench.command(&words);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    /// No agent of a killed process may be left, and no two of a kind may ever have worked at once.
    fn look(&self) {
        for pid in lines(&self.here.join("pids")).iter().filter_map(|pid| pid.parse().ok()) {
            if let Some(who) = identity(pid) {
                awaited(|| (seen(&who) == Seen::Gone || !is_ours(pid)).then_some(()));
            }
        }
        std::fs::write(self.here.join("pids"), "").expect("it can be written");
        assert_eq!(lines(&self.here.join("doubled")), Vec::<String>::new());
    }

    /// If a run came to its end, by itself or just before it was killed: it must have left one fix, on the branch. Then
    /// there is more to do.
    fn settle(&mut self) {
        let Some((run, true)) = self.newest() else { return };
        if self.ended.contains(&run) {
            return;
        }
        let grep = format!("--grep=Review-Run: {run}");
        let fixes = self.bench.repo.git(&["log", "--format=%H", "--fixed-strings", &grep, "feature"]);
        let told = || {
            format!(
                "{}{}",
                self.bench.run(&["log", &run]).out,
                self.bench.repo.git(&["log", "--all", "--oneline", "-5"])
            )
        };
        assert_eq!(fixes.lines().count(), 1, "{run} landed exactly one fix:\n{}", told());
        assert_eq!(self.bench.repo.git(&["status", "--porcelain"]), "");
        self.ended.push(run);
        self.bench.repo.write("src/a.js", format!("// OPEN {}\n", self.ended.len()));
        self.bench.repo.commit("more to do");
    }
}

fn is_ours(pid: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/cmdline")).is_ok_and(|words| words.contains(".sh"))
}

/// Lets a process run for so long, then kills it; whether it had ended by itself.
fn cut_short(mut child: Child, after: Duration) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return status.code();
        }
        if begun.elapsed() >= after {
            child.kill().expect("it is our child");
            child.wait().expect("it was killed");
            return None;
        }
        std::thread::yield_now();
    }
}

#[test]
fn killed_at_any_moment_nothing_is_lost_doubled_or_left() {
    let kills = std::env::var("TRIBUNAL_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let mut stage = Stage::new();
    let (mut killed, mut dice) = (0, 0x9e37_79b9_7f4a_7c15_u64);
    while killed < kills {
        // xorshift: the moments differ, and the same seed gives the same ones.
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        let after = Duration::from_millis(dice % LEFT_ALONE_MAX);
        match cut_short(stage.begin(), after) {
            None => killed += 1,
            Some(0) => {}
            Some(code) => panic!("a run that was killed {killed} times in all ended with {code}"),
        }
        stage.look();
        stage.settle();
    }
    while let Some(run) = stage.open_run() {
        let said = stage.bench.run(&["resume", &run]);
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        stage.settle();
    }
    assert!(!stage.ended.is_empty(), "some runs came to their end between the kills");
    let checked = stage.bench.run(&["db", "check"]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    assert_eq!(
        checked.out.split_whitespace().next(),
        Some(stage.ended.len().to_string().as_str()),
        "no run was lost"
    );
}

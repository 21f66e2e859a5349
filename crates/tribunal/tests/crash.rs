//! A run whose process is killed, stopped or doubled: nothing is lost, nothing runs twice at once, nothing stays behind.

mod common;

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use common::{Bench, FOREVER, Said, awaited, lines};
use tribunal_host::process::{Identity, Seen, identity, seen};

/// Notes that it began, complains if another one is at work, waits for `go`, and approves.
const AGENT: &str = r#"#!/bin/sh
here=$1
prompt=$(cat)
nonce=$(printf '%s\n' "$prompt" | sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
echo began >> "$here/began"
for other in $(cat "$here/pids" 2>/dev/null); do
  if kill -0 "$other" 2>/dev/null; then echo "$other and $$" >> "$here/doubled"; fi
done
echo $$ >> "$here/pids"
while [ -d "$here" ] && [ ! -e "$here/go" ]; do sleep 0.02; done
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\nVERDICT: PASS\nTRIBUNAL %s>>>\n' "$nonce" "$nonce"
"#;

struct Stage {
    bench: Bench,
    here: PathBuf,
}

fn stage() -> Stage {
    let bench = Bench::with("export const a = 1;\n");
    let here = bench.repo.around().join("agent");
    std::fs::create_dir(&here).expect("it is not there yet");
    let agent = bench.file("agent.sh", AGENT);
    bench.settings(&format!(
        "mode = \"eco\"\n[agents.slow]\ndriver = \"command\"\ncommand = [\"sh\", {agent:?}, {:?}]\n\
         [roles]\nreviewers = [\"slow\"]\n",
        here.display().to_string()
    ));
    Stage { bench, here }
}

impl Stage {
    fn begin(&self) -> Child {
        let mut command = self.bench.command(&["review", "--unsandboxed"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    /// The agent's nth process, once it has begun.
    fn agent(&self, nth: usize) -> Identity {
        let pids = self.here.join("pids");
        let pid = awaited(|| lines(&pids).get(nth)?.parse().ok());
        identity(pid).expect("the agent waits for `go`")
    }

    fn let_go(&self) {
        std::fs::write(self.here.join("go"), "").expect("it can be written");
    }

    /// Runs a command that must ask no agent; one that does would wait for `go`, and this test with it.
    fn at_once(&self, words: &[&str]) -> Said {
        let (pids, mut command) = (self.here.join("pids"), self.bench.command(words));
        let before = lines(&pids).len();
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let asked = awaited(|| match child.try_wait() {
            Ok(Some(_)) => Some(false),
            Ok(None) | Err(_) => (lines(&pids).len() > before).then_some(true),
        });
        if asked {
            self.let_go();
        }
        let done = child.wait_with_output().expect("it ends");
        assert!(!asked, "{words:?} asked the agent as well");
        let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
        Said { code: done.status.code().expect("not killed"), out: text(done.stdout), err: text(done.stderr) }
    }

    fn finish(&self, run: &str) {
        self.let_go();
        let said = self.bench.run(&["resume", run]);
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        assert!(said.out.contains("APPROVED"), "{}", said.out);
        assert_eq!(lines(&self.here.join("doubled")), Vec::<String>::new(), "two agents worked at once");
        assert_eq!(self.bench.run(&["db", "check"]).code, 0);
        assert_eq!(self.bench.run(&["replay", run]).code, 0);
    }
}

#[test]
fn a_killed_process_leaves_no_agent_and_its_run_goes_on() {
    let stage = stage();
    let mut first = stage.begin();
    let agent = stage.agent(0);
    first.kill().expect("it runs");
    first.wait().expect("it was killed");
    awaited(|| (seen(&agent) == Seen::Gone).then_some(()));
    let run = stage.bench.newest();
    stage.finish(&run);
    assert_eq!(lines(&stage.here.join("began")).len(), 2, "the interrupted question was asked once more");
}

#[test]
fn an_interrupt_stops_politely_and_the_run_goes_on() {
    let stage = stage();
    let mut first = stage.begin();
    let agent = stage.agent(0);
    let sent = Command::new("kill").args(["-INT", &first.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
    assert_eq!(ended(&mut first), Some(130));
    assert_eq!(seen(&agent), Seen::Gone, "it was ended before we were");
    stage.finish(&stage.bench.newest());
}

/// What a terminal does: everything in the foreground hears it at once.
#[test]
fn an_interrupt_of_the_whole_group_stops_politely() {
    let stage = stage();
    let mut command = stage.bench.command(&["review", "--unsandboxed"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let mut first = command.spawn().expect("the program starts");
    let agent = stage.agent(0);
    let supervisor = parent(&agent);
    if group_of(supervisor) == first.id() {
        stage.let_go();
        panic!("the supervisor is in our group and hears what is meant for us");
    }
    let group = format!("-{}", first.id());
    let sent = Command::new("kill").args(["-INT", "--", &group]).status().expect("kill is there");
    assert!(sent.success());
    assert_eq!(ended(&mut first), Some(130));
    assert_eq!(seen(&agent), Seen::Gone, "it was ended before we were");
    stage.finish(&stage.bench.newest());
}

/// What an agent was asked is not handed in from a file, whoever asks for it.
#[test]
fn a_file_is_not_taken_for_what_an_agent_was_asked() {
    let stage = stage();
    let review = stage.bench.file("review.txt", "[ISSUE-1] [MINOR] A - src/a.js:1 - B\nVERDICT: FAIL\n");
    let answers = stage.bench.file("answers.txt", "Fixed:\n- [ISSUE-1]: done\n");
    let refused = |words: &[&str]| {
        let said = stage.at_once(words);
        assert_eq!(said.code, 64, "{}{}", said.out, said.err);
        assert!(said.err.contains("slow is asked, and it is no person"), "{}", said.err);
    };
    stop(stage.begin(), &stage.agent(0));
    refused(&["submit", &stage.bench.newest(), &review]);
    let words = ["review", "--unsandboxed", "--reviewer", "person", "--author", "slow"];
    assert_eq!(stage.bench.run(&words).code, 5);
    let run = stage.bench.newest();
    let mut command = stage.bench.command(&["submit", &run, &review]);
    let submitting = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    stop(submitting, &stage.agent(1));
    refused(&["answer", &run, &answers]);
}

fn parent(of: &Identity) -> u32 {
    field(of.pid, 1)
}

fn group_of(pid: u32) -> u32 {
    field(pid, 2)
}

/// A number of `/proc/PID/stat`, counted behind the name.
fn field(pid: u32, nth: usize) -> u32 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    let (_, behind) = stat.rsplit_once(") ").expect("the name is in brackets");
    behind.split(' ').nth(nth).and_then(|word| word.parse().ok()).expect("a number")
}

/// The exit code of a process that was told to end; one that does not is killed, and its test fails.
fn ended(process: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < FOREVER {
        if let Ok(Some(status)) = process.try_wait() {
            return status.code();
        }
        std::thread::yield_now();
    }
    process.kill().expect("it runs");
    process.wait().expect("it was killed").code()
}

/// Kills a process that waits for its agent.
fn stop(mut process: Child, agent: &Identity) {
    process.kill().expect("it runs");
    process.wait().expect("it was killed");
    awaited(|| (seen(agent) == Seen::Gone).then_some(()));
}

#[test]
fn a_second_process_says_who_drives_the_run_or_the_branch() {
    let stage = stage();
    let mut first = stage.begin();
    stage.agent(0);
    let run = stage.bench.newest();
    for words in [&["resume", &run][..], &["abort", &run], &["review", "--unsandboxed"]] {
        let said = stage.at_once(words);
        assert_eq!(said.code, 5, "{}{}", said.out, said.err);
        assert!(
            said.err.contains(&format!("is held by process {} (tribunal review)", first.id())),
            "{}",
            said.err
        );
    }
    stage.let_go();
    assert_eq!(first.wait().expect("it ends").code(), Some(0));
    assert_eq!(lines(&stage.here.join("began")).len(), 1, "nobody else asked the agent");
    assert_eq!(stage.bench.run(&["runs"]).out.lines().count(), 1, "the second review never began");
}

/// What an agent said is durable before the run records it, so a crash in between costs no second question.
#[test]
fn a_reply_lies_on_the_desk_before_it_is_recorded() {
    let stage = stage();
    let mut first = stage.begin();
    stage.agent(0);
    first.kill().expect("it runs");
    first.wait().expect("it was killed");
    let run = stage.bench.newest();
    stage.finish(&run);
    let desk = stage.bench.repo.around().join("home/runs").join(&run);
    let kept = std::fs::read_dir(&desk).expect("the run has a desk").flatten();
    let kept: Vec<PathBuf> = kept.map(|e| e.path().join("came-to.json")).filter(|p| p.exists()).collect();
    assert_eq!(kept.len(), 1, "the reply lay on the desk until it was recorded");
}

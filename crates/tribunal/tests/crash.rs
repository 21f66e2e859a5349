//! A run whose process is killed, stopped or doubled: nothing is lost, nothing runs twice at once, nothing stays behind.

mod common;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use common::{Bench, awaited, lines};
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
while [ ! -e "$here/go" ]; do sleep 0.02; done
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
    assert_eq!(first.wait().expect("it ends").code(), Some(130));
    assert_eq!(seen(&agent), Seen::Gone, "it was ended before we were");
    stage.finish(&stage.bench.newest());
}

#[test]
fn a_second_process_says_who_drives_the_run_or_the_branch() {
    let stage = stage();
    let mut first = stage.begin();
    stage.agent(0);
    let run = stage.bench.newest();
    for words in [&["resume", &run][..], &["abort", &run], &["review", "--unsandboxed"]] {
        let said = stage.bench.run(words);
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

//! The program on a real terminal: what is shown while a run is driven, and what is left when it is over.

mod common;

use std::fs::File;
use std::io::Write;
use std::process::Stdio;

use common::Bench;
use common::screen::Terminal;
use rustix::process::{Pid, Signal, kill_process};

/// Reports that it is at work, waits until the test has looked, then finds something.
const SLOW: &str = r#"prompt=$(cat)
nonce=$(printf '%s\n' "$prompt" | sed -n 's/.*<<<TRIBUNAL \([0-9a-f]\{32\}\).*/\1/p' | head -1)
word=$(dd bs=4 count=1 2>/dev/null < GATE)
test "$word" = fail && exit 3
test "$word" = late && sleep 1
printf '<<<TRIBUNAL %s\nfiles: src/a.js\n\n' "$nonce"
printf '[ISSUE-1] [MAJOR] Not done - src/a.js:1 - Do it\nVERDICT: FAIL\nTRIBUNAL %s>>>\n' "$nonce"
"#;

const REVIEW: [&str; 3] = ["review", "--unsandboxed", "--no-fix"];

/// A repository whose reviewer waits at a gate.
struct Slow {
    bench: Bench,
    /// Held open at both ends: nobody at it ever meets its end.
    gate: File,
}

impl Slow {
    fn new() -> Self {
        let bench = Bench::with("// OPEN\n");
        let gate = bench.repo.around().join("gate").display().to_string();
        let made = std::process::Command::new("mkfifo").arg(&gate).status().expect("mkfifo can be started");
        assert!(made.success());
        let agent = bench.file("agent.sh", &SLOW.replace("GATE", &gate));
        bench.settings(&format!(
            "mode = \"eco\"\n[agents.agent]\ndriver = \"command\"\ncommand = [\"sh\", {agent:?}]\ntimeout = 60\n\
             [roles]\nreviewers = [\"agent\"]\n"
        ));
        let gate = File::options().read(true).write(true).open(gate).expect("it was made");
        Self { bench, gate }
    }

    /// The program on this terminal.
    fn on(&self, terminal: &Terminal, words: &[&str]) -> std::process::Command {
        let mut command = self.bench.command(words);
        command.env("TERM", "xterm").stdin(terminal.end()).stdout(terminal.end()).stderr(terminal.end());
        command
    }

    /// The reviewer may go on.
    fn open(&self) {
        self.tell("open");
    }

    /// The reviewer goes on as told, in four letters that are read at once; of several, whoever comes first.
    fn tell(&self, word: &str) {
        (&self.gate).write_all(word.as_bytes()).expect("the gate can be opened");
    }

    /// What a pipe gets, with the run's name as in another text.
    fn plain(&self) -> String {
        let mut command = self.bench.command(&REVIEW);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started");
        self.open();
        let done = child.wait_with_output().expect("it ends");
        assert_eq!((done.status.code(), done.stderr.as_slice()), (Some(1), &b""[..]));
        nameless(&String::from_utf8(done.stdout).expect("text"))
    }
}

/// A text with the name of its run, which begins it, taken out everywhere.
fn nameless(text: &str) -> String {
    let name = text.split(':').next().expect("a split has a first part");
    assert!(name.starts_with("run-"), "{text}");
    text.replace(name, "RUN")
}

/// Who, what, since when: and the time goes on.
fn at_work(screen: &str) -> bool {
    let at =
        |line: &str| line.starts_with("  reviewer-lite (agent)  reviews the change at ") && is_later(line);
    screen.lines().any(at) && screen.lines().any(|line| line == "  round 1")
}

/// At least a second has passed.
fn is_later(line: &str) -> bool {
    line.ends_with(" s") && !line.ends_with(" 0 s")
}

#[test]
fn who_is_at_work_is_shown_and_leaves_nothing_behind() {
    let slow = Slow::new();
    let mut terminal = Terminal::new(80, 24);
    let mut child = terminal.start(&mut slow.on(&terminal, &REVIEW));
    terminal.until(at_work);
    slow.open();
    terminal.look_on();
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    assert_eq!(nameless(&terminal.screen.text()), slow.plain());
}

#[test]
fn what_stays_goes_above_what_changes() {
    let slow = Slow::new();
    let mut terminal = Terminal::new(80, 24);
    let words = ["review", "--unsandboxed", "--no-fix", "--mode", "swarm", "--jobs", "3"];
    let mut child = terminal.start(&mut slow.on(&terminal, &words));
    let at_work = |screen: &str| screen.matches(" (agent)  reviews the change at ").count();
    terminal.until(|screen| at_work(screen) == 3);
    slow.tell("fail");
    terminal.until(|screen| screen.contains(", attempt 2"));
    let shown = terminal.screen.text();
    let line = |words: &str| shown.lines().position(|line| line.contains(words));
    assert!(line("is asked again (agent): ") < line(" reviews the change at "), "{shown}");
    assert_eq!(at_work(&shown), 3, "{shown}");
    (0..3).for_each(|_| slow.open());
    terminal.look_on();
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    let shown = terminal.screen.text();
    assert_eq!((at_work(&shown), shown.matches("is asked again").count()), (0, 1), "{shown}");
}

#[test]
fn what_goes_to_a_pipe_is_not_disturbed() {
    let slow = Slow::new();
    let mut terminal = Terminal::new(80, 24);
    let child = terminal.start(slow.on(&terminal, &REVIEW).stdout(Stdio::piped()));
    terminal.until(at_work);
    slow.open();
    terminal.look_on();
    let out = child.wait_with_output().expect("it ends").stdout;
    assert_eq!(nameless(&String::from_utf8(out).expect("text")), slow.plain());
    assert_eq!(terminal.screen.text(), "\n", "the block is gone, and there was nothing else");
}

#[test]
fn a_narrow_window_gets_narrow_lines() {
    let slow = Slow::new();
    let mut terminal = Terminal::new(33, 6);
    let mut child = terminal.start(&mut slow.on(&terminal, &REVIEW));
    terminal.until(|screen| {
        screen.lines().any(|line| line.starts_with("  reviewer-lite (agent)  r…  ") && is_later(line))
    });
    slow.open();
    terminal.look_on();
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    assert_eq!(nameless(&terminal.screen.text()), slow.plain());
}

#[test]
fn an_interrupted_run_leaves_a_clean_terminal_and_can_be_resumed() {
    let slow = Slow::new();
    let mut terminal = Terminal::new(80, 24);
    let mut child = terminal.start(&mut slow.on(&terminal, &REVIEW));
    terminal.until(at_work);
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process id")).expect("not 0");
    kill_process(pid, Signal::INT).expect("it is ours");
    terminal.look_on();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let run = slow.bench.newest();
    let shown = format!(
        "{run}: feature against main by zero-tolerance\ngate final (reviewer-lite)\n\
         round 1, iteration 1, whole: reviewer-lite\n\
         tribunal: stopped; `tribunal resume {run}` goes on\n"
    );
    assert_eq!(terminal.screen.text(), shown);
}

#[test]
fn nothing_is_drawn_where_nobody_looks() {
    for (name, value, more) in [("TERM", "dumb", None), ("CI", "true", None), ("LANG", "C", Some("--json"))] {
        let slow = Slow::new();
        let mut terminal = Terminal::new(80, 24);
        let words: Vec<&str> = REVIEW.into_iter().chain(more).collect();
        let mut child = terminal.start(slow.on(&terminal, &words).env(name, value));
        // So late that a block would be drawn.
        slow.tell("late");
        terminal.look_on();
        assert_eq!(child.wait().expect("it ends").code(), Some(1));
        assert!(!terminal.sent.contains(&0x1b), "{name}={value} {more:?}");
    }
}

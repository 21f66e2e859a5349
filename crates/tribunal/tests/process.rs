//! Supervised programs through the real binary: how they end, what is kept of them, and that nothing of them stays.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{FOREVER, Scratch, awaited};
use tribunal_host::process::{Cancel, Ended, How, Identity, Job, Limit, Seen, identity, run, seen};

fn job(scratch: &Scratch, script: &str) -> Job {
    let words = ["sh", "-c", script];
    Job {
        supervisor: env!("CARGO_BIN_EXE_tribunal").into(),
        desk: scratch.path().join("desk"),
        command: words.map(Into::into).to_vec(),
        directory: scratch.path().to_owned(),
        input: None,
        environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
        wall: FOREVER,
        idle: FOREVER,
        grace: Duration::from_millis(200),
        keep_max: 1024,
    }
}

fn said(ended: &Ended) -> String {
    String::from_utf8_lossy(&ended.stdout).into_owned()
}

/// The process whose number a script wrote to a file, once it did.
fn written(file: &Path) -> Identity {
    let read = || std::fs::read_to_string(file).ok()?.trim().parse().ok();
    identity(awaited(read)).expect("the process was just started")
}

#[test]
fn it_reads_its_input_prints_and_exits() {
    let scratch = Scratch::new("process-exits");
    let mut job = job(&scratch, "cat; echo oops >&2; exit 3");
    job.input = Some(b"hello".to_vec());
    let ended = run(&job, &Cancel::default());
    assert_eq!(ended.how, How::Exited(3));
    assert_eq!(
        (said(&ended).as_str(), ended.stderr.as_slice(), ended.cut),
        ("hello", b"oops\n".as_slice(), 0)
    );
}

#[test]
fn it_has_the_environment_it_was_given_and_no_other() {
    let scratch = Scratch::new("process-environment");
    let mut job = job(&scratch, "env | grep -v '^\\(PWD\\|SHLVL\\|_\\|OLDPWD\\)='");
    job.environment.push(("MODEL".into(), "small".into()));
    let ended = run(&job, &Cancel::default());
    let mut lines: Vec<&str> = std::str::from_utf8(&ended.stdout).unwrap().lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["MODEL=small", "PATH=/usr/bin:/bin"]);
}

#[test]
fn a_signal_is_told_apart_from_an_exit_code() {
    let scratch = Scratch::new("process-signal");
    assert_eq!(run(&job(&scratch, "exit 137"), &Cancel::default()).how, How::Exited(137));
    assert_eq!(run(&job(&scratch, "kill -9 $$"), &Cancel::default()).how, How::Signalled(9));
}

#[test]
fn a_program_that_does_not_exist_is_lost_with_the_reason() {
    let scratch = Scratch::new("process-missing");
    let mut job = job(&scratch, "");
    job.command = vec!["no-such-program-anywhere".into()];
    let How::Lost(why) = run(&job, &Cancel::default()).how else { panic!("it cannot have run") };
    assert!(why.contains("No such file"), "{why}");
}

/// A disk that fails is no fault of the program's, and must not be told as one.
#[test]
fn what_our_own_side_breaks_is_told_apart() {
    let scratch = Scratch::new("process-broken");
    std::fs::write(scratch.path().join("desk"), "in the way").unwrap();
    let How::Broken(why) = run(&job(&scratch, "true"), &Cancel::default()).how else {
        panic!("it has no desk")
    };
    assert!(why.contains("could not be used"), "{why}");
    let mut elsewhere = job(&scratch, "mkdir ../elsewhere/status.partial");
    elsewhere.desk = scratch.path().join("elsewhere");
    std::fs::create_dir(scratch.path().join("here")).unwrap();
    elsewhere.directory = scratch.path().join("here");
    let How::Broken(why) = run(&elsewhere, &Cancel::default()).how else {
        panic!("its end cannot be written")
    };
    assert!(why.ends_with("status could not be written"), "{why}");
}

#[test]
fn what_is_printed_beyond_the_limit_is_counted_and_not_kept() {
    let scratch = Scratch::new("process-flood");
    let ended = run(&job(&scratch, "head -c 3000000 /dev/zero"), &Cancel::default());
    assert_eq!((ended.how, ended.stdout.len(), ended.cut), (How::Exited(0), 1024, 3_000_000 - 1024));
}

#[test]
fn one_that_says_nothing_or_takes_too_long_is_ended() {
    let scratch = Scratch::new("process-limits");
    // Both would end well by themselves, later.
    let silent = Job { idle: Duration::from_millis(100), ..job(&scratch, "sleep 20") };
    assert_eq!(run(&silent, &Cancel::default()).how, How::TimedOut(Limit::Idle));
    let busy = Job { wall: Duration::from_millis(300), ..job(&scratch, "timeout 20 yes || :") };
    assert_eq!(run(&busy, &Cancel::default()).how, How::TimedOut(Limit::Wall));
}

#[test]
fn one_that_ignores_the_polite_signal_is_ended_all_the_same() {
    let scratch = Scratch::new("process-stubborn");
    let script = "trap '' TERM; echo $$ > pid; sleep 20; echo > survived";
    let stubborn = Job { idle: Duration::from_millis(500), ..job(&scratch, script) };
    assert_eq!(run(&stubborn, &Cancel::default()).how, How::TimedOut(Limit::Idle));
    let pid: u32 = std::fs::read_to_string(scratch.path().join("pid")).unwrap().trim().parse().unwrap();
    assert_eq!(identity(pid), None, "it is gone when run returns");
    assert!(!scratch.path().join("survived").exists());
}

#[test]
fn a_daemon_left_behind_is_ended_with_the_program() {
    let scratch = Scratch::new("process-daemon");
    // Leaves its group, its session and its parent.
    let script = "setsid sh -c 'setsid sleep 20 & echo $! > daemon' </dev/null >/dev/null 2>&1";
    assert_eq!(run(&job(&scratch, script), &Cancel::default()).how, How::Exited(0));
    let pid: u32 = std::fs::read_to_string(scratch.path().join("daemon")).unwrap().trim().parse().unwrap();
    assert_eq!(identity(pid), None);
}

#[test]
fn one_that_is_told_to_end_may_clean_up() {
    let scratch = Scratch::new("process-polite");
    let script = "trap 'echo > cleaned; exit 0' TERM; echo $$ > pid; while :; do sleep 0.02; done";
    let (cancel, job) = (Cancel::default(), Job { grace: FOREVER, ..job(&scratch, script) });
    let (other, file) = (cancel.clone(), scratch.path().join("pid"));
    let thread = std::thread::spawn(move || run(&job, &other));
    written(&file);
    cancel.cancel();
    assert_eq!(thread.join().unwrap().how, How::Cancelled);
    assert!(scratch.path().join("cleaned").exists());
}

/// A program may signal its whole group; its supervisor must not be in it.
#[test]
fn it_is_in_a_process_group_of_its_own() {
    let scratch = Scratch::new("process-group");
    let ended = run(&job(&scratch, "echo $$; cut -d' ' -f5 /proc/$$/stat"), &Cancel::default());
    let said = said(&ended);
    let (program, group) = said.trim().split_once('\n').unwrap();
    assert_eq!(program, group);
    assert_eq!(run(&job(&scratch, "kill -9 0"), &Cancel::default()).how, How::Signalled(9));
}

/// The supervisor dies without a word, and a word lies there already.
#[test]
fn what_an_earlier_program_came_to_is_not_taken_for_this_one() {
    let scratch = Scratch::new("process-earlier");
    let job = Job { supervisor: "/bin/true".into(), ..job(&scratch, "") };
    std::fs::create_dir(&job.desk).unwrap();
    std::fs::write(job.desk.join("status"), "exited 0").unwrap();
    let how = run(&job, &Cancel::default()).how;
    assert!(matches!(how, How::Lost(_)), "{how:?}");
}

#[test]
fn cancelling_ends_it() {
    let scratch = Scratch::new("process-cancel");
    let (cancel, job) = (Cancel::default(), job(&scratch, "echo $$ > pid; sleep 20"));
    let (other, file) = (cancel.clone(), scratch.path().join("pid"));
    let thread = std::thread::spawn(move || run(&job, &other));
    let who = written(&file);
    cancel.cancel();
    assert_eq!(thread.join().unwrap().how, How::Cancelled);
    assert_eq!(seen(&who), Seen::Gone);
}

/// The supervisor alone: when whoever started it is killed, its pipe closes, and that is all it gets to know.
#[test]
fn when_we_are_killed_the_tree_goes_with_us() {
    let scratch = Scratch::new("process-killed");
    let script =
        "setsid sleep 1000 & echo $! > daemon; trap '' TERM; echo $$ > pid; while :; do sleep 1000; done";
    let mut supervisor = Command::new(env!("CARGO_BIN_EXE_tribunal"))
        .args(["__supervise", "status", "-", "100", "sh", "-c", script])
        .current_dir(scratch.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let (program, daemon) = (written(&scratch.path().join("pid")), written(&scratch.path().join("daemon")));
    drop(supervisor.stdin.take());
    supervisor.wait().unwrap();
    assert_eq!((seen(&program), seen(&daemon)), (Seen::Gone, Seen::Gone));
    assert_eq!(std::fs::read_to_string(scratch.path().join("status")).unwrap(), "signalled 9");
}

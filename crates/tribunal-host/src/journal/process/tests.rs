//! Living, dead, ended-but-unreaped, reused and unseen processes.

use std::process::{Command, Stdio};

use super::*;

fn line(state: &str, threads: u32, started: u64) -> Stat {
    let text = format!("7 (x) {state} 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 {threads} 0 {started} 99 100\n");
    proc::read(&text).unwrap()
}

#[test]
fn this_process_is_alive() {
    assert_eq!(look(&Process::current().unwrap()), Liveness::Alive);
    assert_eq!(Process::current().unwrap().pid, std::process::id());
}

#[test]
fn another_start_or_another_boot_is_another_process() {
    let this = Process::current().unwrap();
    assert_eq!(look(&Process { started: this.started + 1, ..this.clone() }), Liveness::Dead);
    assert_eq!(look(&Process { boot: "another".to_owned(), ..this }), Liveness::Dead);
}

#[test]
fn a_process_of_another_namespace_is_unseen_even_if_its_number_is_free() {
    let this = Process::current().unwrap();
    let other = Process { pid: u32::MAX, spaces: "pid:[1] time:[2]".to_owned(), ..this };
    assert_eq!(look(&other), Liveness::Unseen);
}

/// The child has ended as soon as its pipe is closed or a little later; it stays unreaped until it is waited for.
#[test]
fn a_child_is_alive_then_over_then_gone() {
    let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let started = proc::stat(child.id()).unwrap().unwrap().started;
    let process = Process { pid: child.id(), started, ..Process::current().unwrap() };
    assert_eq!(look(&process), Liveness::Alive);
    child.kill().unwrap();
    while look(&process) == Liveness::Alive {
        std::thread::yield_now();
    }
    assert!(proc::stat(child.id()).unwrap().unwrap().is_over);
    child.wait().unwrap();
    assert_eq!(look(&process), Liveness::Dead);
}

#[test]
fn an_ended_first_thread_does_not_end_the_process() {
    let process = Process { pid: 7, started: 5, boot: String::new(), spaces: String::new() };
    assert_eq!(judge(&line("Z", 1, 5), &process), Liveness::Dead);
    assert_eq!(judge(&line("Z", 2, 5), &process), Liveness::Alive);
    assert_eq!(judge(&line("R", 1, 6), &process), Liveness::Dead);
}

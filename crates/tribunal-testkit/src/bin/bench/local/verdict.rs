//! From typing `tribunal review` to the verdict, over the bare agent; and the git processes it takes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::super::figure;
use super::agent::AGENT;
use super::stage::{Stage, children_cpu};
use super::{Times, judged, ms};

/// How often each is measured.
const TIMES: usize = 60;

/// Most the machinery may add to an instant agent.
const OVER_MAX: Duration = Duration::from_millis(50);

/// Most git processes of a review.
const GIT_MAX: usize = 3;

/// Measures.
pub fn measure() {
    let stage = Stage::small();
    let request = stage.repo.around().join("request");
    fs::write(&request, "<<<TRIBUNAL 0123456789abcdef0123456789abcdef\n").expect("the directory is ours");
    // By turns, so that whatever else the machine does disturbs both alike.
    let (mut bare, mut whole, mut git) = (Vec::new(), Vec::new(), Vec::new());
    let mut cpu = Duration::ZERO;
    for _ in 0..TIMES {
        bare.push(agent(&request));
        git.push(one_git());
        let before = children_cpu();
        whole.push(stage.run(&["review", "--unsandboxed"], 0).1);
        cpu += children_cpu().saturating_sub(before);
    }
    let (bare, whole, git) = (Times::of(bare), Times::of(whole), Times::of(git));
    figure("verdict: bare agent process, p50 and least", &two(&bare));
    figure("verdict: bare `git version`, p50 and least", &two(&git));
    figure("verdict: tribunal review, p50 and least", &two(&whole));
    let ratio = whole.p50().as_secs_f64() / bare.p50().as_secs_f64();
    figure("verdict: times the bare agent process, p50", &format!("{ratio:.1}"));
    figure("verdict: processor time of a review, all its processes", &ms(cpu / TIMES as u32));
    let over = whole.p50().saturating_sub(bare.p50());
    judged("verdict: over the bare agent process, p50", &ms(over), "50 ms", over <= OVER_MAX);
    let over = whole.least().saturating_sub(bare.least());
    figure("verdict: over the bare agent process, least", &ms(over));
    let counted = gits(&stage);
    judged("verdict: git processes", &counted.to_string(), "3", counted <= GIT_MAX);
}

fn two(times: &Times) -> String {
    format!("{}, {}", ms(times.p50()), ms(times.least()))
}

fn agent(request: &std::path::Path) -> Duration {
    let input = fs::File::open(request).expect("it was just written");
    let mut command = Command::new(std::env::current_exe().expect("a program knows where it is"));
    timed(command.arg(AGENT).stdin(input))
}

fn one_git() -> Duration {
    timed(Command::new("git").arg("version").stdin(Stdio::null()))
}

fn timed(command: &mut Command) -> Duration {
    let begun = Instant::now();
    let done = command.output().expect("it can be started");
    let took = begun.elapsed();
    assert!(done.status.success());
    took
}

/// How many git processes a review starts, counted by a git in front of git that notes each call.
fn gits(stage: &Stage) -> usize {
    let front = stage.repo.around().join("front");
    let notes = stage.repo.around().join("gits");
    fs::create_dir_all(&front).expect("the directory is ours");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let real = std::env::split_paths(&path).map(|d| d.join("git")).find(|file| file.is_file());
    let real = real.expect("git is installed");
    let script = format!("#!/bin/sh\necho \"$@\" >> {}\nexec {} \"$@\"\n", notes.display(), real.display());
    fs::write(front.join("git"), script).expect("the directory is ours");
    fs::set_permissions(front.join("git"), fs::Permissions::from_mode(0o755)).expect("the file is ours");
    let mut paths = vec![front];
    paths.extend(std::env::split_paths(&path));
    let mut command = stage.tribunal(&["review", "--unsandboxed"]);
    command.env("PATH", std::env::join_paths(paths).expect("no path has a colon"));
    assert!(command.output().expect("the program was built").status.success());
    fs::read_to_string(notes).unwrap_or_default().lines().count()
}

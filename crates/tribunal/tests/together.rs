//! Two, four and eight processes at once on one repository. On one range or one run exactly one drives, and the others say who
//! does and leave. On branches of their own all of them come to their end.
//!
//! `TRIBUNAL_FAULTS=all` has more of each, which `cargo xtask faults` does.

mod common;

use std::process::{Child, Output, Stdio};

use common::{Bench, awaited, lines};
use tribunal_host::process::{Seen, identity, seen};

/// The exit code for a run that is driven elsewhere.
const ELSEWHERE: i32 = 5;

fn rounds() -> usize {
    if std::env::var_os("TRIBUNAL_FAULTS").is_some() { 25 } else { 1 }
}

/// So many processes with the same words, all started before any is looked at.
fn start(bench: &Bench, count: usize, words: &[&str]) -> Vec<Child> {
    let one = |_| bench.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    (0..count).map(one).map(|child| child.expect("the program starts")).collect()
}

/// Waits until only one of them is left, and gives it and what the others said.
fn last(mut children: Vec<Child>) -> (Child, Vec<Output>) {
    let mut gone = Vec::new();
    while children.len() > 1 {
        let ended = awaited(|| {
            children.iter_mut().position(|child| child.try_wait().expect("it is our child").is_some())
        });
        gone.push(children.swap_remove(ended).wait_with_output().expect("it has ended"));
    }
    (children.pop().expect("one is left"), gone)
}

/// The losers say which process drives, what it does and since when, and exit with the code for it.
fn check_losers(losers: &[Output], driver: &Child, doing: &str) {
    for loser in losers {
        let err = String::from_utf8_lossy(&loser.stderr);
        assert_eq!(loser.status.code(), Some(ELSEWHERE), "{err}");
        let who = format!("is held by process {} ({doing}) since 2", driver.id());
        assert!(err.contains(&who), "{who}: {err}");
        assert!(err.contains("wait for it, or end process"), "{err}");
    }
}

/// One run, one fix, three programs asked, a sound journal.
fn check_one_run(bench: &Bench, asked: usize) {
    let fixes = bench.repo.git(&["log", "--format=%b", "feature"]);
    assert_eq!(fixes.matches("Review-Run:").count(), 1, "{fixes}");
    assert_eq!(bench.repo.git(&["status", "--porcelain"]), "");
    assert_eq!(bench.repo.git(&["branch", "--format=%(refname:short)"]), "feature\nmain");
    let noted = lines(&bench.repo.around().join("asked"));
    assert_eq!(noted.len(), asked, "{noted:?}");
    let checked = bench.run(&["db", "check"]);
    assert_eq!(
        (checked.code, checked.out.split(' ').next()),
        (0, Some("1")),
        "{}{}",
        checked.out,
        checked.err
    );
}

#[test]
fn of_many_reviews_of_one_range_exactly_one_begins() {
    for count in [2, 4, 8].into_iter().cycle().take(3 * rounds()) {
        let bench = Bench::with("// OPEN 0\n");
        bench.by_programs();
        let gate = bench.gate();
        let (driver, losers) = last(start(&bench, count, &["review", "--unsandboxed"]));
        check_losers(&losers, &driver, "tribunal review");
        gate.open();
        let driven = driver.wait_with_output().expect("it ends");
        assert_eq!(driven.status.code(), Some(0), "{}", String::from_utf8_lossy(&driven.stderr));
        check_one_run(&bench, 3);
    }
}

#[test]
fn of_many_that_resume_one_run_exactly_one_drives() {
    for count in [2, 4, 8].into_iter().cycle().take(3 * rounds()) {
        let bench = Bench::with("// OPEN 0\n");
        bench.by_programs();
        let gate = bench.gate();
        let mut first = start(&bench, 1, &["review", "--unsandboxed"]).remove(0);
        let asked = bench.repo.around().join("asked");
        let agent = awaited(|| lines(&asked).first()?.split_once(' ')?.1.parse().ok());
        let agent = identity(agent).expect("it waits at the gate");
        first.kill().expect("it runs");
        first.wait().expect("it was killed");
        awaited(|| (seen(&agent) == Seen::Gone).then_some(()));
        let run = bench.newest();
        let (driver, losers) = last(start(&bench, count, &["resume", &run]));
        check_losers(&losers, &driver, "tribunal resume");
        gate.open();
        let driven = driver.wait_with_output().expect("it ends");
        assert_eq!(driven.status.code(), Some(0), "{}", String::from_utf8_lossy(&driven.stderr));
        // The one that was killed had asked once.
        check_one_run(&bench, 4);
    }
}

#[test]
fn reviews_of_eight_branches_all_come_to_their_end() {
    let bench = Bench::with("// OPEN 0\n");
    bench.by_programs();
    let branches: Vec<String> = (0..8).map(|number| format!("feature-{number}")).collect();
    for branch in &branches {
        bench.repo.git(&["checkout", "--quiet", "-b", branch, "main"]);
        bench.repo.write("src/a.js", format!("// OPEN {branch}\n"));
        bench.repo.commit(branch);
    }
    let words = |branch: &String| vec!["review".to_owned(), branch.clone(), "--unsandboxed".to_owned()];
    let begin = |branch: &String| {
        let words = words(branch);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        start(&bench, 1, &words).remove(0)
    };
    let all: Vec<Child> = branches.iter().map(begin).collect();
    for (child, branch) in all.into_iter().zip(&branches) {
        let done = child.wait_with_output().expect("it ends");
        let said = [done.stdout, done.stderr].concat();
        assert_eq!(done.status.code(), Some(0), "{branch}: {}", String::from_utf8_lossy(&said));
        let fixes = bench.repo.git(&["log", "--format=%b", branch]);
        assert_eq!(fixes.matches("Review-Run:").count(), 1, "{branch}: {fixes}");
        assert_eq!(bench.repo.git(&["show", &format!("{branch}:src/a.js")]), format!("// DONE {branch}"));
    }
    assert_eq!(lines(&bench.repo.around().join("asked")).len(), 3 * branches.len());
    assert_eq!(bench.repo.git(&["status", "--porcelain"]), "");
    let checked = bench.run(&["db", "check"]);
    assert_eq!(
        (checked.code, checked.out.split(' ').next()),
        (0, Some("8")),
        "{}{}",
        checked.out,
        checked.err
    );
}

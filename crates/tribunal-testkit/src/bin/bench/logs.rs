//! Folding, replaying, and the memory of a run as its log grows.

use std::collections::BTreeMap;

use tribunal_core::domain::{
    AgentName, Claim, Commit, Location, Report, Review, RunId, Severity, Snapshot, Timestamp,
};
use tribunal_core::engine::{
    Announcement, AuthorRole, Cost, Drive, Input, Opening, Recorded, Run, Task, apply, decide, owed,
};
use tribunal_core::log;
use tribunal_core::protocol::load_builtin;

use super::{best, figure};

/// Measures logs.
pub fn measure() {
    for (name, events) in [("many short cycles", cycles(25_000)), ("10,000 findings", findings(10_000))] {
        of_log(name, &events);
    }
    memory();
}

fn of_log(name: &str, events: &[Recorded]) {
    let text = log::write(events);
    let entries = log::read(&text).expect("it was just written");
    let bare = best(|| log::sha256(text.as_bytes()));
    let fold = best(|| fold(events));
    let read = best(|| log::read(&text).map(|e| e.len()));
    let replay = best(|| log::replay(&entries).map(|run| run.clock));
    let whole = best(|| log::read(&text).and_then(|entries| log::replay(&entries)).map(|run| run.clock));
    let rate =
        |time: std::time::Duration| format!("{:.0} events/s", events.len() as f64 / time.as_secs_f64());
    figure(&format!("{name}: events in the log"), &events.len().to_string());
    figure(&format!("{name}: fold"), &rate(fold));
    figure(&format!("{name}: recompute every consequence"), &rate(replay));
    figure(&format!("{name}: read, check the chain"), &rate(read));
    figure(&format!("{name}: read, check, recompute (tribunal replay)"), &rate(whole));
    figure(
        &format!("{name}: the same, times a bare SHA-256 of the file"),
        &format!("{:.1}", whole.as_secs_f64() / bare.as_secs_f64()),
    );
}

fn fold(events: &[Recorded]) -> Run {
    let mut run = Run::default();
    events.iter().for_each(|recorded| apply(&mut run, recorded));
    run
}

/// Resident memory against the length of the log, each length in the same process, smallest first.
fn memory() {
    for events in [50_000usize, 100_000, 200_000, 400_000] {
        let before = resident_kib();
        let log = cycles(events / 8);
        let run = fold(&log);
        let grown = resident_kib().saturating_sub(before);
        figure(
            &format!("memory: log of {} events and its run", log.len()),
            &format!("{grown} KiB, {:.0} bytes/event", grown as f64 * 1024.0 / log.len() as f64),
        );
        drop((log, run));
    }
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn commit(n: u64) -> Commit {
    Commit::parse(&format!("{n:040x}")).expect("forty digits")
}

struct Bench {
    run: Run,
    log: Vec<Recorded>,
    now: u64,
}

impl Bench {
    fn open(protocol: &str, mode: Option<&str>, drive: Drive) -> Self {
        let opening = Opening {
            run: RunId::parse("bench").expect("a name"),
            protocol: load_builtin(protocol, mode).expect("it is built in"),
            base: commit(0),
            head: commit(1),
            branch: "bench".to_owned(),
            group: "BENCH".to_owned(),
            reviewers: Vec::new(),
            staff: BTreeMap::new(),
            agents: Vec::new(),
            drive,
            author: AuthorRole::Acts,
            dry_run: false,
            checks: false,
            budget: None,
            max_rounds: None,
            inherits: None,
            order: String::new(),
        };
        let mut bench = Self { run: Run::default(), log: Vec::new(), now: 1 };
        bench.feed(Input::Open(Box::new(opening)));
        bench
    }

    fn feed(&mut self, input: Input) {
        self.now += 1;
        let events = decide(&self.run, input, Timestamp(self.now)).expect("the bench asks nothing wrong");
        for recorded in events {
            apply(&mut self.run, &recorded);
            self.log.push(recorded);
        }
    }

    /// Pays the first debt, with this review if a reviewer is asked.
    fn pay(&mut self, review: &Review) -> bool {
        let Some(effect) = owed(&self.run).into_iter().next() else { return false };
        let input = match effect.task {
            Task::ReadChange => Input::ChangeRead(snapshot()),
            Task::ReadHead => Input::HeadRead { head: commit(1) },
            Task::Ask(ask) => Input::Replied {
                seat: ask.seat,
                attempt: ask.attempt,
                review: Box::new(review.clone()),
                cost: Cost(1),
            },
            Task::RunTests { .. }
            | Task::Fix(_)
            | Task::RunChecks { .. }
            | Task::Land { .. }
            | Task::Clarify { .. }
            | Task::Publish { .. } => return false,
        };
        self.feed(input);
        true
    }
}

fn snapshot() -> Snapshot {
    Snapshot {
        base: commit(0),
        head: commit(1),
        files: vec!["src/a.rs".to_owned()],
        renames: Vec::new(),
        touched: Vec::new(),
        uncommitted: Vec::new(),
        pull: None,
    }
}

/// A standing run with this many approving cycles.
pub fn cycles(count: usize) -> Vec<Recorded> {
    let mut bench = Bench::open("four-rules", None, Drive::Standing);
    let review = Review {
        claim: Some(Claim::Approve),
        summary: "Auth logic looks solid.".to_owned(),
        files_read: vec!["src/a.rs".to_owned()],
        ..Review::default()
    };
    let agent = AgentName::parse("claude").expect("a name");
    for n in 0..count {
        let summary = format!("milestone {n}");
        bench.feed(Input::Announced { agent: agent.clone(), kind: Announcement::Milestone, summary });
        while bench.pay(&review) {}
    }
    bench.log
}

/// One review with this many findings, up to the author's turn.
fn findings(count: u32) -> Vec<Recorded> {
    let mut bench = Bench::open("zero-tolerance", Some("swarm"), Drive::Once);
    let report = |n: u32| {
        let mut report = Report::new(Severity::High, &format!("Defect number {n}"));
        let path = format!("src/file{}.rs", n % 100);
        report.locations = vec![Location { path, line: Some(n + 1), end: None }];
        report.quote = Some(format!("let value_{n} = compute({n});"));
        report
    };
    let review = Review { reports: (0..count).map(report).collect(), ..Review::default() };
    while bench.pay(&review) {}
    bench.log
}

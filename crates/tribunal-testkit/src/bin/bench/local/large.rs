//! A diff of a hundred thousand lines, reviewed by the rules: the whole of `tribunal review`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use tribunal_testkit::repo::TestRepo;

use super::super::figure;
use super::stage::{Stage, memory_kib};
use super::{Times, judged, ms};

/// How often it is measured.
const TIMES: usize = 7;

/// Longest it may take.
const TIME_MAX: Duration = Duration::from_secs(1);

/// Most memory, in MB of 1,000,000 bytes.
const MEMORY_MAX: f64 = 200.0;

/// Measures.
pub fn measure() {
    for (name, files, lines) in [("100 files", 100, 1000), ("one file", 1, 100_000)] {
        let stage = large(files, lines);
        let mut peak = 0;
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let (took, held) = review(&stage);
            peak = peak.max(held);
            times.push(took);
        }
        let times = Times::of(times);
        let bare = Times::of((0..TIMES).map(|_| bare(&stage)).collect());
        figure(&format!("large: {name}: bare `git diff`, p50"), &ms(bare.p50()));
        let ratio = times.p50().as_secs_f64() / bare.p50().as_secs_f64();
        let value = format!("{} (least {}), {ratio:.1} times", ms(times.p50()), ms(times.least()));
        judged(&format!("large: {name}: 100,000 lines"), &value, "1 s", times.p50() < TIME_MAX);
        let mb = peak as f64 * 1024.0 / 1e6;
        judged(&format!("large: {name}: peak memory"), &format!("{mb:.0} MB"), "200 MB", mb < MEMORY_MAX);
    }
}

fn large(files: usize, lines: usize) -> Stage {
    let repo = TestRepo::empty();
    repo.write("README.md", "A project.\n");
    repo.commit("first");
    repo.git(&["checkout", "--quiet", "-b", "feature"]);
    for file in 0..files {
        let mut text = String::new();
        for line in 0..lines {
            let _ =
                writeln!(text, "export const value_{file}_{line} = compute(\"{line}\", {file}) + offset;");
        }
        repo.write(format!("src/file{file}.js"), text);
    }
    repo.commit("much");
    Stage::with(repo)
}

/// How long a review took, and the most memory the program held: it is asked again and again, and the system remembers
/// the most.
fn review(stage: &Stage) -> (Duration, u64) {
    let mut command = stage.tribunal(&["review", "--reviewer", "rules"]);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let begun = Instant::now();
    let mut child = command.spawn().expect("the program was built");
    let (pid, mut peak) = (child.id().to_string(), 0);
    loop {
        peak = memory_kib(&pid, "VmHWM").unwrap_or(0).max(peak);
        if let Some(status) = child.try_wait().expect("it is our child") {
            assert_eq!(status.code(), Some(0));
            return (begun.elapsed(), peak);
        }
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

fn bare(stage: &Stage) -> Duration {
    let begun = Instant::now();
    stage.repo.git(&["diff", "main...feature"]);
    begun.elapsed()
}

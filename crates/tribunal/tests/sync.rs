//! A sync that fails, on the real binary: the first, the second, and so on until a run has none left to fail. The run stops,
//! says so, and goes on to the same end afterwards.
//!
//! strace counts the syncs of each thread for itself and fails them with EIO before they reach the disk, so what was written
//! stays. That it may be lost as well is played in `faults` for every append.

mod common;

use std::path::Path;

use common::{Bench, Finished, in_namespace};
use tribunal_testkit::repo::{TempDir, Tree};

/// A run that syncs more often than this is not the small one it was.
const SYNCS_MAX: usize = 200;

const SCRIPT: &str = r#"
around=$1; copy=$2; tribunal=$3; told=$4; nth=$5
mount --bind "$copy" "$around"
cd "$around/repo" || exit 1
export HOME="$around" TRIBUNAL_HOME="$around/home"
strace -f --seccomp-bpf -o "$told/trace" -e trace=fsync,fdatasync -e inject=fsync,fdatasync:error=EIO:when="$nth" \
  "$tribunal" review --unsandboxed > "$told/out" 2> "$told/err"
echo $? > "$told/code"
grep -c INJECTED "$told/trace" > "$told/injected"
finish "$told"
"#;

struct Told {
    code: String,
    err: String,
    injected: String,
    finished: Finished,
}

/// A review in which every thread's nth sync fails, and what it came to without.
fn review(around: &Path, before: &Tree, nth: usize) -> Told {
    let (copy, told) = (TempDir::in_memory(), TempDir::in_memory());
    before.lay(copy.path());
    let (tribunal, nth) = (Path::new(env!("CARGO_BIN_EXE_tribunal")), nth.to_string());
    in_namespace(SCRIPT, &[around, copy.path(), tribunal, told.path(), Path::new(&nth)]);
    let text =
        |name: &str| std::fs::read_to_string(told.path().join(name)).unwrap_or_default().trim().to_owned();
    Told {
        code: text("code"),
        err: text("err"),
        injected: text("injected"),
        finished: Finished::read(told.path()),
    }
}

#[test]
fn a_sync_that_fails_stops_a_run_and_it_goes_on_to_the_same_end() {
    let bench = Bench::with("// OPEN 0\n");
    bench.by_script();
    let (around, before) = (bench.repo.around(), Tree::of(bench.repo.around()));
    let undisturbed = review(around, &before, SYNCS_MAX);
    assert_eq!((undisturbed.code.as_str(), undisturbed.injected.as_str()), ("0", "0"), "{}", undisturbed.err);
    let mut failed = 0;
    for nth in 1..SYNCS_MAX {
        let told = review(around, &before, nth);
        if told.injected == "0" {
            break;
        }
        failed += 1;
        let what = format!("sync {nth}: {} {}", told.code, told.err);
        // The last one or two of a process that closes its journal are of no consequence.
        let stopped = told.code == "70" || told.code == "74";
        assert!(stopped || (told.code == "0" && told.err.is_empty()), "{what}");
        assert!(
            !stopped || told.err.contains("I/O error") || told.err.contains("Input/output error"),
            "{what}"
        );
        assert_eq!(told.finished, undisturbed.finished, "{what}");
    }
    assert!(failed > 15, "{failed} syncs failed");
    println!("{failed} syncs failed, one after the other");
}

//! A disk that is full, really full: home and repository on a small file system of their own. A run that meets it stops, says
//! what, where and what to do, and goes on to the same end once there is room.
//!
//! Room is counted in pages: none, then more and more, until a run needs no help. `TRIBUNAL_FAULTS=all` takes every page,
//! which `cargo xtask faults` does; the tests take every fourth. Mounting needs a user namespace, not root.
//!
//! Programs are not even started while there is little room, so what fails for want of it between two programs is seen with
//! a script.

mod common;

use std::path::Path;

use common::{Bench, Finished, in_namespace, lines};

/// Room is given in pages of this size, in KiB.
const PAGE: usize = 4;

/// A run that needs more than this much room, in KiB, is not the small one it was.
const ROOM_MAX: usize = 2048;

/// For each amount of room: a fresh disk with that much left, a review, then room, then whatever brings the run to its end.
const SCRIPT: &str = r#"
around=$1; step=$2; tribunal=$3; disk=$around/disk
mkdir "$disk"
mount -t tmpfs -o size=64m tmpfs "$disk"
fill() { find "$disk" -mindepth 1 -delete; mount -o remount,size=64m "$disk"; cp -a "$around/repo" "$disk/repo"; }
fill
used=$(df -k --output=used "$disk" | tail -1)
cd /
room=0
while :; do
  fill
  mount -o remount,size=$((used + room))k "$disk"
  : > "$around/asked"
  told=$around/told/$room
  mkdir -p "$told"
  cd "$disk/repo"
  export HOME="$around" TRIBUNAL_HOME="$disk/home"
  "$tribunal" review --unsandboxed > "$told/out" 2> "$told/err"; code=$?; echo $code > "$told/code"
  mount -o remount,size=64m "$disk"
  finish "$told"
  cp "$around/asked" "$told/asked"
  cd /
  test $code = 0 && break
  room=$((room + step))
done
echo $room > "$around/enough"
"#;

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn all() -> bool {
    std::env::var_os("TRIBUNAL_FAULTS").is_some()
}

#[test]
fn a_full_disk_stops_a_run_and_room_lets_it_go_on_to_the_same_end() {
    let bench = Bench::with("// OPEN 0\n");
    bench.by_script();
    play(&bench, if all() { PAGE } else { 4 * PAGE }, 0);
}

#[test]
fn a_program_is_asked_once_or_not_at_all_when_the_disk_is_full() {
    let bench = Bench::with("// OPEN 0\n");
    bench.by_programs();
    play(&bench, if all() { 4 * PAGE } else { 64 * PAGE }, 3);
}

/// Half an answer is none: what is printed into a full file ends with an error.
#[test]
fn an_answer_that_there_is_no_room_for_is_an_error() {
    let bench = Bench::with("// OPEN 0\n");
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has one");
    let done = bench.command(&["protocols"]).stdout(full).output().expect("the program starts");
    let err = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(74), "{err}");
    assert!(err.contains("could not be written to the end: No space left on device"), "{err}");
}

/// Gives room step by step until a run needs no help; each time it must come to the same end, and ask so many programs.
fn play(bench: &Bench, step: usize, asked: usize) {
    let around = bench.repo.around();
    let step_text = step.to_string();
    in_namespace(SCRIPT, &[around, Path::new(&step_text), Path::new(env!("CARGO_BIN_EXE_tribunal"))]);
    let enough: usize = text(&around.join("enough")).trim().parse().expect("a number");
    assert!((PAGE * 10..ROOM_MAX).contains(&enough), "{enough}");
    let told = |room: usize| around.join("told").join(room.to_string());
    let undisturbed = Finished::read(&told(enough));
    assert_eq!((undisturbed.code.as_str(), undisturbed.fixes.as_str()), ("0", "1"), "{undisturbed:#?}");
    assert_eq!(lines(&told(enough).join("asked")).len(), asked);
    for room in (0..enough).step_by(step) {
        let (told, what) = (told(room), format!("with {room} of {enough} KiB"));
        let (code, err) = (text(&told.join("code")), text(&told.join("err")));
        assert_eq!(code.trim(), "74", "{what}: {err}");
        assert!(err.contains(around.to_str().expect("a plain path")), "{what} no place is named: {err}");
        assert!(err.contains("make room"), "{what} nothing is advised: {err}");
        assert_eq!(Finished::read(&told), undisturbed, "{what}: {err}");
        assert_eq!(lines(&told.join("asked")).len(), asked, "{what}: {err}");
    }
    println!("{} amounts of room up to {enough} KiB", enough / step);
}

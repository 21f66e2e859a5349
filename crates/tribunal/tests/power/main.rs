//! The power goes: whatever was written and not synced is lost.
//!
//! One run of the real binary, with real programs and real git, is recorded call by call (`trace`). The record is then played
//! on a file system that knows what of it is durable (`shelf`). After each operation the power could have gone, and three
//! worlds could be left: only what was synced; every name but no content that was not synced, which leaves empty files; every
//! content but no name that was not synced. Every world that differs from those before is laid down, and the program goes
//! on in it: to the same log, with one fix on the branch and no run, finding or answer lost.
//!
//! So it is proved which writes are durable before the event that speaks of them: a commit that an event names, a ref that has
//! landed, the directory of the journal itself. The self-check is that all operations together give the directory that is
//! really there.
//!
//! Not played: the private directories of git calls and the checkouts for programs, which a new process makes anew.

mod shelf;
mod trace;

#[path = "../common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use common::{Bench, Finished, finish, lines};
use shelf::{Left, Shelf};
use trace::Op;
use tribunal_core::log::sha256;
use tribunal_testkit::repo::{Node, TempDir, Tree};

/// Records a review, and gives the operations on what lies around the repository.
fn recorded(bench: &Bench) -> Vec<Op> {
    let around = bench.repo.around();
    let notes = TempDir::new();
    let file = notes.path().join("trace");
    let review = bench.command(&["review", "--unsandboxed"]);
    let mut strace = Command::new("strace");
    strace.args(["-f", "-y", "-xx", "-s", "16000000", "--seccomp-bpf", "-e"]);
    strace.arg(format!("trace={}", trace::CALLS)).arg("-o").arg(&file);
    strace.arg(review.get_program()).args(review.get_args()).env_clear();
    strace.envs(review.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let done = strace.current_dir(bench.repo.root()).output().expect("strace is there");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(done.status.success(), "{}{}", said(&done.stdout), said(&done.stderr));
    let text = std::fs::read_to_string(&file).expect("strace wrote it");
    let inside = |op: &Op| Shelf::new(around, &Tree::default()).holds(op);
    trace::read(&text).into_iter().filter(inside).collect()
}

/// What a new process makes anew, or never looks at: dens, checkouts, the shared memory of SQLite.
fn is_made_anew(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let (den, run) = (text.starts_with("home/git/"), text.starts_with("home/runs/"));
    den || text.ends_with("-shm") || (run && (text.contains("/tree/") || text.contains("/home/")))
}

fn kept(mut tree: Tree) -> Tree {
    tree.0.retain(|path, _| !is_made_anew(path));
    tree
}

/// Without times and modes, which are not played.
fn bare(tree: Tree) -> Tree {
    let node = |node| match node {
        Node::Directory => Node::Directory,
        Node::File { bytes, .. } => Node::File { bytes, mode: 0, changed: SystemTime::UNIX_EPOCH },
    };
    Tree(kept(tree).0.into_iter().map(|(path, found)| (path, node(found))).collect())
}

fn names(tree: &Tree) -> Vec<&std::path::PathBuf> {
    tree.0.keys().collect()
}

fn key(tree: &Tree) -> String {
    let line = |(path, node): (&std::path::PathBuf, &Node)| match node {
        Node::Directory => format!("{}/\n", path.display()),
        Node::File { bytes, .. } => format!("{} {} {}\n", path.display(), bytes.len(), sha256_of(bytes)),
    };
    sha256(tree.0.iter().map(line).collect::<String>().as_bytes())
}

fn sha256_of(bytes: &[u8]) -> String {
    sha256(bytes)
}

/// A world that could be left.
struct World {
    what: String,
    left: Left,
    tree: Tree,
}

impl World {
    /// Whether a lock of git was left, which nobody but a person may remove.
    fn is_locked(&self) -> bool {
        self.tree.0.keys().any(|path| path.extension().is_some_and(|end| end == "lock"))
    }
}

/// Every different world, in the order of the operations behind which it could be left.
fn worlds(shelf: &mut Shelf, ops: &[Op]) -> Vec<World> {
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    for (nth, op) in ops.iter().enumerate() {
        // All content without a name is the same thing again until something is about to be synced.
        let syncs = matches!(ops.get(nth + 1), Some(Op::Sync { .. }) | None) || every_write();
        shelf.perform(op);
        // The list of who was asked is the test's own and survives everything.
        if let Op::Write { path, .. } = op
            && path.ends_with("asked")
        {
            shelf.perform(&Op::Sync { path: path.clone() });
        }
        for left in [Left::Synced, Left::Names, Left::Content] {
            if left == Left::Content && !syncs {
                continue;
            }
            let tree = kept(shelf.left(left));
            let what = format!("{left:?} after operation {nth} ({})", told(op));
            let world = World { what, left, tree };
            if seen.insert(key(&world.tree)) {
                all.push(world);
            }
        }
    }
    all
}

/// `cargo xtask faults` looks behind every single write.
fn every_write() -> bool {
    std::env::var_os("TRIBUNAL_FAULTS").is_some()
}

fn told(op: &Op) -> String {
    match op {
        Op::Write { path, at, bytes } => format!("{} bytes to {} at {at:?}", bytes.len(), path.display()),
        Op::Open { .. }
        | Op::Seek { .. }
        | Op::Cut { .. }
        | Op::Sync { .. }
        | Op::Make { .. }
        | Op::Rename { .. }
        | Op::Link { .. }
        | Op::Remove { .. } => format!("{op:?}"),
    }
}

/// A branch or a work tree that is locked is left alone: the fix is on the run's own branch, and everything that was recorded
/// is there. If the tree was left half written as well, a person is asked to see to it.
fn is_aside(came: &Finished, undisturbed: &Finished) -> bool {
    let until_landed = undisturbed.log.split_once("round 2").map(|(before, _)| before);
    let kept = until_landed.is_some_and(|before| came.log.starts_with(before));
    let sound = came.broken.is_empty() && came.runs == "1" && came.repo.contains("refs/heads/tribunal/run-");
    kept && sound
        && (came.code == "0" || came.code == "3")
        && came.err.contains("fixes are on the branch tribunal/run-")
}

#[test]
fn without_what_was_not_synced_a_run_comes_to_the_same_end() {
    let bench = Bench::with("// OPEN 0\n");
    bench.by_programs();
    let around = bench.repo.around().to_owned();
    let before = Tree::of(&around);
    let ops = recorded(&bench);
    let after = Tree::of(&around);
    let undisturbed = finish(&around, &around);
    assert_eq!((undisturbed.code.as_str(), undisturbed.fixes.as_str()), ("0", "1"), "{undisturbed:#?}");

    let mut shelf = Shelf::new(&around, &before);
    let worlds = worlds(&mut shelf, &ops);
    let played = bare(shelf.left(Left::All));
    assert_eq!(names(&played), names(&bare(after.clone())), "the record is not all that happened");
    assert_eq!(played, bare(after), "the record is not all that happened");
    let syncs = ops.iter().filter(|op| matches!(op, Op::Sync { .. })).count();
    assert!(syncs > 20 && worlds.len() > syncs, "{} worlds, {syncs} syncs", worlds.len());

    // Each of these waits for ten seconds that somebody removes the lock.
    let (mut locked, worlds): (Vec<World>, Vec<World>) = worlds.into_iter().partition(World::is_locked);
    assert!(!locked.is_empty());
    locked.truncate(if every_write() { usize::MAX } else { 2 });
    let worlds: Vec<World> = locked.into_iter().chain(worlds).collect();

    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let work = || {
        while let Some(world) = worlds.get(next.fetch_add(1, Ordering::SeqCst)) {
            let copy = TempDir::in_memory();
            world.tree.lay(copy.path());
            let came = finish(&around, copy.path());
            let asked = lines(&copy.path().join("asked")).len();
            // A reply that was not durable yet has to be asked for once more.
            let well = came == undisturbed && (3..=4).contains(&asked);
            // A lock is never synced by us, so only a disk that kept more than it had to leaves one.
            let spared = world.is_locked() && world.left == Left::Names && is_aside(&came, &undisturbed);
            if !well && !spared {
                failed.lock().expect("no other panicked").push(format!("{}: {asked} {came:#?}", world.what));
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let failed = failed.into_inner().expect("nobody panicked");
    println!("{} operations, {syncs} syncs, {} worlds", ops.len(), worlds.len());
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), worlds.len(), failed.join("\n"));
}

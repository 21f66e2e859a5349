//! What `/proc` says of processes: who a process is, and who descends from it. Reads; ends nothing by itself.

use std::collections::BTreeMap;
use std::fs;

use rustix::process::{Pid, Signal, kill_process};

/// A process that cannot be taken for another: its number, when it started, and in which boot.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// Its number.
    pub pid: u32,
    /// When it started, in ticks since the boot.
    pub started: u64,
    /// The boot.
    pub boot: String,
}

/// What became of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It runs.
    Alive,
    /// It has ended, or another one has its number now, or the machine was started anew.
    Gone,
}

/// One line of `/proc/PID/stat`.
struct Stat {
    parent: u32,
    zombie: bool,
    started: u64,
}

/// Who a process is; none if there is none of this number, or only what is left of one.
pub fn identity(pid: u32) -> Option<Identity> {
    let stat = stat(pid).filter(|stat| !stat.zombie)?;
    Some(Identity { pid, started: stat.started, boot: boot() })
}

/// Who we are.
pub fn own_identity() -> Identity {
    let pid = std::process::id();
    identity(pid).unwrap_or(Identity { pid, started: 0, boot: boot() })
}

/// Whether exactly this process still runs. A zombie does not.
pub fn seen(who: &Identity) -> Seen {
    let same = |stat: &Stat| stat.started == who.started && !stat.zombie;
    let alive = who.boot == boot() && stat(who.pid).as_ref().is_some_and(same);
    if alive { Seen::Alive } else { Seen::Gone }
}

fn boot() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned()
}

fn stat(pid: u32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in brackets and may hold anything, brackets and spaces too.
    let (_, rest) = text.rsplit_once(')')?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let zombie = matches!(*words.first()?, "Z" | "X");
    Some(Stat { parent: words.get(1)?.parse().ok()?, zombie, started: words.get(19)?.parse().ok()? })
}

/// Everything below a process, itself not included; zombies are left to whoever waits for them.
pub(super) fn descendants(root: u32) -> Vec<u32> {
    let parents: BTreeMap<u32, u32> = all().filter_map(|pid| Some((pid, live_parent(pid)?))).collect();
    let below = |pid: &u32| {
        let mut at = *pid;
        // A chain longer than the table would be a circle, which a table read while it changes can show.
        for _ in 0..parents.len() {
            match parents.get(&at) {
                Some(parent) if *parent == root => return true,
                Some(parent) => at = *parent,
                None => return false,
            }
        }
        false
    };
    parents.keys().filter(|pid| below(pid)).copied().collect()
}

fn live_parent(pid: u32) -> Option<u32> {
    stat(pid).filter(|stat| !stat.zombie).map(|stat| stat.parent)
}

fn all() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Sends a signal to one process; one that is gone already is no error.
pub(super) fn signal(pid: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests;

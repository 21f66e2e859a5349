//! What `/proc` says of processes: who a process is, and who descends from it. Reads; ends nothing by itself.

use std::collections::BTreeMap;
use std::fs;

use rustix::process::{Pid, Signal, kill_process};

use crate::proc::{self, Stat};

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

/// Who a process is; none if there is none of this number, or only what is left of one.
pub fn identity(pid: u32) -> Option<Identity> {
    Some(Identity { pid, started: living(pid)?.started, boot: boot() })
}

/// Who we are.
pub fn own_identity() -> Identity {
    let pid = std::process::id();
    identity(pid).unwrap_or(Identity { pid, started: 0, boot: boot() })
}

/// Whether exactly this process still runs. A zombie does not.
pub fn seen(who: &Identity) -> Seen {
    let alive = who.boot == boot() && living(who.pid).is_some_and(|stat| stat.started == who.started);
    if alive { Seen::Alive } else { Seen::Gone }
}

/// A process that has not ended; what cannot be read is not there.
fn living(pid: u32) -> Option<Stat> {
    proc::stat(pid).ok().flatten().filter(|stat| !stat.is_over)
}

fn boot() -> String {
    proc::boot().unwrap_or_default()
}

/// Everything below a process, itself not included; zombies are left to whoever waits for them.
pub(super) fn descendants(root: u32) -> Vec<u32> {
    let parents: BTreeMap<u32, u32> = all().filter_map(|pid| Some((pid, living(pid)?.parent))).collect();
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

//! Which process is which, and whether it is alive. Only `/proc` is asked: no clock, no signal, no heartbeat.
//!
//! A number alone does not name a process, since numbers are used again; number, start and boot together do. Both numbers
//! mean something only inside their namespaces, so a process in another container is neither alive nor dead but unseen.

use std::fs;
use std::io;

use crate::proc::{self, Stat, boot};

/// A process, as nobody else can ever be named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub pid: u32,
    /// When it started, in clock ticks since the machine did.
    pub started: u64,
    /// Which start of the machine.
    pub boot: String,
    /// The namespaces in which the number and the start are meant.
    pub spaces: String,
}

/// How a process looks from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Liveness {
    /// It runs.
    Alive,
    /// It is gone for ever.
    Dead,
    /// It cannot be seen from here, so it may run.
    Unseen,
}

/// Looks at a process. Handed in, so that tests can pretend.
pub type Probe = Box<dyn Fn(&Process) -> Liveness + Send + Sync>;

impl Process {
    /// This process.
    pub fn current() -> io::Result<Self> {
        let stat = proc::stat(std::process::id())?;
        let stat = stat.ok_or_else(|| io::Error::other("/proc does not show this process"))?;
        Ok(Self { pid: stat.pid, started: stat.started, boot: boot()?, spaces: spaces() })
    }
}

/// Looks at a process of this machine.
pub fn look(process: &Process) -> Liveness {
    match boot() {
        Err(_) => return Liveness::Unseen,
        Ok(boot) if boot != process.boot => return Liveness::Dead,
        Ok(_) => {}
    }
    if spaces() != process.spaces {
        return Liveness::Unseen;
    }
    match proc::stat(process.pid) {
        Ok(None) => Liveness::Dead,
        Ok(Some(stat)) => judge(&stat, process),
        Err(_) => Liveness::Unseen,
    }
}

fn judge(stat: &Stat, process: &Process) -> Liveness {
    if stat.started != process.started || stat.is_over { Liveness::Dead } else { Liveness::Alive }
}

/// The namespaces of process numbers and of start times. A kernel without the latter has one for all.
fn spaces() -> String {
    let space = |name| fs::read_link(format!("/proc/self/ns/{name}")).unwrap_or_default();
    format!("{} {}", space("pid").display(), space("time").display())
}

#[cfg(test)]
mod tests;

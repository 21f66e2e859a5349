//! Which process is which, and whether it is alive. Only `/proc` is asked: no clock, no signal, no heartbeat.
//!
//! A number alone does not name a process, since numbers are used again; number, start and boot together do. Both numbers
//! mean something only inside their namespaces, so a process in another container is neither alive nor dead but unseen.

use std::fs;
use std::io;

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
        let text = fs::read_to_string("/proc/self/stat")?;
        let stat = stat(&text).ok_or_else(|| io::Error::other("/proc/self/stat has another shape"))?;
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
    match fs::read_to_string(format!("/proc/{}/stat", process.pid)) {
        Ok(text) => judge(&text, process),
        // A process that ends between the opening of its file and the reading of it gives ESRCH.
        Err(error) if error.kind() == io::ErrorKind::NotFound || error.raw_os_error() == Some(ESRCH) => {
            Liveness::Dead
        }
        Err(_) => Liveness::Unseen,
    }
}

/// "No such process", as Linux numbers it.
const ESRCH: i32 = 3;

fn judge(text: &str, process: &Process) -> Liveness {
    match stat(text) {
        None => Liveness::Unseen,
        Some(stat) if stat.started != process.started || stat.is_over => Liveness::Dead,
        Some(_) => Liveness::Alive,
    }
}

/// Which start of the machine this is.
pub(super) fn boot() -> io::Result<String> {
    Ok(fs::read_to_string("/proc/sys/kernel/random/boot_id")?.trim().to_owned())
}

/// The namespaces of process numbers and of start times. A kernel without the latter has one for all.
fn spaces() -> String {
    let space = |name| fs::read_link(format!("/proc/self/ns/{name}")).unwrap_or_default();
    format!("{} {}", space("pid").display(), space("time").display())
}

#[derive(Debug, PartialEq, Eq)]
struct Stat {
    pid: u32,
    started: u64,
    /// Ended, and only waited for by its parent.
    is_over: bool,
}

/// Reads `/proc/PID/stat`. The second field is a name in parentheses that may itself hold spaces and parentheses, so
/// counting starts behind the last one.
fn stat(text: &str) -> Option<Stat> {
    let pid = text.split(' ').next()?.parse().ok()?;
    let (_, rest) = text.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let field = |number: usize| fields.get(number - 3).copied();
    let threads: u64 = field(20)?.parse().ok()?;
    // A first thread that has ended while others run looks like a zombie; the process is alive.
    let is_over = matches!(field(3)?, "Z" | "X" | "x") && threads <= 1;
    Some(Stat { pid, started: field(22)?.parse().ok()?, is_over })
}

#[cfg(test)]
mod tests;

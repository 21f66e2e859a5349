//! The one place that reads what `/proc` says of a process. What it means for a lease is the journal's business, what it
//! means for a tree of programs is `process`'s.

use std::fs;
use std::io;

/// One line of `/proc/PID/stat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Its number.
    pub pid: u32,
    /// The number of its parent.
    pub parent: u32,
    /// When it started, in clock ticks since the machine did.
    pub started: u64,
    /// Ended, and only waited for by its parent.
    pub is_over: bool,
}

/// "No such process", as Linux numbers it.
const ESRCH: i32 = 3;

/// What is said of a process; nothing if there is none of this number.
pub(crate) fn stat(pid: u32) -> io::Result<Option<Stat>> {
    match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(text) => read(&text).map(Some).ok_or_else(|| io::Error::other("/proc/PID/stat has another shape")),
        // A process that ends between the opening of its file and the reading of it gives ESRCH.
        Err(error) if error.kind() == io::ErrorKind::NotFound || error.raw_os_error() == Some(ESRCH) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Which start of the machine this is.
pub(crate) fn boot() -> io::Result<String> {
    Ok(fs::read_to_string("/proc/sys/kernel/random/boot_id")?.trim().to_owned())
}

/// Reads the line. The second field is a name in parentheses that may itself hold spaces and parentheses, so counting
/// starts behind the last one.
pub(crate) fn read(text: &str) -> Option<Stat> {
    let pid = text.split(' ').next()?.parse().ok()?;
    let (_, rest) = text.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let field = |number: usize| fields.get(number - 3).copied();
    let threads: u64 = field(20)?.parse().ok()?;
    // A first thread that has ended while others run looks like a zombie; the process is alive.
    let is_over = matches!(field(3)?, "Z" | "X" | "x") && threads <= 1;
    Some(Stat { pid, parent: field(4)?.parse().ok()?, started: field(22)?.parse().ok()?, is_over })
}

#[cfg(test)]
mod tests;

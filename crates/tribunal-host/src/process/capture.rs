//! What a program prints, as much as is kept of it; the rest is counted.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;

/// What was printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    /// The beginning of it.
    pub kept: Vec<u8>,
    /// How many bytes came after that.
    pub cut: u64,
}

/// Reads a pipe to its end in a thread of its own, and says so whenever something came.
pub(super) fn capture(
    mut pipe: impl Read + Send + 'static,
    keep_max: usize,
    heard: Sender<()>,
) -> JoinHandle<Printed> {
    std::thread::spawn(move || {
        let mut printed = Printed::default();
        let mut chunk = vec![0; 64 * 1024];
        loop {
            match pipe.read(&mut chunk) {
                Ok(0) => return printed,
                Ok(count) => {
                    let room = keep_max.saturating_sub(printed.kept.len()).min(count);
                    printed.kept.extend_from_slice(&chunk[..room]);
                    printed.cut += (count - room) as u64;
                    // Nobody listening any more is no reason to stop reading: the program would block.
                    let _ = heard.send(());
                }
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return printed,
            }
        }
    })
}

//! A supervisor that does not do as it should. The rest is proved with the real one, in the tests of the binary.

use std::os::unix::process::ExitStatusExt;

use super::*;

/// It would end well as soon as its input closes, so only a kill can have ended it otherwise.
#[test]
fn a_supervisor_that_is_late_is_killed() {
    let mut late = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let (_alive, hear) = channel();
    enforce(&mut late, &hear, Duration::ZERO).unwrap();
    drop(late.stdin.take());
    assert_eq!(late.wait().unwrap().signal(), Some(9));
}

//! Who is who in `/proc`.

use std::process::{Command, Stdio};

use super::*;

#[test]
fn a_process_is_itself_and_nobody_else() {
    let own = own_identity();
    assert_eq!(own.pid, std::process::id());
    assert_eq!(seen(&own), Seen::Alive);
    assert_eq!(seen(&Identity { started: own.started + 1, ..own.clone() }), Seen::Gone);
    assert_eq!(seen(&Identity { boot: "another".to_owned(), ..own }), Seen::Gone);
}

#[test]
fn a_child_descends_from_us_until_it_has_ended() {
    let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let who = identity(child.id()).unwrap();
    assert!(descendants(std::process::id()).contains(&child.id()));
    drop(child.stdin.take());
    child.wait().unwrap();
    assert_eq!(seen(&who), Seen::Gone);
    assert!(!descendants(std::process::id()).contains(&who.pid));
}

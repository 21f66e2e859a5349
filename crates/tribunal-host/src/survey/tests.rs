//! Looking, without running anything.

use super::*;

#[test]
fn a_program_is_a_file_that_can_be_run() {
    assert!(program("git").is_some_and(|file| file.is_absolute()));
    assert_eq!(program("no-such-program-anywhere"), None);
    assert!(!is_program(Path::new("/")), "a directory is none");
    assert!(!is_program(Path::new("/proc/self/status")), "nor is what nobody may run");
}

#[test]
fn room_is_told_of_a_place_that_is_not_there_yet() {
    let there = std::env::temp_dir();
    assert!(room(&there.join("not/there/yet")).is_some());
    assert!(is_writable(&there.join("not/there/yet")));
    assert!(!is_writable(Path::new("/proc/self/status/below-a-file")));
}

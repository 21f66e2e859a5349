//! The shape of the line.

use super::*;

#[test]
fn a_name_cannot_pretend_to_be_a_field() {
    let text = "7 (a) Z 1 (b) R) S 6 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 3 0 4711 99 100\n";
    assert_eq!(read(text), Some(Stat { pid: 7, parent: 6, started: 4711, is_over: false }));
    assert_eq!(read(""), None);
    assert_eq!(read("7 (a) S 1 2"), None);
}

#[test]
fn nobody_has_the_last_number() {
    assert_eq!(stat(u32::MAX).unwrap(), None);
    assert_eq!(stat(std::process::id()).unwrap().unwrap().pid, std::process::id());
}

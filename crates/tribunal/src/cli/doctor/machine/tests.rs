//! Versions and sizes.

use super::{bytes, is_old};

#[test]
fn only_a_version_that_can_be_read_is_called_old() {
    for old in ["git version 2.39.5", "git version 1.9", "git version 2.39.5 (Apple Git-154)"] {
        assert!(is_old(old), "{old}");
    }
    for fine in ["git version 2.40.0", "git version 2.47.3", "git version 3.0", "git version next", ""] {
        assert!(!is_old(fine), "{fine}");
    }
}

#[test]
fn sizes_are_told_in_the_unit_people_would_use() {
    let told = [9_999, 10_000, 12_345_678, 10_000_000_000].map(bytes);
    assert_eq!(told, ["9999 bytes", "10 kB", "12 MB", "10 GB"]);
}

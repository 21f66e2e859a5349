//! Whole files, new directories, and a disk that is not full.

use tribunal_testkit::Scratch;

use super::*;

#[test]
fn a_file_is_written_whole_below_directories_that_are_made() {
    let scratch = Scratch::new();
    let place = scratch.join("a/b/c");
    make(&place).unwrap();
    make(&place).unwrap();
    write(&place.join("x.json"), b"one").unwrap();
    write(&place.join("x.json"), b"two").unwrap();
    assert_eq!(fs::read(place.join("x.json")).unwrap(), b"two");
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    sync_names(scratch.path(), [place.join("x.json"), scratch.join("gone/y")]).unwrap();
}

#[test]
fn a_file_in_the_place_of_a_directory_is_told() {
    let scratch = Scratch::new();
    fs::write(scratch.join("a"), "").unwrap();
    assert!(make(&scratch.join("a/b")).is_err());
}

#[test]
fn there_is_room_where_tests_run_and_none_is_asked_for_where_nobody_can_tell() {
    assert_eq!(scarce(Scratch::new().path()), None);
    assert_eq!(scarce(Path::new("")), None);
}

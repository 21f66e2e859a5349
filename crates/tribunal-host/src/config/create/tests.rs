//! A file is made whole where nothing was, and anything that was there stays as it was.

use std::os::unix::fs::symlink;

use tribunal_testkit::Scratch;

use super::*;

fn names(scratch: &Scratch) -> Vec<String> {
    let entries = fs::read_dir(scratch.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_new_file_is_whole_and_leaves_nothing_beside_it() {
    let scratch = Scratch::new();
    let path = scratch.join("tribunal.toml");
    create(&path, "jobs = 1\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "jobs = 1\n");
    assert_eq!(names(&scratch), ["tribunal.toml"]);
}

#[test]
fn what_is_there_stays() {
    let scratch = Scratch::new();
    let path = scratch.join("tribunal.toml");
    fs::write(&path, "mine").unwrap();
    assert!(matches!(create(&path, "other"), Err(CreateError::Exists)));
    // Also where it came after we looked.
    let beside = scratch.join("beside");
    fs::write(&beside, "other").unwrap();
    assert!(matches!(place(&beside, &path), Err(CreateError::Exists)));
    fs::remove_file(&beside).unwrap();
    assert_eq!(
        (fs::read_to_string(&path).unwrap().as_str(), names(&scratch)),
        ("mine", vec!["tribunal.toml".to_owned()])
    );
}

#[test]
fn nothing_is_written_through_a_link() {
    let scratch = Scratch::new();
    let (path, elsewhere) = (scratch.join("tribunal.toml"), scratch.join("elsewhere"));
    symlink(&elsewhere, &path).unwrap();
    assert!(matches!(create(&path, "other"), Err(CreateError::Link)));
    assert_eq!(names(&scratch), ["tribunal.toml"], "the link leads nowhere still");
    fs::write(&elsewhere, "mine").unwrap();
    assert!(matches!(create(&path, "other"), Err(CreateError::Link)));
    assert!(matches!(place(&elsewhere, &path), Err(CreateError::Link)));
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "mine");
}

//! The limits of a call, and what its environment holds.

use std::time::Duration;

use tribunal_testkit::repo::TempDir;

use super::*;

fn git(temp: &TempDir) -> Git {
    Git::find(Den::new(temp.path()).unwrap()).unwrap()
}

/// A git that waits for a question that never comes.
fn waiting(git: &Git) -> Call<'_> {
    let call = git.real(&git.den.git_dir(), "cat-file").arg("--batch-check");
    call.env("GIT_OBJECT_DIRECTORY", git.den.empty())
}

#[test]
fn a_git_that_hangs_is_ended() {
    let temp = TempDir::new();
    let git = git(&temp);
    let (said, errors) = git.den.output().unwrap();
    let child = waiting(&git).spawn(Stdio::piped(), errors.into()).unwrap();
    let error = finish(child, "cat-file".into(), 10, Duration::from_millis(20)).unwrap_err();
    assert!(matches!(error, GitError::TimedOut { .. }), "{error}");
    assert_eq!(first_words(&said), "");
}

#[test]
fn a_git_that_does_not_answer_is_ended() {
    let temp = TempDir::new();
    let git = git(&temp);
    let mut talk = waiting(&git).talk().unwrap().with_limit(Duration::from_millis(20));
    let error = talk.until(b'\n', 100).unwrap_err();
    assert!(matches!(error, GitError::TimedOut { .. }), "{error}");
}

#[test]
fn a_flood_is_cut() {
    let temp = TempDir::new();
    let git = git(&temp);
    let error = git.call("help").arg("--all").ok_within(1000, WALL_MAX).unwrap_err();
    assert!(matches!(error, GitError::TooMuch { limit: 1000, .. }), "{error}");
}

#[test]
fn what_git_complains_of_is_kept() {
    let temp = TempDir::new();
    let git = git(&temp);
    let error = git.call("no-such-command").ok().unwrap_err();
    assert!(matches!(&error, GitError::Failed { said, .. } if said.contains("no-such-command")), "{error}");
    assert_eq!(git.started(), 1);
}

/// What cargo tells every test about its package stands for what a user's environment may hold.
#[test]
fn git_has_the_environment_it_was_given_and_no_other() {
    let temp = TempDir::new();
    let git = git(&temp);
    let (_, errors) = git.den.output().unwrap();
    let child = waiting(&git).spawn(Stdio::piped(), errors.into()).unwrap();
    let seen = fs::read_to_string(format!("/proc/{}/environ", child.id())).unwrap();
    finish(child, "cat-file".into(), 10, Duration::from_millis(1)).unwrap_err();
    let given = |name: &str| {
        ENVIRONMENT.iter().any(|(known, _)| *known == name)
            || ["PATH", "HOME", "GIT_DIR", "GIT_OBJECT_DIRECTORY"].contains(&name)
    };
    let mut names = seen.split('\0').filter_map(|one| Some(one.split_once('=')?.0));
    assert!(seen.contains("GIT_DIR="), "{seen:?}");
    assert_eq!(names.find(|name| !given(name)), None);
}

#[test]
fn no_setting_of_the_user_or_the_machine_is_seen() {
    let temp = TempDir::new();
    let git = git(&temp);
    let out = git.call("config").args(&["--list", "--show-scope", "-z"]).ok().unwrap();
    let text = String::from_utf8(out).unwrap();
    let scopes: Vec<&str> = text.split('\0').step_by(2).filter(|scope| !scope.is_empty()).collect();
    assert!(!scopes.is_empty() && scopes.iter().all(|scope| *scope == "command"), "{scopes:?}");
}

#[test]
fn the_private_directory_goes_away() {
    let temp = TempDir::new();
    let git = git(&temp);
    assert!(git.den.git_dir().is_dir());
    drop(git);
    assert_eq!(std::fs::read_dir(temp.path()).unwrap().count(), 0);
}

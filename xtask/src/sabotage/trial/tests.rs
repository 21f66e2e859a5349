//! What the harness prints is told apart: a failing test, a passing one, an end without either.

use super::*;

fn ran(well: bool, stdout: &str) -> Came {
    said(&Finished { well, how: "exit status: 101".into(), stdout: stdout.into(), stderr: String::new() })
}

#[test]
fn a_failing_test_is_named() {
    let said = "running 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\ntest d - should panic ... FAILED\n";
    assert_eq!(ran(false, said), Came::Failed(vec!["a::c".into(), "d - should panic".into()]));
}

#[test]
fn passing_tests_are_counted() {
    assert_eq!(
        ran(true, "running 2 tests\ntest a ... ok\ntest b ... ok\n\ntest result: ok."),
        Came::Passed(vec!["a".into(), "b".into()])
    );
    assert_eq!(ran(true, "running 0 tests\n\ntest result: ok. 0 passed"), Came::Passed(vec![]));
}

/// A harness that was killed says nothing about any test.
#[test]
fn an_end_without_a_failing_test_is_no_failing_test() {
    assert_eq!(ran(false, "running 2 tests\ntest a ... ok\n"), Came::Died("exit status: 101".into()));
}

#[test]
fn only_errors_are_shown() {
    let text = "warning: unused\n --> a.rs\nerror[E0308]: mismatched types\n --> b.rs:1:2\n";
    assert_eq!(errors(text), "error[E0308]: mismatched types\n --> b.rs:1:2");
}

#[test]
fn a_program_that_does_not_end_is_killed() {
    let root = std::env::temp_dir().join(format!("tribunal-xtask-{}-hangs", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let workspace = crate::workspace::Workspace { root: root.clone() };
    let copy = Copy { target: root.join("target"), workspace };
    let ended = finished(&copy, copy.workspace.line(&["echo", "said"]), TEST_MAX).unwrap().unwrap();
    assert_eq!((ended.well, ended.stdout.as_str()), (true, "said\n"));
    let hung = finished(&copy, copy.workspace.line(&["sleep", "1000"]), Duration::from_millis(1)).unwrap();
    assert!(hung.is_none());
    std::fs::remove_dir_all(root).unwrap();
}

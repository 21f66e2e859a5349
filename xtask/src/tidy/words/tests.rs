//! The rules about words bite. The needles are put together, so that these tests are no breach themselves.

use super::super::tree::tests::said;
use super::*;

#[test]
fn promises_bite_everywhere_and_standins_in_code() {
    for word in PROMISES {
        let text = format!("// {word}: later\nlet s = \"{word}\";\nlet {word}S = 1;\n");
        let expected = [format!("a.rs:1: `{word}`"), format!("a.rs:2: `{word}`")];
        assert_eq!(said(nothing_left_to_do, &[("a.rs", &text), ("b.md", &text)]), expected);
    }
    for word in STANDINS {
        let text = format!("fn f() {{ {word}) }}\nlet s = \"{word}\";\nmy_{word});\n");
        assert_eq!(said(nothing_left_to_do, &[("a.rs", &text)]), [format!("a.rs:1: `{word}`")]);
    }
}

#[test]
fn an_ignored_test_bites_with_and_without_a_reason() {
    let text = "#[ignore]\nfn a() {}\n#[ignore = \"slow\"]\nfn b() {}\n";
    assert_eq!(said(no_ignored_test, &[("a.rs", text)]), ["a.rs:1: `#[ignore`", "a.rs:3: `#[ignore`"]);
}

#[test]
fn sleeping_bites_however_it_is_imported() {
    for text in ["std::thread::sleep(d)", "use std::thread::{self, sleep};", "/// thread::sleep(d)"] {
        let expected = ["a.rs:1: `thread::sleep`; wait for the event, or ask for a timer"];
        assert_eq!(said(no_sleeping, &[("a.rs", text)]), expected, "{text}");
    }
    for text in ["tokio::time::sleep(d).await", "use tokio::{time::{Duration, sleep}};"] {
        let expected = ["a.rs:1: `time::sleep`; wait for the event, or ask for a timer"];
        assert_eq!(said(no_sleeping, &[("a.rs", text)]), expected, "{text}");
    }
    assert_eq!(said(no_sleeping, &[("a.rs", "time::sleep_until(t); let s = \"thread::sleep\";")]), [""; 0]);
}

#[test]
fn starting_a_shell_bites() {
    for shell in SHELLS {
        let call = format!("\nlet c = Command::new(\"{shell}\");");
        assert_eq!(said(no_shell, &[("a.rs", &call)]), ["a.rs:2: starts a shell"]);
    }
    let fine = "Command::new(\"show\"); // Command::new(\"sh\")";
    assert_eq!(said(no_shell, &[("a.rs", fine)]), [""; 0]);
}

#[test]
fn a_machine_path_bites_in_any_file() {
    let paths =
        [format!("see {}x", MACHINE[0]), format!("file://{}x", MACHINE[1]), format!("\"{HOMES}ann/x\"")];
    for text in &paths {
        assert_eq!(said(no_machine_path, &[("a.md", text)]), ["a.md:1: a path of one machine"], "{text}");
    }
    let fine = format!("src{0}x ~{0}x {{dir}}{0}x {1}<name>/x {1}", MACHINE[0], HOMES);
    assert_eq!(said(no_machine_path, &[("a.md", &fine)]), [""; 0]);
}

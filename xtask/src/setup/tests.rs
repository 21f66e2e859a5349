//! A need that is met installs nothing; one that cannot be met says what to do.

use super::*;

fn here() -> Workspace {
    Workspace { root: std::env::current_dir().unwrap() }
}

#[test]
fn what_is_there_is_not_installed() {
    let need = Need { name: "cargo", check: &["cargo", "--version"], install: &["no-such-program"] };
    assert!(meet(&here(), &need).is_ok());
}

#[test]
fn what_cannot_be_installed_is_named_with_the_remedy() {
    let need = Need { name: "moon", check: &["no-such-program"], install: &["no-such-installer", "moon"] };
    let said = meet(&here(), &need).unwrap_err().to_string();
    assert!(said.starts_with("moon is missing; could not start `no-such-installer moon`"), "{said}");
    assert!(said.ends_with("install it by hand and try again"), "{said}");
}

#[test]
fn an_installer_that_only_says_yes_is_not_believed() {
    let need = Need { name: "moon", check: &["no-such-program"], install: &["cargo", "--version"] };
    let said = meet(&here(), &need).unwrap_err().to_string();
    assert!(said.contains("`cargo --version` worked but `no-such-program` does not"), "{said}");
}

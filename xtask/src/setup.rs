//! What a chore needs on the machine: each need is checked, installed by package name if absent, and checked again.
//!
//! Nothing lands in the tree. Crates and cargo's own tools are cached in the cargo home, toolchains in the rustup home,
//! system packages in the system; so the second run checks and installs nothing. To add a need, write one constant and
//! put it on the list of the chore that needs it.

use crate::step::Step;
use crate::workspace::{Failure, Workspace};

/// Something that has to be there. Both command lines are run in the root of the workspace.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    /// The name of the step.
    pub name: &'static str,
    /// Works if it is there.
    pub check: &'static [&'static str],
    /// Gets it, by package name.
    pub install: &'static [&'static str],
}

/// What the tests need. The toolchain itself comes from `rust-toolchain.toml`.
pub const FOR_TESTS: &[Need] = &[GIT, BASH, STRACE, NAMESPACES, CRATES];

/// What fuzzing needs: libFuzzer's instrumentation is an unstable compiler option.
pub const FOR_FUZZ: &[Need] = &[
    Need {
        name: "nightly toolchain",
        check: &["rustup", "run", "nightly", "cargo", "--version"],
        install: &["rustup", "toolchain", "install", "nightly", "--profile", "minimal"],
    },
    Need {
        name: "cargo-fuzz",
        check: &["cargo", "fuzz", "--version"],
        install: &["cargo", "install", "--locked", "cargo-fuzz@0.13.2"],
    },
];

/// What mutating needs.
pub const FOR_MUTANTS: &[Need] = &[Need {
    name: "cargo-mutants",
    check: &["cargo", "mutants", "--version"],
    install: &["cargo", "install", "--locked", "cargo-mutants@27.1.0"],
}];

const GIT: Need = Need {
    name: "git",
    check: &["git", "--version"],
    install: &["sh", "-c", "apt-get update && apt-get install --yes --no-install-recommends git"],
};

/// Loads the completion script.
const BASH: Need = Need {
    name: "bash",
    check: &["bash", "--version"],
    install: &["sh", "-c", "apt-get update && apt-get install --yes --no-install-recommends bash"],
};

/// Records the calls of a run, so that the power can go behind each of them, and fails its syncs.
const STRACE: Need = Need {
    name: "strace",
    check: &["strace", "--version"],
    install: &["sh", "-c", "apt-get update && apt-get install --yes --no-install-recommends strace"],
};

/// Small file systems for full disks are mounted in a namespace of a test's own. Where the check fails although the program
/// is there, the system forbids namespaces to its users.
const NAMESPACES: Need = Need {
    name: "namespaces",
    check: &["unshare", "--user", "--map-root-user", "--mount", "true"],
    install: &["sh", "-c", "apt-get update && apt-get install --yes --no-install-recommends util-linux"],
};

const CRATES: Need = Need {
    name: "crates",
    check: &["cargo", "fetch", "--locked", "--offline"],
    install: &["cargo", "fetch", "--locked"],
};

/// One step per need.
pub fn steps<'a>(workspace: &'a Workspace, needs: &'a [Need]) -> Vec<Step<'a>> {
    needs.iter().map(|need| Step::new(format!("set-up: {}", need.name), || meet(workspace, need))).collect()
}

fn meet(workspace: &Workspace, need: &Need) -> Result<(), Failure> {
    if workspace.works(need.check) {
        return Ok(());
    }
    let asked = need.install.join(" ");
    eprintln!("not there; running `{asked}`");
    let missing = |why: String| Failure::Missing {
        what: need.name.to_owned(),
        remedy: format!("{why}; install it by hand and try again"),
    };
    workspace.run(need.install).map_err(|failure| missing(failure.to_string()))?;
    match workspace.works(need.check) {
        true => Ok(()),
        false => Err(missing(format!("`{asked}` worked but `{}` does not", need.check.join(" ")))),
    }
}

#[cfg(test)]
mod tests;

//! All rules, in the order in which they look. `docs/rules.md` has a section for each; a test compares the two.

use super::notes::Notes;
use super::seen::Seen;
use super::{
    agent_config, binaries, conflict, debugging, hidden, key_files, secrets, switched_off, weakened, workflow,
};
use crate::domain::Severity;

/// One rule.
pub struct Rule {
    /// Its name, for configuration and reports; never changes.
    pub id: &'static str,
    /// What it reports, in one line.
    pub what: &'static str,
    /// Why that matters.
    pub why: &'static str,
    /// The category of its reports.
    pub category: &'static str,
    /// The severities it gives, worst first.
    pub severities: &'static [Severity],
    pub(super) look: fn(&Seen<'_>, &mut Notes),
}

/// Every rule there is.
pub const RULES: &[Rule] = &[
    Rule {
        id: "secret-added",
        what: "a private key, a token or a password in an added line",
        why: "Whoever can read the repository, now or later, can use it.",
        category: "security",
        severities: &[Severity::Critical, Severity::High, Severity::Medium],
        look: secrets::look,
    },
    Rule {
        id: "key-file",
        what: "an added file that usually holds secrets: .env, private keys, key stores, credentials",
        why: "Such files are meant for one machine; in a repository they belong to everybody who can read it.",
        category: "security",
        severities: &[Severity::High],
        look: key_files::look,
    },
    Rule {
        id: "agent-config",
        what: "a changed file that tells coding agents, or the tools they start, what to do",
        why: "Agents obey it, some run code from it when they start, and they do so on the machine of whoever checks \
              the branch out.",
        category: "security",
        severities: &[Severity::High, Severity::Low],
        look: agent_config::look,
    },
    Rule {
        id: "ci-trigger",
        what: "a CI workflow that lets strangers run code with the repository's rights",
        why: "Anybody who can open a pull request or an issue could take the repository's secrets and releases.",
        category: "security",
        severities: &[Severity::High, Severity::Medium, Severity::Low],
        look: workflow::look,
    },
    Rule {
        id: "hidden-unicode",
        what: "characters that cannot be seen, or that show text in another order or as another text",
        why: "What reviewers see and what the machine or an agent reads are not the same text.",
        category: "security",
        severities: &[Severity::High, Severity::Medium, Severity::Low],
        look: hidden::look,
    },
    Rule {
        id: "conflict-marker",
        what: "merge conflict markers in added lines",
        why: "A merge was not finished: both versions are in the file, and neither works.",
        category: "quality",
        severities: &[Severity::High],
        look: conflict::look,
    },
    Rule {
        id: "test-switched-off",
        what: "tests that are focused or disabled in added lines",
        why: "A suite that passes because tests do not run proves nothing.",
        category: "testing",
        severities: &[Severity::High, Severity::Medium],
        look: switched_off::look,
    },
    Rule {
        id: "test-weakened",
        what: "a test file that is deleted, or loses tests or assertions and gains none",
        why: "What was checked before is no longer checked, and the suite still passes.",
        category: "testing",
        severities: &[Severity::Medium],
        look: weakened::look,
    },
    Rule {
        id: "debugging-left",
        what: "statements that people add while they look for a bug",
        why: "It stops or clutters the program for everybody else.",
        category: "quality",
        severities: &[Severity::Low],
        look: debugging::look,
    },
    Rule {
        id: "large-binary",
        what: "an added binary file of more than 1 MiB",
        why: "Every clone carries it for ever, also after it is deleted.",
        category: "quality",
        severities: &[Severity::Medium],
        look: binaries::look,
    },
];

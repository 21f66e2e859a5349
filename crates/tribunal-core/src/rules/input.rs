//! What the rules are given. The host reads it from the two commits and bounds it; nothing is fetched from here.

use std::collections::BTreeMap;

use crate::diff::Diff;

/// A change, as far as the host could get it.
#[derive(Debug, Clone, Copy)]
pub struct RulesInput<'a> {
    /// The diff under review. It alone is enough.
    pub diff: &'a Diff<'a>,
    /// More about changed files, by their path as `GitPath::text` writes it.
    pub contents: &'a BTreeMap<String, Content<'a>>,
    /// What the configuration in the base commit switches off. The change itself has no say.
    pub silenced: &'a [Silence],
}

/// A changed file beyond its diff; each part may be missing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Content<'a> {
    /// All of it before.
    pub old: Option<&'a [u8]>,
    /// All of it after.
    pub new: Option<&'a [u8]>,
    /// Its size after, for what is too large to be given whole.
    pub new_bytes: Option<u64>,
}

/// One rule switched off, for one place or everywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silence {
    /// The id of the rule.
    pub rule: String,
    /// A file or a directory; none means everywhere.
    pub under: Option<String>,
}

impl Silence {
    /// Whether it covers what this rule says about this path.
    pub(super) fn covers(&self, rule: &str, path: &str) -> bool {
        let inside = |under: &String| {
            let under = under.trim_end_matches('/');
            path.strip_prefix(under).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.rule == rule && self.under.as_ref().is_none_or(inside)
    }
}

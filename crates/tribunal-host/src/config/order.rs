//! What a run was ordered to be: everything needed to go on with it in another process. It is kept in the run's own log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tribunal_core::brief::Story;
use tribunal_core::domain::Commit;
use tribunal_core::log::canonical;

use super::file::AgentRow;

/// The form of an order this version writes.
const VERSION: u32 = 1;

/// Where fixes go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Apply {
    /// To the branch under review.
    Branch,
    /// To `tribunal/RUN`; the branch stays where it is.
    Aside,
}

/// The order of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Its form.
    pub version: u32,
    /// The range as it was typed; none: the current branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// The name of the base, as it was found.
    pub base: String,
    /// The full name of the branch under review; none where a commit is reviewed that no branch was named for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The snapshot of uncommitted work that is reviewed instead of the branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<Commit>,
    /// Where fixes go.
    pub apply: Apply,
    /// The agents that can be asked, by name.
    pub agents: BTreeMap<String, AgentRow>,
    /// Replies of scripted agents, by the agent's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scripts: BTreeMap<String, String>,
    /// Project checks.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub checks: BTreeMap<String, Vec<String>>,
    /// Project tests.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tests: BTreeMap<String, Vec<String>>,
    /// Names of environment variables that checks and tests may see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub check_environment: Vec<String>,
    /// Rules of the built-in reviewer that are switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules_off: Vec<String>,
    /// The story the change is held against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<Story>,
    /// The plan the change is held against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// How many agents may work at once.
    pub jobs: u32,
    /// Whether programs may run without a sandbox, because somebody said so by name.
    #[serde(default)]
    pub unsandboxed: bool,
}

/// Why an order cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// There is none: the run was made by a script or by somebody else.
    #[error("the run carries no order; it was not made by `tribunal review` and cannot be gone on with here")]
    None,
    /// It is of another form.
    #[error("the run's order cannot be read by this version: {0}")]
    Unreadable(String),
}

impl Order {
    /// The form this version writes.
    pub const VERSION: u32 = VERSION;

    /// As it stands in the log.
    pub fn text(&self) -> String {
        canonical(self)
    }

    /// From the log.
    pub fn read(text: &str) -> Result<Self, OrderError> {
        if text.is_empty() {
            return Err(OrderError::None);
        }
        let order: Self = serde_json::from_str(text).map_err(|e| OrderError::Unreadable(e.to_string()))?;
        if order.version != VERSION {
            return Err(OrderError::Unreadable(format!("it has form {}", order.version)));
        }
        Ok(order)
    }
}

//! The change under review as it stood at one moment: commits, files, and the pull request's own facts.

use serde::{Deserialize, Serialize};

use super::Commit;

/// Who a person is to the repository, as the forge says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Association {
    /// Owns it.
    Owner,
    /// Member of the owning organisation.
    Member,
    /// Invited.
    Collaborator,
    /// Has contributed before.
    Contributor,
    /// None of these.
    None,
}

impl Association {
    /// Whether this person's request for changes is a veto.
    pub fn may_veto(self) -> bool {
        matches!(self, Association::Owner | Association::Member | Association::Collaborator)
    }
}

/// A human review's state on the forge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReviewState {
    /// Approves.
    Approved,
    /// Wants changes.
    ChangesRequested,
    /// Only comments.
    Commented,
    /// Was dismissed.
    Dismissed,
    /// Not submitted yet.
    Pending,
}

/// One human review, in the order the forge lists them (oldest first).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForgeReview {
    /// Who.
    pub login: String,
    /// What they are to the repository.
    pub association: Association,
    /// What they said.
    pub state: ReviewState,
}

/// One review thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thread {
    /// The id of its first comment.
    pub first_comment: String,
    /// Whether the forge says it is resolved.
    pub resolved: bool,
}

/// Whether the pull request is still there to be reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PullState {
    /// Open.
    Open,
    /// Closed without a merge.
    Closed,
    /// Merged.
    Merged,
}

/// The pull request's facts, taken from the forge's interface at the start of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PullView {
    /// Open, closed or merged.
    pub state: PullState,
    /// Human reviews, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<ForgeReview>,
    /// Threads that could be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<Thread>,
    /// More threads exist than were read.
    #[serde(default)]
    pub threads_truncated: bool,
    /// Hash over all texts and states read, so that a later edit shows.
    pub digest: String,
}

impl PullView {
    /// How many threads are not resolved.
    pub fn unresolved_threads(&self) -> usize {
        self.threads.iter().filter(|t| !t.resolved).count()
    }

    /// Everyone whose latest review that says anything (neither a comment nor pending) requests changes and may
    /// veto. A dismissed review says nothing any more, but it still replaces the one before it.
    pub fn vetoes(&self) -> Vec<&str> {
        let mut latest: std::collections::BTreeMap<&str, &ForgeReview> = Default::default();
        let speaking = |r: &&ForgeReview| !matches!(r.state, ReviewState::Commented | ReviewState::Pending);
        for review in self.reviews.iter().filter(speaking) {
            latest.insert(&review.login, review);
        }
        let vetoes = |r: &&ForgeReview| r.state == ReviewState::ChangesRequested && r.association.may_veto();
        latest.into_values().filter(vetoes).map(|r| r.login.as_str()).collect()
    }
}

/// What the world looked like when a round began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The base the diff is taken against.
    pub base: Commit,
    /// The commit under review.
    pub head: Commit,
    /// Changed files, by their path at the head; empty means there is nothing to review.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Renames inside the change since the run began, old path to new.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renames: Vec<(String, String)>,
    /// Files that changed since the last reviewed head; what a scoped re-review may look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<String>,
    /// Paths in scope with uncommitted work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncommitted: Vec<String>,
    /// The pull request, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pull: Option<PullView>,
}

//! What the host provides for a brief, and how data is told from instruction.

use serde::{Deserialize, Serialize};

/// What a request is about, as the host read it. All of it is data. Under `fresh` the host puts the tree and the diff
/// in here, never messages of earlier fixes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Material {
    /// The diff under review; empty where the agent reads the tree itself.
    pub diff: String,
    /// Changed paths.
    pub paths: Vec<String>,
    /// The story with its acceptance criteria (003).
    pub story: Option<Story>,
    /// The plan the change is held against (`--plan`).
    pub plan: Option<String>,
    /// The project's own instructions, as they stand at the base.
    pub instructions: Option<String>,
    /// Test coverage before the change.
    pub coverage: Option<String>,
    /// The pull request's number (004); 0 where there is none.
    pub pull: u64,
    /// The texts of its unresolved threads, for the comments analyzer: id of the first comment, and text.
    pub threads: Vec<(String, String)>,
    /// The end of the output of checks that failed, for the author.
    pub check_output: Option<String>,
}

/// A story (003).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its text.
    pub text: String,
}

/// Text between two lines that carry the nonce. The nonce is taken out of the text, so the text cannot end its own
/// fence or hold the lines of an envelope.
pub(super) fn data(nonce: &str, label: &str, text: &str) -> String {
    let text = if nonce.is_empty() { text.to_owned() } else { text.replace(nonce, "(nonce)") };
    let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
    format!("<<<DATA {nonce} {label}\n{text}{end}DATA {nonce}>>>\n")
}

/// Everything a reviewer or author is given beside its task.
pub(super) fn sections(nonce: &str, material: &Material) -> String {
    let mut out = String::from("# Material\n\n");
    let mut add = |label: &str, text: &str| {
        if !text.is_empty() {
            out.push_str(&data(nonce, label, text));
            out.push('\n');
        }
    };
    add("project-instructions", material.instructions.as_deref().unwrap_or_default());
    if let Some(story) = &material.story {
        add("story", &format!("Story {}: {}\n\n{}", story.id, story.title, story.text));
    }
    add("plan", material.plan.as_deref().unwrap_or_default());
    add("coverage-baseline", material.coverage.as_deref().unwrap_or_default());
    add("check-output", material.check_output.as_deref().unwrap_or_default());
    add("changed-paths", &material.paths.join("\n"));
    add("diff", &material.diff);
    out.trim_end().to_owned()
}

//! The small turns: how to hand in, what was wrong, what to clarify.

use super::findings::listing;
use super::material::{Material, data, sections};
use super::prompts;
use super::template::fill;
use crate::domain::{AgentName, FindingId};
use crate::engine::Run;

/// How to hand in. Both lines are named inside sentences only: a brief that an agent's program prints again must not
/// read as a reply.
pub(super) fn envelope(nonce: &str) -> String {
    let sealed = crate::reply::seal(nonce, &[], "");
    let mut lines = sealed.trim_end().lines();
    let opening = lines.next().unwrap_or_default();
    let closing = lines.next_back().unwrap_or_default();
    fill(prompts::ENVELOPE, &[("opening", opening), ("closing", closing)])
}

/// The repair turn in a session that goes on: the exact error, and what to do. In a new session `review` says it
/// together with the whole brief.
pub fn repair(error: &str, nonce: &str) -> String {
    format!("{}\n{}", refused(error, nonce), envelope(nonce))
}

/// What was wrong with an earlier attempt. The error may quote a reply, so it is data.
pub(super) fn refused(error: &str, nonce: &str) -> String {
    fill(prompts::REPAIR, &[("error", data(nonce, "error", error).trim_end())])
}

/// What a target is asked when reviewers have concerns (001).
pub fn clarify(
    run: &Run,
    target: &AgentName,
    concerns: &[FindingId],
    nonce: &str,
    material: &Material,
) -> String {
    let concerns = data(nonce, "concerns", &listing(run.book(), concerns));
    fill(
        prompts::CLARIFY,
        &[
            ("target", target.as_str()),
            ("concerns", concerns.trim_end()),
            ("material", &sections(nonce, material)),
            ("envelope", envelope(nonce).trim_end()),
        ],
    )
}

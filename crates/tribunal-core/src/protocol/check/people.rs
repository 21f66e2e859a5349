//! What authors may answer and what a person may choose, under each protocol.

use super::Objections;
use crate::domain::{AnswerKind, Choice};
use crate::protocol::{Blocks, Combine, Dialect, Protocol};

/// Answers fit what blocks, and the alarm fits the answers.
pub(super) fn answers(p: &Protocol, found: &mut Objections) {
    for (i, kind) in p.answers.iter().enumerate() {
        let word = match kind {
            AnswerKind::Deferred => "deferred",
            AnswerKind::Skipped => "skipped",
            AnswerKind::Fixed | AnswerKind::Rejected | AnswerKind::Unable => continue,
        };
        let what = format!("a blocking finding cannot be answered with `{word}`");
        found.add(&format!("answers.blocking[{i}]"), &what, "move it to `optional`");
    }
    found.add_if(
        p.blocks != Blocks::Vote && !p.answers.contains(&AnswerKind::Fixed),
        "answers.blocking",
        "no answer says that a blocking finding is fixed",
        "add \"fixed\"",
    );
    found.add_if(
        p.alarm.is_some() && !p.answers.contains(&AnswerKind::Rejected),
        "alarm",
        "an alarm about rejections, but `rejected` is no answer to blocking findings",
        "add \"rejected\" to `answers.blocking` or remove the alarm",
    );
}

/// Only options that mean something here are offered; abort always is.
pub(super) fn options(p: &Protocol, found: &mut Objections) {
    found.add_if(
        !p.human.contains(&Choice::Abort),
        "human",
        "`abort` is missing: it is always offered",
        "add \"abort\"",
    );
    for (i, choice) in p.human.iter().enumerate() {
        if let Some(help) = misfit(p, *choice) {
            let what = format!("`{}` has no meaning in this protocol", choice.word());
            found.add(&format!("human[{i}]"), &what, help);
        }
    }
}

/// Why an option cannot be offered here. An approval over open findings needs a dialect that can say so: PASS,
/// APPROVED and approve all claim more than a person who accepts a risk does.
fn misfit(p: &Protocol, choice: Choice) -> Option<&'static str> {
    let votes = p.combine == Combine::FourRules;
    match choice {
        Choice::Abort | Choice::Resume | Choice::AskUser => None,
        Choice::Retry
        | Choice::ManualFixConfirmed
        | Choice::Override
        | Choice::GoOnWithout
        | Choice::Clarified
        | Choice::ClearFlag => (!votes).then_some("it belongs to combine = \"four-rules\""),
        Choice::FixByHand | Choice::StrongerAuthor | Choice::RePlan | Choice::RejectAndRestart => {
            votes.then_some("no author is asked to fix under four-rules")
        }
        Choice::Block => p.limits.iterations.is_none().then_some("it answers an iteration limit; add one"),
        Choice::AcceptRisk => (p.dialect != Dialect::FindingsDocument)
            .then_some("only dialect = \"findings-document\" can say that a risk was accepted"),
        Choice::OneMoreRound => {
            p.limits.extend_to.is_none().then_some("say how far it goes: add `limits.extend-to`")
        }
        Choice::Acknowledge => p.alarm.is_none().then_some("it answers the alarm; add [alarm]"),
    }
}

//! Whether the values of a protocol make sense together. Pure: it looks at a `Protocol` and at no file.
//!
//! Each rule refuses a combination that could not be run, would never end, or would say less than it seems to.
//! Bounds of single values are `read`'s business. An objection names the key it is about, so that the reader can
//! point at the line.

mod ladder;
mod people;

use super::{Blocks, Combine, Dialect, FailedSeat, Protocol, ReReview, Unanswered};

/// Something that does not fit, and the key to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Objection {
    pub(super) path: String,
    pub(super) what: String,
    pub(super) help: String,
}

/// Everything that does not fit.
pub(super) fn objections(protocol: &Protocol) -> Vec<Objection> {
    let mut found = Objections::default();
    panel(protocol, &mut found);
    votes(protocol, &mut found);
    re_review(protocol, &mut found);
    limits(protocol, &mut found);
    forge(protocol, &mut found);
    people::answers(protocol, &mut found);
    people::options(protocol, &mut found);
    ladder::families(protocol, &mut found);
    ladder::authors(protocol, &mut found);
    ladder::gates(protocol, &mut found);
    found.0
}

/// What was found so far.
#[derive(Debug, Default)]
struct Objections(Vec<Objection>);

impl Objections {
    fn add(&mut self, path: &str, what: &str, help: &str) {
        self.0.push(Objection { path: path.to_owned(), what: what.to_owned(), help: help.to_owned() });
    }

    fn add_if(&mut self, wrong: bool, path: &str, what: &str, help: &str) {
        if wrong {
            self.add(path, what, help);
        }
    }
}

fn panel(p: &Protocol, found: &mut Objections) {
    let what = format!("the panel has at least {} seats and at most {}", p.panel.min, p.panel.max);
    found.add_if(p.panel.min > p.panel.max, "panel.min", &what, "`min` must not be above `max`");
    let Combine::Quorum { need, of, veto_at: _ } = p.combine else {
        found.add_if(
            p.failed_seat == FailedSeat::AsQuorumAllows,
            "failed-seat",
            "`as-quorum-allows` without a quorum",
            "say \"inconclusive\", or combine by a quorum",
        );
        return;
    };
    found.add_if(need > of, "combine.need", &format!("{need} of {of} can never pass"), "lower `need`");
    // With half or fewer, as many could pass as fail and the verdict would depend on who is counted first.
    found.add_if(
        need <= of && need * 2 <= of,
        "combine.need",
        &format!("{need} of {of} is no majority: pass and fail could both hold"),
        &format!("write at least {}", of / 2 + 1),
    );
    found.add_if(
        p.panel.min != of || p.panel.max != of,
        "combine.of",
        &format!("the quorum counts {of} seats, the panel has {}", seats(p)),
        "make `of`, `panel.min` and `panel.max` the same",
    );
}

fn seats(p: &Protocol) -> String {
    if p.panel.min == p.panel.max {
        p.panel.min.to_string()
    } else {
        format!("{} to {}", p.panel.min, p.panel.max)
    }
}

/// Votes decide under the four rules and nowhere else; all that belongs to them comes and goes with them.
fn votes(p: &Protocol, found: &mut Objections) {
    let votes = p.combine == Combine::FourRules;
    let both = "they go together: use both or neither";
    let same = "use both or neither";
    found.add_if(votes && p.blocks != Blocks::Vote, "blocks", "four-rules without `blocks = \"vote\"`", both);
    found.add_if(
        !votes && p.blocks == Blocks::Vote,
        "blocks",
        "`vote` without `combine = \"four-rules\"`",
        both,
    );
    found.add_if(
        votes && p.triggers.is_none(),
        "combine",
        "four-rules without triggers: nothing would start a cycle",
        "add [triggers]",
    );
    found.add_if(
        !votes && p.triggers.is_some(),
        "triggers",
        "triggers without `combine = \"four-rules\"`",
        both,
    );
    let per_trigger = p.re_review == ReReview::PerTrigger;
    let needs = "`per-trigger` and four-rules go together";
    found.add_if(votes != per_trigger, "re-review", needs, same);
    let pause = p.failed_seat == FailedSeat::Pause;
    found.add_if(votes != pause, "failed-seat", "`pause` and four-rules go together", same);
}

fn re_review(p: &Protocol, found: &mut Objections) {
    found.add_if(
        p.stuck && p.re_review != ReReview::Fresh,
        "stuck",
        "`stuck` without a fresh re-review",
        "only a fresh reviewer finds a finding again; a verifying one rules on it: write false",
    );
}

fn limits(p: &Protocol, found: &mut Objections) {
    let limits = &p.limits;
    found.add_if(
        limits.iterations.is_none() && p.blocks != Blocks::Vote,
        "limits",
        "nothing ends this loop: `limits.iterations` is missing",
        "add it",
    );
    found.add_if(
        limits.last_fix && limits.iterations.is_none(),
        "limits.last-fix",
        "`last-fix` without an iteration limit",
        "there is no last review to follow; add `iterations` or write false",
    );
    found.add_if(
        p.unanswered == Unanswered::NoReview && limits.no_progress.is_none(),
        "answers.unanswered",
        "`no-review` without `limits.no-progress`",
        "a silent author would never be stopped; add `no-progress`",
    );
    if let Some(extend_to) = limits.extend_to {
        extension(p, extend_to, found);
    }
}

fn extension(p: &Protocol, extend_to: u32, found: &mut Objections) {
    let path = "limits.extend-to";
    let Some(limit) = p.limits.iterations else {
        found.add(path, "`extend-to` without an iteration limit", "add `iterations` or remove it");
        return;
    };
    let gates = p.gates.iter().filter_map(|g| g.iterations);
    let rungs = p.families.iter().flat_map(|f| &f.rungs).filter_map(|r| r.iterations);
    let highest = gates.chain(rungs).chain([limit]).max().unwrap_or(limit);
    found.add_if(
        extend_to <= highest,
        path,
        &format!("`extend-to` is {extend_to}, the limit {highest}"),
        "write a number above the limit, or remove it",
    );
    found.add_if(
        !p.human.contains(&crate::domain::Choice::OneMoreRound),
        path,
        "`extend-to` without the human option `one-more-round`",
        "nobody could use it: add the option or remove it",
    );
}

fn forge(p: &Protocol, found: &mut Objections) {
    let meets_forge = p.dialect == Dialect::PullReview || !p.publish.is_empty();
    found.add_if(
        p.forge.is_some() && !meets_forge,
        "forge",
        "forge rules in a protocol that meets no forge",
        "use dialect = \"pull-review\", publish something, or remove it",
    );
    found.add_if(
        p.panel.comments_analyzer && p.forge.is_none(),
        "panel.comments-analyzer",
        "a comments analyzer without forge rules",
        "add [forge] or write false",
    );
}

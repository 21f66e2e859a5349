//! What a generated run is opened with: every built-in protocol in every mode, and variations of their policies.

use std::collections::BTreeMap;

use tribunal_core::domain::{AgentName, Prints, RunId, SeatName, Severity};
use tribunal_core::engine::{AuthorRole, Cost, Coverage, Drive, Inheritance, Opening, Staff};
use tribunal_core::protocol::{
    Blocks, Combine, FailedChecks, NewFindings, Protocol, ReReview, Scope, Unanswered, builtin_file,
};

use super::dice::Dice;
use super::speech;
use crate::world::commit;

/// Every built-in protocol in every mode.
pub const MODES: [(&str, Option<&str>); 10] = [
    ("zero-tolerance", Some("eco")),
    ("zero-tolerance", Some("standard")),
    ("zero-tolerance", Some("turbo")),
    ("zero-tolerance", Some("thorough")),
    ("zero-tolerance", Some("swarm")),
    ("four-rules", None),
    ("tech-lead", Some("review")),
    ("tech-lead", Some("qa")),
    ("epic", None),
    ("pr-loop", None),
];

/// Protocols to open runs with, read once.
pub struct Stage(Vec<Protocol>);

impl Stage {
    /// All of `MODES`.
    ///
    /// # Panics
    /// If a built-in protocol cannot be read; the core's own tests say why.
    pub fn builtin() -> Self {
        let load = |(name, mode): (&str, Option<&str>)| {
            let file = builtin_file(name).expect("built-in files can be read");
            file.resolve(mode).expect("built-in modes can be resolved")
        };
        Self(MODES.into_iter().map(load).collect())
    }

    /// Only protocols for which this holds.
    pub fn only(mut self, wanted: impl Fn(&Protocol) -> bool) -> Self {
        self.0.retain(wanted);
        self
    }

    /// The protocols.
    pub fn protocols(&self) -> &[Protocol] {
        &self.0
    }

    /// A run to open.
    pub fn opening(&self, dice: &mut Dice) -> Opening {
        let mut protocol = dice.pick(&self.0).clone();
        if dice.percent(35) {
            vary(&mut protocol, dice);
        }
        let mut opening = plain(protocol);
        people(&mut opening, dice);
        options(&mut opening, dice);
        opening
    }
}

/// The plainest opening of a protocol.
///
/// # Panics
/// Never: the run's name is a name.
pub fn plain(protocol: Protocol) -> Opening {
    Opening {
        run: RunId::parse("run-1").expect("a name"),
        protocol,
        base: commit(0),
        head: commit(1),
        branch: "feature".to_owned(),
        group: "FEATURE".to_owned(),
        reviewers: Vec::new(),
        staff: BTreeMap::new(),
        agents: Vec::new(),
        drive: Drive::Once,
        author: AuthorRole::Acts,
        dry_run: false,
        checks: false,
        budget: None,
        max_rounds: None,
        inherits: None,
        order: String::new(),
    }
}

pub(super) fn agent(name: &str) -> AgentName {
    AgentName::parse(name).expect("generated names are names")
}

fn people(opening: &mut Opening, dice: &mut Dice) {
    if opening.protocol.panel.max > 1 && !matches!(opening.protocol.combine, Combine::Quorum { .. }) {
        let seats = dice.below(4).min(opening.protocol.panel.max as usize);
        let name = |name: &&str| SeatName::parse(name).expect("generated names are names");
        opening.reviewers = ["ada", "bob", "cyd"].iter().take(seats).map(name).collect();
    }
    if opening.protocol.triggers.is_some() {
        opening.agents = ["ada", "web", "api"].iter().take(dice.below(4)).map(|n| agent(n)).collect();
        if dice.percent(60) {
            opening.drive = Drive::Standing;
        }
    }
    if dice.percent(30) {
        let role = opening.protocol.gates[0].role.clone();
        let of = |name: &&str| Staff { agent: agent(name), coverage: Coverage::Shown };
        let mut staff: Vec<Staff> = ["claude", "codex"].iter().map(of).collect();
        if dice.percent(30) {
            staff[0].coverage = Coverage::Exempt;
        }
        opening.staff.insert(role, staff);
    }
}

fn options(opening: &mut Opening, dice: &mut Dice) {
    if dice.percent(10) {
        opening.author = AuthorRole::Absent;
    }
    opening.checks = dice.percent(40);
    opening.dry_run = dice.percent(1);
    if dice.percent(10) {
        opening.budget = Some(Cost(1 + dice.below(6) as u64));
    }
    if dice.percent(8) {
        opening.max_rounds = Some(1 + u32::try_from(dice.below(4)).unwrap_or(0));
    }
    if opening.protocol.forge.is_some() && dice.percent(20) {
        let print = |dice: &mut Dice| Prints::of(&speech::report(dice)).place;
        opening.inherits = Some(Inheritance {
            predecessor: RunId::parse("run-0").expect("a name"),
            stuck: vec![print(dice)],
            rejected: vec![print(dice)],
        });
    }
}

/// Changes fields that a user could change; every result can be written, read back and run.
pub fn vary(protocol: &mut Protocol, dice: &mut Dice) {
    if let Blocks::At(_) = protocol.blocks {
        protocol.blocks = Blocks::At(*dice.pick(&Severity::COUNTED));
    }
    if let Combine::Quorum { veto_at, .. } = &mut protocol.combine {
        *veto_at = *dice.pick(&[None, Some(Severity::Critical), Some(Severity::High)]);
    }
    if let ReReview::Verify { scope, new } = &mut protocol.re_review {
        *scope = *dice.pick(&[Scope::Whole, Scope::Flagged]);
        *new = *dice.pick(&[NewFindings::Any, NewFindings::Blocking]);
    }
    if protocol.limits.iterations.is_some() && protocol.limits.extend_to.is_none() {
        protocol.limits.iterations = Some(1 + u32::try_from(dice.below(5)).unwrap_or(0));
    }
    if protocol.limits.no_progress.is_some() {
        protocol.limits.no_progress = Some(1 + u32::try_from(dice.below(3)).unwrap_or(0));
    }
    if protocol.triggers.is_none() {
        protocol.failed_checks = *dice.pick(&[FailedChecks::Stop, FailedChecks::DropFix]);
        let unanswered = [Unanswered::StaysOpen, Unanswered::Stop, Unanswered::NoReview];
        // A round that is skipped must come nearer to a limit.
        let skips = if protocol.limits.no_progress.is_some() { 3 } else { 2 };
        protocol.unanswered = unanswered[dice.below(skips)];
    }
}

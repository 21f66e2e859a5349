//! Each built-in protocol in each mode against the tables of the specification, written out here by hand.

use super::*;
use crate::domain::{AnswerKind::*, Choice, Severity};
use crate::protocol::{
    Alarm, Blocks, Combine, Dedupe, Dialect, FailedChecks, FailedSeat, Family, ForgeRules, Gate, GateKind,
    IdScheme, Ladder, Limits, NewFindings, Panel, Publication, ReReview, Rung, Scope, Triggers, Unanswered,
};

/// Compares everything but the texts for people, which are only required to be there.
fn check(name: &str, mode: Option<&str>, expected: Protocol) {
    let found = load_builtin(name, mode).unwrap_or_else(|e| panic!("{e}"));
    assert!(!found.summary.is_empty() && !found.duties.is_empty());
    let (summary, duties) = (found.summary.clone(), found.duties.clone());
    assert_eq!(found, Protocol { summary, duties, ..expected }, "{name} {mode:?}");
}

fn rung(role: &str, rank: u8, iterations: Option<u32>, scope: &str) -> Rung {
    Rung { role: role.to_owned(), rank, iterations, scope: scope.to_owned() }
}

fn gate(name: &str, kind: GateKind, role: &str, iterations: Option<u32>) -> Gate {
    Gate { name: name.to_owned(), kind, role: role.to_owned(), iterations, escalate_to: None }
}

fn no_limits() -> Limits {
    Limits {
        iterations: None,
        climbs: Ladder::Human,
        no_progress: None,
        no_progress_climbs: Ladder::Human,
        extend_to: None,
        last_fix: false,
    }
}

fn zero_tolerance(mode: &str, gates: &[(&str, &str, u32)]) -> Protocol {
    let gate = |(name, role, n): &(&str, &str, u32)| gate(name, GateKind::Review, role, Some(*n));
    Protocol {
        name: "zero-tolerance".to_owned(),
        mode: Some(mode.to_owned()),
        summary: String::new(),
        dialect: Dialect::IssueLines,
        blocks: Blocks::At(Severity::Low),
        panel: Panel { min: 1, max: 1, comments_analyzer: false },
        combine: Combine::Single,
        failed_seat: FailedSeat::Inconclusive,
        re_review: ReReview::Verify { scope: Scope::Flagged, new: NewFindings::Any },
        answers: vec![Fixed, Rejected],
        optional_answers: vec![],
        unanswered: Unanswered::StaysOpen,
        failed_checks: FailedChecks::DropFix,
        dedupe: Dedupe::LocationTitle,
        ids: IdScheme::Sequence { prefix: "ISSUE".to_owned() },
        limits: Limits { iterations: Some(3), climbs: Ladder::Reviewer, ..no_limits() },
        stuck: false,
        alarm: None,
        forge: None,
        families: families(),
        authors: vec![rung("author", 0, None, "")],
        gates: gates.iter().map(gate).collect(),
        human: vec![Choice::Resume, Choice::FixByHand, Choice::Abort],
        triggers: None,
        publish: vec![],
        duties: vec![],
        remote_base: false,
    }
}

fn families() -> Vec<Family> {
    let family = |name: &str, rungs: &[(&str, u8, u32, &str)]| Family {
        name: name.to_owned(),
        rungs: rungs.iter().map(|(role, rank, n, scope)| rung(role, *rank, Some(*n), scope)).collect(),
    };
    vec![
        family(
            "reviewer",
            &[
                ("reviewer-lite", 0, 2, "Code quality and basic security."),
                ("reviewer", 1, 3, "Full review against the plan."),
                ("reviewer-deep", 2, 5, "Architecture, performance, security."),
            ],
        ),
        family(
            "security",
            &[
                ("security-lite", 0, 2, "OWASP top ten basics."),
                ("security", 1, 3, "Full security audit."),
                ("security-deep", 2, 5, "Advanced threats, cryptography."),
            ],
        ),
        family(
            "perf",
            &[
                ("perf-lite", 0, 2, "Obvious performance issues."),
                ("perf-reviewer", 2, 5, "Profiling and optimisation."),
            ],
        ),
    ]
}

#[test]
fn zero_tolerance_is_as_in_section_4() {
    let check = |mode: &str, gates: &[(&str, &str, u32)]| {
        check("zero-tolerance", Some(mode), zero_tolerance(mode, gates));
    };
    check("eco", &[("final", "reviewer-lite", 2)]);
    check("standard", &[("implementation", "reviewer", 3), ("final", "reviewer", 3)]);
    check("turbo", &[("final", "reviewer", 2)]);
    check(
        "thorough",
        &[
            ("implementation", "reviewer-deep", 5),
            ("testing", "reviewer-deep", 5),
            ("security", "security-deep", 5),
        ],
    );
    assert_eq!(load_builtin("zero-tolerance", None).unwrap().mode.as_deref(), Some("standard"));
    let file = builtin_file("zero-tolerance").unwrap();
    assert_eq!(file.modes(), ["eco", "standard", "turbo", "thorough", "swarm"]);
}

#[test]
fn swarm_is_two_of_three_architects_without_a_family() {
    let swarm = Protocol {
        panel: Panel { min: 3, max: 3, comments_analyzer: false },
        combine: Combine::Quorum { need: 2, of: 3, veto_at: None },
        failed_seat: FailedSeat::AsQuorumAllows,
        families: vec![],
        ..zero_tolerance("swarm", &[("final", "architect", 3)])
    };
    check("zero-tolerance", Some("swarm"), swarm);
}

/// The worst case of section 1: reviews from each gate's first rung to the top of its family.
#[test]
fn worst_cases_are_as_in_section_1() {
    let worst = |mode: &str| -> Vec<u32> {
        let p = load_builtin("zero-tolerance", Some(mode)).unwrap();
        let reviews = |g: &Gate| {
            let above = p.rung(&g.role).map_or(0, |(family, i)| {
                family.rungs[i + 1..].iter().map(|r| r.iterations.unwrap()).sum::<u32>()
            });
            g.iterations.unwrap() + above
        };
        p.gates.iter().map(reviews).collect()
    };
    assert_eq!(worst("eco"), [10]);
    assert_eq!(worst("standard"), [8, 8]);
    assert_eq!(worst("turbo"), [7]);
    assert_eq!(worst("thorough"), [5, 5, 5]);
    assert_eq!(worst("swarm"), [3]);
}

#[test]
fn four_rules_is_as_in_section_5() {
    let focus = ["security vulnerabilities", "spec compliance", "integration correctness"];
    let expected = Protocol {
        name: "four-rules".to_owned(),
        mode: None,
        dialect: Dialect::ReviewResult,
        blocks: Blocks::Vote,
        panel: Panel { min: 1, max: 16, comments_analyzer: false },
        combine: Combine::FourRules,
        failed_seat: FailedSeat::Pause,
        re_review: ReReview::PerTrigger,
        answers: vec![],
        dedupe: Dedupe::None,
        limits: no_limits(),
        families: vec![],
        gates: vec![gate("cycle", GateKind::Review, "reviewer", None)],
        human: vec![
            Choice::Retry,
            Choice::ManualFixConfirmed,
            Choice::Override,
            Choice::GoOnWithout,
            Choice::Clarified,
            Choice::ClearFlag,
            Choice::Abort,
        ],
        triggers: Some(Triggers {
            silence_ms: 15 * 60 * 1000,
            clarify_max: 2,
            focus_areas: focus.map(str::to_owned).to_vec(),
            max_words: 200,
        }),
        ..zero_tolerance("", &[])
    };
    check("four-rules", None, expected);
}

fn tech_lead(mode: &str, gates: Vec<Gate>) -> Protocol {
    Protocol {
        name: "tech-lead".to_owned(),
        mode: Some(mode.to_owned()),
        dialect: Dialect::Handoff,
        blocks: Blocks::At(Severity::High),
        re_review: ReReview::Verify { scope: Scope::Whole, new: NewFindings::Blocking },
        optional_answers: vec![Fixed, Rejected, Deferred, Skipped],
        unanswered: Unanswered::NoReview,
        dedupe: Dedupe::Fingerprint,
        ids: IdScheme::GroupRound { prefix: "TL".to_owned() },
        limits: Limits {
            iterations: Some(5),
            climbs: Ladder::Author,
            no_progress: Some(2),
            no_progress_climbs: Ladder::Author,
            extend_to: None,
            last_fix: false,
        },
        alarm: Some(Alarm { min_answered: 3, rejected_over_percent: 50 }),
        families: vec![],
        authors: vec![rung("developer", 0, None, ""), rung("senior", 1, None, "")],
        gates,
        human: vec![
            Choice::RePlan,
            Choice::StrongerAuthor,
            Choice::RejectAndRestart,
            Choice::AskUser,
            Choice::Acknowledge,
            Choice::Abort,
        ],
        ..zero_tolerance("", &[])
    }
}

#[test]
fn tech_lead_is_as_in_section_6() {
    let review = || gate("review", GateKind::Review, "tech-lead", None);
    let qa = gate("qa", GateKind::Tests, "qa", None);
    check("tech-lead", None, tech_lead("review", vec![review()]));
    check("tech-lead", Some("review"), tech_lead("review", vec![review()]));
    check("tech-lead", Some("qa"), tech_lead("qa", vec![qa, review()]));
}

#[test]
fn epic_is_as_in_section_7() {
    let expected = Protocol {
        name: "epic".to_owned(),
        mode: None,
        dialect: Dialect::FindingsDocument,
        blocks: Blocks::At(Severity::High),
        re_review: ReReview::Fresh,
        answers: vec![Fixed, Unable],
        optional_answers: vec![Fixed, Unable, Skipped],
        dedupe: Dedupe::None,
        ids: IdScheme::Sequence { prefix: "FINDING".to_owned() },
        limits: Limits { iterations: Some(3), extend_to: Some(5), ..no_limits() },
        families: vec![],
        authors: vec![rung("epic-fixer", 0, None, "")],
        gates: vec![gate("review", GateKind::Review, "epic-reviewer", None)],
        human: vec![Choice::Block, Choice::AcceptRisk, Choice::OneMoreRound, Choice::Resume, Choice::Abort],
        remote_base: true,
        ..zero_tolerance("", &[])
    };
    check("epic", None, expected);
}

#[test]
fn pr_loop_is_as_in_section_8() {
    let expected = Protocol {
        name: "pr-loop".to_owned(),
        mode: None,
        dialect: Dialect::PullReview,
        blocks: Blocks::At(Severity::Medium),
        panel: Panel { min: 1, max: 5, comments_analyzer: true },
        combine: Combine::Priority,
        failed_seat: FailedSeat::FixOnly,
        re_review: ReReview::Fresh,
        optional_answers: vec![Fixed, Rejected, Deferred],
        unanswered: Unanswered::Stop,
        failed_checks: FailedChecks::Stop,
        dedupe: Dedupe::None,
        ids: IdScheme::Content,
        limits: Limits { iterations: Some(3), last_fix: true, ..no_limits() },
        stuck: true,
        forge: Some(ForgeRules { human_veto: true, threads_block: true, threads_max: 300 }),
        families: vec![],
        authors: vec![rung("fixer", 0, None, "")],
        gates: vec![gate("review", GateKind::Review, "reviewer", None)],
        human: vec![Choice::FixByHand, Choice::Resume, Choice::Abort],
        publish: vec![Publication::ReviewReport, Publication::FixReport, Publication::FinalReport],
        ..zero_tolerance("", &[])
    };
    check("pr-loop", None, expected);
}

#[test]
fn an_unknown_name_or_mode_says_which_is_near() {
    let error = |name, mode| load_builtin(name, mode).unwrap_err().to_string();
    assert_eq!(
        error("epics", None),
        "protocol: none is called `epics`; did you mean `epic`? known: zero-tolerance, four-rules, tech-lead, epic, \
         pr-loop, or a file that ends in .toml"
    );
    assert!(error("zero", None).contains("did you mean `zero-tolerance`?"), "the beginning of a name");
    assert_eq!(
        error("zero-tolerance", Some("echo")),
        "zero-tolerance.toml: `zero-tolerance` has no mode `echo`; did you mean `eco`? known: eco, standard, turbo, \
         thorough, swarm"
    );
    assert_eq!(error("epic", Some("eco")), "epic.toml: `epic` has no mode `eco`; there are none");
}

#[test]
fn every_builtin_reads_under_its_own_name() {
    for (name, _) in builtin() {
        assert_eq!(builtin_file(name).unwrap_or_else(|e| panic!("{e}")).name(), *name);
    }
}

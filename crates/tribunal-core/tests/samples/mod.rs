//! One event of every kind, with every field that can be filled.

use std::collections::BTreeMap;

use tribunal_core::domain::{
    AgentName, Answer, AnswerCounts, AnswerKind, Answered, Answers, Association, CheckResult, CheckStatus,
    Choice, Claim, ClaimedCounts, Commit, Complaint, Counts, Decision, EffectKey, FindingId, Fingerprint,
    Flag, ForgeReview, HumanDecision, Location, Outcome, PullState, PullView, Report, Review, ReviewState,
    Rule, Ruling, RulingSaid, RunId, SeatName, SeatVote, Severity, Snapshot, Status, TestResult, TestRun,
    TestSource, TestStatus, Thread, Verdict, VoteCast,
};
use tribunal_core::engine::{
    Announcement, AnswerProblem, AuthorRole, Because, Cost, Coverage, Drive, Event, Failure, FixRequest,
    Inheritance, Look, Opening, Pause, PauseReason, Reason, SeatPlan, Staff, Taken, Trigger,
};
use tribunal_core::protocol::{Ladder, Publication, load_builtin};

fn commit(n: u8) -> Commit {
    Commit::parse(&format!("{n:040x}")).expect("forty digits")
}

fn seat() -> SeatName {
    SeatName::parse("reviewer").expect("a name")
}

fn agent() -> AgentName {
    AgentName::parse("claude").expect("a name")
}

fn key() -> EffectKey {
    EffectKey::parse("r1/ask/reviewer#1").expect("a name")
}

fn text(word: &str) -> String {
    word.to_owned()
}

fn report() -> Report {
    Report {
        said_id: Some(text("ISSUE-1")),
        severity: Severity::High,
        unknown_severity: true,
        title: text("No check"),
        locations: vec![Location { path: text("src/a.rs"), line: Some(4), end: Some(9) }],
        quote: Some(text("let x = y;")),
        stood_at: Some(vec![2]),
        category: text("security"),
        problem: text("it is wrong"),
        fix: text("check it"),
        why: text("it matters"),
        fix_patch: Some(text("--- a\n+++ b\n")),
    }
}

fn review() -> Review {
    Review {
        claim: Some(Claim::RequestChanges),
        counts: Some(ClaimedCounts {
            critical: Some(0),
            high: Some(1),
            medium: Some(0),
            low: Some(0),
            blocking: Some(1),
            total: Some(1),
        }),
        reports: vec![report()],
        rulings: vec![RulingSaid {
            id: text("ISSUE-2"),
            ruling: Ruling::StillPresent,
            note: text("see line 9"),
        }],
        remarks: vec![text("rename it")],
        summary: text("one issue"),
        files_read: vec![text("src/a.rs")],
        complaints: vec![Complaint { place: text("line 1"), what: text("odd") }],
    }
}

fn answers() -> Answers {
    let kinds = [
        Answer::Fixed { details: text("done"), group: Some(text("auth")) },
        Answer::Rejected { reason: text("wrong"), evidence: text("line 3"), request: text("remove") },
        Answer::Deferred { reason: text("later"), tech_debt_id: Some(text("TD-1")) },
        Answer::Skipped { reason: text("no") },
        Answer::Unable { reason: text("cannot") },
    ];
    let answer = |(n, answer): (usize, Answer)| Answered { id: format!("ISSUE-{n}"), answer };
    Answers {
        answers: kinds.into_iter().enumerate().map(answer).collect(),
        counts: Some(AnswerCounts {
            fixed: Some(1),
            rejected: Some(1),
            deferred: Some(1),
            total_blocking: Some(2),
            blocking_fixed: Some(1),
            blocking_rejected: Some(1),
            unaddressed: Some(0),
        }),
        escalate: Some(text("beyond me")),
        tests_fixed: vec![text("a")],
        tests_remaining: vec![text("b")],
        complaints: Vec::new(),
    }
}

fn snapshot() -> Snapshot {
    Snapshot {
        base: commit(1),
        head: commit(2),
        files: vec![text("src/a.rs")],
        renames: vec![(text("src/old.rs"), text("src/a.rs"))],
        touched: vec![text("src/a.rs")],
        uncommitted: vec![text("src/b.rs")],
        pull: Some(PullView {
            state: PullState::Open,
            reviews: vec![ForgeReview {
                login: text("bob"),
                association: Association::Member,
                state: ReviewState::ChangesRequested,
            }],
            threads: vec![Thread { first_comment: text("12"), resolved: false }],
            threads_truncated: false,
            digest: text("abc"),
        }),
    }
}

fn verdict() -> Verdict {
    Verdict {
        round: 1,
        gate: text("final"),
        base: commit(1),
        head: commit(2),
        decision: Decision::Fail,
        rule: Rule::FindingsBlock,
        counts: Counts { critical: 0, high: 1, medium: 0, low: 2 },
        votes: vec![SeatVote { seat: seat(), vote: VoteCast::Fail }],
        blocking: vec![FindingId(1)],
        unresolved: 0,
        new: 1,
        notes: vec![FindingId(2)],
        accepted: vec![FindingId(3)],
        vetoed_by: vec![text("bob")],
        open_threads: 1,
        failing_tests: vec![text("test_a")],
    }
}

fn opening() -> Opening {
    let staff = Staff { agent: agent(), coverage: Coverage::Exempt };
    Opening {
        run: RunId::parse("run-1").expect("a name"),
        protocol: load_builtin("pr-loop", None).expect("it is built in"),
        base: commit(1),
        head: commit(2),
        branch: text("feature"),
        group: text("AUTH"),
        reviewers: vec![seat()],
        staff: BTreeMap::from([(text("reviewer"), vec![staff])]),
        agents: vec![agent()],
        drive: Drive::Once,
        author: AuthorRole::Acts,
        dry_run: false,
        checks: true,
        budget: Some(Cost(5_000_000)),
        max_rounds: Some(2),
        inherits: Some(Inheritance {
            predecessor: RunId::parse("run-0").expect("a name"),
            stuck: vec![Fingerprint(text("0011223344556677"))],
            rejected: vec![Fingerprint(text("8899aabbccddeeff"))],
        }),
        order: text("{}"),
    }
}

fn request() -> FixRequest {
    FixRequest {
        round: 1,
        gate: 0,
        serial: 1,
        role: text("developer"),
        list: vec![FindingId(1)],
        optional: vec![FindingId(2)],
        tests: vec![text("test_a")],
        from: commit(2),
        last: true,
        warned: true,
    }
}

fn problems() -> Vec<AnswerProblem> {
    let id = || text("ISSUE-9");
    vec![
        AnswerProblem::UnknownId { id: id() },
        AnswerProblem::SecondAnswer { id: id() },
        AnswerProblem::Missing { id: id() },
        AnswerProblem::KindNotAllowed { id: id(), kind: AnswerKind::Deferred },
        AnswerProblem::NoReason { id: id() },
        AnswerProblem::SameDispute { id: id() },
        AnswerProblem::NoNewCommit { id: id() },
        AnswerProblem::CountsDiffer { what: text("fixed"), stated: 2, counted: 1 },
    ]
}

fn decision() -> HumanDecision {
    HumanDecision {
        choice: Choice::Override,
        who: text("ann"),
        why: text("it is fine"),
        head: commit(2),
        findings: vec![FindingId(1)],
        author: Some(text("wizard")),
    }
}

/// One of each.
pub fn events() -> Vec<Event> {
    facts().into_iter().chain(of_rounds()).chain(of_fixes()).chain(of_runs()).collect()
}

fn facts() -> Vec<Event> {
    let test = |name: &str, status| TestResult { name: text(name), status };
    let results =
        vec![test("a", TestStatus::Passed), test("b", TestStatus::Failed), test("c", TestStatus::Skipped)];
    let check = CheckResult { name: text("lint"), status: CheckStatus::Red, output: text("line 3") };
    vec![
        Event::Opened(Box::new(opening())),
        Event::ChangeRecorded { snapshot: snapshot() },
        Event::ReplyRecorded { seat: seat(), attempt: 1, review: Box::new(review()), cost: Cost(7) },
        Event::SeatFailureRecorded {
            seat: seat(),
            attempt: 2,
            failure: Failure::Unreadable { error: text("no verdict") },
            cost: Cost(0),
        },
        Event::HeadRecorded { head: commit(2) },
        Event::TestsRecorded { head: commit(2), run: TestRun { source: TestSource::Engine, results } },
        Event::TestsFailureRecorded { failure: Failure::TimedOut },
        Event::AnswersRecorded { attempt: 1, answers: Box::new(answers()), head: commit(3), cost: Cost(9) },
        Event::AuthorFailureRecorded {
            attempt: 1,
            failure: Failure::Crashed { detail: text("exit 1") },
            cost: Cost(0),
        },
        Event::ChecksRecorded { head: commit(3), results: vec![check] },
        Event::LandingRecorded { head: commit(3) },
        Event::LandingRefused { head: commit(4), why: text("somebody pushed") },
        Event::EffectBegun { key: key() },
        Event::PublicationRecorded { key: key(), reference: text("#1") },
        Event::DecisionRecorded { decision: decision() },
        Event::AnnouncementRecorded { agent: agent(), kind: Announcement::Milestone, summary: text("done") },
        Event::ReviewAskRecorded { who: text("ann") },
        Event::ClarificationRecorded { target: agent(), text: text("because") },
        Event::SilenceRecorded,
    ]
}

fn of_rounds() -> Vec<Event> {
    let plan = SeatPlan { seat: seat(), role: text("reviewer"), agent: agent(), targets: vec![agent()] };
    let triggers = vec![
        Trigger::Announced { agent: agent(), kind: Announcement::Blocker },
        Trigger::UserManual { who: text("ann") },
        Trigger::TimeoutFallback,
    ];
    vec![
        Event::GateEntered { gate: 0, role: text("reviewer") },
        Event::CycleStarted { triggers },
        Event::RoundBegun {
            round: 1,
            iteration: 1,
            look: Look::Whole,
            rule_on: vec![FindingId(1)],
            seats: vec![plan],
        },
        Event::TestsBegun { iteration: 1 },
        Event::SeatHeard { seat: seat(), notes: vec![text("milder")] },
        Event::SeatAskedAgain { seat: seat(), attempt: 2, agent: agent(), error: text("no verdict") },
        Event::SeatLost { seat: seat(), why: text("timed out") },
        Event::RoundStale { round: 1, head: commit(9) },
        Event::FindingRaised {
            finding: FindingId(1),
            alias: text("ISSUE-1"),
            severity: Severity::High,
            status: Status::Open,
            seat: seat(),
            report: report(),
            flags: vec![Flag::OutOfScope],
        },
        Event::FindingSighted {
            finding: FindingId(1),
            severity: Severity::Critical,
            seat: seat(),
            report: report(),
        },
        Event::FindingMoved { finding: FindingId(1), to: Status::Resolved, because: Because::RuledResolved },
        Event::FindingFlagged { finding: FindingId(1), flag: Flag::Regressed },
        Event::RoundGathered { round: 1, votes: vec![SeatVote { seat: seat(), vote: VoteCast::Pass }] },
        Event::VerdictReached { verdict: verdict() },
        Event::RoundCounted { iteration: 1, no_progress: 0, progress: vec![FindingId(1)] },
        Event::AlarmRaised { answered: 3, rejected: 2 },
        Event::GatePassed { gate: 0, head: commit(2) },
        Event::Escalated {
            ladder: Ladder::Reviewer,
            from: text("reviewer-lite"),
            to: text("reviewer"),
            reason: Reason::MaxIterations,
        },
        Event::RoundSkipped { round: 2 },
    ]
}

fn of_fixes() -> Vec<Event> {
    let answer = Answer::Fixed { details: text("done"), group: None };
    vec![
        Event::FixRequested { request: request() },
        Event::AnswersRefused { attempt: 2, problems: problems() },
        Event::AuthorAskedAgain { attempt: 2, error: text("it crashed") },
        Event::EscalationAsked { reason: text("beyond me") },
        Event::FixTaken {
            head: commit(3),
            answers: vec![Taken { finding: FindingId(1), answer: answer.clone() }],
            unanswered: vec![FindingId(2)],
            problems: problems(),
        },
        Event::FixFailedChecks { attempt: 2, checks: vec![text("lint")] },
        Event::FixDropped { checks: vec![text("lint")], unanswered: vec![FindingId(1)] },
        Event::FixChecked { head: commit(3) },
        Event::FindingAnswered { finding: FindingId(1), answer },
        Event::FindingUnanswered { finding: FindingId(2) },
        Event::FixSettled { head: commit(3) },
    ]
}

fn of_runs() -> Vec<Event> {
    let pause = Pause {
        reason: PauseReason::MaxIterations,
        outcome: Outcome::NeedsHuman,
        offered: vec![Choice::Resume, Choice::Abort],
        note: text("nobody above is left"),
    };
    vec![
        Event::ClarificationAsked { targets: vec![agent()], concerns: vec![FindingId(1)] },
        Event::RunFlagged { concerns: vec![FindingId(1)] },
        Event::FlagCleared,
        Event::LimitRaised { to: 4 },
        Event::AuthorAdded { role: text("wizard") },
        Event::CountersReset,
        Event::LostSeatsLeftOut { why: text("it is down") },
        Event::VerdictTakenUp,
        Event::RunContinued,
        Event::RunStoodBy { outcome: Some(Outcome::ApprovedWithNotes) },
        Event::PublicationDue { kind: Publication::ReviewReport, round: 1 },
        Event::RunPaused { pause },
        Event::RunEnded { outcome: Outcome::Approved, why: text("all gates passed") },
    ]
}

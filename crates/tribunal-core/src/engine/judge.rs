//! The one writer of verdicts: a pure function of recorded facts and policy.
//!
//! Nothing an agent says about its own verdict is read here, except where the protocol counts votes. Every path
//! that ends in a pass names the rule that allowed it.

use super::count;
use super::event::{Because, Event};
use super::input::Failure;
use super::round::ANALYZER;
use super::run::{Ledger, Round, Run};
use crate::domain::{
    Commit, Counts, Decision, Finding, Flag, Rule, SeatVote, Severity, Snapshot, Status, TestRun, TestStatus,
    Verdict, VoteCast,
};
use crate::protocol::{Combine, FailedSeat, Protocol};

/// Judges a gathered round. Where a majority passes over findings, these become outvoted first, so that no verdict
/// is ever reached over a finding that blocks.
pub(super) fn weigh(run: &Run, round: &Round) -> Vec<Event> {
    let book = run.book();
    let outvoted = outvoted(book, round);
    if outvoted.is_empty() { vec![Event::VerdictReached { verdict: verdict(book, round) }] } else { outvoted }
}

/// Judges a run of the tests.
pub(super) fn weigh_tests(run: &Run, snapshot: &Snapshot, tests: &Result<TestRun, Failure>) -> Vec<Event> {
    let book = run.book();
    let (decision, rule, failing_tests) = match tests {
        Ok(tests) if tests.results.iter().any(|t| t.status != TestStatus::Skipped) => tested(book, tests),
        Ok(_) | Err(_) => (Decision::Inconclusive, Rule::NoTestRan, Vec::new()),
    };
    let mut verdict = blank(book, &snapshot.base, &snapshot.head, decision, rule);
    verdict.failing_tests = failing_tests;
    vec![Event::VerdictReached { verdict }]
}

fn tested(book: &Ledger, tests: &TestRun) -> (Decision, Rule, Vec<String>) {
    let failing = count::failing_tests(&book.at_gate().known, tests);
    if failing.is_empty() {
        (Decision::Pass, Rule::TestsPassed, failing)
    } else {
        (Decision::Fail, Rule::TestsFailed, failing)
    }
}

fn verdict(book: &Ledger, round: &Round) -> Verdict {
    let counts = count::counts(book, round);
    let (decision, rule) = rule(book, round, &counts);
    let mut verdict = blank(book, &round.snapshot.base, &round.snapshot.head, decision, rule);
    let blocking = count::blocking(book, round);
    let born_now = |id: &&crate::domain::FindingId| book.findings[id].born == round.number;
    verdict.new = number(blocking.iter().filter(born_now).count());
    verdict.unresolved = number(blocking.len()) - verdict.new;
    verdict.counts = counts;
    verdict.votes.clone_from(&round.votes);
    verdict.blocking = blocking;
    verdict.vetoed_by = vetoes(book, round);
    verdict.open_threads = open_threads(book, round);
    verdict
}

fn blank(book: &Ledger, base: &Commit, head: &Commit, decision: Decision, rule: Rule) -> Verdict {
    Verdict {
        round: book.round,
        gate: book.protocol().gates[book.gate].name.clone(),
        base: base.clone(),
        head: head.clone(),
        decision,
        rule,
        counts: Counts::default(),
        votes: Vec::new(),
        blocking: Vec::new(),
        unresolved: 0,
        new: 0,
        notes: count::notes(book),
        accepted: count::accepted(book),
        vetoed_by: Vec::new(),
        open_threads: 0,
        failing_tests: Vec::new(),
    }
}

fn rule(book: &Ledger, round: &Round, counts: &Counts) -> (Decision, Rule) {
    let (decision, rule) = match book.protocol().combine {
        Combine::Single => single(book, round),
        Combine::Quorum { .. } => quorum(book, round),
        Combine::FourRules => four_rules(&round.votes),
        Combine::Priority => priority(book, round, counts),
    };
    if decision.passes() { forge_rule(book, round).unwrap_or((decision, rule)) } else { (decision, rule) }
}

/// What the forge's own states say against a pass; where they count and could not be read, nothing can pass.
fn forge_rule(book: &Ledger, round: &Round) -> Option<(Decision, Rule)> {
    book.protocol().forge?;
    if round.snapshot.pull.is_none() {
        Some((Decision::Inconclusive, Rule::ForgeUnread))
    } else if !vetoes(book, round).is_empty() {
        Some((Decision::Fail, Rule::HumanVeto))
    } else if open_threads(book, round) > 0 || threads_truncated(book, round) {
        Some((Decision::Fail, Rule::ThreadsOpen))
    } else {
        None
    }
}

fn single(book: &Ledger, round: &Round) -> (Decision, Rule) {
    let protocol = book.protocol();
    if let Some(rule) = void_rule(protocol, &round.votes) {
        return (Decision::Inconclusive, rule);
    }
    if !count::blocking(book, round).is_empty() {
        return (Decision::Fail, Rule::FindingsBlock);
    }
    finish(round)
}

/// The last steps before a pass: a whole panel, none of which objects. A seat that objects while nothing it said
/// blocks was misread somewhere; that is no pass.
fn finish(round: &Round) -> (Decision, Rule) {
    if votes(&round.votes, VoteCast::Missing) > 0 {
        (Decision::Inconclusive, Rule::PartialPanel)
    } else if votes(&round.votes, VoteCast::Fail) > 0 {
        (Decision::Inconclusive, Rule::SeatMissing)
    } else {
        (Decision::Pass, Rule::NothingBlocks)
    }
}

fn quorum(book: &Ledger, round: &Round) -> (Decision, Rule) {
    let Combine::Quorum { need, of, veto_at } = book.protocol().combine else {
        return (Decision::Inconclusive, Rule::NoQuorum);
    };
    let cast = jury(book.protocol(), &round.votes);
    let (pass, fail) = (votes(&cast, VoteCast::Pass), votes(&cast, VoteCast::Fail));
    if analyzer_missing(book.protocol(), &round.votes) {
        (Decision::Inconclusive, Rule::SeatMissing)
    } else if pass >= need {
        // The seat that is missing could have raised what beats the majority.
        if veto_at.is_some() && votes(&cast, VoteCast::Missing) > 0 {
            (Decision::Inconclusive, Rule::PartialPanel)
        } else if vetoed(book, veto_at) {
            (Decision::Fail, Rule::SeverityVeto)
        } else if book.blocking().any(|f| !was_asked_about(book, round, f)) {
            (Decision::Fail, Rule::FindingsBlock)
        } else {
            (Decision::Pass, Rule::QuorumPassed)
        }
    } else if fail > of.saturating_sub(need) {
        (Decision::Fail, Rule::QuorumFailed)
    } else {
        (Decision::Inconclusive, Rule::NoQuorum)
    }
}

/// Whether the seats of this round had a say on a finding. Verifying ones rule on all that stands; fresh ones know only
/// what they report and what the author calls fixed, so they cannot outvote anything else.
fn was_asked_about(book: &Ledger, round: &Round, f: &Finding) -> bool {
    book.protocol().verifies() || f.sighted_in(round.number) || f.status == Status::ClaimedFixed
}

fn vetoed(book: &Ledger, veto_at: Option<Severity>) -> bool {
    veto_at.is_some_and(|floor| book.blocking().any(|f| f.severity >= floor))
}

/// 001's table; the first match wins.
fn four_rules(cast: &[SeatVote]) -> (Decision, Rule) {
    let valid = cast.iter().any(|v| !matches!(v.vote, VoteCast::Missing | VoteCast::LeftOut));
    if !valid {
        (Decision::AskUser, Rule::NoValidReview)
    } else if votes(cast, VoteCast::Blocker) > 0 {
        (Decision::Stop, Rule::AnyBlocker)
    } else if votes(cast, VoteCast::Missing) > 0 {
        (Decision::AskUser, Rule::SeatMissing)
    } else if votes(cast, VoteCast::Concerns) > 1 {
        (Decision::Clarify, Rule::TwoConcerns)
    } else if votes(cast, VoteCast::Concerns) == 1 {
        (Decision::PassFlagged, Rule::OneConcern)
    } else {
        (Decision::Pass, Rule::AllApproved)
    }
}

/// 004's consensus; the first match wins.
fn priority(book: &Ledger, round: &Round, counts: &Counts) -> (Decision, Rule) {
    if let Some(rule) = void_rule(book.protocol(), &round.votes) {
        return (Decision::Inconclusive, rule);
    }
    if !vetoes(book, round).is_empty() {
        (Decision::Fail, Rule::HumanVeto)
    } else if counts.critical > 0 {
        (Decision::Fail, Rule::AnyCritical)
    } else if counts.high > 0 {
        (Decision::Fail, Rule::AnyHigh)
    } else if counts.medium > 0 {
        (Decision::Fail, Rule::AnyMedium)
    } else if !count::blocking(book, round).is_empty() {
        (Decision::Fail, Rule::FindingsBlock)
    } else {
        finish(round)
    }
}

/// Whether the votes alone make a round one that did not really happen, whatever was found.
pub(super) fn is_void(protocol: &Protocol, cast: &[SeatVote]) -> bool {
    match protocol.combine {
        Combine::Single | Combine::Priority => void_rule(protocol, cast).is_some(),
        Combine::Quorum { need, of, veto_at } => {
            let jury = jury(protocol, cast);
            let passes = votes(&jury, VoteCast::Pass) >= need;
            let vetoable = veto_at.is_some() && votes(&jury, VoteCast::Missing) > 0;
            let fails = votes(&jury, VoteCast::Fail) > of.saturating_sub(need);
            analyzer_missing(protocol, cast) || if passes { vetoable } else { !fails }
        }
        Combine::FourRules => false,
    }
}

/// The votes that count in a quorum: the seat that reads threads is no judge of the change.
fn jury(protocol: &Protocol, cast: &[SeatVote]) -> Vec<SeatVote> {
    cast.iter().filter(|v| !is_analyzer(protocol, v)).cloned().collect()
}

fn is_analyzer(protocol: &Protocol, vote: &SeatVote) -> bool {
    protocol.panel.comments_analyzer && vote.seat.as_str() == ANALYZER
}

fn analyzer_missing(protocol: &Protocol, cast: &[SeatVote]) -> bool {
    cast.iter().any(|v| is_analyzer(protocol, v) && v.vote == VoteCast::Missing)
}

fn void_rule(protocol: &Protocol, cast: &[SeatVote]) -> Option<Rule> {
    if jury(protocol, cast).iter().all(|v| v.vote == VoteCast::Missing) {
        return Some(Rule::NoValidReview);
    }
    let strict = match protocol.failed_seat {
        FailedSeat::Inconclusive | FailedSeat::Pause | FailedSeat::AsQuorumAllows => true,
        FailedSeat::FixOnly => analyzer_missing(protocol, cast),
    };
    (strict && votes(cast, VoteCast::Missing) > 0).then_some(Rule::SeatMissing)
}

fn outvoted(book: &Ledger, round: &Round) -> Vec<Event> {
    let quorate = matches!(book.protocol().combine, Combine::Quorum { .. });
    if !quorate || quorum(book, round).0 != Decision::Pass || forge_rule(book, round).is_some() {
        return Vec::new();
    }
    let moved = |f: &Finding| Event::FindingMoved {
        finding: f.id,
        to: Status::Outvoted,
        because: Because::MajorityPassed,
    };
    let loudly = |f: &Finding| {
        (f.severity == Severity::Critical)
            .then_some(Event::FindingFlagged { finding: f.id, flag: Flag::OutvotedCritical })
    };
    book.blocking().flat_map(|f| [Some(moved(f)), loudly(f)]).flatten().collect()
}

fn votes(cast: &[SeatVote], vote: VoteCast) -> u32 {
    number(cast.iter().filter(|v| v.vote == vote).count())
}

fn vetoes(book: &Ledger, round: &Round) -> Vec<String> {
    let counts = book.protocol().forge.is_some_and(|forge| forge.human_veto);
    let pull = round.snapshot.pull.as_ref().filter(|_| counts);
    pull.map(|pull| pull.vetoes().into_iter().map(str::to_owned).collect()).unwrap_or_default()
}

fn open_threads(book: &Ledger, round: &Round) -> u32 {
    let counts = book.protocol().forge.is_some_and(|forge| forge.threads_block);
    let pull = round.snapshot.pull.as_ref().filter(|_| counts);
    pull.map_or(0, |pull| number(pull.unresolved_threads()))
}

/// Whether there are more threads than can be judged.
pub(super) fn threads_truncated(book: &Ledger, round: &Round) -> bool {
    let (Some(forge), Some(pull)) = (book.protocol().forge, &round.snapshot.pull) else { return false };
    forge.threads_block && (pull.threads_truncated || number(pull.threads.len()) > forge.threads_max)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

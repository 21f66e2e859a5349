//! How consequences move a run from phase to phase.

use std::collections::BTreeMap;

use super::super::cycle;
use super::super::input::Opening;
use super::super::reason::{Pause, PauseReason, Reason};
use super::super::run::{
    Clarifying, Climb, GateState, Judged, Ledger, Look, Paused, Phase, Round, Run, Seat, SeatPlan, SeatState,
    Trigger, Watch,
};
use super::super::trail::Trail;
use super::facts::set_seat;
use crate::domain::{
    AgentName, Choice, Commit, FindingId, HumanDecision, Outcome, SeatName, SeatVote, Status, Verdict,
    VoteCast,
};
use crate::protocol::{Ladder, Publication, Rung};

/// The ledger of an open run.
pub(super) fn book(run: &mut Run) -> &mut Ledger {
    run.ledger.as_deref_mut().expect("apply looks at the ledger only after opening")
}

/// Takes the phase out to be replaced; a phase that does not fit its event is put back by nobody, and replay has
/// refused such a log before.
pub(super) fn take(run: &mut Run) -> Phase {
    std::mem::take(&mut run.phase)
}

pub(super) fn open(run: &mut Run, opening: &Opening) {
    let protocol = &opening.protocol;
    let ledger = Ledger {
        protocol_hash: crate::protocol::hash(protocol),
        gate: 0,
        gates: vec![GateState::default(); protocol.gates.len()],
        authors: protocol.authors.clone(),
        author: 0,
        round: 0,
        stale: 0,
        extra: 0,
        findings: BTreeMap::new(),
        numbered: 0,
        numbered_in: 0,
        remarks: Trail::default(),
        checks: BTreeMap::new(),
        renames: Vec::new(),
        files: std::collections::BTreeSet::new(),
        tip: opening.head.clone(),
        spent: super::super::Cost(0),
        allowance: opening.budget,
        alarmed: false,
        verdicts: Trail::default(),
        decisions: Trail::default(),
        escalations: Vec::new(),
        begun: std::collections::BTreeSet::new(),
        outbox: Vec::new(),
        published: Vec::new(),
        watch: Watch::default(),
        warnings: Trail::default(),
        opening: opening.clone(),
    };
    run.ledger = Some(Box::new(ledger));
    run.phase = Phase::Starting;
}

/// Entering sets the counters to 0; returning to a gate keeps them.
pub(super) fn gate_entered(run: &mut Run, gate: u32, role: &str) {
    let book = book(run);
    let index = (gate as usize).min(book.gates.len() - 1);
    book.gate = index;
    let state = &mut book.gates[index];
    if !state.entered {
        state.entered = true;
        state.iteration = 0;
        state.no_progress = 0;
        role.clone_into(&mut state.reviewer);
    }
    run.phase = Phase::Reading;
}

pub(super) fn cycle_started(run: &mut Run, triggers: &[Trigger]) {
    let book = book(run);
    book.watch.targets = cycle::targets(book, triggers);
    book.watch.started_by = triggers.to_vec();
    book.watch.queue.clear();
    book.watch.fresh.clear();
    book.watch.clarified = 0;
    book.watch.clarifications.clear();
    // A cycle judges the gates anew.
    for gate in &mut book.gates {
        gate.passed_at = None;
    }
}

pub(super) fn round_begun(
    run: &mut Run,
    number: u32,
    iteration: u32,
    look: Look,
    rule_on: &[FindingId],
    seats: &[SeatPlan],
) {
    book(run).round = number;
    if let Phase::Read(snapshot) = take(run) {
        let asked = |plan: &SeatPlan| Seat {
            plan: plan.clone(),
            state: SeatState::Asked { attempt: 1, error: None },
            notes: Vec::new(),
        };
        run.phase = Phase::Reviewing(Box::new(Round {
            number,
            iteration,
            snapshot: *snapshot,
            look,
            rule_on: rule_on.to_vec(),
            seats: seats.iter().map(asked).collect(),
            votes: Vec::new(),
        }));
    }
}

pub(super) fn tests_begun(run: &mut Run) {
    if let Phase::Read(snapshot) = take(run) {
        run.phase = Phase::Testing(snapshot);
    }
}

pub(super) fn seat_heard(run: &mut Run, seat: &SeatName, notes: &[String]) {
    note(run, seat, notes.iter().map(|note| format!("{seat}: {note}")).collect());
    let said = seat_of(run, seat).and_then(|s| match &s.state {
        SeatState::Said { review, .. } => Some(review.clone()),
        SeatState::Asked { .. }
        | SeatState::Erred { .. }
        | SeatState::Heard { .. }
        | SeatState::Lost { .. }
        | SeatState::LeftOut { .. } => None,
    });
    if let Some(review) = said {
        set_seat(run, seat, SeatState::Heard { review });
    }
}

fn seat_of<'a>(run: &'a Run, name: &SeatName) -> Option<&'a Seat> {
    let Phase::Reviewing(round) = &run.phase else { return None };
    round.seats.iter().find(|s| s.plan.seat == *name)
}

pub(super) fn seat_asked_again(run: &mut Run, seat: &SeatName, attempt: u32, agent: &AgentName, error: &str) {
    set_seat(run, seat, SeatState::Asked { attempt, error: Some(error.to_owned()) });
    if let Phase::Reviewing(round) = &mut run.phase
        && let Some(seat) = round.seats.iter_mut().find(|s| s.plan.seat == *seat)
    {
        seat.plan.agent = agent.clone();
    }
}

pub(super) fn seat_lost(run: &mut Run, seat: &SeatName, why: &str) {
    note(run, seat, vec![format!("{seat} gave no valid review: {why}")]);
    set_seat(run, seat, SeatState::Lost { why: why.to_owned() });
}

/// Keeps notes with their seat: the order in which reviewers answer must not show.
fn note(run: &mut Run, name: &SeatName, notes: Vec<String>) {
    if let Phase::Reviewing(round) = &mut run.phase
        && let Some(seat) = round.seats.iter_mut().find(|s| s.plan.seat == *name)
    {
        seat.notes.extend(notes);
    }
}

/// The notes of a round join the warnings, in seat order.
pub(super) fn notes_join(run: &mut Run) {
    if let Phase::Closing(round, _) | Phase::Reviewing(round) = &mut run.phase {
        let notes: Vec<String> =
            round.seats.iter_mut().flat_map(|seat| std::mem::take(&mut seat.notes)).collect();
        book(run).warnings.extend(notes);
    }
}

pub(super) fn round_stale(run: &mut Run) {
    notes_join(run);
    book(run).stale += 1;
    run.phase = Phase::Reading;
}

pub(super) fn round_gathered(run: &mut Run, votes: &[SeatVote]) {
    notes_join(run);
    book(run).stale = 0;
    if let Phase::Closing(mut round, _) = take(run) {
        votes.clone_into(&mut round.votes);
        let remarks = round.seats.iter().flat_map(remarks).collect::<Vec<_>>();
        book(run).remarks.extend(remarks);
        run.phase = Phase::Weighing(round);
    }
}

fn remarks(seat: &Seat) -> Vec<(SeatName, String)> {
    let SeatState::Heard { review } = &seat.state else { return Vec::new() };
    review.remarks.iter().map(|remark| (seat.plan.seat.clone(), remark.clone())).collect()
}

pub(super) fn verdict(run: &mut Run, verdict: &Verdict) {
    let failing = verdict.failing_tests.iter().cloned().collect();
    let book = book(run);
    book.verdicts.push(verdict.clone());
    let (round, tests) = match take(run) {
        Phase::Weighing(round) => (Some(*round), None),
        Phase::Tested(_, tests) => (None, tests.ok()),
        Phase::Unopened
        | Phase::Starting
        | Phase::Idle
        | Phase::Reading
        | Phase::Read(_)
        | Phase::Reviewing(_)
        | Phase::Closing(..)
        | Phase::Testing(_)
        | Phase::Judged(_)
        | Phase::Fixing(_)
        | Phase::Checking(_)
        | Phase::Landing(_)
        | Phase::Unlanded(..)
        | Phase::Answering(_)
        | Phase::Settled(_)
        | Phase::Clarifying(_)
        | Phase::Paused(_)
        | Phase::Deciding(..)
        | Phase::Ended(..) => return,
    };
    let judged = Judged { verdict: verdict.clone(), round, counted: false, asked_up: false };
    run.phase = Phase::Judged(Box::new(judged));
    if let Some(tests) = tests {
        note_tests(run, &tests, failing);
    }
}

/// Test names become known here; the failing set moves on only when the round is counted.
fn note_tests(run: &mut Run, tests: &crate::domain::TestRun, failing: std::collections::BTreeSet<String>) {
    let book = book(run);
    let gate = book.gate;
    let state = &mut book.gates[gate];
    let ran = tests.results.iter().filter(|t| t.status != crate::domain::TestStatus::Skipped);
    state.known.extend(ran.map(|t| t.name.clone()));
    if state.counted == 0 {
        state.original = failing;
    }
    if tests.source == crate::domain::TestSource::Agent {
        book.warnings.push("test results come from the QA agent, not from a run of our own".to_owned());
    }
}

pub(super) fn round_counted(run: &mut Run, iteration: u32, no_progress: u32, progress: &[FindingId]) {
    let Phase::Judged(judged) = &mut run.phase else { return };
    judged.counted = true;
    let failing = judged.verdict.failing_tests.iter().cloned().collect();
    let tests = judged.round.is_none();
    let book = book(run);
    let gate = book.gate;
    let state = &mut book.gates[gate];
    if iteration > state.iteration {
        state.counted += 1;
        state.reviewer_rounds += 1;
        if tests {
            state.failing = failing;
        }
    }
    state.iteration = iteration;
    state.no_progress = no_progress;
    for id in progress {
        if let Some(finding) = book.findings.get_mut(id) {
            match finding.status {
                Status::Withdrawn => finding.rejection_counted = true,
                Status::Open
                | Status::ClaimedFixed
                | Status::Disputed
                | Status::Stuck
                | Status::Resolved
                | Status::Outvoted
                | Status::Accepted
                | Status::Deferred
                | Status::Skipped => finding.fix_counted = true,
            }
        }
    }
}

pub(super) fn alarm(run: &mut Run) {
    book(run).alarmed = true;
}

pub(super) fn gate_passed(run: &mut Run, gate: u32, head: &Commit) {
    if let Some(state) = book(run).gates.get_mut(gate as usize) {
        state.passed_at = Some(head.clone());
    }
}

/// Each rung starts with a fresh budget. A new author is new at every gate.
pub(super) fn escalated(run: &mut Run, ladder: Ladder, from: &str, to: &str, reason: Reason) {
    let book = book(run);
    let round = book.round;
    book.escalations.push(Climb { from: from.to_owned(), to: to.to_owned(), reason, round });
    let gate = book.gate;
    match ladder {
        Ladder::Author => {
            book.author = (book.author + 1).min(book.authors.len() - 1);
            book.gates.iter_mut().for_each(reset);
        }
        Ladder::Reviewer | Ladder::Human => {
            let state = &mut book.gates[gate];
            to.clone_into(&mut state.reviewer);
            state.escalated = true;
            state.reviewer_rounds = 0;
            reset(state);
        }
    }
}

fn reset(state: &mut GateState) {
    state.iteration = 0;
    state.no_progress = 0;
}

/// No review took place; it counts all the same, as a round without progress.
pub(super) fn round_skipped(run: &mut Run, round: u32) {
    let tracked = run.book().protocol().limits.no_progress.is_some();
    let book = book(run);
    book.round = round;
    let gate = book.gate;
    book.gates[gate].iteration += 1;
    book.gates[gate].no_progress += u32::from(tracked);
    if let Phase::Settled(end) = take(run) {
        run.phase = Phase::Judged(Box::new(end.judged));
    }
}

pub(super) fn clarification_asked(run: &mut Run, targets: &[AgentName], concerns: &[FindingId]) {
    let pause = cycle::clarify_pause(run, "two or more reviewers have concerns; their targets are asked");
    let paused = Paused { pause, held: None, head: run.book().tip.clone() };
    run.phase = Phase::Clarifying(Box::new(Clarifying {
        targets: targets.to_vec(),
        waiting: targets.iter().cloned().collect(),
        concerns: concerns.to_vec(),
        paused,
    }));
}

pub(super) fn run_flagged(run: &mut Run, concerns: &[FindingId]) {
    let flagged = &mut book(run).watch.flagged;
    for id in concerns {
        if !flagged.contains(id) {
            flagged.push(*id);
        }
    }
}

pub(super) fn flag_cleared(run: &mut Run) {
    book(run).watch.flagged.clear();
}

pub(super) fn limit_raised(run: &mut Run, _to: u32) {
    book(run).extra += 1;
}

pub(super) fn author_added(run: &mut Run, role: &str) {
    let book = book(run);
    let rank = book.authors.last().map_or(0, |rung| rung.rank.saturating_add(1));
    let rung = Rung { role: role.to_owned(), rank, iterations: None, scope: String::new() };
    book.authors.push(rung);
    book.author = book.authors.len() - 1;
    book.gates.iter_mut().for_each(reset);
}

pub(super) fn counters_reset(run: &mut Run) {
    let book = book(run);
    let gate = book.gate;
    reset(&mut book.gates[gate]);
}

/// The round is weighed again without the seats that failed.
pub(super) fn left_out(run: &mut Run, why: &str) {
    let Phase::Deciding(_, Some(paused)) = take(run) else { return };
    let Some(mut round) = paused.held.and_then(|judged| judged.round) else { return };
    for seat in &mut round.seats {
        if matches!(seat.state, SeatState::Lost { .. }) {
            seat.state = SeatState::LeftOut { why: why.to_owned() };
        }
    }
    for vote in &mut round.votes {
        if vote.vote == VoteCast::Missing {
            vote.vote = VoteCast::LeftOut;
        }
    }
    run.phase = Phase::Weighing(Box::new(round));
}

/// A wish to hand over that a person has dealt with is not granted a second time.
pub(super) fn verdict_taken_up(run: &mut Run) {
    if let Phase::Deciding(decision, Some(paused)) = take(run)
        && let Some(mut judged) = paused.held
    {
        let dealt_with =
            paused.pause.reason == PauseReason::AskedUp || decision.choice == Choice::StrongerAuthor;
        judged.asked_up &= !dealt_with;
        run.phase = Phase::Judged(judged);
    }
}

/// A clarification cycle goes back to the same reviewers with the answers, or with what a person cleared up by
/// hand. Going on is also what makes a stale round the first of its kind again.
pub(super) fn continued(run: &mut Run) {
    let by_hand = |d: &HumanDecision| d.choice == Choice::Clarified;
    let clarified = matches!(&run.phase, Phase::Clarifying(_))
        || matches!(&run.phase, Phase::Deciding(decision, _) if by_hand(decision));
    let book = book(run);
    book.stale = 0;
    book.watch.clarified += u32::from(clarified);
    run.phase = Phase::Reading;
}

/// The timer is armed at the start and by the end of a cycle it did not start itself.
pub(super) fn stood_by(run: &mut Run, outcome: Option<Outcome>) {
    let now = run.clock;
    let watch = &mut book(run).watch;
    watch.outcome = outcome.or(watch.outcome);
    if !watch.started_by.contains(&Trigger::TimeoutFallback) {
        watch.armed = Some(now);
    }
    run.phase = Phase::Idle;
}

pub(super) fn publication_due(run: &mut Run, kind: Publication, round: u32) {
    book(run).outbox.push((kind, round));
}

pub(super) fn paused(run: &mut Run, pause: &Pause) {
    let head = run.book().tip.clone();
    let held = match take(run) {
        Phase::Judged(judged) => Some(judged),
        Phase::Fixing(fixing) => Some(Box::new(fixing.judged)),
        Phase::Checking(checking) | Phase::Unlanded(checking, _) => Some(Box::new(checking.fixing.judged)),
        Phase::Settled(end) => Some(Box::new(end.judged)),
        Phase::Deciding(_, paused) => paused.and_then(|paused| paused.held),
        Phase::Unopened
        | Phase::Starting
        | Phase::Idle
        | Phase::Reading
        | Phase::Read(_)
        | Phase::Reviewing(_)
        | Phase::Closing(..)
        | Phase::Weighing(_)
        | Phase::Testing(_)
        | Phase::Tested(..)
        | Phase::Landing(_)
        | Phase::Answering(_)
        | Phase::Clarifying(_)
        | Phase::Paused(_)
        | Phase::Ended(..) => None,
    };
    // The author's wish to hand over has been heard; what a person decides is not undone by it.
    let heard = pause.reason == PauseReason::AskedUp;
    let held = held.map(|held| Box::new(Judged { asked_up: held.asked_up && !heard, ..*held }));
    run.phase = Phase::Paused(Box::new(Paused { pause: pause.clone(), held, head }));
}

pub(super) fn ended(run: &mut Run, outcome: Outcome, why: &str) {
    book(run).watch.outcome = Some(outcome);
    run.phase = Phase::Ended(outcome, why.to_owned());
}

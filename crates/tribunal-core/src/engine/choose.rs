//! Human decisions: whether one may be made now, and what it does. Never an approval over a finding that blocks,
//! except by accepting the risk where the protocol offers that.

use super::event::{Because, Event};
use super::pause::{can_extend, offered, outcome};
use super::reason::{Pause, PauseReason};
use super::refusal::Refusal;
use super::run::{Ledger, Paused, Phase, Run};
use super::{after, count, cycle};
use crate::domain::{Choice, Finding, FindingId, HumanDecision, Outcome, Status, VoteCast};

/// Refuses a decision that is not offered, is nobody's, lacks its reason, or changes nothing.
pub(super) fn admit(run: &Run, decision: &HumanDecision) -> Result<(), Refusal> {
    let choice = decision.choice;
    if decision.who.trim().is_empty() {
        return Err(Refusal::NobodyDecided);
    }
    if choice == Choice::Abort {
        return Ok(());
    }
    let offered = choices(run);
    if !offered.contains(&choice) {
        return Err(Refusal::NotOffered { choice, offered });
    }
    needs(run, decision)
}

/// What a person may choose at this moment; abort always, until the run has ended.
pub fn choices(run: &Run) -> Vec<Choice> {
    match &run.phase {
        Phase::Paused(paused) => paused.pause.offered.clone(),
        Phase::Clarifying(clarifying) => clarifying.paused.pause.offered.clone(),
        Phase::Idle => standing_by(run.book()),
        Phase::Unopened
        | Phase::Starting
        | Phase::Reading
        | Phase::Read(_)
        | Phase::Reviewing(_)
        | Phase::Closing(..)
        | Phase::Weighing(_)
        | Phase::Testing(_)
        | Phase::Tested(..)
        | Phase::Judged(_)
        | Phase::Fixing(_)
        | Phase::Checking(_)
        | Phase::Landing(_)
        | Phase::Unlanded(..)
        | Phase::Answering(_)
        | Phase::Settled(_)
        | Phase::Deciding(..) => vec![Choice::Abort],
        Phase::Ended(..) => Vec::new(),
    }
}

/// What can be decided between two cycles.
fn standing_by(book: &Ledger) -> Vec<Choice> {
    let flagged = !book.watch.flagged.is_empty();
    let fits = |choice: &Choice| *choice == Choice::Override || (*choice == Choice::ClearFlag && flagged);
    let listed = book.protocol().human.iter().copied().filter(fits);
    listed.chain([Choice::Abort]).collect()
}

fn needs(run: &Run, decision: &HumanDecision) -> Result<(), Refusal> {
    let choice = decision.choice;
    let reasoned = !decision.why.trim().is_empty();
    let because = |why| if reasoned { Ok(()) } else { Err(Refusal::ReasonNeeded { choice, why }) };
    match choice {
        Choice::Resume | Choice::FixByHand | Choice::ManualFixConfirmed => moved_or_reasoned(run, decision),
        Choice::Override => {
            named_findings(run, decision).and_then(|()| because("accepted risk is printed with it"))
        }
        Choice::AcceptRisk => because("accepted risk is printed with it"),
        Choice::GoOnWithout => because("going on without a reviewer is recorded with it"),
        Choice::ClearFlag => because("the flag goes, the concerns stay; it is recorded with them"),
        Choice::RePlan => because("give the plan; the next run names it"),
        Choice::RejectAndRestart => because("give the reason; the next run names it"),
        Choice::StrongerAuthor => new_author(run.book(), decision),
        Choice::Abort
        | Choice::Retry
        | Choice::Clarified
        | Choice::Block
        | Choice::OneMoreRound
        | Choice::AskUser
        | Choice::Acknowledge => Ok(()),
    }
}

/// Going on from an unchanged head needs a reason; after option a of 003 it needs a new commit. A round that is
/// merely repeated needs neither.
fn moved_or_reasoned(run: &Run, decision: &HumanDecision) -> Result<(), Refusal> {
    let Some(paused) = paused(run) else { return Ok(()) };
    let choice = decision.choice;
    let repeated = repeats(paused.pause.reason) && choice != Choice::FixByHand;
    if decision.head != paused.head || repeated {
        return Ok(());
    }
    if paused.pause.reason == PauseReason::Blocked {
        return Err(Refusal::HeadNotMoved { choice, head: decision.head.clone() });
    }
    if decision.why.trim().is_empty() {
        return Err(Refusal::ReasonNeeded { choice, why: "the head did not move since the pause" });
    }
    Ok(())
}

fn paused(run: &Run) -> Option<&Paused> {
    if let Phase::Paused(paused) = &run.phase {
        Some(paused)
    } else if let Phase::Clarifying(clarifying) = &run.phase {
        Some(&clarifying.paused)
    } else {
        None
    }
}

/// Pauses after which the round is repeated as it was, counters and all.
fn repeats(reason: PauseReason) -> bool {
    match reason {
        PauseReason::Inconclusive
        | PauseReason::StaleTwice
        | PauseReason::Uncommitted
        | PauseReason::Budget
        | PauseReason::BranchMoved
        | PauseReason::ReviewerFailed
        | PauseReason::NoDecision => true,
        PauseReason::NothingFixable
        | PauseReason::NoProgress
        | PauseReason::MaxIterations
        | PauseReason::AskedUp
        | PauseReason::Blocker
        | PauseReason::Clarify
        | PauseReason::ChecksFailed
        | PauseReason::FixerFailed
        | PauseReason::Alarm
        | PauseReason::Blocked
        | PauseReason::ThreadsTruncated => false,
    }
}

fn named_findings(run: &Run, decision: &HumanDecision) -> Result<(), Refusal> {
    if decision.findings.is_empty() {
        return Err(Refusal::FindingsNeeded { choice: decision.choice });
    }
    // A risk that was accepted before can be named again: its reviewer may say blocker again.
    let open = |f: &Finding| f.status.stands() || f.status == Status::Accepted;
    let known = |id: &FindingId| run.book().findings.get(id).is_some_and(open);
    if let Some(id) = decision.findings.iter().find(|id| !known(id)) {
        return Err(Refusal::NotAnOpenFinding(*id));
    }
    let missing: Vec<String> = in_the_way(run)
        .filter(|f| !decision.findings.contains(&f.id))
        .map(|f| format!("{} ({})", f.id, f.alias))
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(Refusal::NotAllNamed { choice: decision.choice, missing }) }
}

/// What the reviewers who stopped the last cycle reported in it and nobody has accepted.
fn in_the_way(run: &Run) -> impl Iterator<Item = &Finding> {
    let book = run.book();
    let last = book.verdicts.last().filter(|v| !v.decision.passes());
    let stops = move |seat: &crate::domain::SeatName| {
        let mut votes = last.into_iter().flat_map(|v| &v.votes);
        votes.any(|v| v.seat == *seat && matches!(v.vote, VoteCast::Blocker | VoteCast::Concerns))
    };
    let round = last.map(|v| v.round);
    book.findings.values().filter(move |f| {
        let reported = f.sightings.iter().any(|s| Some(s.round) == round && stops(&s.seat));
        reported && f.status.stands()
    })
}

fn new_author(book: &Ledger, decision: &HumanDecision) -> Result<(), Refusal> {
    let name = decision.author.as_deref().unwrap_or_default();
    let valid = crate::domain::AgentName::parse(name).is_ok();
    let known = book.authors.iter().any(|rung| rung.role == name);
    if valid && !known { Ok(()) } else { Err(Refusal::AuthorNeeded) }
}

/// Does what was decided.
pub(super) fn carry_out(run: &Run, decision: &HumanDecision, paused: Option<&Paused>) -> Vec<Event> {
    let book = run.book();
    match decision.choice {
        Choice::Abort => ended(book, format!("aborted by {}", decision.who)),
        Choice::RePlan => ended(book, format!("re-planned by {}: {}", decision.who, decision.why)),
        Choice::RejectAndRestart => ended(book, format!("rejected by {}: {}", decision.who, decision.why)),
        Choice::Resume | Choice::FixByHand => resume(book, decision, paused),
        Choice::Retry | Choice::Clarified => vec![Event::RunContinued],
        Choice::ManualFixConfirmed => by_hand(book, decision, paused),
        Choice::Override => overridden(book, decision),
        Choice::GoOnWithout => vec![Event::LostSeatsLeftOut { why: decision.why.clone() }],
        Choice::ClearFlag => vec![Event::FlagCleared, Event::RunStoodBy { outcome: book.watch.outcome }],
        Choice::Acknowledge => vec![Event::VerdictTakenUp],
        Choice::Block => vec![block(book)],
        Choice::AcceptRisk => accept_risk(book),
        Choice::OneMoreRound => one_more(book, paused),
        Choice::StrongerAuthor => stronger(decision, paused),
        Choice::AskUser => vec![ask_user(book, paused)],
    }
}

fn ended(book: &Ledger, why: String) -> Vec<Event> {
    let end = Event::RunEnded { outcome: Outcome::Aborted, why };
    std::iter::once(end).chain(after::last_word(book)).collect()
}

/// Current rung again on the current head. What a person changed by hand is a claim like any other.
fn resume(book: &Ledger, decision: &HumanDecision, paused: Option<&Paused>) -> Vec<Event> {
    let reason = paused.map(|p| p.pause.reason);
    // The verdict that was held is about the old head; a new one is to be reviewed.
    let held = paused.is_some_and(|p| p.held.is_some() && p.head == decision.head);
    let resumes = decision.choice == Choice::Resume;
    match reason {
        Some(PauseReason::Budget) if held && resumes => vec![Event::VerdictTakenUp],
        Some(PauseReason::Blocked) => chain(raise(book), by_hand(book, decision, paused)),
        // The round is repeated as it was: whoever moved the head meanwhile did not say that anything is fixed,
        // and a dispute must still be one when it is ruled on. Who fixes by hand starts anew instead.
        Some(reason) if repeats(reason) && resumes => vec![Event::RunContinued],
        Some(_) | None => chain(Event::CountersReset, by_hand(book, decision, paused)),
    }
}

fn chain(first: Event, rest: Vec<Event>) -> Vec<Event> {
    std::iter::once(first).chain(rest).collect()
}

fn by_hand(book: &Ledger, decision: &HumanDecision, paused: Option<&Paused>) -> Vec<Event> {
    let moved = paused.is_some_and(|p| p.head != decision.head);
    let claimed = book.blocking().filter(|f| moved && f.status != Status::ClaimedFixed);
    let claims = claimed.map(|f| moved_to(f, Status::ClaimedFixed, Because::FixedByHand));
    claims.chain([Event::RunContinued]).collect()
}

fn moved_to(f: &Finding, to: Status, because: Because) -> Event {
    Event::FindingMoved { finding: f.id, to, because }
}

fn raise(book: &Ledger) -> Event {
    Event::LimitRaised { to: count::limit_in_force(book).unwrap_or(0) + 1 }
}

fn overridden(book: &Ledger, decision: &HumanDecision) -> Vec<Event> {
    let named = decision.findings.iter().filter_map(|id| book.findings.get(id));
    let standing = named.filter(|f| f.status.stands());
    let accepted = standing.map(|f| moved_to(f, Status::Accepted, Because::RiskAccepted));
    let flag = Event::RunFlagged { concerns: decision.findings.clone() };
    let end = cycle::end_or_stand_by(book, Outcome::Accepted, "a person accepted the named findings");
    accepted.chain([flag, end]).collect()
}

fn block(book: &Ledger) -> Event {
    let reason = PauseReason::Blocked;
    let note = if can_extend(book) {
        "blocked: fix by hand, commit, then resume for one more review"
    } else {
        "blocked: the cap is reached; only a new run can approve"
    };
    let pause =
        Pause { reason, outcome: outcome(reason), offered: offered(book, reason), note: note.to_owned() };
    Event::RunPaused { pause }
}

fn accept_risk(book: &Ledger) -> Vec<Event> {
    let accepted = book.blocking().map(|f| moved_to(f, Status::Accepted, Because::RiskAccepted));
    let why = "a person accepted the open findings".to_owned();
    accepted.chain([Event::RunEnded { outcome: Outcome::Accepted, why }]).collect()
}

/// 003's c: a higher limit, then a fix, then the review.
fn one_more(book: &Ledger, paused: Option<&Paused>) -> Vec<Event> {
    vec![raise(book), take_up(paused)]
}

fn stronger(decision: &HumanDecision, paused: Option<&Paused>) -> Vec<Event> {
    let role = decision.author.clone().unwrap_or_default();
    vec![Event::AuthorAdded { role }, take_up(paused)]
}

/// The held verdict is followed again, now with a higher limit or a new author; without one, a review is next.
fn take_up(paused: Option<&Paused>) -> Event {
    let held = paused.is_some_and(|p| p.held.is_some());
    if held { Event::VerdictTakenUp } else { Event::RunContinued }
}

fn ask_user(book: &Ledger, paused: Option<&Paused>) -> Event {
    let reason = paused.map_or(PauseReason::NothingFixable, |p| p.pause.reason);
    let note = "addressed to the user, who may reduce the scope (re-plan) or choose any other option";
    let pause =
        Pause { reason, outcome: outcome(reason), offered: offered(book, reason), note: note.to_owned() };
    Event::RunPaused { pause }
}

//! `apply`: remembers an event. Cannot fail, judges nothing; whatever it needs is in the event or in the state.
//!
//! An event that does not fit the phase changes only the ledger; `decide` never produces one and replay refuses a
//! log that contains one.

mod answers;
mod facts;
mod findings;
mod flow;

use super::event::{Event, Recorded};
use super::run::Run;

/// Remembers an event.
#[allow(clippy::too_many_lines, reason = "one arm per event, each a single call")]
pub fn apply(run: &mut Run, recorded: &Recorded) {
    run.clock = recorded.at;
    let event = &recorded.event;
    if let Event::Opened(opening) = event {
        return flow::open(run, opening);
    }
    if run.ledger.is_none() {
        return;
    }
    match event {
        Event::Opened(_) => {}
        Event::ChangeRecorded { snapshot } => facts::change(run, snapshot),
        Event::ReplyRecorded { seat, attempt, review, cost } => {
            facts::reply(run, seat, *attempt, review, *cost)
        }
        Event::SeatFailureRecorded { seat, attempt, failure, cost } => {
            facts::seat_failure(run, seat, *attempt, failure, *cost);
        }
        Event::HeadRecorded { head } => facts::head(run, head),
        Event::TestsRecorded { run: tests, .. } => facts::tests(run, Ok(tests.clone())),
        Event::TestsFailureRecorded { failure } => facts::tests(run, Err(failure.clone())),
        Event::AnswersRecorded { answers, head, cost, .. } => facts::answers(run, answers, head, *cost),
        Event::AuthorFailureRecorded { failure, cost, .. } => facts::author_failure(run, failure, *cost),
        Event::ChecksRecorded { head, results } => facts::checks(run, head, results),
        Event::LandingRecorded { head } => facts::landed(run, head),
        Event::LandingRefused { head, why } => facts::land_refused(run, head, why),
        Event::EffectBegun { key } => facts::begun(run, key),
        Event::PublicationRecorded { key, .. } => facts::published(run, key),
        Event::DecisionRecorded { decision } => facts::decided(run, decision),
        Event::AnnouncementRecorded { agent, kind, summary } => facts::announced(run, agent, *kind, summary),
        Event::ReviewAskRecorded { who } => facts::review_asked(run, who),
        Event::ClarificationRecorded { target, text } => facts::clarified(run, target, text),
        Event::SilenceRecorded => facts::silence(run),
        Event::GateEntered { gate, role } => flow::gate_entered(run, *gate, role),
        Event::CycleStarted { triggers } => flow::cycle_started(run, triggers),
        Event::RoundBegun { round, iteration, look, rule_on, seats } => {
            flow::round_begun(run, *round, *iteration, *look, rule_on, seats);
        }
        Event::TestsBegun { .. } => flow::tests_begun(run),
        Event::SeatHeard { seat, notes } => flow::seat_heard(run, seat, notes),
        Event::SeatAskedAgain { seat, attempt, agent, error } => {
            flow::seat_asked_again(run, seat, *attempt, agent, error);
        }
        Event::SeatLost { seat, why } => flow::seat_lost(run, seat, why),
        Event::RoundStale { .. } => flow::round_stale(run),
        Event::FindingRaised { finding, alias, severity, status, seat, report, flags } => {
            findings::raised(
                run,
                findings::Birth {
                    id: *finding,
                    alias,
                    severity: *severity,
                    status: *status,
                    seat,
                    report,
                    flags,
                },
            );
        }
        Event::FindingSighted { finding, severity, seat, report } => {
            findings::sighted(run, *finding, *severity, seat, report);
        }
        Event::FindingMoved { finding, to, because } => findings::moved(run, *finding, *to, *because),
        Event::FindingFlagged { finding, flag } => findings::flagged(run, *finding, *flag),
        Event::RoundGathered { votes, .. } => flow::round_gathered(run, votes),
        Event::VerdictReached { verdict } => flow::verdict(run, verdict),
        Event::RoundCounted { iteration, no_progress, progress } => {
            flow::round_counted(run, *iteration, *no_progress, progress);
        }
        Event::AlarmRaised { .. } => flow::alarm(run),
        Event::GatePassed { gate, head } => flow::gate_passed(run, *gate, head),
        Event::Escalated { ladder, from, to, reason } => flow::escalated(run, *ladder, from, to, *reason),
        Event::FixRequested { request } => answers::requested(run, request),
        Event::AnswersRefused { attempt, problems } => answers::refused(run, *attempt, problems),
        Event::AuthorAskedAgain { attempt, error } => answers::asked_again(run, *attempt, error),
        Event::EscalationAsked { reason } => answers::escalation_asked(run, reason),
        Event::FixTaken { head, answers, unanswered, .. } => answers::taken(run, head, answers, unanswered),
        Event::FixFailedChecks { attempt, checks } => answers::failed_checks(run, *attempt, checks),
        Event::FixDropped { unanswered, .. } => answers::dropped(run, unanswered),
        Event::FixChecked { .. } => answers::checked(run),
        Event::FindingAnswered { finding, answer } => findings::answered(run, *finding, answer),
        Event::FindingUnanswered { finding } => findings::unanswered(run, *finding),
        Event::FixSettled { head } => answers::settled(run, head),
        Event::RoundSkipped { round } => flow::round_skipped(run, *round),
        Event::ClarificationAsked { targets, concerns } => flow::clarification_asked(run, targets, concerns),
        Event::RunFlagged { concerns } => flow::run_flagged(run, concerns),
        Event::FlagCleared => flow::flag_cleared(run),
        Event::LimitRaised { to } => flow::limit_raised(run, *to),
        Event::AuthorAdded { role } => flow::author_added(run, role),
        Event::CountersReset => flow::counters_reset(run),
        Event::LostSeatsLeftOut { why } => flow::left_out(run, why),
        Event::VerdictTakenUp => flow::verdict_taken_up(run),
        Event::RunContinued => flow::continued(run),
        Event::RunStoodBy { outcome } => flow::stood_by(run, *outcome),
        Event::PublicationDue { kind, round } => flow::publication_due(run, *kind, *round),
        Event::RunPaused { pause } => flow::paused(run, pause),
        Event::RunEnded { outcome, why } => flow::ended(run, *outcome, why),
    }
}

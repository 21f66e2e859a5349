//! How events change findings.
//!
//! Arrows of a finding; `tests/arrows.rs` reads this table, walks all scenarios and compares both ways:
//!
//! ```text
//! (born)        -> open | stuck | disputed      raised; the last two inherited from an earlier run
//! open          -> claimed fixed                answered FIXED, or changed by hand
//! open          -> disputed                     answered REJECTED
//! open          -> deferred | skipped           answered so; non-blocking only
//! open          -> open                         found again, or answered UNABLE
//! open          -> resolved                     ruled RESOLVED after a moved head, nobody asked meanwhile
//! open          -> outvoted | accepted
//! claimed fixed -> resolved                     confirmed
//! claimed fixed -> open                         still present, silence, or reported again
//! claimed fixed -> stuck                        reported again (004)
//! claimed fixed -> disputed                     rejected once, changed by hand, reported again (004)
//! claimed fixed -> accepted                     neither confirmed nor denied by half a panel
//! disputed      -> withdrawn | open             accepted; overruled or silence
//! disputed      -> resolved | claimed fixed     its code was changed all the same
//! disputed      -> accepted
//! stuck         -> claimed fixed | accepted     changed by hand; the risk was taken
//! resolved      -> open | stuck | disputed      regressed; the last rejected once (004)
//! withdrawn     -> open                         its lines changed, or a higher rung sees it again
//! outvoted      -> open                         a later panel sees it again
//! deferred      -> open | resolved              reported again, and worse: it blocks now; its thread is resolved
//! skipped       -> open                         reported again, and worse
//! ```

use super::super::event::Because;
use super::super::fix::dispute_key;
use super::super::gather::reviewer_rung;
use super::super::run::{Phase, Run};
use super::flow::book;
use crate::domain::{
    Answer, Claimant, Commit, Finding, FindingId, Flag, Report, SeatName, Severity, Sighting, Status,
    Withdrawal, folded,
};
use crate::protocol::IdScheme;

/// What a finding is born with.
pub(super) struct Birth<'a> {
    pub(super) id: FindingId,
    pub(super) alias: &'a str,
    pub(super) severity: Severity,
    pub(super) status: Status,
    pub(super) seat: &'a SeatName,
    pub(super) report: &'a Report,
    pub(super) flags: &'a [Flag],
}

/// The head the current round looks at; outside a round, where the branch is.
fn looked_at(run: &Run) -> Commit {
    match &run.phase {
        Phase::Closing(round, _) | Phase::Reviewing(round) | Phase::Weighing(round) => {
            round.snapshot.head.clone()
        }
        Phase::Unopened
        | Phase::Starting
        | Phase::Idle
        | Phase::Reading
        | Phase::Read(_)
        | Phase::Testing(_)
        | Phase::Tested(..)
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
        | Phase::Ended(..) => run.book().tip.clone(),
    }
}

pub(super) fn raised(run: &mut Run, birth: Birth<'_>) {
    let head = looked_at(run);
    let book = book(run);
    let round = book.round;
    number(book, round);
    let sighting = Sighting { round, seat: birth.seat.clone(), report: birth.report.clone() };
    let finding = Finding {
        id: birth.id,
        alias: birth.alias.to_owned(),
        born: round,
        severity: birth.severity,
        status: birth.status,
        sightings: vec![sighting],
        flags: birth.flags.to_vec(),
        answer: None,
        disputes: Vec::new(),
        claimant: None,
        unanswered: false,
        // What is born stuck was reported fixed in an earlier run.
        reported_fixed: birth.status == Status::Stuck,
        fix_counted: false,
        rejection_counted: false,
        found_at: vec![head],
        withdrawal: None,
    };
    book.findings.insert(birth.id, finding);
}

/// Keeps count of the dialect numbers given out.
fn number(book: &mut super::super::run::Ledger, round: u32) {
    match book.opening.protocol.ids {
        IdScheme::Sequence { .. } => book.numbered += 1,
        IdScheme::GroupRound { .. } if book.numbered_in == round => book.numbered += 1,
        IdScheme::GroupRound { .. } => (book.numbered_in, book.numbered) = (round, 1),
        IdScheme::Content => {}
    }
}

fn with(run: &mut Run, id: FindingId, change: impl FnOnce(&mut Finding)) {
    if let Some(finding) = book(run).findings.get_mut(&id) {
        change(finding);
    }
}

pub(super) fn sighted(run: &mut Run, id: FindingId, severity: Severity, seat: &SeatName, report: &Report) {
    let round = run.book().round;
    let head = looked_at(run);
    let floor = run.book().protocol().floor();
    with(run, id, |finding| {
        // 002: what a re-review may not raise stays a remark when it is mentioned again.
        let remark =
            finding.flags.contains(&Flag::KeptAsRemark) && floor.is_some_and(|floor| severity < floor);
        if !remark {
            finding.severity = finding.severity.max(severity);
        }
        finding.sightings.push(Sighting { round, seat: seat.clone(), report: report.clone() });
        found(finding, &head);
    });
}

pub(super) fn moved(run: &mut Run, id: FindingId, to: Status, because: Because) {
    let head = looked_at(run);
    let (family, rank) = reviewer_rung(run.book());
    with(run, id, |finding| {
        finding.status = to;
        finding.claimant = (to == Status::ClaimedFixed).then_some(Claimant::Human);
        if to == Status::ClaimedFixed {
            finding.unanswered = false;
        }
        if found_open(because) {
            found(finding, &head);
        }
        finding.withdrawal = (to == Status::Withdrawn).then(|| Withdrawal {
            quote: finding.report().quote.as_deref().map(folded),
            head: head.clone(),
            severity: finding.severity,
            family,
            rank,
        });
    });
}

/// Whether somebody looked and found it there.
fn found_open(because: Because) -> bool {
    match because {
        Because::RuledStillPresent
        | Because::RuledRegressed
        | Because::RejectionOverruled
        | Because::ReportedAgain
        | Because::CameBack
        | Because::Contradicted => true,
        Because::RuledResolved
        | Because::RejectionAccepted
        | Because::NoRuling
        | Because::NoLongerReported
        | Because::MajorityPassed
        | Because::RiskAccepted
        | Because::FixedByHand
        | Because::ThreadResolved => false,
    }
}

pub(super) fn flagged(run: &mut Run, id: FindingId, flag: Flag) {
    with(run, id, |finding| {
        if !finding.flags.contains(&flag) {
            finding.flags.push(flag);
        }
    });
}

pub(super) fn answered(run: &mut Run, id: FindingId, answer: &Answer) {
    with(run, id, |finding| {
        finding.unanswered = matches!(answer, Answer::Unable { .. });
        finding.status = match answer {
            Answer::Fixed { .. } => Status::ClaimedFixed,
            Answer::Rejected { .. } => Status::Disputed,
            Answer::Deferred { .. } => Status::Deferred,
            Answer::Skipped { .. } => Status::Skipped,
            Answer::Unable { .. } => Status::Open,
        };
        match answer {
            Answer::Fixed { .. } => {
                finding.claimant = Some(Claimant::Author);
                finding.reported_fixed = true;
            }
            Answer::Rejected { .. } => finding.disputes.push(dispute_key(answer)),
            Answer::Deferred { .. } | Answer::Skipped { .. } | Answer::Unable { .. } => {}
        }
        finding.answer = Some(answer.clone());
    });
}

pub(super) fn unanswered(run: &mut Run, id: FindingId) {
    with(run, id, |finding| finding.unanswered = true);
}

/// Notes that somebody looked at this head and found it there.
fn found(finding: &mut Finding, head: &Commit) {
    if !finding.found_at.contains(head) {
        finding.found_at.push(head.clone());
    }
}

//! A run with its history: what the folded state no longer holds, gathered from the events once, in order.
//!
//! The ledger keeps where each finding stands; this keeps how it came there: every ruling of a valid review, every
//! answer, every move, who was asked, what it cost and what failed. It adds no fact of its own and judges nothing.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::domain::{AgentName, Answer, FindingId, Review, Ruling, SeatName, Status, Timestamp};
use crate::engine::{Because, Cost, Event, Failure, Recorded, Run, apply};

/// A run and how it came to stand as it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chronicle {
    /// The folded state.
    pub run: Run,
    /// When the run was opened.
    pub opened: Timestamp,
    /// When each verdict of the ledger was reached, in the same order.
    pub judged: Vec<Timestamp>,
    /// Every round that began.
    pub rounds: Vec<RoundTold>,
    /// Every ruling in a valid review of a round that was not stale.
    pub rulings: Vec<RulingTold>,
    /// Every answer that stood.
    pub answers: Vec<AnswerTold>,
    /// Every move of a finding.
    pub moves: Vec<MoveTold>,
    /// Every attempt that was paid for, also failed ones.
    pub spent: Vec<SpentTold>,
    /// Every attempt that gave nothing.
    pub failures: Vec<FailureTold>,
    /// How each seat of each round ended.
    pub seats: Vec<SeatTold>,
}

/// A round that began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoundTold {
    /// Its number in the run.
    pub round: u32,
    /// Its iteration on the rung.
    pub iteration: u32,
    /// When it began.
    #[serde(rename = "at_ms")]
    pub at: Timestamp,
    /// Who was asked.
    pub seats: Vec<SeatName>,
    /// Whether the head moved while it ran.
    pub stale: bool,
}

/// A reviewer's word on an earlier finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulingTold {
    /// The round.
    pub round: u32,
    /// Who ruled.
    pub seat: SeatName,
    /// The finding's id in the dialect, as written.
    pub id: String,
    /// The word.
    pub ruling: Ruling,
    /// What was said with it.
    pub note: String,
}

/// An author's answer that stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AnswerTold {
    /// After which round.
    pub round: u32,
    /// Which role answered.
    pub role: String,
    /// About what.
    pub finding: FindingId,
    /// The answer.
    pub answer: Answer,
}

/// A finding stood differently from then on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MoveTold {
    /// In or after which round.
    pub round: u32,
    /// Which finding.
    pub finding: FindingId,
    /// Where it stood then.
    pub to: Status,
    /// Why.
    pub because: Because,
}

/// Whose attempt something was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doer {
    /// A reviewer's, in this seat.
    Seat(SeatName),
    /// An author's, in this role.
    Author(String),
}

/// What an attempt cost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpentTold {
    /// In or after which round.
    pub round: u32,
    /// Whose attempt.
    pub by: Doer,
    /// Which agent.
    pub agent: AgentName,
    /// Millionths of a dollar.
    pub cost: Cost,
}

/// An attempt that gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FailureTold {
    /// In or after which round.
    pub round: u32,
    /// Whose attempt.
    pub by: Doer,
    /// Which agent.
    pub agent: AgentName,
    /// Why.
    pub failure: Failure,
}

/// How a seat ended in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatTold {
    /// The round.
    pub round: u32,
    /// The seat.
    pub seat: SeatName,
    /// Who sat there at the end.
    pub agent: AgentName,
    /// Why it gave no valid review; none: it gave one.
    pub lost: Option<String>,
}

impl Chronicle {
    /// Folds a log. None if no run was opened in it.
    pub fn of(log: &[Recorded]) -> Option<Self> {
        let mut teller = Teller::default();
        log.iter().for_each(|recorded| teller.hear(recorded));
        teller.told.run.ledger.is_some().then_some(teller.told)
    }

    /// When the last event happened.
    pub fn last(&self) -> Timestamp {
        self.run.clock
    }
}

/// A chronicle while it is written.
#[derive(Default)]
struct Teller {
    told: Chronicle,
    agents: BTreeMap<SeatName, AgentName>,
    said: BTreeMap<SeatName, Review>,
    /// The role that was asked to fix last.
    author: Option<String>,
}

impl Default for Chronicle {
    fn default() -> Self {
        Self {
            run: Run::default(),
            opened: Timestamp(0),
            judged: Vec::new(),
            rounds: Vec::new(),
            rulings: Vec::new(),
            answers: Vec::new(),
            moves: Vec::new(),
            spent: Vec::new(),
            failures: Vec::new(),
            seats: Vec::new(),
        }
    }
}

impl Teller {
    fn hear(&mut self, recorded: &Recorded) {
        apply(&mut self.told.run, recorded);
        self.note(recorded);
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "most events leave nothing here that the ledger does not keep"
    )]
    fn note(&mut self, recorded: &Recorded) {
        match &recorded.event {
            Event::Opened(_) => self.told.opened = recorded.at,
            Event::RoundBegun { round, iteration, seats, .. } => {
                self.agents = seats.iter().map(|plan| (plan.seat.clone(), plan.agent.clone())).collect();
                let seats = seats.iter().map(|plan| plan.seat.clone()).collect();
                let (round, iteration, at) = (*round, *iteration, recorded.at);
                self.told.rounds.push(RoundTold { round, iteration, at, seats, stale: false });
            }
            Event::ReplyRecorded { seat, review, cost, .. } => {
                self.said.insert(seat.clone(), (**review).clone());
                self.spend(Doer::Seat(seat.clone()), *cost);
            }
            Event::SeatFailureRecorded { seat, failure, cost, .. } => {
                self.spend(Doer::Seat(seat.clone()), *cost);
                self.fail(Doer::Seat(seat.clone()), failure);
            }
            Event::SeatAskedAgain { seat, agent, .. } => {
                drop(self.agents.insert(seat.clone(), agent.clone()))
            }
            Event::SeatHeard { seat, .. } => self.heard(seat),
            Event::SeatLost { seat, why } => self.seat(seat, Some(why.clone())),
            Event::RoundStale { round, .. } => self.stale(*round),
            Event::VerdictReached { .. } => self.told.judged.push(recorded.at),
            Event::FindingMoved { finding, to, because } => {
                let (round, finding, to, because) = (self.round(), *finding, *to, *because);
                self.told.moves.push(MoveTold { round, finding, to, because });
            }
            Event::FixRequested { request } => self.author = Some(request.role.clone()),
            Event::AnswersRecorded { cost, .. } => self.spend(self.author(), *cost),
            Event::AuthorFailureRecorded { failure, cost, .. } => {
                self.spend(self.author(), *cost);
                self.fail(self.author(), failure);
            }
            Event::FindingAnswered { finding, answer } => {
                let (round, role) = (self.round(), self.role());
                self.told.answers.push(AnswerTold { round, role, finding: *finding, answer: answer.clone() });
            }
            _ => {}
        }
    }

    fn round(&self) -> u32 {
        self.told.run.ledger.as_ref().map_or(0, |book| book.round)
    }

    fn role(&self) -> String {
        self.author.clone().unwrap_or_else(|| "author".to_owned())
    }

    fn author(&self) -> Doer {
        Doer::Author(self.role())
    }

    fn agent(&self, by: &Doer) -> AgentName {
        let (seated, role) = match by {
            Doer::Seat(seat) => (self.agents.get(seat), seat.as_str()),
            Doer::Author(role) => (None, role.as_str()),
        };
        let staff = self.told.run.ledger.as_ref().and_then(|book| book.opening.staff.get(role)?.first());
        let named = seated.cloned().or_else(|| staff.map(|staff| staff.agent.clone()));
        named.unwrap_or_else(|| AgentName::parse(role).expect("seats and roles are names"))
    }

    fn spend(&mut self, by: Doer, cost: Cost) {
        let (round, agent) = (self.round(), self.agent(&by));
        self.told.spent.push(SpentTold { round, by, agent, cost });
    }

    fn fail(&mut self, by: Doer, failure: &Failure) {
        let (round, agent) = (self.round(), self.agent(&by));
        self.told.failures.push(FailureTold { round, by, agent, failure: failure.clone() });
    }

    fn heard(&mut self, seat: &SeatName) {
        let round = self.round();
        for said in self.said.remove(seat).unwrap_or_default().rulings {
            let (seat, id, note) = (seat.clone(), said.id, said.note);
            self.told.rulings.push(RulingTold { round, seat, id, ruling: said.ruling, note });
        }
        self.seat(seat, None);
    }

    fn seat(&mut self, seat: &SeatName, lost: Option<String>) {
        let (round, agent) = (self.round(), self.agent(&Doer::Seat(seat.clone())));
        self.told.seats.push(SeatTold { round, seat: seat.clone(), agent, lost });
    }

    /// What was said of a head that moved away is about something else.
    fn stale(&mut self, round: u32) {
        self.told.rulings.retain(|ruling| ruling.round != round);
        let begun = self.told.rounds.iter_mut().rev().find(|begun| begun.round == round);
        begun.into_iter().for_each(|begun| begun.stale = true);
    }
}

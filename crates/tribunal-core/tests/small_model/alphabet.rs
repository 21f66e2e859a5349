//! The alphabet: everything that can be said or done in a state of the model.

use tribunal_core::domain::{
    Answer, AnswerKind, Answered, Answers, Choice, Claim, FindingId, HumanDecision, Location, Report, Review,
    Ruling, RulingSaid, SeatName, Severity, Status, TestResult, TestRun, TestSource, TestStatus,
};
use tribunal_core::engine::{
    Ask, Cost, Drive, Failure, Fix, Input, Ledger, Opening, Phase, Task, choices, owed,
};
use tribunal_core::protocol::load_builtin;
use tribunal_testkit::generate::stage::plain;
use tribunal_testkit::world::commit;

use crate::search::{feed, perform};
use crate::state::State;

/// A protocol in a mode, and the defects that can be found.
pub(crate) struct Model {
    pub(crate) name: String,
    opening: Opening,
}

impl Model {
    pub(crate) fn of(name: &str, mode: Option<&str>, defects: &[Severity]) -> Self {
        let protocol = load_builtin(name, mode).expect("built-in protocols load");
        let mut opening = plain(protocol);
        // The branch's name carries the defects, so that a state knows its own alphabet.
        let titles: Vec<String> = defects.iter().enumerate().map(|(n, s)| format!("{s} {n}")).collect();
        opening.branch = titles.join("/");
        Self { name: format!("{name} {}", mode.unwrap_or_default()), opening }
    }

    pub(crate) fn seats(mut self, seats: usize) -> Self {
        let names = ["ada", "bob", "cyd"].iter().take(seats);
        self.opening.reviewers = names.map(|name| SeatName::parse(name).expect("a name")).collect();
        self
    }

    /// Stands by for triggers instead of giving one verdict.
    pub(crate) fn standing(mut self) -> Self {
        self.opening.drive = Drive::Standing;
        self.opening.agents = vec![tribunal_core::domain::AgentName::parse("web").expect("a name")];
        self
    }

    pub(crate) fn start(&self) -> State {
        let mut state = State::new(1);
        feed(&mut state, Input::Open(Box::new(self.opening.clone())));
        perform(&mut state);
        state
    }
}

/// Titles of the defects of a model; the severity stands first.
pub(crate) fn defects(book: &Ledger) -> Vec<&str> {
    book.opening.branch.split('/').collect()
}

/// Whether a review reports a defect.
pub(crate) fn reports(review: &Review, title: &str) -> bool {
    review.reports.iter().any(|report| report.title == title)
}

/// One move: where the world's head is first, if it moves, and inputs in a row.
pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) inputs: Vec<Input>,
    pub(crate) head: Option<u64>,
    pub(crate) by_a_person: bool,
}

fn world(name: String, inputs: Vec<Input>) -> Move {
    Move { name, inputs, head: None, by_a_person: false }
}

/// Everything that can happen next.
pub(crate) fn moves(state: &State) -> Vec<Move> {
    let effects = owed(&state.run);
    // Seats answer in order: that the order never matters is a property of its own.
    let first = effects.into_iter().next().map(|effect| effect.task);
    let mut all = match first {
        None => Vec::new(),
        Some(Task::Ask(ask)) => asked(state, &ask),
        Some(Task::ReadHead) => head_read(state),
        Some(Task::Fix(fix)) => fixes(state, &fix),
        Some(Task::RunTests { head }) => tests(head),
        Some(Task::Clarify { target, .. }) => {
            vec![world(
                format!("{target} clarifies"),
                vec![Input::Clarified { target, text: "so".to_owned() }],
            )]
        }
        Some(Task::ReadChange | Task::RunChecks { .. } | Task::Land { .. } | Task::Publish { .. }) => {
            Vec::new()
        }
    };
    all.extend(people(state));
    all
}

fn head_read(state: &State) -> Vec<Move> {
    let read = |head| Input::HeadRead { head: commit(head) };
    let mut moved = world("head moves".to_owned(), vec![read(state.head + 1)]);
    moved.head = Some(state.head + 1);
    vec![world("head".to_owned(), vec![read(state.head)]), moved]
}

fn asked(state: &State, ask: &Ask) -> Vec<Move> {
    let replied = |review: Review| Input::Replied {
        seat: ask.seat.clone(),
        attempt: ask.attempt,
        review: Box::new(review),
        cost: Cost(1),
    };
    let failed = |attempt| Input::SeatFailed {
        seat: ask.seat.clone(),
        attempt,
        failure: Failure::Empty,
        cost: Cost(1),
    };
    let mut all: Vec<Move> = reviews(state, ask)
        .into_iter()
        .map(|(name, review)| world(format!("{}: {name}", ask.seat), vec![replied(review)]))
        .collect();
    all.push(world(format!("{}!", ask.seat), vec![failed(ask.attempt), failed(ask.attempt + 1)]));
    all
}

/// What one seat can say of one defect.
#[derive(Clone, Copy)]
enum Word {
    Silence,
    Report,
    Rule(Ruling),
}

fn reviews(state: &State, ask: &Ask) -> Vec<(String, Review)> {
    let book = state.run.book();
    let votes = book.protocol().floor().is_none();
    let claims: &[Option<Claim>] =
        if votes { &[Some(Claim::Approve), Some(Claim::Concerns), Some(Claim::Blocker)] } else { &[None] };
    let mut all: Vec<(String, Review)> = claims
        .iter()
        .map(|claim| {
            let files_read = vec!["src/a.rs".to_owned()];
            (
                claim.map(|c| format!("{c:?} ")).unwrap_or_default(),
                Review { claim: *claim, files_read, ..Review::default() },
            )
        })
        .collect();
    // Reading comments is no reviewing: the analyzer of the model has nothing to report.
    let titles = if ask.role == "comments-analyzer" { Vec::new() } else { defects(book) };
    for title in titles {
        let words = words(book, ask, title);
        all = all.iter().flat_map(|said| words.iter().map(|word| say(book, said, title, *word))).collect();
    }
    all
}

fn words(book: &Ledger, ask: &Ask, title: &str) -> Vec<Word> {
    let finding = book.findings.values().find(|f| f.report().title == title);
    let mut words = vec![Word::Silence];
    match finding.filter(|f| ask.rule_on.contains(&f.id)) {
        None => words.push(Word::Report),
        Some(f) => {
            words.extend([Word::Rule(Ruling::Resolved), Word::Rule(Ruling::StillPresent)]);
            words.extend((f.status == Status::Disputed).then_some(Word::Rule(Ruling::DisputeAccepted)));
        }
    }
    words
}

fn say(book: &Ledger, (name, review): &(String, Review), title: &str, word: Word) -> (String, Review) {
    let mut review = review.clone();
    let name = match word {
        Word::Silence => name.clone(),
        Word::Report => {
            review.reports.push(report(title));
            format!("{name}+{title} ")
        }
        Word::Rule(ruling) => {
            let alias = book.findings.values().find(|f| f.report().title == title).map(|f| f.alias.clone());
            let id = alias.unwrap_or_default();
            review.rulings.push(RulingSaid { id, ruling, note: String::new() });
            format!("{name}{ruling:?} {title} ")
        }
    };
    (name, review)
}

fn report(title: &str) -> Report {
    let word = title.split(' ').next().unwrap_or_default();
    let severity =
        Severity::COUNTED.into_iter().find(|s| s.word() == word).expect("a title begins with a severity");
    let mut report = Report::new(severity, title);
    report.locations.push(Location { path: "src/a.rs".to_owned(), line: Some(1), end: None });
    report.quote = Some("let x = y.unwrap();".to_owned());
    report
}

fn fixes(state: &State, fix: &Fix) -> Vec<Move> {
    let book = state.run.book();
    let mut all: Vec<Vec<Answered>> = vec![Vec::new()];
    let lists = [(&fix.list, &book.protocol().answers), (&fix.optional, &book.protocol().optional_answers)];
    for (list, kinds) in lists {
        for id in list {
            all = all.iter().flat_map(|before| with_answers(book, before, *id, kinds)).collect();
        }
    }
    let answered = |answers: Answers| {
        let fixed = answers.answers.iter().any(|a| matches!(a.answer, Answer::Fixed { .. }));
        let moves = fixed || !fix.tests.is_empty();
        let head = if moves { commit(state.head + 1) } else { fix.from.clone() };
        let name =
            answers.answers.iter().map(|a| format!("{} {:?} ", a.id, a.answer.kind())).collect::<String>();
        let input =
            Input::AuthorAnswered { attempt: fix.attempt, answers: Box::new(answers), head, cost: Cost(1) };
        world(format!("author: {name}"), vec![input])
    };
    let mut moves: Vec<Move> =
        all.into_iter().map(|answers| answered(Answers { answers, ..Answers::default() })).collect();
    let escalate = Some("beyond me".to_owned());
    moves.push(Move {
        name: "author escalates".to_owned(),
        ..answered(Answers { escalate, ..Answers::default() })
    });
    let failure = Failure::Empty;
    moves.push(world(
        "author!".to_owned(),
        vec![Input::AuthorFailed { attempt: fix.attempt, failure, cost: Cost(1) }],
    ));
    moves
}

/// One finding left unanswered, or answered in each allowed way.
fn with_answers(
    book: &Ledger,
    before: &[Answered],
    id: FindingId,
    kinds: &[AnswerKind],
) -> Vec<Vec<Answered>> {
    let alias = &book.findings[&id].alias;
    let reason = || "the caller checks".to_owned();
    let of_kind = |kind: &AnswerKind| match kind {
        AnswerKind::Fixed => Answer::Fixed { details: "done".to_owned(), group: None },
        AnswerKind::Rejected => {
            Answer::Rejected { reason: reason(), evidence: String::new(), request: String::new() }
        }
        AnswerKind::Deferred => Answer::Deferred { reason: reason(), tech_debt_id: None },
        AnswerKind::Skipped => Answer::Skipped { reason: reason() },
        AnswerKind::Unable => Answer::Unable { reason: reason() },
    };
    let with = |kind: &AnswerKind| {
        let answer = Answered { id: alias.clone(), answer: of_kind(kind) };
        before.iter().cloned().chain([answer]).collect()
    };
    kinds.iter().map(with).chain([before.to_vec()]).collect()
}

fn tests(head: tribunal_core::domain::Commit) -> Vec<Move> {
    let ran = |statuses: [TestStatus; 2]| {
        let of = |(name, status): (&str, TestStatus)| TestResult { name: name.to_owned(), status };
        let results = ["t1", "t2"].into_iter().zip(statuses).map(of).collect();
        let run = TestRun { source: TestSource::Engine, results };
        world(format!("tests {statuses:?}"), vec![Input::TestsRan { head: head.clone(), run }])
    };
    let (pass, fail) = (TestStatus::Passed, TestStatus::Failed);
    let mut all: Vec<Move> = [[pass, pass], [pass, fail], [fail, pass], [fail, fail]].map(ran).into();
    all.push(world("tests!".to_owned(), vec![Input::TestsFailed { failure: Failure::Missing }]));
    all
}

fn people(state: &State) -> Vec<Move> {
    let waits = matches!(state.run.phase, Phase::Paused(_) | Phase::Clarifying(_) | Phase::Idle);
    let offered = if waits { choices(&state.run) } else { Vec::new() };
    let idle = matches!(state.run.phase, Phase::Idle);
    let asked = Input::ReviewAsked { who: "ann".to_owned() };
    let ask = idle.then(|| Move { by_a_person: true, ..world("ann asks".to_owned(), vec![asked]) });
    let made = offered.into_iter().filter(|choice| !idle || *choice != Choice::Abort);
    made.flat_map(|choice| decisions(state, choice)).chain(ask).collect()
}

/// A choice on the old head and on a new one. One stronger author is enough to see what a stronger author does.
fn decisions(state: &State, choice: Choice) -> Vec<Move> {
    let book = state.run.book();
    if choice == Choice::StrongerAuthor && book.authors.len() > book.protocol().authors.len() {
        return Vec::new();
    }
    let decide = |head: u64| {
        let standing = book.findings.values().filter(|f| f.status.stands()).map(|f| f.id);
        let decision = HumanDecision {
            choice,
            who: "ann".to_owned(),
            why: "we looked at it".to_owned(),
            head: commit(head),
            findings: if choice == Choice::Override { standing.collect() } else { Vec::new() },
            author: (choice == Choice::StrongerAuthor).then(|| "principal".to_owned()),
        };
        Move {
            name: format!("{} at {head}", choice.word()),
            inputs: vec![Input::Decided(decision)],
            head: Some(head),
            by_a_person: true,
        }
    };
    vec![decide(state.head), decide(state.head + 1)]
}

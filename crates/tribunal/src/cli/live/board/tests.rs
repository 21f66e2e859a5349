//! What a window shows of a run at work.

use tribunal_core::domain::{AgentName, Commit, EffectKey, FindingId, SeatName, Timestamp};
use tribunal_core::engine::{Ask, Cost, Effect, Event, Failure, Fix, Look, Recorded, Run, Task};

use super::{Board, lasted, money};
use crate::cli::cells::cells;
use crate::cli::out::Size;

const WINDOW: Size = Size { columns: 80, rows: 24 };

fn effect(key: &str, task: Task) -> Effect {
    Effect { key: EffectKey::parse(key).unwrap(), begun: false, task }
}

fn ask(seat: &str, agent: &str, attempt: u32) -> Effect {
    let task = Task::Ask(Ask {
        seat: SeatName::parse(seat).unwrap(),
        role: "architect".to_owned(),
        agent: AgentName::parse(agent).unwrap(),
        attempt,
        error: None,
        round: 1,
        iteration: 1,
        head: Commit::parse(&"0123456789".repeat(4)).unwrap(),
        look: if attempt > 1 { Look::Scoped } else { Look::Whole },
        rule_on: Vec::new(),
        targets: Vec::new(),
    });
    effect(&format!("r1/ask/{seat}"), task)
}

fn fix() -> Effect {
    let task = Task::Fix(Fix {
        role: "author".to_owned(),
        agent: AgentName::parse("patch").unwrap(),
        attempt: 1,
        list: vec![FindingId(1), FindingId(2)],
        optional: Vec::new(),
        tests: Vec::new(),
        from: Commit::parse(&"0123456789".repeat(4)).unwrap(),
        problems: Vec::new(),
        warned: false,
    });
    effect("r1/fix", task)
}

fn board(begun: &[(&Effect, u64)]) -> Board {
    let mut board = Board { round: 1, ..Board::default() };
    begun.iter().for_each(|(effect, at)| board.begin(&Run::default(), effect, Timestamp(*at)));
    board
}

#[test]
fn who_does_what_since_when_oldest_first() {
    let board = board(&[
        (&ask("architect-2", "codex", 2), 70_000),
        (&ask("architect-1", "claude", 1), 10_000),
        (&fix(), 71_000),
    ]);
    let shown = [
        "  architect-1 (claude)  reviews the change at 0123456789  1 min 02 s",
        "  architect-2 (codex)   reviews the fixes at 0123456789, attempt 2  2 s",
        "  author (patch)        fixes F1, F2  1 s",
        "  round 1",
    ];
    assert_eq!(board.lines(Timestamp(72_900), WINDOW), shown);
}

#[test]
fn nobody_at_work_shows_nothing() {
    let (first, mut board) = (ask("reviewer", "rules", 1), board(&[(&ask("reviewer", "rules", 1), 5)]));
    board.end(&first.key);
    assert_eq!(board.lines(Timestamp(9), WINDOW), Vec::<String>::new());
}

#[test]
fn cost_is_shown_where_one_was_reported_and_nowhere_else() {
    let mut board = board(&[(&ask("reviewer", "claude", 1), 0)]);
    let failed = |cost| Recorded {
        at: Timestamp(0),
        event: Event::SeatFailureRecorded {
            seat: SeatName::parse("reviewer").unwrap(),
            attempt: 1,
            failure: Failure::Missing,
            cost: Cost(cost),
        },
    };
    board.hear(&Run::default(), &failed(0));
    assert!(!board.lines(Timestamp(0), WINDOW).concat().contains('$'), "nothing made up");
    board.hear(&Run::default(), &failed(310_000));
    (board.spent, board.allowance) = (Cost(1_204_999), Some(Cost(5_000_000)));
    let shown = [
        "  reviewer (claude)  reviews the change at 0123456789  0 s, $0.31 before",
        "  round 1, $1.21 of $5.00 spent",
    ];
    assert_eq!(board.lines(Timestamp(0), WINDOW), shown);
    assert_eq!(money(Cost(1), None).as_deref(), Some("$0.01 spent"), "less than a cent is not nothing");
    assert_eq!(money(Cost(0), Some(Cost(5))), None);
}

#[test]
fn a_narrow_window_keeps_the_time_and_no_line_reaches_its_edge() {
    let board = board(&[(&ask("architect-1", "claude", 1), 0), (&fix(), 0)]);
    let shown = board.lines(Timestamp(7_000), Size { columns: 40, rows: 24 });
    assert_eq!(shown[0], "  architect-1 (claude)  reviews t…  7 s");
    for columns in 0..60 {
        for rows in 0..6 {
            let lines = board.lines(Timestamp(7_000), Size { columns, rows });
            assert!(
                lines.iter().all(|line| cells(line) <= columns.saturating_sub(1)),
                "{columns}: {lines:?}"
            );
            assert!(lines.len() < rows.max(1), "{rows}: {lines:?}");
        }
    }
}

#[test]
fn a_crowd_is_counted() {
    let seats: Vec<Effect> = (0..20).map(|n| ask(&format!("seat-{n:02}"), "rules", 1)).collect();
    let board = board(&seats.iter().map(|seat| (seat, 0)).collect::<Vec<_>>());
    let lines = board.lines(Timestamp(0), WINDOW);
    assert_eq!((lines.len(), lines[8].as_str()), (9, "  and 12 more, round 1"));
}

#[test]
fn time_in_words() {
    assert_eq!(
        [0, 59, 60, 3_599, 3_600, 90_061].map(lasted),
        ["0 s", "59 s", "1 min 00 s", "59 min 59 s", "1 h 00 min", "25 h 01 min"]
    );
}

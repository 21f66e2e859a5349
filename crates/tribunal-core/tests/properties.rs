//! Generated runs over every built-in protocol and mode, and over variations of their policies.
//!
//! A case is one whole generated run. A failure prints its seed and its inputs; its smallest script is kept
//! under `scenarios/found/`.
//! That each law can be broken, and that its watcher says so, is shown in `laws_bite.rs`.

use tribunal_core::engine::{Run, decide, owed};
use tribunal_testkit::generate::dice::Dice;
use tribunal_testkit::generate::stage::Stage;
use tribunal_testkit::generate::twins::{self, Played};
use tribunal_testkit::generate::{Player, garbage, told};
use tribunal_testkit::laws::{Watcher, fold, recompute};

/// Runs per test of all laws, three times; with `PAIRS`, three times, more than 100,000 cases.
const RUNS: u64 = 20_000;

/// Runs per test that compares each round with a twin.
const PAIRS: u64 = 14_000;

/// Plays one run under all laws.
fn obey(player: &mut Player) -> Result<(), String> {
    let mut watcher = Watcher::default();
    watcher.see_all(&player.log);
    while let Some(input) = player.next_input() {
        // A refusal is an answer; the run is left as it was.
        let _ = player.feed(input, &mut |run, recorded| watcher.see(run, recorded));
        watcher.settled(&player.run);
        if player.dice.percent(5) {
            refuses_garbage(player)?;
        }
        if let Some(broken) = watcher.broken.first() {
            return Err(format!("{broken:?}"));
        }
    }
    folds(player)
}

fn refuses_garbage(player: &mut Player) -> Result<(), String> {
    for input in garbage::all(player) {
        match decide(&player.run, input.clone(), player.now) {
            Err(_) => {}
            Ok(events) if events.is_empty() => {}
            Ok(events) => return Err(format!("{input:?} was taken: {events:?}")),
        }
    }
    Ok(())
}

fn folds(player: &mut Player) -> Result<(), String> {
    let run = recompute(&player.log).map_err(|broken| format!("{broken:?}"))?;
    let cut = player.dice.below(player.log.len());
    let (prefix, rest) = player.log.split_at(cut);
    let parts = fold(fold(Run::default(), prefix), rest);
    if run != player.run || parts != player.run || owed(&run) != owed(&player.run) {
        return Err("folding the log gives another run".to_owned());
    }
    Ok(())
}

type Comparison = fn(&mut Player, twins::Replies, Played) -> Result<(), String>;

/// Plays a run and compares every round of it with a twin that differs in one thing.
fn compare(player: &mut Player, same: Comparison) -> Result<(), String> {
    loop {
        if let Some(replies) = twins::replies(player) {
            let first = twins::play(player, &replies, &mut Dice::new(0)).map_err(|e| e.to_string())?;
            same(player, replies.clone(), first)
                .map_err(|what| format!("{what}\nthe round was to be: {replies:?}"))?;
        }
        let Some(input) = player.next_input() else { return Ok(()) };
        let _ = player.feed(input, &mut |_, _| {});
    }
}

fn finding_added(player: &mut Player, mut replies: twins::Replies, first: Played) -> Result<(), String> {
    let at = player.dice.below(replies.len());
    let seat = replies[at].0.clone();
    let Some(review) = replies[at].1.as_mut().filter(|_| first.heard(&seat)) else { return Ok(()) };
    review.reports.push(twins::planted());
    let second = twins::play(player, &replies, &mut Dice::new(0)).map_err(|e| e.to_string())?;
    let majority = first.passes() && second.run.book().blocking().next().is_none();
    if second.passes() && !majority {
        return Err(format!("{seat} reports more and the round passes: {:?}", second.verdict()));
    }
    Ok(())
}

fn seat_failed(player: &mut Player, mut replies: twins::Replies, first: Played) -> Result<(), String> {
    let at = player.dice.below(replies.len());
    replies[at].1 = None;
    let second = twins::play(player, &replies, &mut Dice::new(0)).map_err(|e| e.to_string())?;
    if second.passes() && !first.passes() {
        return Err(format!("{} fails and the round passes: {:?}", replies[at].0, second.verdict()));
    }
    Ok(())
}

fn order_changed(player: &mut Player, replies: twins::Replies, first: Played) -> Result<(), String> {
    let mut order = Dice::new(player.dice.roll());
    let second = twins::play(player, &replies, &mut order).map_err(|e| e.to_string())?;
    if first == second { Ok(()) } else { Err(format!("another order, another run:\n{first:?}\n{second:?}")) }
}

/// Plays all seeds of a range; the first that fails is told with its inputs.
fn all(seeds: std::ops::Range<u64>, stage: &Stage, holds: impl Fn(&mut Player) -> Result<(), String>) {
    for seed in seeds {
        let mut player = Player::open(stage, seed);
        let what = holds(&mut player).err();
        assert!(what.is_none(), "seed {seed}: {}\n{}", what.unwrap_or_default(), told(&player.script));
    }
}

#[test]
fn laws_hold_in_the_first_generated_runs() {
    all(0..RUNS, &Stage::builtin(), obey);
}

#[test]
fn laws_hold_in_the_second_generated_runs() {
    all(RUNS..2 * RUNS, &Stage::builtin(), obey);
}

#[test]
fn laws_hold_in_the_third_generated_runs() {
    all(2 * RUNS..3 * RUNS, &Stage::builtin(), obey);
}

#[test]
fn a_finding_more_never_makes_a_verdict_better() {
    all(0..PAIRS, &Stage::builtin(), |player| compare(player, finding_added));
}

#[test]
fn a_reviewer_less_never_makes_a_verdict_better() {
    all(0..PAIRS, &Stage::builtin(), |player| compare(player, seat_failed));
}

#[test]
fn the_order_of_arrival_never_matters() {
    let panels = Stage::builtin().only(|protocol| protocol.panel.max > 1);
    all(0..PAIRS, &panels, |player| compare(player, order_changed));
}

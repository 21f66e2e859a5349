//! Spreads and shares; what they are counted from is tested with played runs in `tests/exports.rs`.

use super::{Metrics, Share, Spread, metrics};

#[test]
fn a_spread_names_numbers_that_occurred() {
    assert_eq!(Spread::of(Vec::new()), Spread::default());
    let one = Spread::of(vec![7]);
    assert_eq!((one.count, one.median, one.p90, one.max, one.mean_milli), (1, 7, 7, 7, 7_000));
    let two = Spread::of(vec![9, 1]);
    assert_eq!((two.median, two.p90, two.max, two.mean_milli), (1, 9, 9, 5_000));
    let ten = Spread::of((1..=10).collect());
    assert_eq!((ten.median, ten.p90, ten.max, ten.mean_milli), (5, 9, 10, 5_500));
    let huge = Spread::of(vec![u64::MAX, u64::MAX]);
    assert_eq!((huge.max, huge.mean_milli), (u64::MAX, u64::MAX));
}

#[test]
fn a_share_of_nothing_is_none() {
    let mut share = Share::default();
    assert_eq!(share.per_mille, None);
    [true, false, false].into_iter().for_each(|is_part| share.add(is_part));
    assert_eq!(share, Share { part: 1, of: 3, per_mille: Some(333) });
}

#[test]
fn no_runs_are_no_figures() {
    let none = metrics([]);
    assert_eq!(none, Metrics::default());
    assert!(none.to_text().starts_with("Runs: 0 (none)\nRounds to approval: none yet\n"));
}
